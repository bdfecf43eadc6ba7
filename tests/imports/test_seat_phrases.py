import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.words.seat_phrases import (
    bare_names,
    clean_id,
    is_automatic,
    split_seat,
    worded_names,
)


@pytest.mark.parametrize(
    ("text", "section", "row", "seat"),
    [
        ("Stalls, Row B, Seat 12", "Stalls", "B", "12"),
        ("Row A, Seat 13, Sold out", "", "A", "13"),
        ("Parkett Reihe 3 Platz 7", "Parkett", "3", "7"),
        ("1. Rang Reihe 2 Platz Nr. 4", "1. Rang", "2", "4"),
        ("Orchestre, rang C, siège 14", "Orchestre", "C", "14"),
        ("Platea, fila C, butaca 4", "Platea", "C", "4"),
        ("Galleria fila 3 posto 8", "Galleria", "3", "8"),
        ("Zaal rij 4 stoel 12", "Zaal", "4", "12"),
        ("Plateia fileira F cadeira 9", "Plateia", "F", "9"),
        ("sec-101-row-9-seat-12", "101", "9", "12"),
        ("seat_A_12", "", "A", "12"),
        ("seat-101-9-12", "101", "9", "12"),
        ("R5S12", "", "5", "12"),
        ("row9seat", "", "", ""),
        ("rowAA seat 12A", "", "AA", "12A"),
        ("Box 5 Seat 2", "Box 5", "", "2"),
        ("seat-vip", "", "", ""),
        ("Cadeira de rodas", "", "", ""),
        ("Plateia, fila D, cadeira de rodas, lugar 11", "Plateia", "D", "11"),
        ("Place PMR", "", "", ""),
        ("seat map", "", "", ""),
    ],
)
def test_names_beside_words_are_read(text: str, section: str, row: str, seat: str) -> None:
    found = dict(worded_names(text))
    assert (found.get("section", ""), found.get("row", ""), found.get("seat", "")) == (section, row, seat)


def test_a_level_and_a_section_in_front_are_told_apart() -> None:
    assert dict(worded_names("Balcony, Left, Row A, Seat 1"))["level"] == "Balcony"
    assert dict(worded_names("Level 2, Section 204, Row 5, Seat 3"))["section"] == "204"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("B12", ("", "B", "12")),
        ("AA7", ("", "AA", "7")),
        ("A-12", ("", "A", "12")),
        ("12-A", ("", "A", "12")),
        ("3_7", ("", "3", "7")),
        ("101-B-12", ("101", "B", "12")),
        ("Stalls-B12", ("Stalls", "B", "12")),
        ("STALLS_L_B_12", ("STALLS L", "B", "12")),
        ("12", ("", "", "12")),
        ("12B", ("", "12", "B")),
        ("12bis", ("", "", "12bis")),
        ("12 bis", ("", "", "12 bis")),
        ("path1234", ("", "", "")),
        ("Ellipse_12", ("", "", "")),
        ("9D64A4E0-69B3-4512-B3A4-E86ADA4C7955", ("", "", "")),
        ("balcony", ("", "", "")),
    ],
)
def test_names_without_words_are_read_by_their_form(text: str, names: tuple[str, str, str]) -> None:
    found = dict(bare_names(text))
    assert (found.get("section", ""), found.get("row", ""), found.get("seat", "")) == names


def test_what_drawing_programs_add_to_ids_is_undone() -> None:
    assert [clean_id(text) for text in ["Row_x5F_A_1_", "_x31_2", "B12_2_", "B12"]] == [
        "Row_A",
        "12",
        "B12",
        "B12",
    ]
    assert is_automatic("circle1234-5")
    assert is_automatic("Layer_1")
    assert is_automatic("g12")
    assert is_automatic("_2014331486320")
    assert not is_automatic("G12")
    assert not is_automatic("Balcony")


def test_a_row_in_front_of_the_seat_is_taken_off() -> None:
    assert split_seat("B12", "B") == ("B", "12")
    assert split_seat("B12", "") == ("B", "12")
    assert split_seat("12A", "B") == ("B", "12A")
    assert split_seat("112", "1") == ("1", "112")
    assert split_seat("1-12", "1") == ("1", "12")


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for found in (worded_names(text), bare_names(clean_id(text))):
        assert all(value for _, value in found)
