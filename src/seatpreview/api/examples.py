"""Examples for the OpenAPI document and its samples: the arena of the demo, its tenant, and their keys.

What requests send is sent to a running demo by tests/reference/test_samples.py."""

from typing import Any

from seatpreview.api.operation import Operation
from seatpreview.api.path_problems import path_problem
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
from seatpreview.values.caller import Group, Needs, group_refusal
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId
from seatpreview.values.validated_text import ValidatedText
from seatpreview.venues.template_operations import TemplateId

VENUE_ALIAS = "harbour"
"""The alias of the demo's arena."""

SEAT = {"key": "107/K/9", "section": "107", "row": "K", "seat": "9"}
"""A seat of the demo's arena."""

LABEL = "Lower Bowl Sec 107 Row K Seat 9"
"""A label that resolves to this seat."""

ARENA = {"venueId": "ven_6Jw1sPzM8yCe3HgUo5Na", "name": "Harbour Arena", "timezone": "Europe/Berlin"}

TENANT: dict[str, Any] = {
    "tenantId": "ten_4Yd0cHq7VbN2kT9wLxRs",
    "name": "Harbour Arena",
    "rateLimit": None,
    "quotas": {"imageBytes": None, "venues": None, "keys": None},
    "createdAt": "2026-11-01T09:00:00Z",
    "updatedAt": "2026-11-01T09:00:00Z",
    "version": 1,
}

TEMPLATE: dict[str, Any] = {
    "templateId": "theatre",
    "name": "Theatre",
    "description": "Stalls, two circles and boxes before a stage.",
    "seatsMin": 200,
    "seatsMax": 3000,
    "seatsDefault": 1172,
}

KEY: dict[str, Any] = {
    "keyId": "key_8Zq3nWmK1fJd5RtYb0Xc",
    "kind": "secret",
    "scope": "tenant",
    "tenantId": TENANT["tenantId"],
    "label": "Ticket shop",
    "allowedOrigins": ["https://shop.example"],
    "allowOriginOnly": False,
    "embedFrameAncestors": ["https://shop.example"],
    "venues": None,
    "groups": ["sessions"],
    "rateLimit": None,
    "status": "active",
    "revokeAt": None,
    "rotatedFrom": None,
    "rotatedTo": None,
    "hint": "x4Qd",
    "createdAt": "2026-11-01T09:00:00Z",
    "updatedAt": "2026-11-01T09:00:00Z",
    "revokedAt": None,
    "lastUsedAt": "2026-11-15T08:30:00Z",
    "version": 1,
}

CREATE_KEY = {"label": "Ticket shop", "allowedOrigins": ["https://shop.example"], "groups": ["sessions"]}

CREATED_KEY = KEY | {"lastUsedAt": None, "plaintext": "sk_live_<secret>"}

UPDATE_KEY = {
    "label": "Ticket shop, autumn",
    "allowedOrigins": ["https://shop.example", "https://*.shop.example"],
}

UPDATED_KEY = KEY | UPDATE_KEY | {"updatedAt": "2026-11-15T08:31:00Z", "version": 2}

ROTATED_KEY = CREATED_KEY | {
    "keyId": "key_2LpV7sHc9GxU4EaQk6Tz",
    "rotatedFrom": KEY["keyId"],
    "createdAt": "2026-11-15T08:31:00Z",
    "updatedAt": "2026-11-15T08:31:00Z",
    "previous": {"keyId": KEY["keyId"], "revokeAt": "2026-11-16T08:31:00Z"},
    "warnings": [],
}

CALLER = {
    "kind": "secret",
    "keyId": KEY["keyId"],
    "tenantId": TENANT["tenantId"],
    "scope": "tenant",
    "venues": None,
    "groups": ["sessions"],
    "session": None,
    "allowances": [
        {
            "policy": "key",
            "requests": 6000,
            "windowSeconds": 60,
            "burst": 1000,
            "remaining": 999,
            "resetSeconds": 1,
        }
    ],
}

# Only places inside of the venue have aliases, so that the record can be created more than once.
VENUE_RECORD: dict[str, Any] = {
    "name": "Quay Hall",
    "timezone": "Europe/Berlin",
    "aliases": [{"name": "Kop", "section": "101"}],
    "imagerySets": [
        {
            "id": "photos",
            "kind": "photo",
            "attribution": "Quay Hall",
            "images": [{"object": "101/a.jpg", "covers": {"section": "101", "rows": ["A"]}}],
        }
    ],
    "rules": {
        "layout": {
            "sections": [
                {
                    "ids": {"first": 101, "last": 104},
                    "name": "Quay Terrace {id}",
                    "level": "Lower Bowl",
                    "rows": {"first": "A", "last": "F"},
                    "seats": {"count": 10},
                }
            ]
        },
        "seatKeys": {
            "rules": [{"type": "drop", "words": ["vip"]}],
            "examples": [{"label": "VIP QT102, row C, seat 4", "expect": "102/C/4"}],
        },
    },
    "ads": [],
    "viewerDefaults": {"theme": "dark"},
    "imageLinks": {"generation": 1},
    "translations": {"de": {"sections": {"101": "Kaiterrasse 101"}}},
}

