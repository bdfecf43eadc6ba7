"""Plans whose writer knew nothing of the import, against what a person expects of each.

What each run gave is in decision 0109. A fault that is gone leaves the table here.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest

from imports.plan_expectations import expectations, faults_of
from seatpreview.imports.file_import import import_file
from seatpreview.imports.model import UnreadableFile

_SETS = tuple(f"unseen_plans{which}_2026_11_19" for which in ("", "_b", "_c", "_d", "_e"))
FOLDERS = [Path(__file__).parent / name for name in _SETS]
PLANS = {name: plan for folder in FOLDERS for name, plan in expectations(folder).items()}
FILES = {path.name: path for folder in FOLDERS for path in folder.iterdir() if path.stem != "expected"}
"""All sets, since no two of them have a file of one name."""

Kind = Literal["right", "right when answered", "asked, but wrong", "refused", "wrong in silence"]

ANSWERS = {
    "acikhava-sahnesi.xlsx": {"up": "down"},
    "auditorio-olhao.xlsx": {"up": "down"},
    "aula-zespolu-szkol-nr-3.xlsx": {"up": "down"},
    "fjordhuset.xlsx": {"up": "down"},
    "letni-scena-pod-hradem.csv": {"up": "down"},
    "palats-kultury.svg": {"side": "mirrored"},
    "stadttheater-neuburg.svg": {"side": "mirrored"},
}
"""What a person answers: five stages are at y = 0, and a note of the palace says mirrored."""
_SIDES = frozenset({"neighbours", "relations"})
_ALL = _SIDES | {"seats", "sections", "spots", "rows", "width"}
DOUBTED = {
    "columns": _ALL,
    "names": frozenset({"sections", "spots", "rows"}),
    "page": _ALL,
    "scale": frozenset({"width"}),
    "shapes": frozenset({"seats", "sections", "rows"}),
    "sheet": _ALL,
    "side": _SIDES,
    "stage": _SIDES | {"rows"},
    "up": _SIDES | {"rows"},
}
"""The faults that a question warns of. A question about something else leaves a fault silent."""
LISTED = frozenset({"wheelchairs", "standing"})
"""Faults that show no buyer a wrong seat, and that do not decide how a plan was read."""


class Outcome(NamedTuple):
    """What became of a file, and what is wrong with it after the answers."""

    kind: Kind
    faults: str = ""


KNOWN = {
    "acikhava-sahnesi.xlsx": Outcome("right when answered"),
    "amfiteatre-del-turo.pdf": Outcome("asked, but wrong", "spots neighbours relations rows wheelchairs"),
    "auditorio-olhao.xlsx": Outcome("right when answered"),
    "aula-zespolu-szkol-nr-3.xlsx": Outcome("right when answered"),
    "byeolbit-cinema.xlsx": Outcome("right", "wheelchairs"),
    "casa-de-cultura.pdf": Outcome("right", "standing"),
    "chiesa-san-rocco.xlsx": Outcome("right", "wheelchairs"),
    "circo-alvorada.svg": Outcome("right", "wheelchairs"),
    "club-de-kade.svg": Outcome("wrong in silence", "spots"),
    "fjordhuset.xlsx": Outcome("right when answered"),
    "fjordvik-konferansesenter.svg": Outcome("right", "wheelchairs"),
    "heichal-hatarbut-givat-alon.xlsx": Outcome("right", "wheelchairs"),
    "jaahalli-kuusijarvi.svg": Outcome("right", "wheelchairs"),
    "kammerbuehne-westhof.json": Outcome("refused"),
    "kulturni-dum-blatnice.xlsx": Outcome("right", "wheelchairs"),
    "lecture-theatre-g14.svg": Outcome("right", "wheelchairs"),
    "letni-scena-pod-hradem.csv": Outcome("right when answered"),
    "northgate-park-main-stand.pdf": Outcome("right", "wheelchairs"),
    "palacio-congresos-sala-mirador.pdf": Outcome("wrong in silence", "sections spots relations rows width"),
    "palats-kultury.svg": Outcome("right when answered"),
    "sct-clemens-kirke.svg": Outcome("wrong in silence", "sections spots relations rows"),
    "shimin-kaikan.pdf": Outcome("refused"),
    "stadttheater-neuburg.svg": Outcome("right when answered"),
    "teatro-verdi-san-polo.pdf": Outcome("wrong in silence", "neighbours"),
    "teatron-hagalil.xlsx": Outcome("right", "wheelchairs"),
    "theatre-municipal-saint-elme.pdf": Outcome("right", "wheelchairs"),
    "varosi-muvelodesi-haz-nagyterem.xlsx": Outcome("right", "wheelchairs"),
    "zimny-stadion-podhorie.svg": Outcome("right", "standing"),
}
"""What is not right without a question."""


def outcome_of(name: str, expected: dict[str, Any]) -> Outcome:
    data = FILES[name].read_bytes()
    try:
        imported = import_file(data, None, name)
    except UnreadableFile:
        return Outcome("right" if "refused" in expected else "refused")
    if "refused" in expected:
        return Outcome("wrong in silence", "not refused")
    answers: dict[str, str] = {
        question.id: ANSWERS.get(name, {}).get(question.id, "") for question in imported.questions
    }
    given = {question: answer for question, answer in answers.items() if answer}
    before = faults_of(expected, imported)
    faults = faults_of(expected, import_file(data, None, name, given)) if given else before
    return Outcome(_kind(set(before) - LISTED, set(faults) - LISTED, answers.keys()), " ".join(faults))


def _kind(before: set[str], faults: set[str], asked: Iterable[str]) -> Kind:
    """Says how a plan was read, by its faults before and after the answers to what was asked."""
    if not faults:
        return "right when answered" if before else "right"
    doubted = set[str]().union(*(DOUBTED.get(question, frozenset()) for question in asked))
    return "asked, but wrong" if faults <= doubted else "wrong in silence"


@pytest.mark.parametrize("name", PLANS)
def test_an_unseen_plan_is_imported_as_a_person_expects(name: str) -> None:
    assert outcome_of(name, PLANS[name]) == KNOWN.get(name, Outcome("right")), PLANS[name]["what"]


def test_what_is_known_is_of_a_plan_and_each_plan_has_an_expectation() -> None:
    assert KNOWN.keys() | ANSWERS.keys() <= FILES.keys() == PLANS.keys()
    assert len(FILES) == sum(len(expectations(folder)) for folder in FOLDERS)
