"""Places that a label names twice: 'Row C Seat 7 (C7)', 'Stalls Row C Seat 7, Stalls Row C Seat 7'."""

from seatpreview.labels.parsing.label_draft import Draft, Value
from seatpreview.labels.parsing.seat_lists import Several, seats_from
from seatpreview.labels.text.general_words import is_letter
from seatpreview.labels.text.ordinals import follows_section_word

_OPENING = frozenset(("(", "[", ",", "-", "\u2013", "/", ";", "|", ":"))


def set_repeats_aside(draft: Draft, row: Value, seats: Several | None) -> Several | None:
    """Sets aside the row and the seat where they are named once more, and returns the seats, with those that
    follow the same row: '6排7座、6排8座'. What else differs stays, and speaks against every place."""
    ends: list[int] = []
    for marker in draft.row_markers:
        if draft.roles[marker] is None and _is_whole_word(draft, marker):
            end = _set_same_row_aside(draft, marker, row)
            ends += () if end is None else (end,)
    if seats is None:
        return None
    for marker in draft.seat_markers:
        if draft.roles[marker] is None and _is_whole_word(draft, marker):
            is_of_row = any(_is_next(draft, end, marker) for end in ends)
            seats = _with_seats_again(draft, marker, seats, may_be_others=is_of_row)
    texts = [token.text for token in draft.tokens]
    if seats.is_one and (texts.count(row.text) > 1 or texts[row.last] != row.text):
        for index, text in enumerate(texts):
            if text == row.text and draft.roles[index] is None:
                _set_row_and_seat_aside(draft, index, row.text, seats.items[0][0])
    return seats


def _is_whole_word(draft: Draft, marker: int) -> bool:
    """Returns whether this is a whole word for rows or seats. A letter may be part of a section's name."""
    return not is_letter(draft.tokens[marker].text) and not draft.own[marker]


def _set_same_row_aside(draft: Draft, marker: int, row: Value) -> int | None:
    """Sets aside the same row, and returns its last token; None if another row or none stands here."""
    again = draft.value_at(draft.after_marker(marker + 1))
    if again is None or again.text != row.text:
        return None
    _set_aside(draft, marker, again.last)
    return again.last


def _is_next(draft: Draft, end: int, marker: int) -> bool:
    return end < marker and all(token.is_sign for token in draft.tokens[end + 1 : marker])


def _with_seats_again(draft: Draft, marker: int, seats: Several, *, may_be_others: bool) -> Several:
    """Returns the seats with those that are named here. The same ones are set aside."""
    again = seats_from(draft, marker + 1, is_bare=False)
    if again is None or not (may_be_others or again.items == seats.items):
        return seats
    _set_aside(draft, marker, again.at[-1])
    if again.items == seats.items:
        return seats
    for position in again.at:
        draft.roles[position] = "seat"
    return Several((*seats.items, *again.items), (*seats.at, *again.at))


def _set_row_and_seat_aside(draft: Draft, index: int, row: str, seat: str) -> None:
    """Sets aside a row and a seat without words: 'C7', 'C 7', 'C-7'. After a word for sections, or if the
    letters are a word of the venue, they may be the name of a section."""
    value = draft.value_at(index)
    if value is None or draft.tokens[index].touches or draft.own[index]:
        return
    if follows_section_word(draft.tokens, index):
        return
    if value.text == row + seat and len(value.at) > 1:
        _set_aside(draft, index, value.last)
        return
    behind = value.last + 1
    if draft.is_sign_at(behind, _OPENING):
        behind += 1
    second = draft.value_at(behind) if value.text == row else None
    is_behind_place = index > draft.row_end
    if second is not None and second.text == seat and is_behind_place:
        _set_aside(draft, index, second.last)


def _set_aside(draft: Draft, first: int, last: int) -> None:
    for position in range(first, last + 1):
        draft.roles[position] = "aside"
