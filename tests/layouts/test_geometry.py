"""Positions in space: every seat has one where its section has a geometry."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from layouts.random_layouts import geometries
from layouts.written import arena, compiled, section
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.geometry import Point

focuses = st.fixed_dictionaries({axis: st.floats(-50, 50) for axis in "xyz"})


def layout_with(geometry: dict[str, Any], **more: Any) -> CompiledLayout:
    """Compiles a section with rows A to C and seats 1 to 5."""
    return compiled(section(seats={"count": 5}, geometry=geometry), **more)


def point_of(layout: CompiledLayout, row: str, seat: str) -> Point:
    place = layout.floor_point("101", row, seat)
    assert place is not None
    return place


def distance_m(layout: CompiledLayout, place: Point) -> float:
    """Returns the distance from the focus on the ground plan."""
    return math.dist(place[:2], (layout.focus.x, layout.focus.y))


@pytest.mark.parametrize(
    ("bearing_deg", "first_seat", "middle", "last_seat"),
    [
        # A person who sits in the north and faces the focus looks south: the right hand is in the west.
        (0, (1, 10, 2), (0, 10, 2), (-1, 10, 2)),
        (90, (10, -1, 2), (10, 0, 2), (10, 1, 2)),
        (180, (-1, -10, 2), (0, -10, 2), (1, -10, 2)),
        (-90, (-10, 1, 2), (-10, 0, 2), (-10, -1, 2)),
    ],
)
def test_seats_run_from_left_to_right_as_seen_facing_the_focus(
    bearing_deg: float, first_seat: Point, middle: Point, last_seat: Point
) -> None:
    layout = layout_with({"bearingDeg": bearing_deg, "distanceM": 10, "elevationM": 2})
    assert point_of(layout, "A", "1") == pytest.approx(first_seat)
    assert point_of(layout, "A", "3") == pytest.approx(middle)
    assert point_of(layout, "A", "5") == pytest.approx(last_seat)


@pytest.mark.parametrize("bearing_deg", [0, 90, 135, -60])
def test_a_curved_row_runs_the_same_way_as_a_straight_one(bearing_deg: float) -> None:
    geometry = {"bearingDeg": bearing_deg, "distanceM": 10}
    straight, curved = layout_with(geometry), layout_with(geometry | {"shape": "curved"})
    assert math.dist(point_of(straight, "A", "1"), point_of(straight, "A", "5")) == pytest.approx(2)
    for seat in "12345":
        assert math.dist(point_of(straight, "A", seat), point_of(curved, "A", seat)) < 0.1


def test_the_middle_of_a_row_and_of_a_section_have_a_place_too() -> None:
    layout = layout_with({"distanceM": 10, "treadM": 1, "riserM": 0.5})
    assert layout.floor_point("101", "B") == pytest.approx((0, 11, 0.5))
    assert layout.floor_point("101") == layout.floor_point("101", "A") == pytest.approx((0, 10, 0))


def test_a_suite_without_rows_has_a_place() -> None:
    suite = section(
        id="S1", kind="suite", rows=None, seats=None, geometry={"distanceM": 60, "elevationM": 15}
    )
    assert compiled(suite).floor_point("S1") == pytest.approx((0, 60, 15))


def test_the_next_section_of_a_rule_is_a_step_further() -> None:
    geometry = {"distanceM": 10, "bearingStepDeg": 90, "shiftM": 1, "shiftStepM": 2}
    layout = compiled(section(id=None, ids=[1, 2, 3], geometry=geometry))
    assert layout.floor_point("1") == pytest.approx((-1, 10, 0))
    assert layout.floor_point("2") == pytest.approx((10, 3, 0))
    assert layout.floor_point("3") == pytest.approx((5, -10, 0))


@pytest.mark.parametrize("shape", ["straight", "curved"])
def test_an_empty_place_keeps_its_room(shape: str) -> None:
    geometry = {"distanceM": 10, "shape": shape}
    whole = compiled(section(geometry=geometry))
    gappy = compiled(
        section(seats={"count": 4, "exceptions": [{"rows": ["A"], "skip": [2]}]}, geometry=geometry)
    )
    assert point_of(gappy, "A", "3") == point_of(whole, "A", "3")
    assert gappy.floor_point("101", "A", "2") is None


@pytest.mark.parametrize("place", [("102",), ("101", "Z"), ("101", "A", "9"), ("101", "Z", "1")])
def test_what_does_not_exist_has_no_place(place: tuple[str, ...]) -> None:
    assert layout_with({"distanceM": 10}).floor_point(*place) is None


@pytest.mark.parametrize("place", [("101",), ("101", "A"), ("101", "A", "1")])
def test_without_geometry_nothing_has_a_place(place: tuple[str, ...]) -> None:
    assert compiled(section()).floor_point(*place) is None


@settings(deadline=None)
@given(geometries, focuses)
def test_rows_further_back_are_higher_and_further_from_the_focus(
    geometry: dict[str, Any], focus: dict[str, float]
) -> None:
    assume("riserM" in geometry)
    layout = layout_with(geometry, focus=focus)
    for seat in "12345":
        front, back = point_of(layout, "A", seat), point_of(layout, "C", seat)
        assert back.z > front.z
        assert distance_m(layout, back) > distance_m(layout, front)


@settings(deadline=None)
@given(geometries, focuses)
def test_straight_rows_are_straight(geometry: dict[str, Any], focus: dict[str, float]) -> None:
    layout = layout_with(geometry | {"shape": "straight"}, focus=focus)
    spacing_m = geometry.get("spacingM", 0.5)
    for row in "ABC":
        places = [point_of(layout, row, seat) for seat in "12345"]
        assert math.dist(places[0], places[4]) == pytest.approx(4 * spacing_m)
        for left, right in pairwise(places):
            assert math.dist(left, right) == pytest.approx(spacing_m)


@settings(deadline=None)
@given(geometries, focuses)
def test_curved_rows_keep_their_distance(geometry: dict[str, Any], focus: dict[str, float]) -> None:
    layout = layout_with(geometry | {"shape": "curved"}, focus=focus)
    for index, row in enumerate("ABC"):
        expected_m = geometry["distanceM"] + index * geometry.get("treadM", 0.85)
        for seat in "12345":
            assert distance_m(layout, point_of(layout, row, seat)) == pytest.approx(expected_m)


def test_no_two_seats_of_the_arena_are_in_the_same_place() -> None:
    layout = compile_layout(arena())
    places = [layout.floor_point(*key) for key in layout.seats()]
    assert None not in places
    assert len({tuple(round(metres, 2) for metres in place or ()) for place in places}) == layout.seat_count


def test_a_configuration_moves_the_focus_and_no_seat() -> None:
    layout = layout_with({"distanceM": 10}, configurations=[{"id": "end", "focus": {"y": -20}}])
    assert layout.configurations["end"].focus.y == -20
    assert layout.floor_point("101") == pytest.approx((0, 10, 0))
