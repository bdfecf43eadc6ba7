"""Texts in cells of CSV files, which spreadsheet programs run as formulas if they begin like one."""

import re


def escape_formula(text: str) -> str:
    """Puts an apostrophe in front of a text that a spreadsheet would run as a formula: one that begins with a
    sign of formulas, also in full width, or behind blanks, which some programs take away."""
    return "'" + text if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Takes the apostrophe away that `escape_formula` put in front."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


_SIGNS = "=+-@\uff1d\uff0b\uff0d\ufe63\u2212\uff20"
"""Signs of formulas: in ASCII, in full width, and the small and the true minus."""
_FORMULA = re.compile(rf"'*(?:[\t\r\n]|[\s\u200b-\u200f\u2060\ufeff]*[{re.escape(_SIGNS)}])")
