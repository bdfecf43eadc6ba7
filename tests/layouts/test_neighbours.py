"""The neighbours of a seat, as seen by a person who sits there and faces the focus."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled, section
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout


def around(layout: CompiledLayout, row: str, seat: str) -> tuple[str | None, ...]:
    """Returns the neighbours to the left, to the right, in front and behind."""
    found = layout.neighbours("101", row, seat)
    assert found is not None
    return tuple(key and "".join(key.split("/")[1:]) for key in found)


def rows_of(counts: dict[str, int], **seats: Any) -> CompiledLayout:
    exceptions = [{"rows": [row], "count": count} for row, count in counts.items()]
    return compiled(section(rows=list(counts), seats={"count": 1000, "exceptions": exceptions} | seats))


def test_a_seat_in_the_middle_has_four_neighbours() -> None:
    assert around(compiled(section()), "B", "2") == ("B1", "B3", "A2", "C2")


def test_counted_from_the_right_the_higher_number_is_on_the_left() -> None:
    layout = compiled(section(seats={"count": 4, "direction": "rightToLeft"}))
    assert around(layout, "B", "2") == ("B3", "B1", "A2", "C2")


def test_a_corner_has_two_neighbours() -> None:
    assert around(compiled(section()), "A", "1") == (None, "A2", None, "B1")
    assert around(compiled(section()), "C", "4") == ("C3", None, "B4", None)


def test_rows_are_centred() -> None:
    layout = rows_of({"A": 4, "B": 6})
    assert [around(layout, "B", str(seat))[2] for seat in range(1, 7)] == [None, "A1", "A2", "A3", "A4", None]


def test_behind_a_gap_the_left_seat_is_the_neighbour_and_the_way_back_is_the_same() -> None:
    layout = rows_of({"A": 4, "B": 5})
    assert [around(layout, "A", str(seat))[3] for seat in range(1, 5)] == ["B1", "B2", "B3", "B4"]
    assert [around(layout, "B", str(seat))[2] for seat in range(1, 6)] == ["A1", "A2", "A3", "A4", None]


def test_left_and_right_reach_across_an_empty_place_and_nobody_sits_behind_it() -> None:
    exceptions = [{"rows": ["B"], "skip": [2, 3]}]
    layout = compiled(section(seats={"count": 4, "exceptions": exceptions}))
    assert around(layout, "B", "1") == (None, "B4", "A1", "C1")
    assert around(layout, "A", "2") == ("A1", "A3", None, None)


def test_rules_stand_side_by_side_from_left_to_right() -> None:
    odd = {"count": 2, "numbering": "odd", "direction": "rightToLeft"}
    layout = compiled(section(seats=[odd, {"count": 2, "numbering": "even"}]))
    assert around(layout, "B", "1") == ("B3", "B2", "A1", "C1")
    assert around(layout, "B", "2") == ("B1", "B4", "A2", "C2")


@pytest.mark.parametrize("key", [("102", "A", "1"), ("101", "Z", "1"), ("101", "A", "9")])
def test_a_seat_that_is_not_there_has_no_neighbours(key: tuple[str, str, str]) -> None:
    assert compiled(section()).neighbours(*key) is None


def test_beside_rows_of_unknown_seats_there_is_nothing_to_say() -> None:
    assert compiled(section(seats=None)).neighbours("101", "A", "1") is None


@examples(60)
@given(described_layouts().filter(lambda described: described.keys), st.data())
def test_neighbours_are_mutual(described: DescribedLayout, data: st.DataObject) -> None:
    layout = compile_layout(described.layout)
    for key in data.draw(st.lists(st.sampled_from(described.keys), max_size=10)):
        found = layout.neighbours(*key)
        assert found is not None
        for there, back in (
            ("left", "right"),
            ("right", "left"),
            ("in_front", "behind"),
            ("behind", "in_front"),
        ):
            neighbour: str | None = getattr(found, there)
            if neighbour is not None:
                assert layout.has_seat(*neighbour.split("/"))
                assert getattr(layout.neighbours(*neighbour.split("/")), back) == "/".join(key)
