"""What the text of a cell says: a number, yes or no, a range of seats."""

import math
import re
from collections.abc import Sequence

from seatpreview.imports.words.plan_words import names_only, plan_words
from seatpreview.labels.text.general_words import Kind, words_of_directions, words_of_kinds
from seatpreview.labels.text.spelling import folded

COORDINATE_MAX = 1e9
RANGE_SEATS_MAX = 5_000
RANGE_CHARACTERS_MAX = 2_000
ROWS_MAX = 500


def parse_number(text: str, *, has_decimal_comma: bool = False) -> float | None:
    """Reads '1.25', '1,25', '1 250,5' and '1,250.5'. None for everything else, and for what is no place."""
    if _SIMPLE_NUMBER.fullmatch(text):
        return float(text)
    if len(text) > 60:
        return None
    plain = _GROUPING.sub("", text)
    if "," in plain:
        plain = _without_comma(plain, has_decimal_comma)
    if not _NUMBER.fullmatch(plain):
        return None
    value = float(plain)
    return value if math.isfinite(value) and abs(value) <= COORDINATE_MAX else None


def parse_flag(text: str) -> bool | None:
    """True for yes, x, 1, ja, oui, sí; False for no and blank; None for other texts."""
    word = folded(text.strip(" ."))
    if word in _YES_MARKS or word in plan_words("yes"):
        return True
    return False if word in _NO_MARKS or word in plan_words("no") else None


def expand_seats(text: str) -> list[str] | None:
    """The seats of '1-20', '1 to 20', '20-1', '2-10 even' or '1,3,5-9'; None if the text is none of these.
    '1+1' is one seat, which was added beside seat 1."""
    plain = folded(text.strip())
    if not plain[:1].isdigit() or len(plain) > RANGE_CHARACTERS_MAX or ADDED_SEAT.fullmatch(plain):
        return None
    parity: int | None = None
    if match := _PARITY_WORD.search(plain):
        plain = _PARITY_WORD.sub("", plain).strip(" ()")
        parity = 1 if match[0] in words_of_directions("odd") else 0
    seats: list[int] = []
    for part in re.split(r"[,;+&]", plain):
        found = _SEAT_RANGE.fullmatch(part.strip())
        if not found:
            return None
        counted = _counted(int(found[1]), int(found[2] or found[1]))
        if len(seats) + len(counted) > RANGE_SEATS_MAX:
            return None
        seats += counted
    if parity is not None:
        seats = [seat for seat in seats if seat % 2 == parity]
    return [str(seat) for seat in seats] if len(seats) > 1 else None


def expand_half(text: str, parity: int) -> list[str]:
    """The seats of a cell in a column of odd numbers (`parity` 1) or even ones (0): '1-5, 13-17' are six odd
    numbers. A range with an end of the other kind stands for all of its numbers: '1-6' of a box."""
    seats: list[str] = []
    for part in re.split(r"[,;+&]", text[:RANGE_CHARACTERS_MAX]):
        found = _SEAT_RANGE.fullmatch(folded(part.strip()))
        if not found:
            continue
        first, last = int(found[1]), int(found[2] or found[1])
        if abs(last - first) >= RANGE_SEATS_MAX:
            continue
        is_half = first % 2 == last % 2 == parity
        seats += map(str, _counted(first, last)[:: 2 if is_half else 1])
    return seats[:RANGE_SEATS_MAX]


def expand_rows(text: str) -> list[str]:
    """The rows of 'A-F' or '1-5'; the text alone if it is no range."""
    ends = _LETTER_RANGE.fullmatch(text)
    if ends and (ends[2] in "-\u2013" or ends[2] in words_of_kinds(_UNTIL)):
        return [chr(code) for code in _counted(ord(ends[1]), ord(ends[3]))]
    numbers = expand_seats(text) if _SEAT_RANGE.fullmatch(folded(text)) else None
    return numbers[:ROWS_MAX] if numbers else [text]


def count_between(first: str, last: str) -> list[str] | None:
    """The seats from the first to the last number; None if these are not numbers or too far apart."""
    if not (_SEAT_NUMBER.fullmatch(first) and _SEAT_NUMBER.fullmatch(last)):
        return None
    seats = _counted(int(first), int(last))
    return [str(seat) for seat in seats] if len(seats) <= RANGE_SEATS_MAX else None


def is_sum(cells: Sequence[str]) -> bool:
    """True for a line in which a cell consists of words for sums."""
    return any(cell and names_only(cell, "totals") for cell in cells)


def _without_comma(plain: str, has_decimal_comma: bool) -> str:
    if "." in plain and plain.rindex(".") > plain.rindex(","):
        return plain.replace(",", "")
    if plain.count(",") > 1 or (not has_decimal_comma and _THOUSANDS.fullmatch(plain)):
        return plain.replace(",", "")
    return plain.replace(".", "").replace(",", ".")


def _counted(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


_GROUPING = re.compile(r"[\s'\u2019_]")
_SIMPLE_NUMBER = re.compile(r"-?[0-9]{1,8}(?:\.[0-9]{1,20})?")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")
_YES_MARKS = frozenset(("x", "1", "o", "s", "v", "j", "y", "✓", "✔", "♿"))
_NO_MARKS = frozenset(("", "0", "-", "\u2013", "✗"))
_SEAT_NUMBER = re.compile(r"[0-9]{1,5}")
ADDED_SEAT = re.compile(r"[0-9]{1,4}\+1")
"""The name of a seat that was put beside another one: '12+1'."""
_UNTIL: frozenset[Kind] = frozenset(("until",))
_LETTER_RANGE = re.compile(r"([A-Z])\s*(-|\u2013|[a-z]+)\s*([A-Z])")


def _any_of(words: frozenset[str]) -> str:
    """Returns a pattern of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


_SEAT_RANGE = re.compile(
    r"([0-9]{1,5})(?:\s*(?:-|\u2013|\u2014|\.{2,3}|…|t/m|"
    rf"{_any_of(words_of_kinds(_UNTIL))})\s*([0-9]{{1,5}}))?"
)
_PARITY_WORD = re.compile(rf"\b(?:{_any_of(words_of_directions('odd') | words_of_directions('even'))})\b")
"""A word for odd or even numbers, in all languages."""
