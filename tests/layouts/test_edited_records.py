"""Every template and every format that is imported opens in the designer, which changes what was dragged.

The edits are those of the console (web/source/layout-edits), run by Node; the service judges what comes out.
"""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from docs.generated_pages import ROOT
from imports.test_unseen_plans import TRUTHS
from seatpreview.decoding.inputs import decode
from seatpreview.imports.file_import import import_file
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import ValidationFailed
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.rules import check_and_compile
from seatpreview.venues.templates.catalogue import TEMPLATES, template_of, template_record

Json = dict[str, Any]

SCRIPT = Path(__file__).with_name("edited_records.ts")
ROLLDOWN = ROOT / "web" / "node_modules" / ".bin" / "rolldown"
LARGE = 6_000
"""Templates whose default is larger are tried in their smallest size: the rules are of the same kinds."""
EDITED_TEMPLATES = ("theatre", "concert-hall", "club")
EDITED_IMPORTS = ("pretix-balkone.json", "seatsio-gala.json", "tribunas-montevideo.geojson")
"""Records that every kind of edit is tried with. They place sections in all ways that there are."""
CHANGED_ALWAYS = {"several moved", "stage moved", "turned", "mirrored", "copied", "deleted", "block added"}


@pytest.mark.long
def test_a_drag_changes_the_rule_of_what_was_dragged_and_moves_its_seats_only(tmp_path: Path) -> None:
    records = _templates([each.template_id for each in TEMPLATES]) | _imports([plan.name for plan in TRUTHS])
    drags_of = _printed_by_designer(records, [], tmp_path)["drags"]
    for title, before in records.items():
        sections = {section.id: section for section in _compiled(before).sections}
        drags = drags_of[title]
        assert drags or not any(section.plan.placement for section in sections.values()), title
        for drag in drags:
            after, rule = drag["record"], drag["rule"]
            assert _without_rule(after, rule) == _without_rule(before, rule), title
            layout = _compiled(after)
            moved = {each.id for each in layout.sections if each != sections[each.id]}
            assert moved == set(drag["sections"]), title
            for key, place in drag["places"].items():
                assert layout.floor_point(*key.split("/")) == pytest.approx(place, abs=2e-4), (title, key)


@pytest.mark.long
def test_the_service_takes_every_edit(tmp_path: Path) -> None:
    records = _templates(EDITED_TEMPLATES) | _imports(EDITED_IMPORTS)
    edits_of = _printed_by_designer(records, [*records], tmp_path)["edits"]
    for title, before in records.items():
        edited = edits_of[title]
        assert {name for name in CHANGED_ALWAYS if edited[name] == before} == set(), title
        assert {name: faults for name, record in edited.items() if (faults := _faults(record))} == {}, title


def _templates(names: Sequence[str]) -> dict[str, Json]:
    sizes = {name: template_of(name) for name in names}
    return {
        name: template_record(
            name, each.seats_default if each.seats_default <= LARGE else each.seats_min
        ).record
        for name, each in sizes.items()
    }


def _imports(names: Sequence[str]) -> dict[str, Json]:
    plans = [plan for plan in TRUTHS if plan.name in names]
    return {plan.name: import_file(plan.read_bytes(), None, plan.name).record for plan in plans}


def _printed_by_designer(records: Mapping[str, Json], edited: Sequence[str], folder: Path) -> Json:
    """Returns drags of all records, and all edits of some, as the script prints them."""
    bundle = folder / "edited_records.mjs"
    command = [str(ROLLDOWN), str(SCRIPT), "--platform", "node", "--format", "esm", "--file", str(bundle)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT / "web")
    given = json.dumps({"records": records, "edited": edited})
    done = subprocess.run(["node", bundle], input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    printed: Json = json.loads(done.stdout)
    return printed


def _compiled(record: Json) -> CompiledLayout:
    return check_and_compile(decode(record, VenueRecord))


def _faults(record: Json) -> list[str]:
    try:
        _compiled(record)
    except ValidationFailed as refusal:
        return [f"{fault.pointer} {fault.detail}" for fault in refusal.errors]
    return []


def _without_rule(record: Json, rule: int) -> Json:
    """Returns a record as JSON has it, without one of its rules."""
    layout = record["rules"]["layout"]
    sections = [each for index, each in enumerate(layout["sections"]) if index != rule]
    without: Json = json.loads(
        json.dumps(record | {"rules": record["rules"] | {"layout": layout | {"sections": sections}}})
    )
    return without
