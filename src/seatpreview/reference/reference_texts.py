"""What the reference says beside the operations, as members of the OpenAPI document (`x-...`).

The page at /docs shows the document and nothing else, so that other programs can show the same.
"""

from typing import Any

from seatpreview.api.reference_pages import CLIENT_GROUPS
from seatpreview.problems import CATALOGUE
from seatpreview.reference.problem_explanations import EXPLANATIONS

CREDENTIALS = [
    ("`Authorization: Bearer sk_live_...`", "A secret key, by its plaintext. For servers only."),
    (
        "`X-Key-Id: key_...` with an `Origin` that the key allows",
        "A secret key whose `allowOriginOnly` is true, without its secret; or a keyless key. For pages.",
    ),
    (
        "`Origin` alone",
        "The keyless key with this origin, if its `allowOriginOnly` is true. For pages.",
    ),
    (
        "`Authorization: Bearer st_...`",
        "A session, by its token. For the viewer and the page that embeds it.",
    ),
]

CREDENTIALS_AFTERWARDS = [
    "A key that is presented and fails is a 401, never a fall-back to the `Origin`. `Authorization` together "
    "with `X-Key-Id` is a 400. A key in the query is never accepted.",
    "Whatever credential it presents, a request whose `Origin` is not among a key's non-empty "
    "`allowedOrigins` is a 403. A request with the secret and without an `Origin` comes from a server, and "
    "is accepted.",
    "A key can be limited to `groups` of operations, so that a shop's server which only makes sessions "
    "holds a key that can do nothing else: `sessions`, `seats`, `events`, `management`, and "
    "`management_read_only` for the operations of Management that write nothing. Outside of its groups the "
    "response is 403 `scope_insufficient`. Nobody gives a key a group that their own key lacks. The session "
    "of such a key has the rights of any session, and ends if the key loses the group `sessions`.",
    "The viewer sends the keyId of its path as `X-Viewer-Key`, since that key's `embedFrameAncestors` decide "
    "which pages may frame it. The token of a session that another key made is then a 403 "
    "`origin_not_allowed`. Other clients send no such header, and it means nothing with other credentials.",
    "An `Origin` proves something in browsers only: other clients can send any. Requests without a secret "
    "can therefore do little, and are limited for each client address.",
]

