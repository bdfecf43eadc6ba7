"""The seat that a camera stands at: the nearest one of the whole layout, found without comparing them all."""

import math
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled, section
from seatpreview.decoding import inputs
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Layout
from seatpreview.seats import nearest_seats
from seatpreview.seats.nearest_seats import REACH_M, NearestSeats
from seatpreview.seats.sightline import eye_of

offsets = st.floats(-2.5, 2.5)


def by_distance(layout: CompiledLayout, camera: Point) -> list[tuple[float, str]]:
    """Returns the distance and the key of every seat that has a position, the nearest first."""
    eyes = {str(key): eye_of(layout, place_of(*key)) for key in layout.seats()}
    return sorted((math.dist(camera, eye), key) for key, eye in eyes.items() if eye is not None)


@examples(200, quick=40)
@given(described_layouts().filter(lambda described: described.keys), offsets, offsets, offsets, st.data())
def test_a_camera_is_at_the_seat_that_is_nearest_of_all(
    described: DescribedLayout, east_m: float, north_m: float, up_m: float, data: st.DataObject
) -> None:
    layout = compile_layout(described.layout)
    eye = eye_of(layout, place_of(*data.draw(st.sampled_from(described.keys)))) or Point(0, 0, 0)
    camera = Point(eye.x + east_m, eye.y + north_m, eye.z + up_m)
    found = NearestSeats(layout).at(camera)
    distances = by_distance(layout, camera)
    if found is not None and found.seat is None:
        section_there = layout.section(found.section)
        assert section_there is not None
        assert section_there.seat_count == 0 or section_there.row(found.row or "") is not None
    elif found is not None:
        distance_m = {key: metres for metres, key in distances}[found.key]
        assert distance_m == pytest.approx(distances[0][0])
        assert distance_m <= REACH_M
    else:
        assert not distances or distances[0][0] > REACH_M


SHARED = msgspec.json.decode((Path(__file__).parents[1] / "layouts" / "shared" / "layouts.json").read_bytes())


@pytest.mark.parametrize("case", SHARED["layouts"], ids=lambda case: case["title"])
def test_a_camera_at_any_seat_of_any_hall_is_at_this_seat(case: dict[str, Any]) -> None:
    """Halls with aisles, tables, boxes and single positions, which the property above does not have."""
    layout = compile_layout(inputs.decode(case["layout"], Layout))
    seats = NearestSeats(layout)
    for key in layout.seats():
        eye = eye_of(layout, place_of(*key))
        found = None if eye is None else seats.at(eye)
        there = None if found is None else eye_of(layout, found)
        assert eye is None or there == eye, key


HALL = compiled(
    section(
        rows=["J", "K", "L"], seats={"count": 20}, geometry={"distanceM": 10, "treadM": 0.9, "riserM": 0.3}
    ),
    section(id=102, rows=["A"], seats=None, geometry={"distanceM": 40, "bearingDeg": 90}),
    section(id=103, rows=["A"]),
    {"id": "PIT", "kind": "standing", "capacity": 300, "geometry": {"distanceM": 30, "bearingDeg": 180}},
)


@pytest.mark.parametrize(
    ("key", "moved", "expected"),
    [
        ("101/K/9", (0.1, 0.2, 0.1), "101/K/9"),
        ("101/K/1", (0.9, 0, 0), "101/K/1"),
        ("101/K/9", (0, 0, 2.5), None),
        ("102/A", (0.3, 0.3, 0.2), "102/A"),
        ("PIT", (4, 3, 0.2), "PIT"),
        ("PIT", (40, 3, 0), None),
    ],
    ids=["at a seat", "in the aisle", "in the air", "in a row without seats", "in the pit", "beside the pit"],
)
def test_a_camera_is_in_a_row_or_an_area_or_at_no_seat(
    key: str, moved: tuple[float, float, float], expected: str | None
) -> None:
    eye = eye_of(HALL, place_of(*key.split("/")))
    assert eye is not None
    found = NearestSeats(HALL).at(Point(*(value + by for value, by in zip(eye, moved, strict=True))))
    assert (None if found is None else found.key) == expected


def test_a_camera_among_too_many_seats_is_at_an_unknown_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack: a layout that places all of its seats at one point, so that each preview compares them all."""
    heap = compiled(*(section(id=n, rows=["A", "B"], geometry={"distanceM": 10}) for n in range(30)))
    eye = eye_of(heap, place_of("1", "A", "1"))
    assert eye is not None
    assert NearestSeats(heap).at(eye) is not None
    monkeypatch.setattr(nearest_seats, "TESTS_MAX", 100)
    assert NearestSeats(heap).at(eye) is None
