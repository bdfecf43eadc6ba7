"""Prices beside a place: no amount of money is a row, a seat or a section."""

import unicodedata

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames
from seatpreview.labels.text.currencies import ABBREVIATIONS, CODES, CURRENCY_SIGNS, UNMISTAKABLE

SEATS = frozenset(str(number) for number in range(1, 60))
ROWS = {str(number): RowNames(str(number), SEATS) for number in range(1, 40)}


def hall(*names: str) -> NameMatcher:
    return NameMatcher(SectionNames(id=name, name=name, rows=ROWS, rows_by_id=ROWS) for name in names)


USUAL_SIGNS = sorted(sign for sign in CURRENCY_SIGNS if unicodedata.normalize("NFKC", sign) == sign)
HALL = hall("Section 101", "Section 102", "Section 45", "Section 450")


def found(label: str, matcher: NameMatcher = HALL) -> str:
    resolution = matcher.resolve(label)
    return resolution.seat.key if resolution.status == "matched" and resolution.seat else ""


def test_every_currency_sign_of_unicode_is_known() -> None:
    # Those of full width and in small forms are others once the text is in its usual form.
    signs = {chr(code) for code in range(0x10000) if unicodedata.category(chr(code)) == "Sc"}
    usual = {sign for sign in signs if unicodedata.normalize("NFKC", sign) == sign}
    assert usual - CURRENCY_SIGNS == set()
    assert not CURRENCY_SIGNS - signs


@pytest.mark.parametrize("sign", USUAL_SIGNS)
def test_an_amount_beside_any_sign_is_a_price(sign: str) -> None:
    for price in (f"{sign}45", f"45{sign}", f"{sign} 45.50", f"45,00 {sign}"):
        assert found(f"Section 101 Row 3 Seat 4 {price}") == "Section 101/3/4"
        assert found(f"{price} - Section 101 Row 3 Seat 4") == "Section 101/3/4"


@pytest.mark.parametrize("code", sorted(code.upper() for code in CODES | UNMISTAKABLE if code.isascii()))
def test_an_amount_beside_a_code_is_a_price(code: str) -> None:
    for price in (f"{code} 450", f"450 {code}"):
        assert found(f"Section 101 Row 3 Seat 4 {price}") == "Section 101/3/4"


@pytest.mark.parametrize("price", [
    "₹2500", "Rs 2500", "Rs.2500", "฿1500", "1500 บาท", "500.000₫", "Rp350.000", "RM 120", "₱1500",
    "KSh 3000", "120 lei", "45 лв", "R450", "R 450", "R$ 90", "US$50", "45,-", "45.- Fr.", "5 000 Ft",
    "$24.00 each",
])  # fmt: skip
def test_usual_abbreviations_are_prices(price: str) -> None:
    assert found(f"Section 101 Row 3 Seat 4 {price}") == "Section 101/3/4"


@pytest.mark.parametrize("word", sorted(ABBREVIATIONS))
def test_an_abbreviation_without_an_amount_is_no_price(word: str) -> None:
    matcher = hall(f"{word.title()} Block", "Stalls")
    assert found(f"{word.title()} Block Row 3 Seat 4", matcher) == f"{word.title()} Block/3/4"


def test_an_r_before_a_row_is_no_rand() -> None:
    assert found("Section 101 R3 S4") == "Section 101/3/4"
    assert found("Section 101 R 12 Seat 4") == "Section 101/12/4"
