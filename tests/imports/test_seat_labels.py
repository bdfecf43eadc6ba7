"""Labels that name section, row and seat in one text."""

import pytest

from seatpreview.imports.tables.seat_labels import LabelParts, split_labels, split_most_labels
from seatpreview.imports.words.worded_places import without_words


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("Stalls A12", ("Stalls", "A", "12")),
        ("Upper Circle B 1", ("Upper Circle", "B", "1")),
        ("A-12", ("", "A", "12")),
        ("A12b", ("", "A", "12b")),
        ("101/5/12", ("101", "5", "12")),
        ("101-AA-12", ("101", "AA", "12")),
        ("Row A Seat 12", ("", "A", "12")),
        ("Block 101, Row 5, Seat 12", ("101", "5", "12")),
        ("Parkett links Reihe 3 Platz 4", ("Parkett links", "3", "4")),
        ("Fila 7, Asiento 9", ("", "7", "9")),
        ("Партер, ряд 7, место 9", ("Партер", "7", "9")),
        ("Sektor B, rząd 7, miejsce 9", ("B", "7", "9")),
        ("Sektör A Sıra 3 Koltuk 14", ("A", "3", "14")),
        ("R1 S4", ("", "1", "4")),
    ],
)
def test_a_label_is_split(label: str, parts: tuple[str, str, str]) -> None:
    assert split_labels([label]) == {label: LabelParts(*parts)}


def test_labels_that_do_not_agree_are_not_split() -> None:
    assert split_labels(["A12", "Balcony"]) is None
    assert split_labels(["x" * 10_000]) is None
    assert split_labels([]) is None
    assert split_most_labels(["A1", "Balcony"]) is None


def test_a_word_is_dropped_only_if_each_name_has_it() -> None:
    assert without_words(["Row A", "Row B"], "row") == {"Row A": "A", "Row B": "B"}
    assert without_words(["Row A", "B"], "row") is None
    assert without_words(["Rowan"], "row") is None
