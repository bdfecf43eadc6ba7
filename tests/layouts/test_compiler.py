"""The layout compiler: a compiled layout has exactly the seats that its rules describe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import ARENA, arena, compiled, section
from seatpreview.layouts.compiled import CompiledLayout, SeatKey
from seatpreview.layouts.compiler import compile_layout

names = st.sampled_from(["A", "AA", "B", "1", "01", "2", "R1", "X1", "WC", "A-1", "A-2", ""]) | st.text(
    max_size=3
)


def seats_of(layout: CompiledLayout, row: str) -> list[str]:
    found = layout.row("101", row)
    assert found is not None
    assert found.seats is not None
    return list(found.seats)


def test_an_arena_of_20000_seats_is_described_in_a_file_of_two_screens() -> None:
    layout = compile_layout(arena())
    assert len(ARENA.read_text().splitlines()) <= 105
    assert layout.seat_count == len(set(layout.seats())) == 20_460
    assert layout.capacity == 20_460 + 39 * 16 + 2_500
    assert len(layout.sections) == 126


@examples(60)
@given(described_layouts())
def test_the_seats_are_those_of_the_rules_and_their_count_was_right(described: DescribedLayout) -> None:
    layout = compile_layout(described.layout)
    assert list(layout.seats()) == described.keys
    assert layout.seat_count == len(described.keys)


@examples(60)
@given(described_layouts(), names, names, names, st.data())
def test_every_seat_is_found_by_its_ids_and_none_other(
    described: DescribedLayout, section_id: str, row: str, seat: str, data: st.DataObject
) -> None:
    layout = compile_layout(described.layout)
    keys = set(described.keys)
    assert all(layout.has_seat(*key) for key in keys)
    if described.keys:
        near = data.draw(st.sampled_from(described.keys))
        for other in ((section_id, *near[1:]), (near[0], row, near[2]), (*near[:2], seat)):
            assert layout.has_seat(*other) == (other in keys)
    assert layout.has_seat(section_id, row, seat) == ((section_id, row, seat) in keys)


@examples(20)
@given(described_layouts())
def test_the_same_rules_always_give_the_same_layout(described: DescribedLayout) -> None:
    assert compile_layout(described.layout).sections == compile_layout(described.layout).sections


def test_an_empty_layout_has_no_seats() -> None:
    layout = compiled()
    assert (layout.seat_count, layout.sections, layout.configurations) == (0, (), {})


def test_sections_keep_their_order_and_are_called_by_their_template() -> None:
    ids = ["FB2", {"first": "FB10", "last": "FB11"}, "Terrace"]
    layout = compiled(section(id=None, ids=ids, name="Field Box {number} ({id})", level="Field"))
    assert [(found.id, found.name, found.level) for found in layout.sections] == [
        ("FB2", "Field Box 2 (FB2)", "Field"),
        ("FB10", "Field Box 10 (FB10)", "Field"),
        ("FB11", "Field Box 11 (FB11)", "Field"),
        ("Terrace", "Field Box Terrace (Terrace)", "Field"),
    ]


def test_a_section_is_called_by_its_id_where_no_name_is_given() -> None:
    assert compiled(section(id=7)).sections[0].name == "7"


def test_composed_and_decomposed_letters_are_the_same_name() -> None:
    """Two keyboards write É in two ways; a seat that only one of them can name would be lost."""
    assert compiled(section(id="Le\u0301o")).section("L\u00e9o") is not None


def test_rows_may_be_given_in_pieces() -> None:
    pieces = ["WC", {"first": "A", "last": "C"}, {"first": "AA", "last": "CC", "style": "doubled"}, 7]
    layout = compiled(section(rows=pieces))
    assert [row.id for row in layout.sections[0].rows] == ["WC", "A", "B", "C", "AA", "BB", "CC", "7"]


@pytest.mark.parametrize(
    ("rule", "seats"),
    [
        ({"count": 3}, "1 2 3"),
        ({"first": 11, "count": 3}, "11 12 13"),
        ({"first": "A", "count": 3}, "A B C"),
        ({"first": "W08", "count": 3}, "W08 W09 W10"),
        ({"first": 3, "count": 3, "step": -1}, "3 2 1"),
        ({"count": 3, "step": 10}, "1 11 21"),
        ({"count": 3, "numbering": "odd"}, "1 3 5"),
        ({"count": 3, "numbering": "even"}, "2 4 6"),
        ({"first": 7, "count": 3, "step": -1, "numbering": "odd"}, "7 5 3"),
        ([{"count": 2, "numbering": "odd"}, {"count": 2, "numbering": "even"}], "1 3 2 4"),
    ],
)
def test_seats_are_counted_as_their_rule_says(rule: object, seats: str) -> None:
    assert seats_of(compiled(section(seats=rule)), "A") == seats.split()


def test_an_exception_changes_its_rows_alone_and_what_it_gives_alone() -> None:
    exceptions = [{"rows": {"first": "B", "last": "C"}, "count": 2}, {"rows": ["D"], "first": 5, "skip": [6]}]
    layout = compiled(section(rows=["A", "B", "C", "D"], seats={"count": 4, "exceptions": exceptions}))
    assert {row.id: seats_of(layout, row.id) for row in layout.sections[0].rows} == {
        "A": ["1", "2", "3", "4"],
        "B": ["1", "2"],
        "C": ["1", "2"],
        "D": ["5", "7", "8"],
    }
    assert layout.seat_count == 11


def test_rows_without_a_word_on_seats_are_rows_of_unknown_seats() -> None:
    layout = compiled(section(seats=None))
    assert [(row.id, row.seats) for row in layout.sections[0].rows] == [("A", None), ("B", None), ("C", None)]
    assert layout.seat_count == 0
    assert not layout.has_seat("101", "A", "1")


def test_a_suite_has_a_capacity_and_no_rows() -> None:
    layout = compiled(section(id="S1", kind="suite", rows=None, seats=None, capacity=12))
    assert (layout.sections[0].kind, layout.sections[0].rows, layout.capacity) == ("suite", (), 12)
    assert layout.seat_count == 0


def test_a_suite_may_have_rows_and_seats() -> None:
    assert compiled(section(kind="suite")).seat_count == 12


def test_rows_that_have_the_same_seats_share_them() -> None:
    exceptions = [{"rows": ["B"], "count": 2}]
    layout = compiled(section(id=None, ids=[1, 2], seats={"count": 4, "exceptions": exceptions}))
    one, two = layout.sections
    assert one.plan is two.plan
    a, b, c = one.rows
    assert a.seats is c.seats
    assert a.seats is not b.seats


def test_a_configuration_closes_sections_and_may_have_its_own_focus() -> None:
    layout = compiled(
        section(id=None, ids={"first": 1, "last": 5}),
        focus={"name": "Pitch", "y": 3},
        configurations=[
            {"id": "match", "name": "Match"},
            {"id": "concert", "focus": {"name": "Stage"}, "closed": [1, {"first": 4, "last": 5}]},
        ],
    )
    match, concert = layout.configurations.values()
    assert (match.name, match.closed, match.focus.name) == ("Match", frozenset(), "Pitch")
    assert (layout.closed("concert"), concert.focus.name) == (frozenset({"1", "4", "5"}), "Stage")


def test_a_key_is_section_row_and_seat() -> None:
    assert str(SeatKey("110", "17", "3")) == "110/17/3"
