"""Texts in cells of CSV files, which spreadsheet programs run as formulas if they begin like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.values.csv_cells import escape_formula, unescape_formula


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@a", " =1", "\u00a0=1", "\u3000\u200b=1", "＝1+1", "－1", "＠a", "\tx", "'=1"],
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    """Attack: a label that a buyer's page reports runs in the spreadsheet of whoever exports events."""
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "A-1", "1-20", "'quoted'", " x=1", "Row +1"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert escape_formula(text) == text


@given(st.text(alphabet="A1=+-@＝＋'\" \t\u200b"))
def test_the_apostrophe_is_taken_away_again(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text
