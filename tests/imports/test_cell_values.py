"""Numbers, answers and ranges in the cells of a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.tables.cell_values import (
    count_between,
    expand_rows,
    expand_seats,
    parse_flag,
    parse_number,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.25", 1.25),
        ("1,25", 1.25),
        ("1,250", 1250.0),
        ("1.250,5", 1250.5),
        ("1,250.5", 1250.5),
        ("1 250,5", 1250.5),
        ("-.5", -0.5),
        ("1e3", 1000.0),
        ("1e308", None),
        ("1e999", None),
        ("nan", None),
        ("inf", None),
        ("1-2", None),
        ("²", None),
        ("٣", None),
        ("", None),
    ],
)
def test_numbers_are_read_with_either_decimal_sign(text: str, number: float | None) -> None:
    assert parse_number(text) == number


def test_a_comma_before_three_digits_is_decimal_where_the_file_says_so() -> None:
    assert parse_number("1,250", has_decimal_comma=True) == 1.25


@given(st.floats(-1e6, 1e6))
def test_every_number_that_python_writes_is_read(number: float) -> None:
    assert parse_number(repr(number)) == number


def test_answers_are_read_in_seven_languages() -> None:
    assert all(parse_flag(word) for word in ("Yes", "x", "1", "ja", "Oui", "sí", "sì", "sim", "♿"))
    assert all(parse_flag(word) is False for word in ("", "no", "Nein", "non", "nee", "não", "0", "-"))
    assert parse_flag("perhaps") is None


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("1-4", "1 2 3 4"),
        ("1 to 3", "1 2 3"),
        ("3 bis 1", "3 2 1"),
        ("1-7 odd", "1 3 5 7"),
        ("1-6 (even)", "2 4 6"),
        ("1, 3, 7-8", "1 3 7 8"),
    ],
)
def test_ranges_are_expanded(text: str, seats: str) -> None:
    assert expand_seats(text) == seats.split()


@pytest.mark.parametrize(
    "text", ["", "12", "12A", "A-12", "1-99999", "1-", "-", "1--2", "1,", "1-4999," * 60]
)
def test_other_texts_are_no_ranges(text: str) -> None:
    assert expand_seats(text) is None


def test_rows_and_seats_are_counted_between_their_ends() -> None:
    assert expand_rows("A-C") == ["A", "B", "C"]
    assert expand_rows("9-11") == ["9", "10", "11"]
    assert expand_rows("AA") == ["AA"]
    assert count_between("3", "1") == ["3", "2", "1"]
    assert count_between("1", "99999") is None
    assert count_between("A", "B") is None