CONVENTIONS: dict[str, tuple[str, list[str]]] = {
    "rate-limits": (
        "Rate limits",
        [
            "A request with a secret is charged to two allowances, its key's and its tenant's, and is "
            "accepted if both have a request left. Making a session counts for `sessions` of the key instead "
            "of `key`. A rotated key and its replacement share an allowance.",
            "Visitors present no secret. With a session's token they are charged to `session`, to "
            "`session_address` (for IPv6 also `session_network`, the 56 bits around it), to `venue`, and to "
            "`tenant_visitors`. Where an address or a venue has used up what it has, the newest sessions are "
            "refused first. Without a session (keyless keys, `X-Key-Id`), they are charged to `address` (and "
            "`network`), to `visitors` of the key and to `tenant_visitors`. Only where a key or a tenant has "
            "a `rateLimit` are visitors charged to that, and four fifths of it are the most that they get: a "
            "shop's server is not held up by its visitors. `GET /caller` lists every limit that applies.",
            "Responses have the current state: `RateLimit-Policy` names each allowance with its requests `q` "
            "in `w` seconds and its `burst`, and `RateLimit` says what remains of it now (`r`) and in how "
            "many seconds all of it is available again (`t`). A 429 has `Retry-After` in seconds. A 401 and "
            "a 403 for the wrong origin, kind of key, scope or group are charged to the client's address "
            "alone, and not even there if the secret was right.",
        ],
    ),
    "versions": (
        "ETag and If-Match",
        [
            "Responses with a key, a tenant or a venue have an `ETag`. Send it as `If-Match` to overwrite "
            "only the version that you read: if somebody else changed it first, nothing is written, and the "
            "response is 409 `conflict` for a key and 412 `precondition_failed` for a tenant or a venue. "
            "Even without `If-Match`, a key that changes while a request is processed is a 409, never a lost "
            "update. A service may be set to require it (`REQUIRE_IF_MATCH`): a change without it is then "
            "428 `precondition_required`, and `If-Match: *` overwrites whatever is there. A venue that is "
            "sent back with a `version` or `updatedAt` is compared in the same way.",
            "Previews, plans and images have an `ETag` as well. Send it as `If-None-Match`, as browsers do "
            "by themselves, and the response is a 304 without a body if nothing has changed.",
        ],
    ),
    "repeats": (
        "Idempotency-Key",
        [
            "Operations that make something take `Idempotency-Key`: a value of your own, such as a UUID, new "
            "for each thing that you want done. If the answer is lost, send the same request with the same "
            "value again, within a day and with the same key: nothing is made twice, and the first answer "
            "comes again, with `Idempotency-Replayed: true`. The same value with another request is 409 "
            "`idempotency_key_reused`. A refused or failed request is not remembered.",
            "A plaintext is not stored. A repeat of createKey or rotateKey gives the same key a new secret, "
            "and the lost one never works. Once a secret was used, or the key was changed, a repeat is 409 "
            "`conflict` and changes nothing. A repeat of createWebhook or rotateWebhook shows the same "
            "secret again, until the webhook is changed.",
        ],
    ),
    "lists": (
        "Lists and cursors",
        [
            "Lists are newest first and have pages of `limit` entries: 1 to 100, by default 50; seats are in "
            "the order of the layout, up to 1000 per page. "
            "`nextCursor` is the `cursor` of the next page, null on the last one; a `Link` header says the "
            "same. A cursor is opaque and valid only with the filters of its list: send the same ones again. "
            "Records that are created or revoked between two pages neither repeat an entry nor hide one.",
        ],
    ),
    "cors": (
        "CORS",
        [
            "Every path answers a preflight, which has no key and is not charged. A response to a request "
            "whose key allows its `Origin` names that origin in `Access-Control-Allow-Origin`, also for "
            "problems, and lets the page read `ETag`, `Idempotency-Replayed`, `Link`, `Location`, "
            "`RateLimit`, `RateLimit-Policy`, `Retry-After` and `X-Request-Id`. So does a 401, 403, 429 or "
            "503 of an operation that works without a secret, to a page of any origin that sends none: the "
            "page can say what is wrong. "
            "Cookies are never used.",
        ],
    ),
    "requests": (
        "Bodies and request ids",
        [
            "Bodies are JSON objects in UTF-8 of at most 1 MiB, a venue's record of at most 16 MiB; an image "
            "is sent as it is, up to 50 MiB. Unknown members, members that appear twice "
            "and numbers of another type are refused; all faults are reported at once. In a PATCH, a member "
            "that is absent keeps its value. Times are RFC 3339 in UTC.",
            "`X-Request-Id` of the response identifies the request in the service's log. If you send one of "
            "your own (up to 64 letters, digits, `.`, `_` and `-`), it is used.",
        ],
    ),
}


def reference_texts() -> dict[str, Any]:
    """Returns the groups, how to authenticate, the conventions and the explanations of problems."""
    return {
        "x-client-groups": [
            {"name": name, "title": title, "description": description}
            for name, (title, description) in CLIENT_GROUPS.items()
        ],
        "x-authentication": {
            "credentials": [{"presented": shown, "meaning": meaning} for shown, meaning in CREDENTIALS],
            "paragraphs": CREDENTIALS_AFTERWARDS,
        },
        "x-conventions": [
            {"name": name, "title": title, "paragraphs": paragraphs}
            for name, (title, paragraphs) in CONVENTIONS.items()
        ],
        "x-problems": [
            {"code": problem.code, "status": problem.status, "title": problem.title}
            | EXPLANATIONS[problem]._asdict()
            for problem in CATALOGUE
        ],
    }
