"""The table of operations: the routes and the OpenAPI document come from it."""

from seatpreview.api.endpoints import (
    archive,
    changes,
    events,
    floor_plans,
    imagery,
    keys,
    seats,
    sessions,
    templates,
    tenants,
    venue_files,
    venues,
    versions,
    webhooks,
)
from seatpreview.api.operation import CALLER, EVENTS, MANAGEMENT, SEATS, SESSIONS, Operation

BASE_PATH = "/v1"
"""The prefix of every path of the table: the version of the interface."""

GROUPS = {
    SESSIONS: "Access to one venue for a limited time, for a buyer's browser, by a token that a key issues.",
    SEATS: "Resolves a ticketing system's labels to seats, and shows the view from a seat.",
    EVENTS: "What buyers looked at and clicked. Pages report events, tenants read them.",
    MANAGEMENT: "Tenants, API keys and venues. All operations need a secret key.",
    CALLER: "The caller that a request was authenticated as.",
}

OPERATIONS: tuple[Operation, ...] = (
    *sessions.SESSION_ROWS,
    *seats.SEAT_ROWS,
    *events.EVENT_ROWS,
    *tenants.TENANT_ROWS,
    *archive.TENANT_ARCHIVE_ROWS,
    *keys.KEY_ROWS,
    *venues.VENUE_ROWS,
    *versions.DRAFT_ROWS,
    *versions.VERSION_ROWS,
    *archive.VENUE_ARCHIVE_ROWS,
    *venue_files.VENUE_FILE_ROWS,
    *templates.TEMPLATE_ROWS,
    *imagery.IMAGERY_ROWS,
    *floor_plans.FLOOR_PLAN_ROWS,
    *changes.AUDIT_ROWS,
    *changes.CHANGE_ROWS,
    *webhooks.WEBHOOK_ROWS,
    *keys.CALLER_ROWS,
)
