"""Parses a label: which of its words name a row, seats or a section, and which are set aside.

A number belongs to the word before it, or in some languages to the word after it (number_order.py), and
letters that touch a number belong to it. If a label leaves open what its last words are, the parser returns
every possible reading, and the venue's names decide between them.
"""

from collections.abc import Sequence

import msgspec

from seatpreview.labels.model import TakenFor
from seatpreview.labels.parsing.dates import set_dates_aside
from seatpreview.labels.parsing.eastern_asides import set_eastern_times_aside
from seatpreview.labels.parsing.event_titles import names_a_room
from seatpreview.labels.parsing.glued_words import with_words_apart
from seatpreview.labels.parsing.label_draft import Draft, NamesOfVenue, Value, is_ordinal_behind
from seatpreview.labels.parsing.non_place_words import set_asides
from seatpreview.labels.parsing.number_order import (
    NumbersFirst,
    may_have_numbers_first,
    orders_of,
    take_numbers_first,
)
from seatpreview.labels.parsing.numbered_things import set_people_aside
from seatpreview.labels.parsing.possible_readings import Way, rows_with_names, ways_to_read
from seatpreview.labels.parsing.seat_lists import Several, row_from, seats_from
from seatpreview.labels.text.counted_words import with_floors_as_levels, with_letters_of_sections_apart
from seatpreview.labels.text.general_words import GeneralWord, is_letter
from seatpreview.labels.text.lettered_places import with_letters_as_words
from seatpreview.labels.text.numerals import roman_number
from seatpreview.labels.text.ordinals import NO_CODES, Codes, any_ordinal_at, follows_section_word
from seatpreview.labels.text.scripts import has_glued_letters
from seatpreview.labels.text.tokens import Token
from seatpreview.labels.text.words_of_venue import NO_OWN_WORDS, with_words_of_venue

_DOUBLED = 2
_FULL_STOP = frozenset((".",))
_OF_RANGE = frozenset(("until", "filler"))
_OPENING = frozenset(("(", "[", ",", "-", "\u2013", "/", ";", "|", ":"))


class Statement(msgspec.Struct, frozen=True, gc=False):
    """A parsed label, word by word."""

    tokens: tuple[Token, ...]
    general: list[GeneralWord]
    """What each token means in general language; nothing for words of the venue's own names."""
    roles: list[TakenFor | None]
    """The role of each token at any venue; None for a token that may name a section."""
    level_numbers: frozenset[int]
    """The indexes of tokens that are the number of a level: 'Level 3'."""
    refusal: str
    """Why the label cannot name a place at any venue; empty if it can."""
    ways: tuple[Way, ...]
    codes: Codes = NO_CODES
    """Texts that look like ordinals at this venue but are not."""


def read_text(text: str, tokens: tuple[Token, ...], venue: NamesOfVenue) -> tuple[Statement, ...]:
    """Parses a label in one piece. Returns several statements if its numbers may belong to the words before
    them as well as to those after them."""
    tokens = with_words_apart(text, tokens, venue)
    tokens = with_letters_as_words(tokens, venue.rows, venue.words)
    is_glued = has_glued_letters(text)
    if is_glued:
        tokens = with_letters_of_sections_apart(tokens, venue.rows)
        tokens = with_floors_as_levels(tokens, venue.words)
    if venue.own_words != NO_OWN_WORDS:
        tokens = with_words_of_venue(tokens, venue.words, venue.own_words)
    draft = Draft(text, tokens, venue)
    if not may_have_numbers_first(draft):
        return (_read_in_order(draft, None),)
    set_dates_aside(draft)
    set_people_aside(draft)
    if is_glued:
        set_eastern_times_aside(draft)
    orders = orders_of(draft)
    return tuple(_read_in_order(Draft(text, tokens, venue), order) for order in orders)


