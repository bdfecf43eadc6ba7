"""Examples of problems for the API reference: those of an operation, and those that all share."""

from collections.abc import Iterator

from seatpreview.api.operation import Operation
from seatpreview.archive.rules import name_differs, not_archived
from seatpreview.problems import (
    BodyTooLarge,
    Conflict,
    CredentialsMissing,
    Fault,
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
    Unavailable,
    UnsupportedMediaType,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.values.caller import Group, Needs, archived_refusal, group_refusal
from seatpreview.values.ids import Id

_NO_VENUE = NotFound("There is no venue with this id or alias among those that you may use.")
_OTHER_VENUES = VenueNotAllowed("The key may not use this venue. GET /caller lists those that it may use.")
_NO_SEAT = NotFound("No place of the venue has this name. GET /seats lists the keys of its seats.")
_SEAT_MISSING = ValidationFailed(
    "The query has 1 fault: seat is missing.", errors=(Fault(parameter="seat", detail="is missing"),)
)

PATH_PROBLEMS: dict[str, tuple[Problem, ...]] = {
    "/sessions/{sessionId}": (
        NotFound("The token belongs to another session. Use the sessionId that was returned with the token."),
        VenueNotAllowed("Your key is restricted to some venues, and the session is for another one."),
    ),
    "/sessions": (_NO_VENUE, _OTHER_VENUES),
    "/seats/preview": (_SEAT_MISSING, _NO_SEAT, _OTHER_VENUES),
    "/seats": (_NO_VENUE, _OTHER_VENUES),
    "/events": (_OTHER_VENUES,),
    "/manage/venues/{venueId}/imagery": (
        NotFound("The venue has no image with this name."),
        Conflict(
            "The venue's record refers to the image: imagerySets/0. Replace the record without it first."
        ),
    ),
    "/manage/venues/{venueId}/grants": (
        NotFound("This tenant was not granted the venue."),
        Conflict("The owner needs no grant."),
    ),
    "/manage/webhooks/{webhookId}/deliveries/{deliveryId}": (
        NotFound("The webhook has no delivery with this deliveryId. They are kept for 30 days."),
    ),
    "/manage/webhooks": (
        NotFound("There is no webhook with this webhookId among those that you may see."),
        VenueNotAllowed(
            "Your key is restricted to certain venues, and can manage only webhooks whose venues are all "
            "among them."
        ),
        PreconditionFailed("The webhook has another version than If-Match names. Read it again and retry."),
    ),
    "/manage/templates/{templateId}": (
        NotFound("There is no template of this name. There are: theatre, concert-hall, arena, stadium."),
        ValidationFailed(
            "seats must be 200 to 3,000 for the template 'theatre' (got 5,000).",
            errors=(
                Fault(
                    parameter="seats",
                    detail="must be 200 to 3,000 for the template 'theatre' (got 5,000)",
                ),
            ),
        ),
    ),
    "/manage/venues": (
        NotFound("There is no venue with this venueId among those that you may use."),
        VenueNotAllowed("Your key is restricted to other venues."),
        Conflict("Another venue of this tenant has one of the aliases. Each names one venue at most."),
        PreconditionFailed("The venue has another version than If-Match names. Read it again and retry."),
    ),
}
"""Examples by the beginning of the path. The first match counts, so longer beginnings stand first."""


def problem(operation: Operation, type_: type[Problem]) -> Problem:
    """Returns an example of the problem: one that is specific to the operation, if there is one."""
    own = {type(shown): shown for shown in OPERATION_PROBLEMS.get(operation.operation_id, ())}
    return (
        own.get(type_)
        or _group_refusal(operation, type_)
        or path_problem(operation, type_)
        or PROBLEMS[type_]
    )


def path_problem(operation: Operation, type_: type[Problem]) -> Problem | None:
    """Returns an example of the problem for operations below the operation's path, if there is one."""
    return next((problem for problem in _below(operation.path) if type(problem) is type_), None) or (
        _of_request(operation) if type_ is ValidationFailed else None
    )


def _below(path: str) -> Iterator[Problem]:
    for start, problems in PATH_PROBLEMS.items():
        if path.startswith(start):
            yield from problems


def _of_request(operation: Operation) -> Problem | None:
    """Returns a refusal of the path or, if the path has no id, of the query; None if there is a body."""
    if operation.body is not None:
        return None
    for name, type_ in operation.path_types.items():
        if issubclass(type_, Id):
            detail = f"must be '{type_.prefix}' followed by at least 12 letters or digits"
            return ValidationFailed(
                f"In the path, {name} {detail}.", errors=(Fault(parameter=name, detail=detail),)
            )
    return ValidationFailed(
        "The query has 1 fault: lable is unknown.", errors=(Fault(parameter="lable", detail="is unknown"),)
    )


def _group_refusal(operation: Operation, type_: type[Problem]) -> Problem | None:
    """The refusal of a key that is limited to one group, which is not the operation's."""
    if type_ is not ScopeInsufficient or operation.needs is Needs.ADMIN_SCOPE:
        return None
    group: Group = "seats" if "sessions" in operation.key_groups else "sessions"
    return group_refusal(frozenset((group,)), operation.key_groups)


PROBLEMS: dict[type[Problem], Problem] = {
    type(shown): shown
    for shown in (
        ValidationFailed(
            "The body has 2 faults; each is listed in errors.",
            errors=(
                Fault(pointer="/allowedOrigins/1", detail="has a path; write 'https://shop.example'"),
                Fault(pointer="/lable", detail="is unknown; did you mean 'label'?"),
            ),
        ),
        CredentialsMissing("Send the key's secret in the header 'Authorization: Bearer sk_live_...'."),
        KeyInvalid("There is no such key. Check that it was copied whole."),
        KeyRevoked("This key is revoked. Use another one."),
        SessionExpired("The session has ended. Create a new one."),
        ScopeInsufficient("This needs a key of admin scope."),
        KeyKindNotAllowed("This needs a secret key, presented as 'Authorization: Bearer sk_live_...'."),
        OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins."),
        VenueNotAllowed(
            "Your key is restricted to certain venues, and can manage only keys whose venues are all among "
            "them."
        ),
        archived_refusal(),
        SignatureInvalid("The address was modified or has expired. Request the preview again."),
        NotFound("There is no key with this keyId among those that you may see."),
        MethodNotAllowed("This path supports GET, PATCH, DELETE."),
        RequestTimeout("The body arrived too slowly. Send it again over a better connection."),
        Conflict(
            "The key changed since this request read it, and nothing was written. Read it again and retry."
        ),
        QuotaExceeded(
            "The tenant has 1,000 venues, and may have 1,000. Ask the operator of the service to raise the "
            "tenant's quota venues.",
            quota="venues",
        ),
        IdempotencyKeyReused(
            "This Idempotency-Key was sent with another operation, path, query or body within a day. Nothing "
            "was written. Use a new value for each request that is not a repeat."
        ),
        RequestInProgress(
            "The service is still processing another request with this Idempotency-Key. This one wrote "
            "nothing. Wait for the other response, or retry in a moment."
        ),
        PreconditionFailed("The tenant has another version than If-Match names. Read it again and retry."),
        BodyTooLarge("The body must be at most 1048576 bytes long."),
        UnsupportedMediaType("Send the body as JSON, with 'Content-Type: application/json'."),
        PreconditionRequired(
            "This service requires If-Match on every change. Read the record, and send its ETag as If-Match."
        ),
        RateLimited("Too many requests with this key. Wait for the number of seconds in Retry-After."),
        HeadersTooLarge("Send at most 100 headers of 65536 bytes in all."),
        Internal("Something went wrong on our side. Try again later."),
        Unavailable("The database did not answer. Try again in a moment."),
        Overloaded("Too many requests from your address are in progress. Wait for them, then try again."),
        StorageFull(),
    )
}

_OWN_TENANT_ONLY = ScopeInsufficient("A tenant-scope key can see only its own tenant. Leave tenantId out.")
_RATE_LIMIT_REFUSED = ScopeInsufficient(
    "Only admin scope may send rateLimit.",
    errors=(Fault(pointer="/rateLimit", detail="is for admin scope only"),),
)
_NO_SUCH_TENANT = NotFound("There is no tenant with this tenantId.")
_NO_KEY_ID = ValidationFailed(
    "In the path, keyId must be 'key_' followed by at least 12 letters or digits.",
    errors=(Fault(parameter="keyId", detail="must be 'key_' followed by at least 12 letters or digits"),),
)
_NO_TENANT_ID = ValidationFailed(
    "In the path, tenantId must be 'ten_' followed by at least 12 letters or digits.",
    errors=(Fault(parameter="tenantId", detail="must be 'ten_' followed by at least 12 letters or digits"),),
)
_LIMIT_TOO_LARGE = ValidationFailed(
    "The query has 1 fault: limit must be at most 100.",
    errors=(Fault(parameter="limit", detail="must be at most 100"),),
)

_TOO_MANY_RECORD_BYTES = QuotaExceeded(
    "The tenant's records, with drafts and kept versions, have 4,998 MB, and may have 5,000 MB; with this "
    "change they would have 5,004 MB. Delete drafts, versions or venues that nobody needs, or ask the "
    "operator of the service to raise the tenant's quota recordBytes.",
    quota="recordBytes",
)
_WEBHOOK_CHANGED = Conflict(
    "The webhook changed since this request read it, and nothing was written. Read it again and retry."
)
_WEBHOOK_INACTIVE = Conflict('The webhook is not active. Set it with PATCH {"active": true}, and send again.')

OPERATION_PROBLEMS: dict[str, tuple[Problem, ...]] = {
    "getCaller": (
        ValidationFailed(
            "Send Authorization with the secret, or X-Key-Id from an allowed origin, not both.",
            errors=(Fault(parameter="X-Key-Id", detail="must not come together with Authorization"),),
        ),
    ),
    "listTenants": (_LIMIT_TOO_LARGE,),
    "createTenant": (
        ValidationFailed(
            "The body has 1 fault: /name is missing.", errors=(Fault(pointer="/name", detail="is missing"),)
        ),
    ),
    "getTenant": (
        _NO_TENANT_ID,
        ScopeInsufficient("A tenant-scope key can read only its own tenant. GET /caller returns its id."),
        _NO_SUCH_TENANT,
    ),
    "updateTenant": (
        ValidationFailed(
            "The body has 1 fault: /rateLimit/burst must be at most requests.",
            errors=(Fault(pointer="/rateLimit/burst", detail="must be at most requests"),),
        ),
        _NO_SUCH_TENANT,
        Conflict("The tenant changed meanwhile, and nothing was written. Read it again and retry."),
    ),
    "archiveTenant": (_NO_TENANT_ID, _NO_SUCH_TENANT),
    "unarchiveTenant": (_NO_TENANT_ID, _NO_SUCH_TENANT),
    "deleteTenant": (
        name_differs("tenant"),
        _NO_SUCH_TENANT,
        not_archived("tenant"),
    ),
    "deleteVenue": (
        name_differs("venue"),
        not_archived("venue"),
    ),
    **dict.fromkeys(
        ("replaceVenue", "replaceAliases", "putDraft", "publishDraft", "restoreVersion"),
        (_TOO_MANY_RECORD_BYTES,),
    ),
    "copyVenue": (Conflict("The tenant is archived and cannot be changed. Unarchive it first."),),
    "listKeys": (_LIMIT_TOO_LARGE, _OWN_TENANT_ONLY),
    "createKey": (
        _RATE_LIMIT_REFUSED,
        Conflict("Another keyless key holds one of the origins. Each belongs to one keyless key at most."),
    ),
    "getKey": (_NO_KEY_ID,),
    "updateKey": (_RATE_LIMIT_REFUSED,),
    "revokeKey": (_NO_KEY_ID,),
    "rotateKey": (
        ValidationFailed(
            "The body has 1 fault: /gracePeriodSeconds must be at most 604800.",
            errors=(Fault(pointer="/gracePeriodSeconds", detail="must be at most 604800"),),
        ),
        Conflict("The key is revoked and cannot be rotated. Create a new key."),
    ),
    "listWebhooks": (_LIMIT_TOO_LARGE, _OWN_TENANT_ONLY),
    "createWebhook": (
        ValidationFailed(
            "The body has 1 fault: /url is not a public address.",
            errors=(Fault(pointer="/url", detail="is not a public address"),),
        ),
        Conflict(
            "The service cannot store secrets of webhooks yet. Its operator sets SEATPREVIEW_WEBHOOK_KEY to "
            "at least 32 random characters, the same on every machine."
        ),
        QuotaExceeded(
            "The tenant has 20 webhooks, and may have 20. Delete one that nobody needs, or ask the operator "
            "of the service to raise SEATPREVIEW_WEBHOOK_QUOTA.",
            quota="webhooks",
        ),
    ),
    "updateWebhook": (_WEBHOOK_CHANGED,),
    "rotateWebhook": (
        ValidationFailed(
            "The body has 1 fault: /gracePeriodSeconds must be at most 604800.",
            errors=(Fault(pointer="/gracePeriodSeconds", detail="must be at most 604800"),),
        ),
        _WEBHOOK_CHANGED,
    ),
    "testWebhook": (_WEBHOOK_INACTIVE,),
    "listDeliveries": (_LIMIT_TOO_LARGE,),
    "redeliver": (_WEBHOOK_INACTIVE,),
    "redeliverFailed": (_WEBHOOK_INACTIVE,),
    "listAudit": (_LIMIT_TOO_LARGE, _OWN_TENANT_ONLY),
    "listChanges": (
        _OWN_TENANT_ONLY,
        ValidationFailed(
            "In the query, after must be `next` of an earlier answer, or now.",
            errors=(Fault(parameter="after", detail="must be `next` of an earlier answer, or now"),),
        ),
        RateLimited(
            "20 requests of this tenant are waiting for changes already. Let one of them follow for all, or "
            "ask without waitSeconds."
        ),
    ),
}
