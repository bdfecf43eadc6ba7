"""What holds for every operation, in a few sentences, for the reference page."""

CREDENTIALS = [
    ("`Authorization: Bearer sk_live_...`", "A secret key, by its plaintext. For servers only."),
    (
        "`X-Key-Id: key_...` with an `Origin` that the key allows",
        "A secret key whose `allowOriginOnly` is true, without its secret; or a keyless key. For pages.",
    ),
    (
        "`Origin` alone",
        "The keyless key that holds this origin, if its `allowOriginOnly` is true. For pages.",
    ),
    (
        "`Authorization: Bearer st_...`",
        "A session, by the token that made it known. For the viewer and the page around it.",
    ),
]

CREDENTIALS_AFTERWARDS = [
    "A key that is presented and fails is a 401, never a fall-back to the `Origin`. `Authorization` together "
    "with `X-Key-Id` is a 400. A key in the query is never accepted.",
    "Whatever it presents, a request whose `Origin` lies outside a key's non-empty `allowedOrigins` is a "
    "403. A request with the secret and without an `Origin` is a server's, and passes.",
    "An `Origin` proves something in browsers only: anybody else can send any. What is reached without a "
    "secret is therefore little, and limited for each client address.",
]

CONVENTIONS: dict[str, tuple[str, list[str]]] = {
    "rate-limits": (
        "Rate limits",
        [
            "A request draws on two allowances, its key's and its tenant's, and passes if both have some "
            "left. A rotated key and its replacement draw on the same one.",
            "Answers say where you stand: `RateLimit-Policy` names each allowance with its requests `q` in "
            "`w` seconds and its `burst`, and `RateLimit` what is left of it now (`r`) and in how many "
            "seconds it is whole again (`t`). A 429 carries `Retry-After` in seconds. A 401 and a 403 for "
            "the wrong origin, kind of key or scope cost nothing.",
        ],
    ),
    "versions": (
        "ETag and If-Match",
        [
            "Answers with a key, a tenant or a venue carry an `ETag`. Send it back as `If-Match` to write "
            "only over the version that you read: if somebody else was faster, nothing is written, and the "
            "answer is 409 `conflict` for a key and 412 `precondition_failed` for a tenant or a venue. Even "
            "without `If-Match`, a key that changes while a request is at work on it is a 409, never a lost "
            "update.",
            "Previews, plans and images carry an `ETag` as well. Send it back as `If-None-Match`, as "
            "browsers do by themselves, and what has not changed is a 304 without a body.",
        ],
    ),
    "lists": (
        "Lists and cursors",
        [
            "Lists are newest first and come in pages of `limit` entries: 1 to 100, by default 50; "
            "seats come in the order of the hall and up to 1000 at once. "
            "`nextCursor` is the `cursor` of the next page, null on the last one; a `Link` header says the "
            "same. A cursor is opaque and good for the filters that it was made with: keep them. What is "
            "created or revoked between two pages neither repeats an entry nor hides one.",
        ],
    ),
    "cors": (
        "CORS",
        [
            "Every path answers a preflight, which carries no key and costs nothing. An answer to a request "
            "whose key allows its `Origin` names that origin in `Access-Control-Allow-Origin`, problems "
            "included, and lets the page read `ETag`, `Link`, `Location`, `RateLimit`, `RateLimit-Policy`, "
            "`Retry-After` and `X-Request-Id`. Cookies are never used.",
        ],
    ),
    "requests": (
        "Bodies and request ids",
        [
            "Bodies are JSON objects in UTF-8 of at most 1 MiB, a venue's record of at most 16 MiB; an image "
            "is sent as it is, up to 50 MiB. Unknown members, members that appear twice "
            "and numbers of another type are refused, with every fault at once. In a PATCH, a member that is "
            "absent stays as it is. Times are RFC 3339 in UTC.",
            "`X-Request-Id` of the answer names the request in the service's log. Send one of your own (up "
            "to 64 letters, digits, `.`, `_` and `-`) and it is kept.",
        ],
    ),
}
