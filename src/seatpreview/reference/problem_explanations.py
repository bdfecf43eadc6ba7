"""Explanations of problems, for the reference and docs/problems.md."""

from typing import NamedTuple

from seatpreview.problems import (
    BodyTooLarge,
    Conflict,
    CredentialsMissing,
    HeadersTooLarge,
    IdempotencyKeyReused,
    Internal,
    KeyInvalid,
    KeyKindNotAllowed,
    KeyRevoked,
    MethodNotAllowed,
    NotFound,
    OriginNotAllowed,
    Overloaded,
    PreconditionFailed,
    PreconditionRequired,
    Problem,
    QuotaExceeded,
    RateLimited,
    RequestInProgress,
    RequestTimeout,
    ScopeInsufficient,
    SessionExpired,
    SignatureInvalid,
    StorageFull,
    TenantArchived,
    Unavailable,
    UnsupportedMediaType,
    ValidationFailed,
    VenueNotAllowed,
)


class Explanation(NamedTuple):
    """What a problem means, and what to do next."""

    meaning: str
    remedy: str


EXPLANATIONS: dict[type[Problem], Explanation] = {
    ValidationFailed: Explanation(
        "The path, the query or the body is not what the operation takes, or a revoked key was to be made "
        "active again. `errors` lists all faults at once, each with its position.",
        "Correct what `errors` names and send the request again. For a revoked key, create a new one.",
    ),
    CredentialsMissing: Explanation(
        "The request presents no key, and its Origin alone is not enough.",
        "Send `Authorization: Bearer sk_live_...`. From a page, send `X-Key-Id`, or ask an operator for a "
        "keyless key with the page's origin.",
    ),
    KeyInvalid: Explanation(
        "The credential is not a key, or there is no such key.",
        "Check that the secret was copied whole: it starts with `sk_live_`, and a checksum tells a mistyped "
        "one. With `X-Key-Id`, check that the key's `allowOriginOnly` is true.",
    ),
    KeyRevoked: Explanation(
        "The secret is right, but the key was revoked, or has passed its `revokeAt`.",
        "Use the replacement that a rotation issued, or create a new key. A revoked key stays revoked.",
    ),
    SessionExpired: Explanation(
        "The session has expired, or was ended before: by its DELETE, or together with its key or grant.",
        "Create a new session. To extend one, renew it before its `expiresAt`.",
    ),
    ScopeInsufficient: Explanation(
        "The key is of tenant scope, and this needs admin scope or concerns another tenant; or the key is "
        "limited to `groups` of operations, and this is outside of them.",
        "Leave out what `errors` names, or ask an operator, who has a key of admin scope. GET /caller lists "
        "the key's groups: use a key that has the group, or add it with updateKey.",
    ),
    KeyKindNotAllowed: Explanation(
        "The request came without a secret, and this needs a secret key.",
        "Call it from a server with `Authorization: Bearer sk_live_...`. A secret never belongs in a page.",
    ),
    OriginNotAllowed: Explanation(
        "The request's `Origin` is not among the key's `allowedOrigins`, or the viewer was opened at the "
        "path of another key than the one that made the session.",
        "Add the origin to the key with updateKey, or send the request from an origin that it lists. Open "
        "`viewerUrl` as it was answered: the key in its path is part of it.",
    ),
    VenueNotAllowed: Explanation(
        "The key is restricted to some venues, and the request concerns another one.",
        "Name only venues of your own key, or use a key whose `venues` cover it.",
    ),
    TenantArchived: Explanation(
        "The key's tenant is archived. Its secret keys can read in Management, revoke keys and end sessions; "
        "its pages can do nothing.",
        "Ask the operator of the service to unarchive the tenant. Sessions have to be made anew then.",
    ),
    SignatureInvalid: Explanation(
        "The signed address of an image was changed, used with another path, or has expired.",
        "Request the preview again: it has a new address. Use the address without any change.",
    ),
    NotFound: Explanation(
        "There is nothing that the key may see. The response is the same for another tenant's record and for "
        "one that does not exist.",
        "Check the path and the id. GET /caller says whose records the key sees. Where a preview has no "
        "view, `seat` says why, and which places may be meant.",
    ),
    MethodNotAllowed: Explanation(
        "The path exists, but does not have this method.",
        "Use one of the methods that the header `Allow` lists.",
    ),
    RequestTimeout: Explanation(
        "The body was announced and did not arrive in time: within 30 seconds, and one more second for "
        "each 16 KiB that did arrive. Nothing was written.",
        "Send it again. If it happens again, send less at once or use a faster connection.",
    ),
    Conflict: Explanation(
        "The request does not fit the record as it is: it changed since it was read, it is revoked, it was "
        "rotated already, or another keyless key has the origin. Nothing was written.",
        "Read the record again. If it only changed meanwhile, decide anew and retry; otherwise `detail` says "
        "what prevents the change.",
    ),
    QuotaExceeded: Explanation(
        "The tenant stores as much as it may: bytes of images, venues, keys that are not revoked, or bytes "
        "of records with their drafts and versions. Nothing was written. What is stored already can be "
        "read, revoked, rotated and deleted, and changed as long as it does not take more bytes.",
        "Delete images, drafts or versions, or revoke keys that nobody needs, or ask an operator to raise "
        "the tenant's `quotas`. `detail` says how much is used and how much is allowed; getTenant says it "
        "at any time.",
    ),
    IdempotencyKeyReused: Explanation(
        "The same `Idempotency-Key` was sent within a day, with this key, for another operation, path, query "
        "or body. Nothing was written.",
        "Use a new value for each thing that you want done, such as a fresh UUID. Keep it only while the "
        "same request is repeated, byte for byte.",
    ),
    RequestInProgress: Explanation(
        "Another request with the same `Idempotency-Key` is being answered at this moment. This one wrote "
        "nothing.",
        "Wait for the answer of the other one. If it is lost, repeat the request a moment later.",
    ),
    PreconditionFailed: Explanation(
        "The record has another version than `If-Match`, or the body of a venue, names. Nothing was written.",
        "Read the record again, take its `ETag`, decide anew and retry.",
    ),
    BodyTooLarge: Explanation(
        "The body is larger than the operation accepts.", "Send less: `detail` says how much."
    ),
    UnsupportedMediaType: Explanation(
        "The operation does not accept the Content-Type of the body.",
        "Send it with `Content-Type: application/json`, an image with its own type.",
    ),
    PreconditionRequired: Explanation(
        "The service is set to take no change of a key, a tenant or a venue without `If-Match` "
        "(`REQUIRE_IF_MATCH`), so that nobody overwrites what they have not read. Nothing was written.",
        "Read the record, and send its `ETag` as `If-Match`. `If-Match: *` overwrites whatever is there.",
    ),
    RateLimited: Explanation(
        "The key, its tenant, its visitors, the session or the client's address has used up its allowance.",
        "Wait for the seconds that `Retry-After` says. `RateLimit` of earlier responses says what remains. "
        "An operator can raise a key's or a tenant's `rateLimit`.",
    ),
    HeadersTooLarge: Explanation(
        "The request has more than 100 headers, or more than 64 KiB of them, or a header that the service "
        "reads is longer than any needs to be. `detail` says which.",
        "Send less: cookies are never used here, and no header needs to be long.",
    ),
    Internal: Explanation(
        "Something went wrong on our side.",
        "Try again later. If it persists, give the operator the `requestId`: the log has the details.",
    ),
    Unavailable: Explanation(
        "The service is temporarily unavailable, usually because its database is.",
        "Try again after the seconds that `Retry-After` says.",
    ),
    Overloaded: Explanation(
        "As many requests as the service admits are in progress already: from the client's address, or in "
        "all. The request was not looked at.",
        "Try again after the seconds that `Retry-After` says, with fewer requests at the same time. A "
        "request with `Authorization` does not count for its address.",
    ),
    StorageFull: Explanation(
        "The disk of the service is full. Nothing was stored; what is stored already can be read as before.",
        "Tell the operator, who has to make room. Then send the request again: nothing of it was kept.",
    ),
}
