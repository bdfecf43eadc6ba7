"""The console reads layouts as the service does: both are tested with the same cases, in `shared/`.

The other half is web/source/layouts/shared-layouts.test.ts. A case that only one side fulfils
fails on the other, so that neither implementation can change alone.
"""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from layouts.plan_positions import position_in
from layouts.written import compiled
from seatpreview.labels.model import place_of
from seatpreview.layouts.faults import LayoutRefused
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.series import ending_of, series_between, series_from
from seatpreview.problems import MemberFault, ValidationFailed
from seatpreview.results import encode
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.plan import build_plan
from seatpreview.seats.sightline import c_value, eye_of, focus_of
from seatpreview.sightlines.looked_at import performed_at
from seatpreview.values.ids import VenueId
from seatpreview.venues.model import ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED

SHARED = Path(__file__).with_name("shared")
SERIES = json.loads((SHARED / "series.json").read_bytes())
POSITIONS = json.loads((SHARED / "positions.json").read_bytes())
LAYOUTS = json.loads((SHARED / "layouts.json").read_bytes())
SIGHTLINES = json.loads((SHARED / "sightlines.json").read_bytes())


PERFORMANCES = json.loads((SHARED / "performances.json").read_bytes())


@pytest.mark.parametrize("case", PERFORMANCES["cases"], ids=lambda case: case["title"])
def test_distances_lead_to_where_people_perform(case: dict[str, Any]) -> None:
    configuration = {"id": "show", "focus": case["focus"], "obstructions": case["obstructions"]}
    layout = compiled(configurations=[configuration])
    assert performed_at(layout, layout.configurations["show"]).point == pytest.approx(case["at"])


def names_of(case: dict[str, Any]) -> list[str]:
    step = case.get("step", 1)
    if "last" in case:
        return list(series_between(case["first"], case["last"], step=step, style=case.get("style")))
    return list(series_from(case["first"], count=case["count"], step=step))


@pytest.mark.parametrize("case", SERIES["series"], ids=str)
def test_a_series_has_these_names(case: dict[str, Any]) -> None:
    assert names_of(case) == case["names"]


@pytest.mark.parametrize("case", [*SERIES["faults"], *SERIES["faultsInServiceOnly"]], ids=str)
def test_these_names_cannot_be_counted(case: dict[str, Any]) -> None:
    with pytest.raises(MemberFault):
        names_of(case)


def test_the_counted_ending_of_a_name_is_found() -> None:
    assert {name: ending_of(name) for name in SERIES["endings"]} == SERIES["endings"]


@pytest.mark.parametrize("case", LAYOUTS["layouts"], ids=lambda case: case["title"])
def test_a_layout_becomes_this_plan(case: dict[str, Any]) -> None:
    assert plan_in_full(case["layout"], case["configuration"]) == case["plan"]


@pytest.mark.parametrize("case", LAYOUTS["layouts"], ids=lambda case: case["title"])
def test_the_seats_of_a_layout_are_here(case: dict[str, Any]) -> None:
    positions = positions_of(case["layout"])
    assert list(positions) == list(case["positions"])
    for key, position in positions.items():
        assert position == pytest.approx(case["positions"][key], abs=1e-5)


@pytest.mark.parametrize("case", SIGHTLINES["layouts"], ids=lambda case: case["title"])
def test_the_lines_of_sight_of_a_layout_are_these(case: dict[str, Any]) -> None:
    [written] = [each for each in LAYOUTS["layouts"] if each["title"] == case["title"]]
    layout = compiled(*written["layout"]["sections"], **rest_of(written["layout"]))
    focus = focus_of(layout, layout.configurations.get(written["configuration"]))
    target = Point(focus.x, focus.y, focus.z)
    for key, (distance_m, c_value_mm) in case["seats"].items():
        place = place_of(*key.split("/"))
        eye = eye_of(layout, place)
        assert eye is not None
        assert math.dist(eye, target) == pytest.approx(distance_m, abs=1e-3), key
        above_m = c_value(layout, place, eye, target)
        expected_m = None if c_value_mm is None else pytest.approx(c_value_mm / 1000, abs=1e-5)
        assert above_m == expected_m, key