def _read_in_order(draft: Draft, numbers_first: NumbersFirst | None) -> Statement:
    """Parses a label, given the row and the seats that stand before their words."""
    if numbers_first is not None:
        take_numbers_first(draft, numbers_first)
    set_asides(draft)
    row = (numbers_first.row if numbers_first is not None else None) or _find_row(draft)
    seats = numbers_first.seats if numbers_first is not None else None
    if seats is None and not draft.refusal:
        seats = _find_seats(draft)
    if row is None:
        seats = seats and _with_all_seats(draft, seats, ())
        if seats is None or not _has_room(draft):
            draft.refuse(draft.refusal_without_row)  # 'Table 4 Seat 2, dinner' is a seat.
    elif not draft.refusal:
        row = row if seats is None else _with_digits(draft, row)
        seats = set_repeats_aside(draft, row, seats)
        if seats is None:
            _set_free_choice_aside(draft)
        if (names := rows_with_names(draft)) and row.text not in names:
            draft.refuse("it names more than one row")  # 'Barrera, fila 1'
    ways = () if draft.refusal else tuple(ways_to_read(draft, row, seats))
    return _statement(draft, ways)


def _set_free_choice_aside(draft: Draft) -> None:
    """Sets aside words behind a row that leave the choice of its seats: 'Reihe 4, freie Platzwahl', 'Row 6,
    free seating'. They speak against a section with rows only where no row is named."""
    for index in range(draft.row_end + 1, len(draft.tokens)):
        kinds = draft.general[index].kinds
        if draft.roles[index] is None and "unreserved" in kinds and "standing" not in kinds:
            draft.roles[index] = "aside"


def _with_digits(draft: Draft, row: Value) -> Value:
    """Returns the row with its number in digits, where it is written in Roman ones and no row is called so:
    'rząd V miejsce 12'. In languages that have no number before the word, a 'Row X' is a letter."""
    number = roman_number(row.text)
    if number not in draft.venue.rows or row.text in draft.venue.rows:
        return row
    is_usual = any(draft.general[marker].is_after_number for marker in draft.row_markers)
    # 'Row XI' has no letters that a row could be called by, as 'Row XX' has.
    is_usual = is_usual or len(set(row.text)) > 1 or len(row.text) > _DOUBLED
    return Value(number, row.at) if is_usual else row


def read_section(text: str, tokens: tuple[Token, ...], venue: NamesOfVenue, *, has_row: bool) -> Statement:
    """Parses a text that names a section and nothing else."""
    draft = Draft(text, tokens, venue)
    set_asides(draft)
    if not has_row:
        draft.refuse(draft.refusal_without_row)
    return _statement(draft, (Way(draft.free()),))


def read_row(text: str, tokens: tuple[Token, ...], venue: NamesOfVenue) -> str | None:
    """Parses a text that names a row and nothing else; None for any other text, such as a range."""
    draft = Draft(text, tokens, venue)
    row = _numbers_first(draft).row or _find_row(draft) or row_from(draft, 0, is_plural=False)
    is_whole = row is not None and _is_end(draft, max(row.last, draft.row_end))
    return row.text if row is not None and not draft.refusal and is_whole else None


def read_seats(text: str, tokens: tuple[Token, ...], venue: NamesOfVenue) -> Several | None:
    """Parses a text that names seats and nothing else; None for any other text."""
    draft = Draft(text, tokens, venue)
    found = _numbers_first(draft)
    seats = found.seats or seats_from(draft, _behind_seat_word(draft), is_bare=False)
    is_whole = seats is not None and _is_end(draft, max(seats.at[-1], found.seat_word))
    return seats if not draft.refusal and is_whole else None


def _behind_seat_word(draft: Draft) -> int:
    """Returns 1 if the text begins with a word for seats that letters may follow: 'Seat D'."""
    is_marked = len(draft.tokens) > 1 and 0 in draft.seat_markers and not is_letter(draft.tokens[0].text)
    return 1 if is_marked and not draft.kinds_at(0).isdisjoint(("seat", "seats")) else 0


def _numbers_first(draft: Draft) -> NumbersFirst:
    """Takes what stands before its word in the text of a single part."""
    order = orders_of(draft)[-1] if may_have_numbers_first(draft) else None
    if order is None:
        return NumbersFirst()
    take_numbers_first(draft, order)
    return order


def _statement(draft: Draft, ways: tuple[Way, ...]) -> Statement:
    return Statement(
        draft.tokens,
        draft.general,
        draft.roles,
        frozenset(draft.level_numbers),
        draft.refusal,
        ways,
        draft.venue.codes,
    )


