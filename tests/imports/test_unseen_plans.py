"""Plans of strangers: every seat is imported with its name and in its place.

See unseen_plans/README.md.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from imports.plan_scores import Score, score
from seatpreview.imports.file_import import import_file

FOLDER = Path(__file__).parent / "unseen_plans"
FOCUS_TOLERANCE_M = 0.1


class KnownFault(NamedTuple):
    """What an import of a plan gets wrong, and why."""

    reason: str
    names_wrong: int = 0
    refs_wrong: int = 0
    focus_error_m: float = 0.0


_BY_LABEL = "The truth has booking labels as ids; a ref is the uuid."
KNOWN_FAULTS = {
    "pretix-club.json": KnownFault(
        "Six bar stools are in a row without a name, which is numbered.", names_wrong=6
    ),
    "pretix-kino-alt.json": KnownFault(
        "Three rows have no name and are numbered 10 to 12. Twelve ids occur twice, and name no seat.",
        names_wrong=42,
        refs_wrong=24,
    ),
    "seatsio-faecher.json": KnownFault(_BY_LABEL, refs_wrong=630),
    "seatsio-gala.json": KnownFault(_BY_LABEL, refs_wrong=196),
    "seatsio-kammerspiele.json": KnownFault(
        "Two rows and three seats have no label, or '?', which stands for none. They are numbered. "
        + _BY_LABEL,
        names_wrong=41,
        refs_wrong=180,
    ),
    "svg-numbers.svg": KnownFault("The text 'Bühne' stands above its shape.", focus_error_m=0.99),
    "svg-titles.svg": KnownFault("The curved front counts up to its control point.", focus_error_m=0.25),
    "tabelle-philharmonie.csv": KnownFault(
        "Nothing names the podium: it is amid the blocks.", focus_error_m=0.25
    ),
}


TRUTHS = {
    path.with_name(json.loads(path.read_text())["file"]): path for path in sorted(FOLDER.glob("*.truth.json"))
}
"""Where the truth about each plan is."""


def scored(plan: Path, truth: dict[str, Any]) -> Score:
    return score(truth, import_file(plan.read_bytes(), None, plan.name).record)


@pytest.mark.parametrize("plan", TRUTHS, ids=lambda plan: str(plan.name))
def test_a_plan_of_a_stranger_is_imported_as_it_is(plan: Path) -> None:
    truth = json.loads(TRUTHS[plan].read_text())
    found, known = scored(plan, truth), KNOWN_FAULTS.get(plan.name, KnownFault("none"))
    assert (found.imported, found.lost) == (len(truth["seats"]), 0)
    assert (found.names_wrong, found.refs_wrong) == (known.names_wrong, known.refs_wrong), known.reason
    assert (found.places_wrong, found.sections_wrong, found.properties_wrong) == (0, 0, 0)
    if found.focus_error_m is not None and (known.focus_error_m or found.focus_error_m > FOCUS_TOLERANCE_M):
        assert found.focus_error_m == pytest.approx(known.focus_error_m, abs=0.02), known.reason


def test_every_known_fault_is_of_a_plan() -> None:
    assert KNOWN_FAULTS.keys() <= {plan.name for plan in TRUTHS}
