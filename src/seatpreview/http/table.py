"""The table of operations: the routes, the OpenAPI document and the reference page come from it."""

from seatpreview.http.operation import CALLER, MANAGEMENT, Operation
from seatpreview.http.rows import audit, caller, keys, tenants, venues

GROUPS = {
    MANAGEMENT: "Tenants, API keys and venues: who may ask, and for what. All of it needs a secret key.",
    CALLER: "Who a request is taken to be.",
}

OPERATIONS: tuple[Operation, ...] = (
    *tenants.TENANTS,
    *keys.KEYS,
    *venues.VENUES,
    *audit.AUDIT,
    *caller.CALLER_ROWS,
)
