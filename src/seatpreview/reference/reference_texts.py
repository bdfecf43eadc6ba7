"""What the reference says beside the operations, as members of the OpenAPI document (`x-...`).

The page at /docs shows the document and nothing else, so that other programs can show the same.
"""

from typing import Any

from seatpreview.api.reference_pages import CLIENT_GROUPS
from seatpreview.problems import CATALOGUE
from seatpreview.reference.conventions import CONVENTIONS, CREDENTIALS, CREDENTIALS_AFTERWARDS
from seatpreview.reference.problem_explanations import EXPLANATIONS

CLIENT_GROUPS = {
    "sessions": ("Sessions", "Access to one venue for a limited time, for a buyer's browser."),
    "seats": ("Seats", "Resolves a ticketing system's labels to seats, and shows the view from a seat."),
    "events": ("Events", "What buyers looked at and clicked. Pages report events, tenants read them."),
    "venues": ("Venues", "Records of venues: layout, label rules, imagery sets, aliases and ads."),
    "imagery": ("Imagery", "Photographs and panoramas of a venue."),
    "grants": ("Grants", "Which other tenants may use a venue."),
    "keys": ("Keys", "API keys: created, limited, rotated and revoked."),
    "tenants": ("Tenants", "Owners of keys and venues."),
    "audit": ("Audit", "Who changed what."),
    "caller": ("Caller", "Who a request was authenticated as."),
}
"""The pages of the reference, in order: the groups of `x-client`, with a title and a sentence."""

OTHER_PAGES = ("authentication", "conventions", "objects", "problems")
"""The pages of the reference that are about no group."""


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
