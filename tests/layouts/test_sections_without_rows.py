"""Sections without rows that have seats: boxes, tables, numbered standing places. Keys of others stay."""

import hashlib
import json

import pytest

from layouts.written import compiled, section
from seatpreview.decoding import inputs
from seatpreview.demo import arena
from seatpreview.layouts.compiled import CompiledLayout, Neighbours
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout, SectionKind
from seatpreview.layouts.serialization import VERSION, from_bytes, to_bytes
from seatpreview.venues.example_records import EXAMPLE_IDS, example_text

PLACED = {"distanceM": 12, "elevationM": 3, "bearingDeg": 40, "spacingM": 0.7}


def box(**members: object) -> dict[str, object]:
    return section(**{"id": "Box", "kind": "suite", "rows": None, "seats": {"count": 6}} | members)


@pytest.mark.parametrize("kind", ["seated", "suite", "standing"])
def test_the_key_of_a_seat_has_an_empty_row(kind: SectionKind) -> None:
    layout = compiled(box(kind=kind))
    assert [str(seat) for seat in layout.seats()] == [f"Box//{number}" for number in range(1, 7)]
    assert layout.has_seat("Box", None, "3")
    assert not layout.has_seat("Box", None, "7")
    assert (layout.seat_count, layout.capacity) == (6, 6)


def test_no_rows_are_the_same_as_an_empty_list_of_them() -> None:
    assert list(compiled(box()).seats()) == list(compiled(box(rows=[])).seats())


def test_a_section_without_rows_has_none_that_has_a_name() -> None:
    [made] = compiled(box()).sections
    assert made.named_rows == ()
    assert [row.id for row in made.rows] == [""]


def test_a_section_without_rows_and_seats_is_an_area_as_before() -> None:
    [made] = compiled(box(seats=None, capacity=20)).sections
    assert (made.rows, made.named_rows, made.seat_count, made.capacity) == ((), (), 0, 20)


def test_neighbours_are_beside_a_seat_and_nowhere_else() -> None:
    layout = compiled(box())
    assert layout.neighbours("Box", None, "3") == Neighbours("Box//2", "Box//4", None, None)
    assert layout.neighbours("Box", None, "1") == Neighbours(None, "Box//2", None, None)
    assert layout.neighbours("Box", None, "9") is None


def test_seats_are_where_those_of_a_single_row_are() -> None:
    rowless, one_row = compiled(box(geometry=PLACED)), compiled(box(geometry=PLACED, rows=["1"]))
    assert rowless.floor_point("Box") == one_row.floor_point("Box")
    for seat in "123456":
        assert rowless.floor_point("Box", None, seat) == one_row.floor_point("Box", "1", seat) is not None


def test_seats_may_be_several_rules_side_by_side() -> None:
    layout = compiled(box(seats=[{"count": 2}, {"first": 4, "count": 2}]))
    assert [str(seat) for seat in layout.seats()] == ["Box//1", "Box//2", "Box//4", "Box//5"]


def test_alike_sections_share_their_seats() -> None:
    layout = compiled(
        box(id=None, ids={"first": "T1", "last": "T3"}, name="Table {number}", seats={"count": 2})
    )
    assert [str(seat) for seat in layout.seats()] == ["T1//1", "T1//2", "T2//1", "T2//2", "T3//1", "T3//2"]


def test_the_stored_form_has_a_version_and_keeps_the_keys() -> None:
    stored = to_bytes(compiled(box(geometry=PLACED)))
    assert stored[0] == VERSION == 2
    loaded = from_bytes(stored)
    assert [str(seat) for seat in loaded.seats()] == [f"Box//{number}" for number in range(1, 7)]


KEYS = {
    "demo": (17_668, "05b38faf7820b7da"),
    "amphitheatre": (4_680, "c772bec7a26961e6"),
    "club": (54, "1694712e632d9e8c"),
    "stadium": (40_808, "048bcd5dc06fa470"),
    "theatre": (1_172, "c9f22ac33e5f5961"),
}
"""The number of seats of each hall, and a hash of their keys in order, as shops have stored them."""


def test_the_keys_of_all_halls_are_what_they_were_before_sections_without_rows() -> None:
    layouts = {"demo": arena.compiled_layout()} | {
        example: compile_layout(inputs.decode(json.loads(example_text(example))["rules"]["layout"], Layout))
        for example in EXAMPLE_IDS
    }
    assert {name: count_and_hash(layout) for name, layout in layouts.items()} == KEYS


def count_and_hash(layout: CompiledLayout) -> tuple[int, str]:
    keys = [str(seat) for seat in layout.seats()]
    return len(keys), hashlib.sha256("\n".join(keys).encode()).hexdigest()[:16]