def test_the_seats_and_rows_of_a_plan_are_here() -> None:
    expected = POSITIONS["places"] | POSITIONS["middles"]
    for key, position in expected.items():
        assert position_in_plan(*key.split("/")) == pytest.approx(position, abs=1e-5), key


@pytest.mark.parametrize(
    "case", [*LAYOUTS["faults"], *LAYOUTS["faultsInServiceOnly"]], ids=lambda case: case["title"]
)
def test_a_layout_has_a_fault_here(case: dict[str, Any]) -> None:
    assert case["pointer"] in fault_pointers(case["layout"])


def plan_in_full(layout: dict[str, Any], configuration: str | None) -> dict[str, Any]:
    """The plan as JSON, with the slots and offsets of each row in place of their numbers."""
    made = compiled(*layout["sections"], **rest_of(layout))
    chosen = None if configuration is None else made.configurations[configuration]
    plan: dict[str, Any] = json.loads(
        encode(build_plan(VenueId(""), 0, "", made, chosen, ViewerDefaults(), DisplayNames(NOT_TRANSLATED)))
    )
    # The service alone knows what can hide something (tests/sightlines), and decides what kind a hall is.
    del plan["bodies"], plan["lookedAt"]
    plan["hall"] = layout.get("hall")
    seatings, offsets = plan.pop("seatings"), plan.pop("offsets")
    for section in plan["sections"]:
        for row in section["rows"]:
            if "offsets" in row:
                row["offsets"] = offsets[row["offsets"]]
            row["slots"] = None if row["seating"] is None else seatings[row["seating"]]
            del row["seating"]
    return plan


def positions_of(layout: dict[str, Any]) -> dict[str, list[float]]:
    """The floor at each seat that has a position, by the seat's key."""
    made = compiled(*layout["sections"], **rest_of(layout))
    places = {str(key): made.floor_point(*key) for key in made.seats()}
    return {key: [*place] for key, place in places.items() if place is not None}


@pytest.mark.parametrize("case", LAYOUTS["layouts"], ids=lambda case: case["title"])
def test_the_slots_of_a_row_are_where_each_of_them_is(case: dict[str, Any]) -> None:
    layout = compiled(*case["layout"]["sections"], **rest_of(case["layout"]))
    for section in layout.sections:
        for row in section.rows:
            place_at, slots = layout.places_in_row(section, row), 0 if row.seats is None else row.seats.slots
            for slot in range(slots):
                together = None if place_at is None else place_at(slot)
                assert together == layout.slot_place(section, row, slot)


def position_in_plan(section_id: str, row_id: str | None = None, seat: str | None = None) -> list[float]:
    """The floor at a seat of the plan in positions.json, or at the middle of a row, by default the first."""
    plan = POSITIONS["plan"]
    [section] = [each for each in plan["sections"] if each["id"] == section_id]
    row = 0 if row_id is None else [each["id"] for each in section["rows"]].index(row_id)
    slots_right = 0.0
    if seat is not None:
        slots = plan["seatings"][section["rows"][row]["seating"]]
        slots_right = slots.index(seat) - (len(slots) - 1) / 2
    geometry = section["geometry"]
    return [*position_in(geometry, plan["origin"], section["ordinal"], row, slots_right)]


def fault_pointers(layout: dict[str, Any]) -> list[str | None]:
    try:
        compiled(*layout["sections"], **rest_of(layout))
    except LayoutRefused as refused:
        return [fault.pointer for fault in refused.faults]
    except ValidationFailed as refused:
        return [fault.pointer for fault in refused.errors]
    return []


def rest_of(layout: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in layout.items() if name != "sections"}
