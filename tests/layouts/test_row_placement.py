"""Where rows are: origins, own radii, aisles, gaps between rows, alignment, rakes and levels."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, refusals, section
from seatpreview.layouts.geometry import SEATED_EYE_M


def places(*seats: str, **geometry: Any) -> list[tuple[float, float, float]]:
    """The floor at seats of section 101, which has rows A to C of four seats."""
    layout = compiled(section(geometry=geometry))
    return [layout.floor_point("101", *seat.split("/")) or (math.nan,) * 3 for seat in seats]


def test_a_section_with_an_origin_has_the_middle_of_its_first_row_there() -> None:
    layout = compiled(section(geometry={"origin": {"x": 4, "y": 10, "z": 2}, "facingDeg": 180}))
    assert layout.floor_point("101") == pytest.approx((4, 10, 2))
    assert layout.floor_point("101", "B") == pytest.approx((4, 10.85, 2)), "the second row is behind it"
    # A person who faces south has the west on the right.
    assert layout.floor_point("101", "A", "4") == pytest.approx((4 - 0.75, 10, 2))


def test_a_section_with_an_origin_faces_the_focus_unless_it_says_otherwise() -> None:
    layout = compiled(section(geometry={"origin": {"x": 10, "y": 0}}))
    place = layout.place_of("101")
    assert place is not None
    assert place.facing_deg == pytest.approx(270)


def test_rows_with_a_radius_bend_around_the_point_that_is_so_far_in_front() -> None:
    layout = compiled(section(geometry={"shape": "curved", "distanceM": 10, "radiusM": 40}))
    centre = (0, -30)
    for row, radius_m in (("A", 40), ("B", 40.85), ("C", 41.7)):
        for seat in "1234":
            x, y, _ = layout.floor_point("101", row, seat) or (0, 0, 0)
            assert math.dist((x, y), centre) == pytest.approx(radius_m)


def test_an_aisle_moves_the_seats_on_both_sides_of_it_apart() -> None:
    two, three = places("A/2", "A/3", distanceM=10, aisles=[{"after": 2, "widthM": 1.1}])
    # Seats are counted from the left, which is the east for a person who faces south.
    assert two[0] - three[0] == pytest.approx(1.6)
    assert two[0] + three[0] == pytest.approx(0), "the row stays in the middle"


@pytest.mark.parametrize(("align", "seat"), [("left", "1"), ("right", "3")])
def test_rows_of_unequal_length_begin_or_end_together(align: str, seat: str) -> None:
    rule = section(
        seats={"count": 5, "exceptions": [{"rows": ["B"], "count": 3}]},
        geometry={"distanceM": 10, "align": align},
    )
    layout = compiled(rule)
    short = layout.floor_point("101", "B", seat)
    long = layout.floor_point("101", "A", "1" if align == "left" else "5")
    assert short is not None
    assert long is not None
    assert short.x == pytest.approx(long.x)


def test_a_gap_behind_a_row_moves_all_rows_behind_it() -> None:
    a, b, c = places(
        "A", "B", "C", distanceM=10, riserM=0.1, rowGaps=[{"after": "A", "depthM": 2, "riseM": 0.5}]
    )
    assert (b[1] - a[1], c[1] - b[1]) == pytest.approx((2.85, 0.85))
    assert (b[2] - a[2], c[2] - b[2]) == pytest.approx((0.6, 0.1))


def test_a_rake_by_steps_uses_the_last_step_again() -> None:
    a, b, c = places("A", "B", "C", distanceM=10, risersM=[0.2])
    assert [a[2], b[2], c[2]] == pytest.approx([0, 0.2, 0.4])


@examples(40)
@given(
    c_value_mm=st.integers(30, 150),
    distance_m=st.integers(4, 60),
    elevation_m=st.integers(0, 4),
    focus_z=st.sampled_from([0.0, 1.0]),
)
def test_a_rake_by_c_value_lets_everybody_see_the_focus_over_the_row_in_front(
    c_value_mm: int, distance_m: int, elevation_m: int, focus_z: float
) -> None:
    geometry = {"distanceM": distance_m, "elevationM": elevation_m, "cValueMm": c_value_mm}
    layout = compiled(
        section(rows={"first": 1, "last": 12}, seats={"count": 1}, geometry=geometry), focus={"z": focus_z}
    )
    floors = [layout.floor_point("101", str(row)) for row in range(1, 13)]
    for front, behind in pairwise(floors):
        assert front is not None
        assert behind is not None
        eye_m, front_m = behind.z + SEATED_EYE_M - focus_z, front.z + SEATED_EYE_M - focus_z
        line_m = eye_m * front.y / behind.y
        riser_m = behind.z - front.z
        assert line_m - front_m >= c_value_mm / 1000 - 1e-3 or riser_m == pytest.approx(5)
        assert riser_m >= 0


def test_the_height_of_a_level_is_added_to_its_sections() -> None:
    rule = section(level="Upper  Circle", geometry={"distanceM": 10, "elevationM": 0.5})
    layout = compiled(rule, levels=[{"name": "upper circle", "heightM": 6}])
    assert layout.floor_point("101") == pytest.approx((0, 10, 6.5))


def test_further_sections_of_a_rule_are_turned_about_the_focus_with_their_origin() -> None:
    rule = section(id=None, ids=[1, 2], geometry={"origin": {"x": 1, "y": 10}, "bearingStepDeg": 90})
    layout = compiled(rule, focus={"x": 1, "y": 2})
    assert layout.floor_point("2") == pytest.approx((9, 2, 0))
    place = layout.place_of("2")
    assert place is not None
    assert place.facing_deg == pytest.approx(270)


@pytest.mark.parametrize(
    ("geometry", "pointer"),
    [
        ({}, "/distanceM"),
        ({"distanceM": 5, "origin": {"x": 1, "y": 2}}, "/origin"),
        ({"distanceM": 5, "facingDeg": 10}, "/facingDeg"),
        ({"distanceM": 5, "radiusM": 10}, "/radiusM"),
        ({"distanceM": 5, "riserM": 0.1, "cValueMm": 60}, ""),
        ({"distanceM": 5, "risersM": [0.1], "cValueMm": 60}, ""),
        ({"distanceM": 5, "aisles": [{"after": 9}]}, "/aisles/0/after"),
        ({"distanceM": 5, "rowGaps": [{"after": "Z"}]}, "/rowGaps/0/after"),
        ({"distanceM": 5, "area": [[0, 0], [1, 0], [0, 1]]}, "/area"),
    ],
)
def test_a_geometry_that_does_not_fit_is_refused(geometry: dict[str, Any], pointer: str) -> None:
    assert list(refusals(section(geometry=geometry))) == [f"/sections/0/geometry{pointer}"]


def test_a_standing_area_needs_corners_that_enclose_something() -> None:
    pit = {"id": "Pit", "kind": "standing", "capacity": 5, "geometry": {"area": [[0, 0], [1, 1], [2, 2]]}}
    assert list(refusals(pit)) == ["/sections/0/geometry/area"]


def test_two_levels_of_one_name_are_refused() -> None:
    levels = [{"name": "Circle", "heightM": 1}, {"name": "circle", "heightM": 2}]
    assert list(refusals(section(), levels=levels)) == ["/levels/1/name"]
