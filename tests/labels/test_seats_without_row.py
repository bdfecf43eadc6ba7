"""Labels that name a section and a seat, but no row: found where there is at most one row to choose from."""

import pytest

from layouts.written import compiled
from seatpreview.labels.model import Parts, Resolution, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.venues.resolver_names import section_names

HALL = Resolver(
    section_names(
        compiled(
            {"id": "A", "name": "Box A", "kind": "suite", "seats": {"count": 6}},
            {"id": "B", "name": "Box B", "kind": "suite", "rows": ["1"], "seats": {"count": 6}},
            {"id": "C", "name": "Box C", "kind": "suite", "rows": ["F"], "seats": {"count": 6}},
            {"id": "D", "name": "Box D", "kind": "suite", "capacity": 6},
            {
                "ids": {"first": "T1", "last": "T9"},
                "name": "Table {number}",
                "seats": {"first": "A", "count": 4},
            },
            {"id": "S", "name": "Stalls", "rows": {"first": "A", "last": "F"}, "seats": {"count": 20}},
            {"id": "GA", "name": "Terrace", "kind": "standing", "seats": {"count": 100}},
            {"id": "E5", "name": "East 5", "seats": {"count": 20}},
            {"id": "E512", "name": "East 5 12", "seats": {"count": 20}},
        )
    )
)


def resolve(label: str | Parts) -> Resolution:
    return HALL.resolve(label)


@pytest.mark.parametrize(
    ("label", "key"),
    [
        # A section without rows
        ("A//3", "A//3"),
        ("Box A seat 3", "A//3"),
        ("Box A, Seat 03", "A//3"),
        ("Box A Platz 3", "A//3"),
        ("Seat 3, Box A", "A//3"),
        ("Box A 3", "A//3"),
        ("Box A, 3", "A//3"),
        ("Box A Row - Seat 3", "A//3"),
        ("Box A, Row: , Seat: 3", "A//3"),
        ("Table 4 seat C", "T4//C"),
        ("Table 4, C", "T4//C"),
        ("Terrace place 55", "GA//55"),
        (Parts(section="Box A", seat="3"), "A//3"),
        (Parts(section="Box A", row="GA", seat="3"), "A//3"),
        # A section with one row: its id is in the key, as before
        ("Box B seat 3", "B/1/3"),
        ("Box B row 1 seat 3", "B/1/3"),
        ("Box B 1", "B/1"),
        ("Box C seat 3", "C/F/3"),
        ("Box C 3", "C/F/3"),
        ("Box C F 3", "C/F/3"),
        (Parts(section="Box B", seat="3"), "B/1/3"),
    ],
)
def test_a_seat_is_found_without_its_row(label: str | Parts, key: str) -> None:
    assert matched_keys(resolve(label)) == (key,)


def test_several_seats_are_found_without_their_row() -> None:
    assert matched_keys(resolve("Box A seats 3-5")) == ("A//3", "A//4", "A//5")
    assert matched_keys(resolve("Box B seats 2 and 4")) == ("B/1/2", "B/1/4")


@pytest.mark.parametrize(
    "label",
    [
        "Box A seat 9",
        "Box A row 1 seat 3",
        "Box A row 3",
        "Box A 1 3",
        "A//9",
        "B//3",
        "Box B row 2 seat 3",
        "Box B rows 1-2 seat 3",
        "Box B second row seat 3",
        "Box B top row, seat 3",
        "Box B row premium seat 3",
        "Box B 3",
        "Box C G 3",
        "Box D seat 3",
        "Stalls seat 3",
        # 'Terrace 55' may be a section that is not there.
        "Terrace 55",
        Parts(section="Box A", row="1", seat="3"),
        Parts(section="Box B", row="2", seat="3"),
    ],
)
def test_a_row_that_is_not_there_or_a_seat_in_one_of_many_is_no_seat(label: str | Parts) -> None:
    found = resolve(label)
    assert (found.status, found.level) == ("section_only", "section")


@pytest.mark.parametrize(
    "label", ["Box seat 3", "Table seat C", "Box A back row seat 3", "Box A Xyzzy seat 3"]
)
def test_what_is_not_certain_is_declined(label: str) -> None:
    assert resolve(label).status in ("ambiguous", "unmatched")


def test_a_number_that_may_be_a_seat_or_the_name_of_a_section_is_the_section() -> None:
    assert matched_keys(resolve("East 5 12")) == ("E512",)
    assert matched_keys(resolve("East 5 11")) == ("E5//11",)


def test_the_level_of_a_seat_without_a_row_is_the_seat() -> None:
    found = resolve("Box A seat 3")
    assert found.level == "seat"
    assert found.seat is not None
    assert (found.seat.section, found.seat.row, found.seat.seat) == ("A", None, "3")


def test_a_number_that_is_taken_for_a_seat_is_explained_as_one() -> None:
    explained = HALL.resolve("Box A 3", explain=True)
    assert [word.taken_for for word in explained.words] == ["section", "section", "seat"]
