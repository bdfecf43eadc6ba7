"""Rows and seats in one piece: 'C7', 'C4-5', 'G14-G17', '7C'."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from seatpreview.labels.text.general_words import ordinal_endings

_ROW_AND_SEAT = re.compile(r"([^\W\d_]{1,2})([0-9]+)")
_SEAT_AND_ROW = re.compile(r"([0-9]+)([a-z]{1,2})")
_FILM_FORMATS = frozenset(("2d", "3d", "4d", "4k"))

Items = tuple[tuple[str, str], ...]


class RowOfSeats(msgspec.Struct, frozen=True, gc=False):
    """A row, and the first and the last seat of each item of a list."""

    row: str
    seats: Items


def row_before_seats(items: Sequence[tuple[str, str]]) -> RowOfSeats | None:
    """Splits a list of seats whose first one begins with the row's letters: 'G14-G17'. The others may leave
    the letters out: 'C4-5'. None if a seat has letters of another row, or none has any."""
    row = ""
    seats = []
    for item in items:
        numbers = []
        for text in item:
            found = _ROW_AND_SEAT.fullmatch(text)
            if found is None and not (row and text.isdecimal()):
                return None
            if found is not None and row not in ("", found[1]):
                return None
            row = row or (found[1] if found else "")
            numbers.append(found[2] if found else text)
        seats.append((numbers[0], numbers[1]))
    return RowOfSeats(row, tuple(seats)) if row else None


def row_behind_seat(text: str, *, is_capital: bool) -> Iterator[RowOfSeats]:
    """Yields what '7C' may be: the seat 7 of row C, or the seat C of row 7.
    '2e' in small letters is an ordinal, and '3D' is a kind of film."""
    found = _SEAT_AND_ROW.fullmatch(text)
    if found is None or text in _FILM_FORMATS:
        return
    number, letters = found.groups()
    if letters in ordinal_endings() and (len(letters) > 1 or not is_capital):
        return
    yield RowOfSeats(letters, ((number, number),))
    if len(letters) == 1:
        yield RowOfSeats(number, ((letters, letters),))
