"""Rows that run on across sections, and seats that run on across blocks: the section need not be named."""

from collections.abc import Iterable

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames


def section(name: str, rows: Iterable[str], first: int = 1, last: int = 20) -> SectionNames:
    seats = frozenset(str(number) for number in range(first, last + 1))
    named = {row: RowNames(row, seats) for row in rows}
    return SectionNames(id=name, name=name, rows=named, rows_by_id=named)


def found(matcher: NameMatcher, label: str) -> str:
    resolution = matcher.resolve(label)
    return resolution.seat.key if resolution.status == "matched" and resolution.seat else ""


ONE_SERIES = NameMatcher([section("Standard", "ABCDEF"), section("Premier", "GHIJ")])
ONE_ROW = NameMatcher([section("Left", "AB", 1, 10), section("Right", "AB", 11, 20)])
ODD_AND_EVEN = NameMatcher(
    SectionNames(id=name, name=name, rows=rows, rows_by_id=rows)
    for name, rows in (
        ("Odd", {"A": RowNames("A", frozenset({"1", "3", "5"}))}),
        ("Even", {"A": RowNames("A", frozenset({"2", "4", "6"}))}),
    )
)


@pytest.mark.parametrize(("matcher", "label", "place"), [
    (ONE_SERIES, "Row H Seat 7", "Premier/H/7"),
    (ONE_SERIES, "Row A, Seat 7 - Adult", "Standard/A/7"),
    (ONE_SERIES, "H7", "Premier/H/7"),
    (ONE_SERIES, "2x A14", "Standard/A/14"),
    (ONE_ROW, "Row A Seat 14", "Right/A/14"),
    (ONE_ROW, "Row B Seat 4", "Left/B/4"),
])  # fmt: skip
def test_a_row_or_a_seat_that_exists_once_needs_no_section(
    matcher: NameMatcher, label: str, place: str
) -> None:
    assert found(matcher, label) == place


@pytest.mark.parametrize(("matcher", "label"), [
    (ONE_SERIES, "Row K Seat 7"),
    (ONE_SERIES, "Standard Row H Seat 7"),
    (ONE_SERIES, "K7"),
    (ONE_SERIES, "7H"),
    (ONE_SERIES, "A99"),
    (ONE_SERIES, "Balcony Row H Seat 7"),
    (ONE_ROW, "Row A"),
    (ONE_ROW, "Row A Seats 10-11"),
    (ONE_ROW, "Row A Seat 24"),
    # Where two sections have an A, only one of them a G: it may be the A of the other one that was meant.
    (NameMatcher([section("Stalls", "ABCDEFG"), section("Circle", "ABC")]), "Row G Seat 7"),
    (NameMatcher([section("Stalls", "ABCDEFG"), section("Circle", "ABC")]), "G7"),
    (ODD_AND_EVEN, "Row A Seat 4"),
])  # fmt: skip
def test_a_row_that_may_be_a_mistake_for_another_one_is_declined(matcher: NameMatcher, label: str) -> None:
    assert found(matcher, label) == ""


def test_rows_of_a_stadium_do_not_run_on() -> None:
    blocks = [section(f"Block {number}", [f"R{number}"]) for number in range(1, 100)]
    assert found(NameMatcher(blocks), "Row R7 Seat 4") == ""
