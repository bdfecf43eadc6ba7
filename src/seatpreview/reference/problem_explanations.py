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
        "The path, the query, a header or the body is not valid for this operation, or the request would "
        "reactivate a revoked key. `errors` lists every fault with its position.",
        "Correct what `errors` names and send the request again. A revoked key cannot be reactivated: create "
        "a new one.",
    ),
    CredentialsMissing: Explanation(
        "The request has no credentials, and no keyless key allows its Origin.",
        "Send `Authorization: Bearer sk_live_...`. From a page, send `X-Key-Id`, or ask an operator for a "
        "keyless key with the page's origin.",
    ),
    KeyInvalid: Explanation(
        "The credential is malformed, or no key has it.",
        "Check that you copied the whole secret: it starts with `sk_live_`, and a checksum detects typing "
        "errors. With `X-Key-Id`, check that the key's `allowOriginOnly` is true.",
    ),
    KeyRevoked: Explanation(
        "The secret is correct, but the key was revoked or has passed its `revokeAt`.",
        "Use the replacement from the rotation, or create a new key. A revoked key cannot be reactivated.",
    ),
    SessionExpired: Explanation(
        "The session has expired, or was ended early: by endSession, or because its key, its grant or its "
        "venue ended.",
        "Create a new session. Renew a session before its `expiresAt` to extend it.",
    ),
    ScopeInsufficient: Explanation(
        "The key has tenant scope, and the operation needs admin scope or concerns another tenant. Or the "
        "key is limited to `groups` of operations, and this operation belongs to none of them.",
        "Leave out what `errors` names, or ask an operator with an admin key. GET /caller lists the key's "
        "groups: use a key that has the group, or add the group with updateKey.",
    ),
    KeyKindNotAllowed: Explanation(
        "The operation needs a secret key, and the request was authenticated in another way.",
        "Call it from a server with `Authorization: Bearer sk_live_...`. Never put a secret into a page.",
    ),
    OriginNotAllowed: Explanation(
        "The request's `Origin` is not among the key's `allowedOrigins`, or the viewer's address names a "
        "different key than the one that created the session.",
        "Add the origin to the key with updateKey, or send the request from a listed origin. Use `viewerUrl` "
        "exactly as createSession returned it, including the key in its path.",
    ),
    VenueNotAllowed: Explanation(
        "The key is restricted to certain venues, and the request concerns another one.",
        "Use one of the key's own `venues`, or a key that covers this venue.",
    ),
    TenantArchived: Explanation(
        "The key's tenant is archived. Its secret keys can still call the reading operations of Management, "
        "revoke keys and end sessions. Its pages cannot use the service.",
        "Ask the operator of the service to unarchive the tenant. Then create new sessions: the old ones "
        "have ended.",
    ),
    SignatureInvalid: Explanation(
        "The signed address of an image was modified, was used with another path, or has expired.",
        "Request the preview again to get a new address, and use it unchanged.",
    ),
    NotFound: Explanation(
        "The record does not exist, or the key may not see it. Both cases get the same response.",
        "Check the path and the id. GET /caller says which tenant and venues the key can see. If a preview "
        "has no view for a label, `seat` says why, and which places the label may mean.",
    ),
    MethodNotAllowed: Explanation(
        "The path exists, but does not support this method.",
        "Use one of the methods in the header `Allow`.",
    ),
    RequestTimeout: Explanation(
        "The body did not arrive in time: within 30 seconds, plus one second for each 16 KiB received. "
        "Nothing was written.",
        "Send the request again. If the problem repeats, send smaller bodies or use a faster connection.",
    ),
    Conflict: Explanation(
        "The request contradicts the current state of the record: somebody changed it since you read it, the "
        "key is revoked or already rotated, or another keyless key holds the origin. Nothing was written.",
        "Read the record again. If it has merely changed, apply your change to the new version and retry. "
        "Otherwise `detail` says what prevents the change.",
    ),
    QuotaExceeded: Explanation(
        "The tenant has reached a quota: for bytes of images, venues, keys that are not revoked, or bytes of "
        "records with their drafts and versions. Nothing was written. Existing data can still be read, "
        "revoked, rotated, deleted, and changed as long as it does not grow.",
        "Delete images, drafts or versions, revoke unused keys, or ask an operator to raise the tenant's "
        "`quotas`. `detail` gives the usage and the limit; getTenant returns both at any time.",
    ),
    IdempotencyKeyReused: Explanation(
        "Within the last day, this key sent the same `Idempotency-Key` with a different operation, path, "
        "query or body. Nothing was written.",
        "Use a new value, such as a random UUID, for each new request. Reuse a value only to repeat the "
        "identical request.",
    ),
    RequestInProgress: Explanation(
        "The service is still processing another request with the same `Idempotency-Key`. This one wrote "
        "nothing.",
        "Wait for the response to the other request. If it is lost, repeat the request after a moment.",
    ),
    PreconditionFailed: Explanation(
        "The record's current version differs from the one in `If-Match`, or in the body of a venue. Nothing "
        "was written.",
        "Read the record again, apply your change to it, and retry with its new `ETag`.",
    ),
    BodyTooLarge: Explanation(
        "The body is larger than the operation accepts.",
        "Send a smaller body: `detail` gives the limit.",
    ),
    UnsupportedMediaType: Explanation(
        "The operation does not accept this Content-Type.",
        "Send JSON with `Content-Type: application/json`, and an image with its own type.",
    ),
    PreconditionRequired: Explanation(
        "This service requires `If-Match` on every change of a key, a tenant or a venue "
        "(`REQUIRE_IF_MATCH`), so that nobody overwrites changes they have not seen. Nothing was written.",
        "Read the record, and send its `ETag` as `If-Match`. `If-Match: *` overwrites any version.",
    ),
    RateLimited: Explanation(
        "The key, its tenant, its visitors, the session or the client's address has exceeded a rate limit.",
        "Wait for the number of seconds in `Retry-After`. The header `RateLimit` of responses says how "
        "many requests remain. An operator can raise the `rateLimit` of a key or a tenant.",
    ),
    HeadersTooLarge: Explanation(
        "The request has more than 100 headers, more than 64 KiB of headers, or a single header above its "
        "limit. `detail` says which.",
        "Send fewer or shorter headers. The service never needs cookies.",
    ),
    Internal: Explanation(
        "The service met an unexpected error.",
        "Try again later. If the problem persists, give the `requestId` to the operator, who finds the "
        "details in the log.",
    ),
    Unavailable: Explanation(
        "The service is temporarily unavailable, usually because its database is.",
        "Try again after the number of seconds in `Retry-After`.",
    ),
    Overloaded: Explanation(
        "Too many requests are already in progress, from the client's address or in total. The service did "
        "not process this one.",
        "Try again after the number of seconds in `Retry-After`, with fewer requests at a time. Requests "
        "with `Authorization` do not count towards the limit of their address.",
    ),
    StorageFull: Explanation(
        "The disk of the service is full. Nothing was stored. Existing data can still be read.",
        "Tell the operator, who has to free some space. Then send the request again.",
    ),
}
