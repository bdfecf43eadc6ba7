"""Numbers before their words: '5 ряд 12 место', '7. řada', '12. sor'. A label has one order."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames

SEATS = frozenset(str(number) for number in range(1, 31))
ROWS = {str(number): RowNames(str(number), SEATS) for number in range(1, 21)}


def hall(*names: str) -> NameMatcher:
    return NameMatcher(SectionNames(id=name, name=name, rows=ROWS, rows_by_id=ROWS) for name in names)


def found(matcher: NameMatcher, label: str | Parts) -> str:
    resolution = matcher.resolve(label)
    if resolution.status != "matched" or resolution.seat is None:
        return resolution.status
    return " ".join(seat.key for seat in resolution.seats) or resolution.seat.key


RUSSIAN = hall("Партер", "Балкон", "Сектор 5", "Сектор 7", "Сектор B", "Ложа 3", "Ложа 5")


@pytest.mark.parametrize(("label", "place"), [
    ("Партер 5 ряд 12 место", "Партер/5/12"),
    ("Партер, ряд 5, место 12", "Партер/5/12"),
    ("Партер, 5-й ряд, 12-е место", "Партер/5/12"),
    ("5 ряд, 12 место, партер", "Партер/5/12"),
    ("12 место 5 ряд партер", "Партер/5/12"),
    ("Партер пятый ряд, 12 место", "Партер/5/12"),
    ("Партер 5ряд 12место", "Партер/5/12"),
    ("5 сектор 12 ряд 7 место", "Сектор 5/12/7"),
    ("сектор 5 ряд 12 место 7", "Сектор 5/12/7"),
    ("Ложа 5 ряд 1 место 3", "Ложа 5/1/3"),
    ("Ложа 5, 1 ряд, 3 место", "Ложа 5/1/3"),
    ("Сектор 7-5 ряд-3 место", "Сектор 7/5/3"),
    ("Партер 5 ряд 12", "Партер/5/12"),
    ("Партер 3 вход 5 ряд 12 место", "Партер/5/12"),
])  # fmt: skip
def test_the_order_of_the_whole_label_decides_which_word_has_a_number(label: str, place: str) -> None:
    assert found(RUSSIAN, label) == place


@pytest.mark.parametrize(("label", "place"), [
    ("Сектор 5, 7 ряд, 12 место", "Сектор 5/7/12"),
    ("Сектор 5 7 ряд 12 место", "Сектор 5/7/12"),
    ("Сектор B, 7 ряд, 12 место", "Сектор B/7/12"),
    ("Партер 5 ряд место 12", "Партер/5/12"),
    ("Партер ряд 5, 12 место", "Партер/5/12"),
    ("Сектор 5. Ряд 7. Место 12", "Сектор 5/7/12"),
    ("Сектор 5. Ряд 7. Место 12. Детский", "Сектор 5/7/12"),
    ("Sektor 5. Reihe 7. Platz 12", "Сектор 5/7/12"),
    ("Sektor 5, 7. Reihe, 12. Platz", "Сектор 5/7/12"),
    ("Сектор 5 ряд 7 место 12, ряд 7 место 13", "Сектор 5/7/12 Сектор 5/7/13"),
    ("Сектор 5 ряд 7 место 12, ряд 8 место 13", "unmatched"),
])  # fmt: skip
def test_a_number_that_only_one_word_can_have_belongs_to_it_in_either_order(label: str, place: str) -> None:
    assert found(RUSSIAN, label) == place


@pytest.mark.parametrize("section", ["Сектор", "Секто", "Секттр", "Сетр"])
@pytest.mark.parametrize("seat", ["мсто", "место", "мстоо", "цст"])
def test_a_number_behind_the_word_for_rows_is_no_seat_where_other_words_are_misspelt(
    section: str, seat: str
) -> None:
    assert found(RUSSIAN, f"{section} 7 ряд 9 {seat} 5") in ("Сектор 7/9/5", "unmatched")
    assert found(RUSSIAN, "Секто 7 ряд 9 мсто 5") == "Сектор 7/9/5"


def test_rows_in_roman_numerals_are_known_by_their_numbers() -> None:
    rows = {name: RowNames(name, SEATS) for name in ("I", "II", "III", "IV")}
    gallery = NameMatcher([
        SectionNames(id="K", name="Karzat", rows=rows, rows_by_id=rows),
        *(SectionNames(id=name, name=name, rows=ROWS, rows_by_id=ROWS) for name in ("Páholy 3", "Erkély")),
    ])  # fmt: skip
    for label in ("Karzat III. sor 28. szék", "Karzat 3. sor 28. szék", "Karzat, 28. szék, III. sor"):
        assert found(gallery, label) == "K/III/28"
    assert found(gallery, "Erkély III. sor 28. szék") == "Erkély/3/28"


def test_two_orders_that_lead_to_different_places_are_ambiguous() -> None:
    assert found(RUSSIAN, "5 ряд 12 место 7") == "ambiguous"
    assert found(hall("Сектор 5", "Сектор 8"), "5 ряд 12 место 7") == "Сектор 5/12/7"
    assert found(hall("Сектор 7", "Сектор 8"), "5 ряд 12 место 7") == "Сектор 7/5/12"


@pytest.mark.parametrize(("label", "place"), [
    ("Партер 5 ряд 12-14 места", "Партер/5/12 Партер/5/13 Партер/5/14"),
    ("Партер 5 ряд, 12, 13 места", "Партер/5/12 Партер/5/13"),
    ("Партер 5 ряд 12 и 13 место", "Партер/5/12 Партер/5/13"),
    ("Партер 5 ряд, 2 места", "Партер/5"),
    ("Партер, 5-7 ряды", "section_only"),
    ("Партер 5 ряд 12 место, 6 ряд 13 место", "unmatched"),
])  # fmt: skip
def test_several_numbers_before_a_word_are_a_list_and_one_before_a_plural_counts(
    label: str, place: str
) -> None:
    assert found(RUSSIAN, label) == place


@pytest.mark.parametrize(("label", "place"), [
    ("Партер 5 ряд 12 место 2 билета", "Партер/5/12"),
    ("Партер 5 ряд 12 место 12 мая 2026", "Партер/5/12"),
    ("Партер 5 ряд 12 место 1500 руб.", "Партер/5/12"),
    ("20:00 Партер 5 ряд 12 место", "Партер/5/12"),
])  # fmt: skip
def test_tickets_dates_and_prices_behind_a_seat_are_no_seats(label: str, place: str) -> None:
    assert found(RUSSIAN, label) == place


def test_the_parts_of_a_label_have_either_order() -> None:
    for row, seat in (("5 ряд", "12 место"), ("ряд 5", "место 12"), ("5-й ряд", "12-е место")):
        assert found(RUSSIAN, Parts(section="Партер", row=row, seat=seat)) == "Партер/5/12"
    parts = Parts(section="5 сектор", row="5 ряд", seat="12, 13 места")
    assert found(RUSSIAN, parts) == "Сектор 5/5/12 Сектор 5/5/13"


@pytest.mark.parametrize(("label", "place"), [
    ("105 Row 12 Seat 7", "105/12/7"),
    ("Section 105 Row 12 Seat 7", "105/12/7"),
    ("105 5th row 12", "unmatched"),
    ("105, 5th row, 12th seat", "105/5/12"),
    ("105 Row 5, 12th seat", "105/5/12"),
    ("Block 105, 5. Reihe, 12. Platz", "105/5/12"),
    ("105 5. Reihe Platz 12", "105/5/12"),
    ("105 5 Row 12 Seat", "unmatched"),
    ("105 Row 5 12", "105/5/12"),
    ("105, 2 Seats, Row 5", "105/5"),
    ("Box 3 Seat 2", "section_only"),
])  # fmt: skip
def test_languages_with_the_word_first_need_an_ordinal_before_it(label: str, place: str) -> None:
    assert found(hall("105", "106", "Box 3"), label) == place
