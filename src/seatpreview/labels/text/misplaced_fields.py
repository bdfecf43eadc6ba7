"""What the fields of a label may have been meant to be: a row and a seat in one field, lists with other
signs, words in place of a row or a seat."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from seatpreview.labels.model import Parts
from seatpreview.labels.text.general_words import SMALL_ROOMS, Kind, general_word
from seatpreview.labels.text.tokens import words_and_numbers

_ROW_AND_SEAT = re.compile(r"\s*([^\W\d_]{1,2})\s?[-\u2013/]?\s?([0-9]{1,4})\s*")
_OTHER_SIGNS = re.compile(r"[;|]")
_PLACEHOLDERS = frozenset(("na", "none", "null", "nan", "ka", "sn", "nvt", "nd", "nc"))
_SAYS_NO_PLACE: frozenset[Kind] = frozenset(("standing", "unreserved", "negation", "aside", "filler"))
_SEAT_WORDS: frozenset[Kind] = frozenset(("seat", "seats"))
_ROW_WORDS: frozenset[Kind] = frozenset(("row", "rows"))


def fields_meant(parts: Parts) -> Iterator[tuple[Parts | str, str]]:
    """Yields what to read in place of fields that lead nowhere, each with what was changed."""
    filled = replace(parts, row=_without_placeholder(parts.row), seat=_without_placeholder(parts.seat))
    if filled != parts:
        yield filled, "a field says that there is nothing to say"
    if _OTHER_SIGNS.search(parts.seat):
        yield replace(parts, seat=_OTHER_SIGNS.sub(",", parts.seat)), "its seats were read as a list"
    if (one := _row_and_seat_of(parts)) is not None:
        yield one, "its row and its seat stand in one field"
    if parts.seat.strip() and parts.row.strip().isdecimal() and _is_small_room(parts.section):
        yield replace(parts, section=f"{parts.section} {parts.row}", row=""), "its number stands as its row"
    if _says_unreserved(parts):
        yield parts.section, "its row and its seat say that nobody can reserve one"
    for text in (parts.row, parts.seat):
        # The words stay in the text: 'Standing' is no name of a section with rows.
        if _is_of_words(text) and not (parts.row if text == parts.seat else parts.seat).strip():
            yield f"{parts.section} {text}", "a field has words in place of a row or a seat"


def _without_placeholder(text: str) -> str:
    """Returns a field, or nothing for one that was only filled because it had to be: '-', 'n/a'."""
    words = words_and_numbers(text)
    return "" if not words or "".join(words) in _PLACEHOLDERS else text


def _row_and_seat_of(parts: Parts) -> Parts | str | None:
    """Returns the label with a row and a seat that were written in one field: 'G11', 'Row G Seat 11'."""
    text = parts.row or parts.seat
    if (parts.row.strip() and parts.seat.strip()) or not text.strip():
        return None
    found = _ROW_AND_SEAT.fullmatch(text)
    if found is not None:
        return replace(parts, row=found[1], seat=found[2])
    words = words_and_numbers(text)
    has_row = any(not general_word(word).kinds.isdisjoint(_ROW_WORDS) for word in words)
    return f"{parts.section}, {text}" if has_row and len(words) > 2 and parts.section.strip() else None


def _is_small_room(section: str) -> bool:
    """Returns whether a field ends with a word for a box or a table, and has no number."""
    words = words_and_numbers(section)
    has_number = any(map(str.isdecimal, words))
    return bool(words) and not has_number and not SMALL_ROOMS.isdisjoint(general_word(words[-1]).seating)


def _says_unreserved(parts: Parts) -> bool:
    """Returns whether row and seat together say that a place is free: 'PL' and 'LIBRE'."""
    row, seat = words_and_numbers(parts.row), words_and_numbers(parts.seat)
    if len(row) != 1 or len(seat) != 1 or general_word(row[0]).kinds.isdisjoint(_SEAT_WORDS):
        return False
    return "unreserved" in general_word(seat[0]).kinds


def _is_of_words(text: str) -> bool:
    """Returns whether a text has words alone, and only ones that name neither a row nor a seat."""
    words = words_and_numbers(text)
    return bool(words) and all(
        len(word) > 1 and not general_word(word).kinds.isdisjoint(_SAYS_NO_PLACE) for word in words
    )
