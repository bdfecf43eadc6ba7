"""What the reference says beside the operations, as members of the OpenAPI document (`x-...`).

The page at /docs shows the document and nothing else, so that other programs can show the same.
"""

from typing import Any

from seatpreview.api.reference_pages import CLIENT_GROUPS
from seatpreview.problems import CATALOGUE
from seatpreview.reference.conventions import CONVENTIONS, CREDENTIALS, CREDENTIALS_AFTERWARDS
from seatpreview.reference.problem_explanations import EXPLANATIONS


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