VENUE: dict[str, Any] = VENUE_RECORD | {
    "venueId": "ven_6Rk2pZt8WmQ1hYc4Lx0N",
    "tenantId": TENANT["tenantId"],
    "seatCount": 240,
    "createdAt": "2026-11-01T09:00:00Z",
    "updatedAt": "2026-11-01T09:00:00Z",
    "version": 1,
}

VENUE_SUMMARY = {
    name: VENUE[name] for name in ("venueId", "tenantId", "name", "createdAt", "updatedAt", "version")
}

GRANT = {
    "venueId": VENUE["venueId"],
    "tenantId": "ten_7Hn3xQw5ZdK9vBf2Jm8P",
    "createdAt": "2026-11-02T09:00:00Z",
}

DRY_RUN: dict[str, Any] = {
    "results": [
        {
            "label": "VIP QT102, row C, seat 4",
            "status": "matched",
            "level": "seat",
            "seat": {"key": "102/C/4", "section": "102", "row": "C", "seat": "4"},
            "confidence": 0.9,
            "alternatives": [],
            "trace": [
                "rule 1 made it 'QT102, row C, seat 4'",
                "'qt' read as 'quay terrace'",
                "number 102 left 1 section",
                "section 'Quay Terrace 102'",
                "row 'c' exists there",
                "seat '4' exists there",
            ],
            "rules": [0],
            "text": "QT102, row C, seat 4",
            "words": [
                {"start": 0, "end": 2, "takenFor": "section", "meaning": "quay terrace"},
                {"start": 2, "end": 5, "takenFor": "section", "meaning": ""},
                {"start": 7, "end": 10, "takenFor": "marker", "meaning": ""},
                {"start": 11, "end": 12, "takenFor": "row", "meaning": ""},
                {"start": 14, "end": 18, "takenFor": "marker", "meaning": ""},
                {"start": 19, "end": 20, "takenFor": "seat", "meaning": ""},
            ],
        }
    ],
    "summary": {
        "labels": 1,
        "matched": 1,
        "sectionOnly": 0,
        "ambiguous": 0,
        "unmatched": 0,
        "asExpected": 0,
        "notAsExpected": 0,
    },
    "unusedRules": [],
    "unreachedSections": ["101", "103", "104"],
    "difference": {"gained": [], "lost": [], "changed": []},
}

AUDIT_ENTRY = {
    "number": 42,
    "at": "2026-11-15T08:31:00Z",
    "actor": KEY["keyId"],
    "action": "updated",
    "kind": "key",
    "id": KEY["keyId"],
    "tenantId": TENANT["tenantId"],
    "members": ["label", "allowedOrigins"],
}

CHANGES = {
    "data": [
        {
            "n": 42,
            "type": "key.updated",
            "at": "2026-11-15T08:31:00Z",
            "actor": KEY["keyId"],
            "kind": "key",
            "id": KEY["keyId"],
            "tenantId": TENANT["tenantId"],
            "version": 2,
            "members": ["label", "allowedOrigins"],
        }
    ],
    "next": "57-9f86d081884c7d65",
}

TEXTS: dict[type[ValidatedText], str] = {
    KeyId: KEY["keyId"],
    TenantId: TENANT["tenantId"],
    VenueId: ARENA["venueId"],
    SessionId: "ses_3HcV9kQm2WxZ7tBn4RpL",
    TemplateId: TEMPLATE["templateId"],
}


def problem(operation: Operation, type_: type[Problem]) -> Problem:
    """Returns an example of the problem: one that is specific to the operation, if there is one."""
    own = {type(shown): shown for shown in OPERATION_PROBLEMS.get(operation.operation_id, ())}
    return (
        own.get(type_)
        or _group_refusal(operation, type_)
        or path_problem(operation, type_)
        or PROBLEMS[type_]
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
        SessionExpired("The session has ended. Make a new one."),
        ScopeInsufficient("This needs a key of admin scope."),
        KeyKindNotAllowed("This needs a secret key, presented as 'Authorization: Bearer sk_live_...'."),
        OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins."),
        VenueNotAllowed(
            "Your key is restricted to some venues, and reaches only keys whose venues lie within its own."
        ),
        SignatureInvalid("The address was changed or has run out. Ask for the preview again."),
        NotFound("There is no key with this keyId among those that you may see."),
        MethodNotAllowed("This path has GET, PATCH, DELETE."),
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
            "Another request with this Idempotency-Key is being answered. This one wrote nothing. Wait for "
            "the other's answer, or repeat it a moment later."
        ),
        PreconditionFailed("The tenant has another version than If-Match names. Read it again and retry."),
        BodyTooLarge("The body must be at most 1048576 bytes long."),
        UnsupportedMediaType("Send the body as JSON, with 'Content-Type: application/json'."),
        PreconditionRequired(
            "This service takes no change of a record without If-Match. Read the record, and send its ETag "
            "as If-Match."
        ),
        RateLimited("Too many requests with this key. Wait for the seconds that Retry-After says."),
        HeadersTooLarge("Send at most 100 headers of 65536 bytes in all."),
        Internal("Something went wrong on our side. Try again later."),
        Unavailable("The database did not answer. Try again in a moment."),
        Overloaded("Too many requests from your address are in progress. Wait for them, then try again."),
        StorageFull(),
    )
}

_OWN_TENANT_ONLY = ScopeInsufficient("A tenant-scope key sees its own tenant only. Leave tenantId out.")
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
        ScopeInsufficient("A tenant-scope key reads its own tenant only. GET /caller says which it is."),
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
