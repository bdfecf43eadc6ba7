"""Examples for the OpenAPI document and its samples: the arena of the demo, its tenant, and their keys.

What requests send is sent to a running demo by tests/reference/test_samples.py."""

from typing import Any

from seatpreview.values.ids import DeliveryId, KeyId, SessionId, TenantId, VenueId, WebhookId
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
    "quotas": {"imageBytes": None, "venues": None, "keys": None, "recordBytes": None},
    "createdAt": "2026-11-01T09:00:00Z",
    "updatedAt": "2026-11-01T09:00:00Z",
    "version": 1,
    "archivedAt": None,
}

ARCHIVED_AT = "2026-11-10T09:00:00Z"

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
    "archivedAt": None,
}

NO_LABEL_WARNINGS: dict[str, Any] = {"warnings": [], "warningsCount": 0, "sectionsNotChecked": 0}
NO_WARNINGS: dict[str, Any] = NO_LABEL_WARNINGS | {"findings": []}

WARNINGS: dict[str, Any] = {
    "warnings": [
        {
            "pointer": "/rules/layout/sections/2/name",
            "label": "Left",
            "resolvedTo": None,
            "reason": (
                "Another section on the level 'Balcony', with the id 'BL', has the same name. Labels with "
                "the level, such as 'Stalls Left', are told apart. If your tickets do not print the level, "
                "give one of the two another name."
            ),
        }
    ],
    "warningsCount": 1,
    "sectionsNotChecked": 0,
    "findings": [],
}

VENUE_SUMMARY = {
    name: VENUE[name]
    for name in ("venueId", "tenantId", "name", "createdAt", "updatedAt", "version", "archivedAt")
}

COPY_ID = "ven_9Tq4sBw6XnR8jKd3Mz1V"

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
    "version": 4,
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

WEBHOOK: dict[str, Any] = {
    "webhookId": "whk_5Tn8RzQ1cYw6LmKs0VxB",
    "tenantId": TENANT["tenantId"],
    "url": "https://shop.example/hooks/seats",
    "label": "Ticket shop",
    "types": ["key.revoked", "venue.published"],
    "venues": None,
    "active": True,
    "disabledReason": None,
    "disabledAt": None,
    "createdBy": KEY["keyId"],
    "changedBy": KEY["keyId"],
    "oldSecretUntil": None,
    "failingSince": None,
    "createdAt": "2026-11-15T08:30:00Z",
    "updatedAt": "2026-11-15T08:30:00Z",
    "version": 1,
}

CREATE_WEBHOOK = {name: WEBHOOK[name] for name in ("url", "label", "types")}

WEBHOOK_WITH_SECRET = WEBHOOK | {"secret": "whsec_QW5FeGFtcGxlT2ZBU2VjcmV0VGhhdFNpZ25zTm90aGluZyE="}

ROTATED_WEBHOOK = WEBHOOK_WITH_SECRET | {
    "oldSecretUntil": "2026-11-16T08:40:00Z",
    "updatedAt": "2026-11-15T08:40:00Z",
    "version": 2,
}

PING_DELIVERY: dict[str, Any] = {
    "deliveryId": "msg_2Kd7VqLm9XwPz4TbRn1C",
    "webhookId": WEBHOOK["webhookId"],
    "type": "ping",
    "n": None,
    "status": "pending",
    "attempts": 0,
    "createdAt": "2026-11-15T08:31:00Z",
    "nextAttemptAt": "2026-11-15T08:31:00Z",
    "lastAttemptAt": None,
    "lastStatus": None,
    "lastError": None,
    "lastAnswer": None,
    "finishedAt": None,
    "body": (
        '{"type":"ping","timestamp":"2026-11-15T08:31:00Z","data":{"n":null,"kind":"webhook",'
        f'"id":"{WEBHOOK["webhookId"]}","version":null,"members":[],"tenantId":"{TENANT["tenantId"]}"}}}}'
    ),
}

FAILED_DELIVERY = PING_DELIVERY | {
    "status": "failed",
    "attempts": 10,
    "nextAttemptAt": None,
    "lastAttemptAt": "2026-11-18T12:00:00Z",
    "lastStatus": 503,
    "lastAnswer": "The shop is closed.",
    "finishedAt": "2026-11-18T12:00:00Z",
}

TEXTS: dict[type[ValidatedText], str] = {
    KeyId: KEY["keyId"],
    TenantId: TENANT["tenantId"],
    VenueId: ARENA["venueId"],
    SessionId: "ses_3HcV9kQm2WxZ7tBn4RpL",
    TemplateId: TEMPLATE["templateId"],
    WebhookId: WEBHOOK["webhookId"],
    DeliveryId: PING_DELIVERY["deliveryId"],
}
