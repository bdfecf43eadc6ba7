"""Texts that name row and seat by words: in each language that labels have, in both orders."""

import pytest

from imports.svg_files import all_named, circles, grid, read
from seatpreview.imports.tables.seat_labels import LabelParts, split_labels
from seatpreview.imports.words.seat_phrases import worded_names
from seatpreview.imports.words.worded_places import worded_place
from seatpreview.labels.text.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_before_and_behind_numbers_are_read_in_every_language(language: str) -> None:
    words = LANGUAGES[language]
    row, seat = words.row.split()[0], words.seat.split()[0]
    for text in (f"{row} 3, {seat} 5", f"3 {row}, 5 {seat}", f"3{row}5{seat}"):
        assert worded_place(text) == ("", "3", "5"), text
        assert split_labels([text]) == {text: LabelParts("", "3", "5")}, text
    assert worded_place(f"{row.capitalize()} A {seat} 5") == ("", "A", "5")
    for text in (f"Parkett, {row} 3, {seat} 5", f"Parkett 3 {row} 5 {seat}"):
        assert dict(worded_names(text)) == {"section": "Parkett", "row": "3", "seat": "5"}, text


@pytest.mark.parametrize("text", ["", "3列", "Row 3", "Seat 5", "Row 3 Seat 5 and more", "3 5", "Row Seat 5"])
def test_texts_without_row_and_seat_are_none(text: str) -> None:
    assert worded_place(text) is None


def test_titles_of_a_drawing_with_words_behind_the_numbers_name_its_seats() -> None:
    hall = read(circles("", rows="123", seats=8, inside="<title>{row}列{seat}番</title>"))
    assert all_named(hall) == grid("", "", "123", 8)
