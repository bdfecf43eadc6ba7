"""Compaction of names and seats: ranges and rules mean the same as the lists that they were made from."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.fitting.compact_names import (
    CompactNames,
    compact_names,
    is_countable,
    seat_rules,
)
from seatpreview.imports.natural_order import natural_sort_key
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout, NameRange, SeatException, SeatRule, SectionRule

NAMES = st.one_of(
    st.integers(0, 300).map(str),
    st.integers(0, 40).map("{:02}".format),
    st.text("ABCDXYZ", min_size=1, max_size=3),
    st.text("ab", min_size=1, max_size=2),
    st.integers(1, 30).map("R{}".format),
    st.sampled_from(["Awc", "37Wc", "Aa", "Bb", "Balcony", "Box B"]),
)
SEATS = NAMES.filter(is_countable)


def rows_of(names: CompactNames) -> list[str]:
    layout = compile_layout(Layout(sections=(SectionRule(id="S", rows=names),)))
    return [row.id for row in layout.sections[0].rows]


@given(st.lists(NAMES, min_size=1, max_size=40, unique=True))
def test_written_names_are_the_same_in_the_same_order(names: list[str]) -> None:
    assert rows_of(compact_names(names)) == names
    ordered = sorted(names, key=natural_sort_key)
    assert rows_of(compact_names(ordered)) == ordered


@given(
    st.dictionaries(
        st.integers(1, 60).map(str),
        st.lists(SEATS, min_size=1, max_size=12, unique=True),
        min_size=1,
        max_size=8,
    )
)
def test_rules_for_seats_give_the_same_seats_in_the_same_order(rows: dict[str, list[str]]) -> None:
    rules = seat_rules(rows)
    if rules is None:
        return
    read = msgspec.convert(msgspec.to_builtins(rules), tuple[SeatRule, ...])
    [section] = compile_layout(
        Layout(sections=(SectionRule(id="S", rows=compact_names(list(rows)), seats=read),))
    ).sections
    assert {row.id: list(row.seats or ()) for row in section.rows} == rows


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("1 2 3 4", NameRange(first=1, last=4)),
        ("A B C D E F G H J K", NameRange(first="A", last="K", skip=("I",))),
        ("01 02 03", NameRange(first="01", last="03")),
        ("AA BB CC DD", NameRange(first="AA", last="DD", style="doubled")),
        ("Y Z AA AB", NameRange(first="Y", last="AB")),
        ("1 3 5 7", NameRange(first=1, last=7, step=2)),
        ("A B", ("A", "B")),
        ("1 2 3 101 102 103", (NameRange(first=1, last=3), NameRange(first=101, last=103))),
        ("Aa Bb Cc", ("Aa", "Bb", "Cc")),
    ],
)
def test_names_are_written_as_a_person_would(names: str, expected: CompactNames) -> None:
    assert compact_names(names.split()) == expected


def test_natural_order_has_letters_in_front_and_counts_past_z() -> None:
    names = ["10", "AA", "2", "B", "Z", "1", "A"]
    assert sorted(names, key=natural_sort_key) == ["A", "B", "Z", "AA", "1", "2", "10"]


def test_what_most_rows_have_is_the_rule_and_the_rest_are_exceptions() -> None:
    rows = {
        "A": ["1", "2", "3"],
        "B": ["1", "2", "3", "4", "5"],
        "C": ["1", "2", "3", "4", "5"],
        "D": ["1", "2", "4", "5"],
    }
    assert seat_rules(rows) == (
        SeatRule(
            count=5,
            exceptions=(SeatException(rows=("A",), count=3), SeatException(rows=("D",), skip=(3,))),
        ),
    )


def test_odd_and_even_sides_are_two_rules_side_by_side() -> None:
    rules = seat_rules({"1": ["5", "3", "1", "2", "4", "6"]})
    assert rules == (SeatRule(first=5, count=3, step=-2), SeatRule(first=2, count=3, step=2))


def test_an_order_that_takes_more_than_eight_rules_is_given_up() -> None:
    assert seat_rules({"1": ["1", "50", "2", "51", "3", "52", "4", "53", "5", "54"]}) is None
