"""Seats with positions of their own, in the record and around tables."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, refusals
from seatpreview.layouts.serialization import from_bytes, to_bytes


def free(*rows: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"id": "Free", "positions": list(rows)} | members


ROW_A = {"row": "A", "seats": [1, 2, "12A"], "x": [-100, -40, 20], "y": [500, 505, 520], "z": 30}
ROW_B = {"row": "B", "seats": {"first": 7, "last": 9}, "x": [-90, -35, 30], "y": [600, 600, 610]}


def test_every_seat_is_where_the_record_says() -> None:
    layout = compiled(free(ROW_A, ROW_B))
    assert [str(seat) for seat in layout.seats()] == [
        "Free/A/1",
        "Free/A/2",
        "Free/A/12A",
        "Free/B/7",
        "Free/B/8",
        "Free/B/9",
    ]
    assert layout.floor_point("Free", "A", "12A") == (0.2, 5.2, 0.3)
    assert layout.floor_point("Free", "B", "8") == (-0.35, 6.0, 0.0)
    assert layout.floor_point("Free", "A") == (-0.4, 5.05, 0.3), "the seat in the middle"
    assert layout.floor_point("Free") == (-0.4, 5.05, 0.3)


def test_seats_face_the_focus_unless_the_record_says_otherwise() -> None:
    layout = compiled(free(ROW_A, ROW_B | {"facing": [180, 190, 170]}))
    towards_focus, stated = layout.place_of("Free", "A", "1"), layout.place_of("Free", "B", "9")
    assert towards_focus is not None
    assert stated is not None
    assert towards_focus.facing_deg == pytest.approx(180 - math.degrees(math.atan2(1, 5)), abs=0.1)
    assert stated.facing_deg == 170


def test_neighbours_are_those_that_sit_there() -> None:
    layout = compiled(free(ROW_A, ROW_B))
    neighbours = layout.neighbours("Free", "A", "2")
    assert neighbours is not None
    assert neighbours == ("Free/A/1", "Free/A/12A", None, "Free/B/8")


def test_a_section_without_rows_has_one_entry_without_a_name() -> None:
    layout = compiled(free({"seats": [1, 2], "x": [0, 60], "y": [500, 500]}))
    assert [str(seat) for seat in layout.seats()] == ["Free//1", "Free//2"]


NAMES = st.from_regex(r"[A-Za-z0-9]{1,4}", fullmatch=True)
CENTIMETRES = st.integers(-200_000, 200_000)


@examples(60)
@given(st.dictionaries(NAMES, st.tuples(CENTIMETRES, CENTIMETRES, CENTIMETRES), min_size=1, max_size=30))
def test_any_names_and_places_come_back_after_storing(seats: dict[str, tuple[int, int, int]]) -> None:
    x, y, z = zip(*seats.values(), strict=True)
    row = {"row": "R", "seats": list(seats), "x": list(x), "y": list(y), "z": list(z)}
    layout = from_bytes(to_bytes(compiled(free(row))))
    assert [seat.seat for seat in layout.seats()] == list(seats)
    for name, place in seats.items():
        assert layout.floor_point("Free", "R", name) == pytest.approx([value / 100 for value in place])


@pytest.mark.parametrize(
    ("rows", "members", "pointers"),
    [
        ([ROW_A | {"x": [1]}], {}, ["/positions/0/x"]),
        ([ROW_A | {"z": [1, 2]}], {}, ["/positions/0/z"]),
        ([ROW_A | {"facing": [1, 2]}], {}, ["/positions/0/facing"]),
        ([ROW_A | {"seats": [1, 2, 1]}], {}, ["/positions/0/seats"]),
        ([ROW_A, ROW_A], {}, ["/positions/1/row"]),
        ([ROW_A, {"seats": [1], "x": [1], "y": [1]}], {}, ["/positions/1/row"]),
        ([ROW_A], {"rows": ["A"]}, ["/rows"]),
        ([ROW_A], {"seats": {"count": 2}}, ["/seats"]),
        ([ROW_A], {"capacity": 3}, ["/capacity"]),
        ([ROW_A], {"id": None, "ids": [1, 2]}, ["/ids", "/name"]),
    ],
)
def test_positions_that_do_not_fit_are_refused(
    rows: list[dict[str, Any]], members: dict[str, Any], pointers: list[str]
) -> None:
    rule = {name: value for name, value in free(*rows, **members).items() if value is not None}
    found = [str(pointer).removeprefix("/sections/0") for pointer in refusals(rule)]
    assert set(found) <= set(pointers)
    assert pointers[0] in found


def test_chairs_stand_around_their_table_and_face_it() -> None:
    geometry = {"distanceM": 6, "tables": {"columns": 2, "pitchM": 4, "widthM": 1.6}}
    rule = {"id": "T", "rows": {"first": "T1", "last": "T3"}, "seats": {"count": 4}, "geometry": geometry}
    layout = compiled(rule)
    tables = layout.sections[0].plan.tables
    assert [(round(table.x, 3), round(table.y, 3)) for table in tables] == [(2, 6), (-2, 6), (2, 10)]
    for table, row in zip(tables, ("T1", "T2", "T3"), strict=True):
        for seat in "1234":
            place = layout.place_of("T", row, seat)
            assert place is not None
            assert math.dist(place.point[:2], (table.x, table.y)) == pytest.approx(1.15, abs=0.01)
            towards = math.degrees(math.atan2(table.x - place.point.x, table.y - place.point.y)) % 360
            assert math.cos(math.radians(towards - place.facing_deg)) == pytest.approx(1, abs=1e-3)


def test_there_is_a_place_for_each_table() -> None:
    geometry = {"tables": {"at": [[0, 5], [3, 5]]}}
    rule = {"id": "T", "rows": ["T1"], "seats": {"count": 4}, "geometry": geometry}
    assert list(refusals(rule)) == ["/sections/0/geometry/tables/at"]
