"""Labels that name no section, and rows and seats that are written in one piece."""

import string

import msgspec
import pytest

from seatpreview.labels.label_rules import LabelParts
from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT
from seatpreview.labels.model import Parts, RowNames, SectionNames, matched_keys

SEATS = frozenset(str(number) for number in range(1, 21))


def section(name: str, rows: str) -> SectionNames:
    named = {row: RowNames(row, SEATS) for row in rows.split()}
    return SectionNames(id=name, name=name, rows=named, rows_by_id=named or {"": RowNames("", SEATS)})


LETTERS = " ".join(string.ascii_uppercase[:13])
HALL = NameMatcher([section("Hall", LETTERS)])
THEATRE = NameMatcher(
    [
        section("Stalls", f"AA BB {LETTERS}"),
        section("Circle", "A B C D"),
        section("Gallery", "1 2 3 4"),
        section("Box 1", ""),
    ]
)


def keys_of(matcher: NameMatcher, label: str | Parts) -> str:
    resolution = matcher.resolve(label)
    keys = matched_keys(resolution)
    assert not keys or resolution.confidence >= MIN_CONFIDENCE_DEFAULT
    return " ".join(keys)


@pytest.mark.parametrize(("label", "keys"), [
    ("Row C Seat 7", "Hall/C/7"),
    ("Reihe C Platz 7", "Hall/C/7"),
    ("Fila C, Butaca 7", "Hall/C/7"),
    ("Section: , Row: C, Seat: 7", "Hall/C/7"),
    ("VIP, Row C Seat 7", "Hall/C/7"),
    ("Row C", "Hall/C"),
    ("C7", "Hall/C/7"),
    ("C 7", "Hall/C/7"),
    ("C7, C8", "Hall/C/7 Hall/C/8"),
    ("C4-5", "Hall/C/4 Hall/C/5"),
    ("7C", "Hall/C/7"),
    ("Seat C7", "Hall/C/7"),
    (Parts(section="", row="C", seat="7"), "Hall/C/7"),
    (Parts(section="", row="C"), "Hall/C"),
    ("", ""),
    ("C", ""),
    ("7", ""),
    ("Block C7", ""),
    ("Level 1 Row C Seat 7", ""),
    ("Balcony Row C Seat 7", ""),
    ("Studio Row C Seat 7", ""),
    ("Row C or D", ""),
    ("Row Z Seat 7", ""),
    ("Row C Seat 70", ""),
    (Parts(section="", row="Z", seat="7"), ""),
])  # fmt: skip
def test_a_hall_with_one_section_needs_none_to_be_named(label: str | Parts, keys: str) -> None:
    assert keys_of(HALL, label) == keys


@pytest.mark.parametrize(("label", "keys"), [
    ("Row 3 Seat 7", "Gallery/3/7"),
    ("Row BB Seat 7", "Stalls/BB/7"),
    ("BB7", "Stalls/BB/7"),
    (Parts(section="", row="3", seat="7"), "Gallery/3/7"),
    ("Row C Seat 7", ""),
    ("Row K Seat 7", ""),  # It may be a mistake for a row of the circle, which has letters as well.
    ("Row CC Seat 7", ""),
    ("3-7", ""),
    ("3rd row", ""),
    ("Seat 7", ""),
    ("Section 3 Seat 7", ""),
    ("Stalls Row 3 Seat 7", ""),
])  # fmt: skip
def test_a_row_that_only_one_section_can_have_names_its_section(label: str | Parts, keys: str) -> None:
    assert keys_of(THEATRE, label) == keys


def test_an_answer_without_a_section_is_less_certain_than_one_with_it() -> None:
    named, only, by_row = (
        HALL.resolve("Hall Row C Seat 7"),
        HALL.resolve("Row C Seat 7"),
        THEATRE.resolve("Row 3 Seat 7"),
    )
    assert named.confidence > only.confidence > by_row.confidence


@pytest.mark.parametrize(("label", "keys"), [
    ("Stalls C4-5", "Stalls/C/4 Stalls/C/5"),
    ("Stalls C4, 5", "Stalls/C/4 Stalls/C/5"),
    ("Stalls Seat G14", "Stalls/G/14"),
    ("Stalls Seats G14-G16", "Stalls/G/14 Stalls/G/15 Stalls/G/16"),
    ("Stalls 7C", "Stalls/C/7"),
    ("Stalls C4-D5", ""),
    ("Gallery 3e", ""),
    ("Stalls 3D", ""),
    ("Stalls Block 7C", ""),
])  # fmt: skip
def test_a_row_and_its_seats_may_be_written_in_one_piece(label: str, keys: str) -> None:
    assert keys_of(THEATRE, label) == keys


def test_a_label_in_parts_may_leave_the_section_out() -> None:
    assert msgspec.json.decode(b'{"row": "C", "seat": "7"}', type=LabelParts) == LabelParts(row="C", seat="7")