def _find_row(draft: Draft) -> Value | None:
    """Returns the row that a word marks: the name after it, or else the ordinal before it ('5th row')."""
    # 'Rang' means row in one language and tier in another. A word that only means row comes first.
    markers = draft.row_markers
    if len(markers) > 1:
        markers = sorted(markers, key=lambda marker: "level" in draft.general[marker].kinds)
    for find in (_row_behind, _ordinal_row):
        for marker in markers:
            if draft.roles[marker] is None and not _begins_name_of_row(draft, marker):
                row = find(draft, marker)
                if row is not None:
                    draft.mark(marker, row.at, "row")
                    return Value(f"{row.text} onwards", row.at) if _is_one_of_many(draft, marker) else row
    return None


def _row_behind(draft: Draft, marker: int) -> Value | None:
    kinds = draft.general[marker].kinds
    start = draft.after_small_words(marker)
    row = row_from(draft, start, is_plural="rows" in kinds, may_be_level="level" in kinds)
    return row or _ordinal_behind(draft, start)


def _ordinal_behind(draft: Draft, index: int) -> Value | None:
    """Returns an ordinal that follows its word, as in Hebrew and Arabic: 'الصف الخامس'."""
    if not is_ordinal_behind(draft, index):
        return None
    return Value(any_ordinal_at(draft.tokens, index, draft.venue.codes), (index,))


def _is_one_of_many(draft: Draft, marker: int) -> bool:
    """Returns whether the row is only the first of several: 'from row 8'."""
    before = marker - 1
    if before < 0 or "onwards" not in draft.kinds_at(before) or draft.tokens[before].touches:
        return False
    # 'lugar 30 da fila 8' is a seat of the row, in another language than 'dalla fila 8'.
    has_seat = before > 1 and draft.tokens[before - 1].is_number and before - 2 in draft.seat_markers
    return not (has_seat and "filler" in draft.kinds_at(before))


def _ordinal_row(draft: Draft, marker: int) -> Value | None:
    return draft.ordinal_before(marker)


def _begins_name_of_row(draft: Draft, index: int) -> bool:
    """Returns whether a letter that could stand for 'row' is part of a row's own name: 'R01'."""
    value = draft.value_at(index) if is_letter(draft.tokens[index].text) else None
    return value is not None and len(value.at) > 1 and value.text in draft.venue.rows


def _find_seats(draft: Draft) -> Several | None:
    """Returns the seats that a word marks: the first such word after the row, or else the first of all."""
    row_end = draft.row_end
    markers = draft.seat_markers
    if len(markers) > 1:
        markers = sorted(markers, key=lambda marker: marker < row_end)
    for marker in markers:
        if draft.roles[marker] is None and _marks_seats(draft, marker, row_end):
            seats = seats_from(draft, marker + 1, is_bare=False)
            if seats is not None:
                draft.mark(marker, seats.at, "seat")
                return seats
    return None


def _marks_seats(draft: Draft, index: int, row_end: int) -> bool:
    """Returns whether a word marks seats. If there is a row, it does so even if the venue's names contain the
    word; directly after the row, a letter suffices ('R7 P12')."""
    kinds = draft.general[index].kinds
    if row_end < 0:
        return "seat" in kinds or "seats" in kinds or _is_abbreviated_seat(draft, index)
    after = draft.after_marker(index + 1)
    has_number = draft.is_free_number(after)
    is_short = len(draft.tokens[index].text) <= 2
    if draft.own[index] and (index > row_end or (has_number and not is_short)):
        kinds = draft.kinds_at(index)
    if "seat" in kinds or "seats" in kinds:
        return has_number or not is_short or (_is_next(draft, index) and _is_last_letter(draft, after))
    return has_number and not kinds.isdisjoint(("seat_letter", "number")) and _is_next(draft, index)


def _is_abbreviated_seat(draft: Draft, index: int) -> bool:
    """Returns whether a word of the venue is short for 'seat' here: 'pl. 6' beside the id 'PL3'."""
    if not draft.own[index] or draft.tokens[index].is_capital or "seat" not in draft.kinds_at(index):
        return False
    return draft.is_sign_at(index + 1, _FULL_STOP) and draft.is_free_number(index + 2)


def _is_next(draft: Draft, index: int) -> bool:
    """Returns whether only signs stand between the row and this token."""
    row_end = draft.row_end
    return index > row_end and all(token.is_sign for token in draft.tokens[row_end + 1 : index])


def _is_last_letter(draft: Draft, index: int) -> bool:
    """Returns whether a label ends with this letter: 'C' in 'Row 12 St C'."""
    return (
        index == len(draft.tokens) - 1 and is_letter(draft.tokens[index].text) and draft.roles[index] is None
    )


