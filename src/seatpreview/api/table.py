"""The table of operations: the routes, the OpenAPI document and the reference page come from it."""

from seatpreview.api.operation import CALLER, EVENTS, MANAGEMENT, SEATS, SESSIONS, Operation
from seatpreview.api.rows import audit, caller, events, imagery, keys, seats, sessions, tenants, venues

BASE_PATH = "/v1"
"""The prefix of every path of the table: the version of the interface."""

GROUPS = {
    SESSIONS: "For one venue, for a while, in a buyer's browser: made with a key, used by its token.",
    SEATS: "From a ticketing system's words for a seat to the view from it.",
    EVENTS: "What buyers looked at and clicked: reported by pages, read by tenants.",
    MANAGEMENT: "Tenants, API keys and venues: who may ask, and for what. All of it needs a secret key.",
    CALLER: "Who a request is taken to be.",
}

OPERATIONS: tuple[Operation, ...] = (
    *sessions.SESSION_ROWS,
    *seats.SEAT_ROWS,
    *events.EVENT_ROWS,
    *tenants.TENANTS,
    *keys.KEYS,
    *venues.VENUES,
    *imagery.IMAGERY_ROWS,
    *audit.AUDIT,
    *caller.CALLER_ROWS,
)
