"""The pages of the API reference at /docs."""

CLIENT_GROUPS = {
    "sessions": ("Sessions", "Access to one venue for a limited time, for a buyer's browser."),
    "seats": ("Seats", "Resolves a ticketing system's labels to seats, and shows the view from a seat."),
    "events": ("Events", "What buyers looked at and clicked. Pages report events, tenants read them."),
    "venues": ("Venues", "Records of venues: layout, label rules, imagery sets, aliases and ads."),
    "versions": ("Versions", "Every published record: listed, read, compared and restored."),
    "templates": ("Templates", "Usual kinds of venue, with a number of seats to choose."),
    "imagery": ("Imagery", "Photographs and panoramas of a venue."),
    "grants": ("Grants", "Which other tenants may use a venue."),
    "keys": ("Keys", "API keys: created, limited, rotated and revoked."),
    "tenants": ("Tenants", "Owners of keys and venues."),
    "audit": ("Audit", "Who changed what."),
    "changes": ("Changes", "What changed, as it happens, for programs that keep in step."),
    "webhooks": ("Webhooks", "Addresses that are told what changes, and what was delivered to them."),
    "caller": ("Caller", "Who a request was authenticated as."),
}
"""The pages of the reference, in order: the groups of `x-client`, with a title and a sentence."""

OTHER_PAGES = ("authentication", "conventions", "objects", "problems")
"""The pages of the reference that are about no group."""

REFERENCE_PAGE_NAMES = frozenset(("", *CLIENT_GROUPS, *OTHER_PAGES))
"""What follows `/docs/` in the address of a page; empty for the first one."""