def _is_end(draft: Draft, last: int) -> bool:
    return all(token.is_sign for token in draft.tokens[last + 1 :])


def set_repeats_aside(draft: Draft, row: Value, seats: Several | None) -> Several | None:
    """Sets aside the row and the seat where they are named once more, and returns the seats, with those that
    follow the same row or these seats: '6排7座、6排8座', 'Plats 11, Plats 12'. What else differs stays, and
    speaks against every place."""
    ends: list[int] = []
    for marker in draft.row_markers:
        if draft.roles[marker] is None and _is_whole_word(draft, marker):
            end = _set_same_row_aside(draft, marker, row)
            ends += () if end is None else (end,)
    if seats is None:
        return None
    seats = _with_all_seats(draft, seats, ends)
    texts = [token.text for token in draft.tokens]
    if seats.is_one and (texts.count(row.text) > 1 or texts[row.last] != row.text):
        for index, text in enumerate(texts):
            if text == row.text and draft.roles[index] is None:
                _set_row_and_seat_aside(draft, index, row.text, seats.items[0][0])
    return seats


def _with_all_seats(draft: Draft, seats: Several, ends: Sequence[int]) -> Several:
    """Returns the seats with those that the same word marks right behind them, and with those of a row that
    is named again."""
    words = [draft.tokens[at].text for at in range(seats.at[0]) if draft.roles[at] == "marker"]
    for marker in draft.seat_markers:
        if draft.roles[marker] is None and _is_whole_word(draft, marker):
            is_same = draft.tokens[marker].text in words
            if is_same and (whole := _with_end_of_range(draft, marker, seats)) is not None:
                seats = whole
                continue
            after = (*ends, seats.at[-1]) if is_same else ends
            is_next = any(_is_next_to_marker(draft, end, marker) for end in after)
            seats = _with_seats_again(draft, marker, seats, may_be_others=is_next)
    return seats


def _with_end_of_range(draft: Draft, marker: int, seats: Several) -> Several | None:
    """Returns the seats from one to another that the same word marks: 'dal posto 1 al posto 4', 'Platz 3 bis
    Platz 5'. None if no word says that these are a range."""
    between = range(seats.at[-1] + 1, marker)
    if not seats.is_one or not between or not any("until" in draft.kinds_at(at) for at in between):
        return None
    if any(draft.kinds_at(at).isdisjoint(_OF_RANGE) or "both" in draft.kinds_at(at) for at in between):
        return None
    end = seats_from(draft, marker + 1, is_bare=False)
    if end is None or not end.is_one:
        return None
    first, last = seats.items[0][0], end.items[0][0]
    if not (first.isdecimal() and last.isdecimal() and int(first) < int(last)):
        return None
    _set_aside(draft, seats.at[-1] + 1, end.at[-1])
    for position in end.at:
        draft.roles[position] = "seat"
    return Several(((first, last),), (*seats.at, *end.at))


def _has_room(draft: Draft) -> bool:
    """Returns whether a box or a table of the venue is named by its number: its seats need no row."""
    return any(
        draft.own[index] and draft.is_free_number(draft.after_marker(index + 1)) and names_a_room(token.text)
        for index, token in enumerate(draft.tokens)
    )


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


def _is_next_to_marker(draft: Draft, end: int, marker: int) -> bool:
    between = range(end + 1, marker)
    return end < marker and all(
        draft.tokens[at].is_sign or "both" in draft.kinds_at(at) or _is_person(draft, at) for at in between
    )


def _is_person(draft: Draft, index: int) -> bool:
    """Returns whether a word only says who sits on the next seat: 'Platz 1 / Begleitung Platz 2'."""
    return draft.roles[index] == "aside" and "quantity" in draft.kinds_at(index)


def _with_seats_again(draft: Draft, marker: int, seats: Several, *, may_be_others: bool) -> Several:
    """Returns the seats with those that are named here. The same ones are set aside."""
    again = seats_from(draft, marker + 1, is_bare=False)
    if again is None or not (may_be_others or again.items == seats.items):
        return seats
    is_next = _is_next_to_marker(draft, seats.at[-1], marker)
    _set_aside(draft, seats.at[-1] + 1 if is_next else marker, again.at[-1])
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
