"""Digits of all scripts: '٣', '۳' and '३' are all 3."""

import re
import unicodedata

_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_ZEROS = "\u0660\u06f0\u0966\u09e6\u0e50\uff10"
"""The zeros of scripts in which the ids of rows and seats are written: Arabic, Persian, Devanagari, Bengali,
Thai, and full-width digits."""
_TO_SCRIPTS = tuple(
    str.maketrans("0123456789", "".join(chr(ord(zero) + digit) for digit in range(10))) for zero in _ZEROS
)


def with_plain_digits(text: str) -> str:
    """Returns the text with every decimal digit written as one of 0 to 9, at the same position."""
    return text if text.isascii() else _OTHER_DIGIT.sub(_plain_digit, text)


def in_other_scripts(number: str) -> tuple[str, ...]:
    """Returns a number of plain digits as other scripts write it."""
    return tuple(number.translate(script) for script in _TO_SCRIPTS)


def _plain_digit(found: re.Match[str]) -> str:
    return str(unicodedata.decimal(found[0]))
