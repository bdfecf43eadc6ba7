"""The words of tickets in each language: complete, and not at odds with each other."""

import pytest

from seatpreview.labels.text.general_words import general_word, opposites, with_one_typo
from seatpreview.labels.text.languages import LANGUAGES, OPPOSITES
from seatpreview.labels.text.spelling import folded

DIRECTIONS = frozenset(direction for group in OPPOSITES for direction in group) - {"middle"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_all_directions_and_ten_ordinals(code: str) -> None:
    language = LANGUAGES[code]
    assert set(language.directions) >= DIRECTIONS
    assert len(language.ordinals) == 10
    assert all(general_word(folded(form)).ordinal == "2" for form in language.ordinals[1].split())


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_no_seat_is_no_word_for_a_place_in_any_language(code: str) -> None:
    for word in LANGUAGES[code].not_a_seat.split():
        general = general_word(folded(word))
        assert general.is_known, word
        assert not general.names_a_place, word
        assert general.kinds.isdisjoint(("row", "rows", "seat", "seats", "section", "sections")), word


@pytest.mark.parametrize(("written", "kind"), [
    ("row", "row"), ("reihe", "row"), ("rang", "row"), ("fila", "row"), ("rij", "row"), ("fileira", "row"),
    ("seat", "seat"), ("platz", "seat"), ("place", "seat"), ("asiento", "seat"), ("posto", "seat"),
    ("stoel", "seat"), ("lugar", "seat"), ("vak", "section"), ("settore", "section"), ("gate", "foreign"),
    ("eingang", "foreign"), ("parking", "not_a_seat"), ("gutschein", "not_a_seat"),
])  # fmt: skip
def test_words_are_known_in_the_language_that_has_them(written: str, kind: str) -> None:
    assert kind in general_word(written).kinds


def test_directions_exclude_their_opposites() -> None:
    assert "right" in opposites("left")
    assert "south" in opposites("north")
    assert "east" not in opposites("north")


def test_a_compound_of_a_direction_is_taken_apart() -> None:
    assert general_word("nordtribune").parts == ("nord", "tribune")
    assert general_word("oberrang").directions == {"upper"}
    assert not general_word("haupttribune").is_known


def test_a_typo_is_recognized_only_if_all_words_that_can_be_meant_say_the_same() -> None:
    assert with_one_typo("seciton") == "section"
    assert with_one_typo("plazt") in ("platz", "plaza")  # Both are seats.
    assert with_one_typo("palce") == ""  # Place or palco.
