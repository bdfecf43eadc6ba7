"""Letters that look alike in two scripts, letters with marks, and the writing of numbers."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import readable

SEATS = frozenset(str(number) for number in range(1, 21))


def hall(names: str, rows: str) -> NameMatcher:
    by_name = {row: RowNames(row, SEATS) for row in rows.split()}
    return NameMatcher(
        SectionNames(id=name, name=name, rows=by_name, rows_by_id=by_name) for name in names.split("|")
    )


def found(matcher: NameMatcher, label: str | Parts) -> str:
    resolution = matcher.resolve(label)
    has_seat = resolution.status == "matched" and resolution.seat is not None
    return resolution.seat.key if has_seat and resolution.seat else resolution.status


@pytest.mark.parametrize(("label", "place"), [
    ("Сектор A ряд B место 5", "Сектор А/В/5"),
    ("сектор a, ряд a, место 5", "Сектор А/А/5"),
    ("Сектор C12 ряд В место 5", "Сектор С12/В/5"),
    ("В секторе В в ряду В место 5", "Сектор В/В/5"),
    ("Сектор B, A5", "Сектор В/А/5"),
])  # fmt: skip
def test_a_latin_letter_stands_for_the_cyrillic_one_that_the_venue_has(label: str, place: str) -> None:
    assert found(hall("Сектор А|Сектор В|Сектор С12", "А Б В Г Д"), label) == place


@pytest.mark.parametrize(("label", "place"), [
    ("Sector B row 1 seat 5", "unmatched"),
    ("Сектор B ряд 1 место 5", "Сектор В/1/5"),
    ("Sector V row 1 seat 5", "Сектор В/1/5"),
    ("Sector G row 1 seat 5", "Сектор Г/1/5"),
    ("Sector K row 1 seat 5", "unmatched"),
])  # fmt: skip
def test_among_latin_words_a_letter_may_be_meant_by_its_sound_and_not_by_its_look(
    label: str, place: str
) -> None:
    assert found(hall("Сектор А|Сектор Б|Сектор В|Сектор Г", "1 2 3"), label) == place


def test_a_letter_behind_a_word_for_sections_is_no_initial_of_another_name() -> None:
    matcher = hall("Сектор А|Сектор В|ВИП трибуна", "1 2 3")
    assert found(matcher, "Трибуна: Сектор В; Ред: 3; Място: 9") == "unmatched"


@pytest.mark.parametrize(("label", "place"), [
    ("Блок А ряд С место 5", "Block A/C/5"),
    ("сектор С ряд Р место 5", "Block C/P/5"),
    ("Block М12 row В seat 3", "Block M12/B/3"),
    ("Τμήμα Α Σειρά Β Θέση 3", "Block A/B/3"),
    ("Блок А ряд Б место 5", "section_only"),
])  # fmt: skip
def test_a_cyrillic_or_greek_letter_stands_for_the_latin_one_that_the_venue_has(
    label: str, place: str
) -> None:
    matcher = hall("Block A|Block C|Block M12", "A B C M P")
    assert found(matcher, label) == place
    assert found(matcher, Parts(section="Block С", row="С", seat="3")) == "Block C/C/3"


def test_letters_of_two_scripts_that_a_venue_has_side_by_side_are_told_apart() -> None:
    matcher = hall("Block A", "A C \u0421")
    assert found(matcher, "Block A Row C Seat 3") == "Block A/C/3"
    assert found(matcher, "Block A Row \u0421 Seat 3") == "Block A/\u0421/3"


def test_letters_with_a_mark_of_their_own_are_other_rows() -> None:
    rows = "AOИIЙÅØÖЇ"
    matcher = hall("Parkett", " ".join(rows))
    for row in rows:
        assert found(matcher, f"Parkett rad {row} plats 3") == f"Parkett/{row}/3"


@pytest.mark.parametrize(("written", "plain"), [
    ("SIRA", "sira"), ("Sıra", "sira"), ("İKİNCİ", "ikinci"), ("Łódź", "lodz"), ("RÆKKE", "raekke"),
    ("højre", "hojre"), ("Đ5", "d5"), ("ΘΈΣΕΙΣ", "θεσεισ"), ("Θέσεις", "θεσεισ"), ("Чётная", "четная"),
    ("СЛЕВА Й", "слева й"), ("Її", "її"), ("がか", "がか"), ("열", "열"), ("Straße", "strasse"),
])  # fmt: skip
def test_folding_keeps_what_tells_words_apart(written: str, plain: str) -> None:
    assert folded(written) == plain


@pytest.mark.parametrize(("written", "read"), [
    ("5-й ряд, 12-е место", "5й ряд, 12е место"),
    ("1:a raden", "1a raden"),
    ("3'üncü sıra", "3üncü sıra"),
    ("Lóže č. 3", "Lóže 3"),
    ("5-ty rząd", "5ty rząd"),
    ("12-А, 5-8, 20:00, B-й, 3'4, č. A", "12-А, 5-8, 20:00, B-й, 3'4, č. A"),
])  # fmt: skip
def test_a_sign_between_a_number_and_its_ending_is_left_out(written: str, read: str) -> None:
    assert readable(written) == read
