"""Labels that name one place although they are written in an unusual way, or name other things as well."""

import string

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames, matched_keys

SEATS = frozenset(str(number) for number in range(1, 21))


def section(name: str, rows: str) -> SectionNames:
    named = {row: RowNames(row, SEATS) for row in rows.split()}
    return SectionNames(id=name, name=name, rows=named, rows_by_id=named)


LETTERS = " ".join(string.ascii_uppercase[:8])
NUMBERS = " ".join(map(str, range(1, 13)))
HOUSE = NameMatcher(
    [
        section("Stalls", LETTERS),
        section("Balcony", NUMBERS),
        section("101", LETTERS),
        section("104", LETTERS),
        section("Courtside", NUMBERS),
    ]
)


def keys_of(label: str | Parts, matcher: NameMatcher = HOUSE) -> str:
    return " ".join(matched_keys(matcher.resolve(label)))


@pytest.mark.parametrize("thing", [
    "Cabin 7142", "Perf 2", "Screen 4", "U16", "U-21", "Rd 4", "Round of 16", "Event 3", "Runde 2",
    "Vorstellung 12", "Séance 3", "Représentation 4", "Sesión 2", "Partido 5", "Recita 3", "Ronde 4",
    "Sessão 2", "(parking included)", "incl. parking", "w/ parking", "inkl. Parkplatz", "parking inclus",
    "parking incluido", "parcheggio incluso", "inclusief parkeren", "estacionamento incluído",
    "alcohol-free", "step-free", "alkoholfrei", "Centre Court",
])  # fmt: skip
def test_other_things_beside_a_place_change_nothing(thing: str) -> None:
    assert keys_of(f"104 Row C Seat 7 {thing}") == "104/C/7"
    assert keys_of(f"{thing}, Stalls Row C Seat 7") == "Stalls/C/7"


@pytest.mark.parametrize("label", [
    "Parking 104 Row C Seat 7",
    "104 parking included",
    "Block U16 Row C Seat 7",
    "Court Row 3 Seat 7",
    "Screen Row 3 Seat 7",
    "Stalls Row C Seat 7 (D7)",
    "Stalls Row C Seat 7, Stalls Row D Seat 7",
    "Stalls Row C Seat 7, Balcony Row 3 Seat 7",
    Parts(section="104 Row D Seat 7", row="C", seat="7"),
    Parts(section="104 Row C Seat 8", row="C", seat="7"),
    "Stalls Row I Seat 7",
    "Stalls Row l Seat 7",
    "Section I0l Row Z Seat 7",
])  # fmt: skip
def test_what_names_no_single_place_is_still_declined(label: str | Parts) -> None:
    assert keys_of(label) == ""


@pytest.mark.parametrize(("label", "keys"), [
    ("Stalls Row(s): C Seat(s): 7, 8", "Stalls/C/7 Stalls/C/8"),
    ("Stalls Rang(s) C Siège(s) 7", "Stalls/C/7"),
    ("Balcony Reihe(n) 3 Platz 7", "Balcony/3/7"),
    ("Balcony Fila(s) 3 Lugar(es) 7", "Balcony/3/7"),
    ("Stalls Pew C Seat 7", "Stalls/C/7"),
    ("Travée 104 rang C siège 7", "104/C/7"),
    ("Stalls Row C Seat 7 (C7)", "Stalls/C/7"),
    ("Stalls C7 - Row C Seat 7", "Stalls/C/7"),
    ("Sec 104 Row C Seat 7 [104-C-7]", "104/C/7"),
    ("Stalls Row C Seat 7, Stalls Row C Seat 7", "Stalls/C/7"),
    (Parts(section="Section 104 Row C Seat 7", row="C", seat="7"), "104/C/7"),
    (Parts(section="104 Row C", row="C", seat="7"), "104/C/7"),
    ("StallsRowCSeat7", "Stalls/C/7"),
    ("STALLSROWCSEAT7", "Stalls/C/7"),
    ("stallsc7", "Stalls/C/7"),
    ("Sec104RowCSeat7", "104/C/7"),
    ("Stalls RowCSeat 7", "Stalls/C/7"),
    ("BalconyRow3Seat7", "Balcony/3/7"),
])  # fmt: skip
def test_other_ways_to_write_a_place_are_read(label: str | Parts, keys: str) -> None:
    assert keys_of(label) == keys


@pytest.mark.parametrize(("label", "keys"), [
    ("Section 1O4 Row C Seat 7", "104/C/7"),
    ("Section IOl Row C Seat 7", ""),  # It has no digit that shows that it is a number.
    ("Section l04 Row C Seat 1O", "104/C/10"),
    ("Stalls Row C Seat l", "Stalls/C/1"),
    ("Sta11s R0w C Seat 7", "Stalls/C/7"),
    ("Ba1cony Row 1O Seat 7", "Balcony/10/7"),
    (Parts(section="1O4", row="C", seat="l2"), "104/C/12"),
    (Parts(section="Balcony", row="1O", seat="l"), "Balcony/10/1"),
])  # fmt: skip
def test_digits_and_letters_that_look_alike_are_confused_where_one_reading_exists(
    label: str | Parts, keys: str
) -> None:
    resolution = HOUSE.resolve(label)
    assert " ".join(matched_keys(resolution)) == keys
    assert resolution.confidence < HOUSE.resolve("Stalls Row C Seat 7").confidence


def test_a_section_that_looks_like_a_number_stays_what_it_is() -> None:
    lettered = NameMatcher([section("I4", LETTERS), section("14", LETTERS), section("H4", LETTERS)])
    assert keys_of("Block I4 Row C Seat 7", lettered) == "I4/C/7"
    assert keys_of("Block l4 Row C Seat 7", lettered) == ""
    assert keys_of("Block H4 Row C Seat 1O", lettered) == "H4/C/10"
