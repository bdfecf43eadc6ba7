"""Rows that no word marks, beside seats: 'Seat H 12', 'Barrera, Tendido 9, localidad 7', 'Stalls R 20',
'K 1, K 2'."""

from collections.abc import Sequence

import msgspec

from seatpreview.labels.parsing.label_draft import VALUE_LETTERS_MAX, Draft, Value
from seatpreview.labels.parsing.seat_lists import Several, seats_from
from seatpreview.labels.text.general_words import is_letter

_DASHES = frozenset(("-", "\u2013"))
_JOINING_SIGNS = frozenset((",", "&", "+", ";", "/"))
_STOP = frozenset((".",))
_LONG_NUMBER_WORD = 3


class RowAndSeats(msgspec.Struct, frozen=True, gc=False):
    """A row, its seats, and the indexes of all tokens that name them."""

    row: str
    row_at: tuple[int, ...]
    seats: Several
    taken: tuple[int, ...]


def rows_beside_seats(draft: Draft, free: tuple[int, ...], seats: Several | None) -> Sequence[RowAndSeats]:
    """Returns the rows and seats of a label in which no word marks the row. A word may mark the seats."""
    found: list[RowAndSeats | None] = []
    rows, tokens = draft.venue.rows, draft.tokens
    for index in free:
        text = tokens[index].text
        if text in rows and not tokens[index].is_number and not draft.is_touched(index):
            if len(text) > VALUE_LETTERS_MAX:
                found.append(_row_with_name(draft, index, seats))
            elif seats is None:
                found.append(_repeated_row(draft, index))
    if seats is not None:
        if seats.items[0][0] in rows:
            found.append(_row_in_place_of_seat(draft, seats))
    elif free and draft.is_sign_at(free[-1] - 1, _STOP):
        found.append(_seat_behind_letter(draft, free))
    return [row for row in found if row is not None] if found else ()


def letter_as_row(draft: Draft, row: Value) -> RowAndSeats | None:
    """Returns the row whose name is the letter that was taken for the word 'row': 'Stalls R 20'."""
    letter = row.at[0] - 1
    if letter < 0 or not row.text.isdecimal() or not is_letter(draft.tokens[letter].text):
        return None
    if draft.roles[letter] != "marker" or draft.tokens[letter].text not in draft.venue.rows:
        return None
    seats = Several(((row.text, row.text),), row.at)
    return RowAndSeats(draft.tokens[letter].text, (letter,), seats, ())


def _row_in_place_of_seat(draft: Draft, seats: Several) -> RowAndSeats | None:
    """Returns the row that a word for seats has behind it, with the number of the seat: 'Seat H 12',
    'poltrona J-10', 'Places H 12, H 13'."""
    letters = seats.items[0][0]
    if not seats.is_one or len(seats.at) != 1 or letters.isdecimal() or letters not in draft.venue.rows:
        return None
    number = seats.at[0] + 1
    if draft.is_sign_at(number, _DASHES):
        number += 1
    found = _numbers_of_row(draft, letters, number)
    return None if found is None else RowAndSeats(letters, seats.at, found, found.at)


def _repeated_row(draft: Draft, index: int) -> RowAndSeats | None:
    """Returns a row that stands before each of its seats, apart from them: 'K 1, K 2'."""
    letters = draft.tokens[index]
    if letters.touches or not draft.is_free_number(index + 1):
        return None
    found = _numbers_of_row(draft, letters.text, index + 1)
    if found is None or found.is_one:
        return None
    return RowAndSeats(letters.text, (index,), found, (index, *found.at))


def _numbers_of_row(draft: Draft, letters: str, number: int) -> Several | None:
    """Returns the numbers from here on, with these letters or a sign between two of them."""
    at: list[int] = []
    while draft.is_free_number(number):
        at += range(at[-1] + 1 if at else number, number + 1)
        behind = number + 1
        while behind < len(draft.tokens) and _joins(draft, behind):
            behind += 1
        if behind >= len(draft.tokens) or draft.tokens[behind].text != letters:
            break
        number = behind + 1
    numbers = [draft.tokens[index].text for index in at if draft.tokens[index].is_number]
    return Several(tuple((text, text) for text in numbers), tuple(at)) if numbers else None


def _joins(draft: Draft, index: int) -> bool:
    return draft.is_sign_at(index, _JOINING_SIGNS) or "both" in draft.kinds_at(index)


def _row_with_name(draft: Draft, index: int, seats: Several | None) -> RowAndSeats | None:
    """Returns a row that has a word for its name, with the seats that stand elsewhere in the label:
    'Contrabarrera tendido 9, localidad 7', 'Delantera de grada 8, número 5'."""
    found = None if draft.own[index] else seats or _numbered_seats(draft)
    if found is None:
        return None
    taken = (index,) if found is seats else (index, *found.at)
    return RowAndSeats(draft.tokens[index].text, (index,), found, taken)


def _numbered_seats(draft: Draft) -> Several | None:
    """Returns the seats behind the word 'number' at the end of a label."""
    for index in reversed(draft.seat_markers):
        if "number" in draft.kinds_at(index) and len(draft.tokens[index].text) > _LONG_NUMBER_WORD:
            return seats_from(draft, index + 1, is_bare=True)
    return None


def _seat_behind_letter(draft: Draft, free: tuple[int, ...]) -> RowAndSeats | None:
    """Returns the seat that a letter with a full stop marks at the end of a label without a row: 'Palco 2 p.
    4'."""
    if len(free) < 2 or not draft.tokens[free[-1]].is_number or free[-2] != free[-1] - 2:
        return None
    letter, number = free[-2:]
    if not is_letter(draft.tokens[letter].text) or not draft.is_sign_at(letter + 1, _STOP):
        return None
    if "seat_letter" not in draft.kinds_at(letter):
        return None
    text = draft.tokens[number].text
    return RowAndSeats("", (), Several(((text, text),), (number,)), (letter, number))
