"""Reads lists of seats and names of rows: '9-10', '9, 10 and 12', 'del 3 al 5'."""

import msgspec

from seatpreview.labels.parsing.label_draft import VALUE_LETTERS_MAX, Draft, Value
from seatpreview.labels.text.general_words import ROMAN, is_letter

_SIGNS = frozenset(("-", "\u2013", "\u2014", "/", ",", "&", "+"))
_BEHIND_JOINERS = frozenset(("#", "."))
"""Signs between a joiner and its value: '7 & #8', '7 u. 8'."""
_APOSTROPHES = frozenset(("'", "\u2019"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_BEFORE_SEATS = frozenset(("filler", "number", "seat", "seats"))
_ROWS_AND_SEATS = frozenset(("row", "rows", "seat", "seats"))
_SENTENCES = _ROWS_AND_SEATS | frozenset(("quantity", "aside"))
_FULL_STOP = frozenset((".",))
_COLON = frozenset((":",))
JOINING = ("both", "until", "either")
ROW_LETTERS_MAX = 2
_SEAT_DIGITS_MAX = 3
_MONTHS = 12
_BETWEEN_JOINER_AND_VALUE = ("filler", "number")
_UNTIL_AND_INCLUDING = ("t", "/", "m")
"""'Up to and including' in Dutch, which is written as three tokens."""


class Several(msgspec.Struct, frozen=True, gc=False):
    """Seats as a label lists them."""

    items: tuple[tuple[str, str], ...]
    """Each item is the first and the last seat of a range; a single seat stands twice."""
    at: tuple[int, ...] = ()

    @property
    def is_one(self) -> bool:
        """Whether the list has a single seat."""
        return len(self.items) == 1 and self.items[0][0] == self.items[0][1]


class Joined(msgspec.Struct, frozen=True, gc=False):
    """A value that is joined to the one before it."""

    value: Value
    joiner: str
    """The sign between the two, or the meaning of the word between them: both, until, either."""


def joined_value(draft: Draft, index: int, *, letters_too: bool = False) -> Joined | None:
    """Returns the value that is joined to the one before this token: '-10', 'and 12', 'bis 5'. Words such as
    'a', 'e' and 'o' join numbers. They join letters only if `letters_too`."""
    joiner = ""
    at = index
    while at < len(draft.tokens) and draft.roles[at] is None:
        token = draft.tokens[at]
        if token.is_sign:
            if token.text not in _SIGNS and not (joiner and token.text in _BEHIND_JOINERS):
                break
            joiner = joiner or token.text
        elif token.is_number or (joiner and draft.is_touched(at)):
            break  # The second letter of 'A5-A8' joins nothing.
        elif token.text == "t" and _is_until_and_including(draft, at):
            joiner = "until"
            at += 2
        else:
            word = _joining_word(draft, at, has_joiner=bool(joiner), letters_too=letters_too)
            if word is None:
                break
            joiner = joiner if joiner == "until" else word or joiner
        at += 1
    value = draft.value_at(at) if joiner else None
    if value is None or is_ordinal_of_name(draft, value) or _is_article(draft, value):
        return None
    return Joined(value, joiner)


def _is_article(draft: Draft, value: Value) -> bool:
    """Returns whether a letter is the rest of an article: 'rang F à l'orchestre'."""
    return value.text in ("l", "d") and draft.is_sign_at(value.last + 1, _APOSTROPHES)


def _is_until_and_including(draft: Draft, at: int) -> bool:
    return tuple(token.text for token in draft.tokens[at : at + 3]) == _UNTIL_AND_INCLUDING


def _joining_word(draft: Draft, index: int, *, has_joiner: bool, letters_too: bool) -> str | None:
    """Returns how a word joins its neighbours: empty for one between a joiner and a value ('a la 5'), None
    for a word that joins nothing."""
    kinds = draft.kinds_at(index)
    may_stand_between = has_joiner and not kinds.isdisjoint(_BETWEEN_JOINER_AND_VALUE)
    if not may_stand_between and kinds.isdisjoint(JOINING):
        return None
    meant = next((kind for kind in JOINING if kind in kinds), None)
    if meant == "until" and is_and(draft, index):
        meant = "both"
    is_before_number = _is_before_number(draft, index)
    if meant is not None and (
        is_before_number
        or (letters_too and draft.value_at(draft.after_marker(index + 1)))
        or _repeats_row(draft, index)
    ):
        return meant
    return "" if may_stand_between and is_before_number else None


def _repeats_row(draft: Draft, index: int) -> bool:
    """Returns whether the same letters touch the numbers on both sides of a word: 'G1 to G4'."""
    if index < 2 or index + 2 >= len(draft.tokens):
        return False
    before, number = draft.tokens[index - 2 : index]
    letters, behind = draft.tokens[index + 1 : index + 3]
    return number.touches and behind.touches and before.text == letters.text and not letters.is_number


def is_and(draft: Draft, index: int) -> bool:
    """Returns whether 'a' means 'and', as in Czech and Slovak, and not 'to' as in French or Spanish: 'místa
    12 a 14'. The words for rows and seats tell."""
    if draft.tokens[index].text != "a":
        return False
    return any(draft.general[marker].is_after_number for marker in (*draft.row_markers, *draft.seat_markers))


def _is_before_number(draft: Draft, index: int) -> bool:
    """Returns whether a number follows this word, perhaps after other small words: 'a la 5'."""
    for at in (index + 1, index + 2, index + 3):
        if at >= len(draft.tokens) or draft.roles[at] is not None:
            return False
        if draft.tokens[at].is_number:
            return True
        if not draft.tokens[at].is_sign and draft.kinds_at(at).isdisjoint(("filler", "until", "number")):
            return False
    return False


def is_ordinal_of_name(draft: Draft, value: Value) -> bool:
    """Returns whether the value is not a seat but an ordinal of what follows: 'Seat 24, 1st Balcony', '2.
    Rang'."""
    behind = value.last + 1
    if draft.ordinal_before(behind) is not None:
        # In 'Row II Seat 3' and 'Seats 12D, 12E', nothing is counted.
        return behind < len(draft.tokens) and draft.kinds_at(behind).isdisjoint(_ROWS_AND_SEATS)
    is_word = behind + 1 < len(draft.tokens) and not (
        draft.tokens[behind + 1].is_sign or draft.tokens[behind + 1].is_number
    )
    return is_word and draft.ordinal_before(behind + 1) is not None


def may_end_sentence(draft: Draft, value: Value) -> bool:
    """Returns whether a full stop behind a number may end a sentence, and not make it an ordinal: 'Ряд 6.
    Місце 20. Дитячий'."""
    behind = value.last + 2
    if behind >= len(draft.tokens) or not draft.is_sign_at(behind - 1, _FULL_STOP):
        return False
    general = draft.general_at(behind)
    if general.names_a_place or "level" in general.kinds:
        return False  # 'Reihe 2. Rang'
    if "foreign" in general.kinds and draft.is_sign_at(behind + 1, _COLON):
        return True  # 'место 15. Цена: 2200 ₽'
    return not general.kinds.isdisjoint(_SENTENCES)


def seats_from(draft: Draft, index: int, *, is_bare: bool) -> Several | None:
    """Returns the seats that are listed from here on. A slash joins the seats of a bare list, which no word
    announces, only if they cannot be a date."""
    at = start = draft.after_marker(index)
    if not is_bare:
        while at < len(draft.tokens) and _stands_before_seats(draft, at):
            at = draft.after_marker(at + 1)
    value = draft.value_at(at)
    if at > start and (value is None or not draft.tokens[at].is_number):
        # 'Seat A', in a language where 'a' is also a small word.
        at = start
        value = draft.value_at(at) if is_letter(draft.tokens[at].text) else None
    if value is None:
        return None
    items = [[value.text, value.text]]
    last = value.last
    dashes = 0
    # 'Seats A, B and C': a joining word before a single letter.
    are_letters = not is_bare and is_letter(value.text) and not value.text.isdecimal()
    while (joined := joined_value(draft, last + 1, letters_too=are_letters)) is not None:
        seat = joined.value.text
        if are_letters and not is_letter(seat):
            break
        if len(seat) == VALUE_LETTERS_MAX and seat.isalpha() and items[-1][1].isdecimal():
            break  # 'seat 4, veg meal'
        if joined.joiner == "+" and _counts_company(draft, items[-1][1], joined.value):
            break
        if joined.joiner == "either":
            draft.refuse("it leaves open which seat is meant")
            break
        if joined.joiner in _DASHES or joined.joiner == "until":
            dashes += 1
            _add_end_of_range(items, seat, dashes)
        elif is_bare and joined.joiner == "/" and not _are_neighbours(items[-1][1], seat):
            break
        else:
            items.append([seat, seat])
        last = joined.value.last
    return Several(tuple((first, end) for first, end in items), tuple(range(at, last + 1)))


def _stands_before_seats(draft: Draft, index: int) -> bool:
    """Returns whether a word may stand between the word for seats and their numbers. One for wheelchairs does
    so too, unless it is the venue's own: 'posto disabili 3'."""
    kinds = draft.kinds_at(index)
    if "wheelchair" in kinds and not draft.own[index]:
        return True
    if kinds.isdisjoint(_BEFORE_SEATS) or draft.roles[index] is not None:
        return False
    return not _is_letter_of_row(draft, index)


def _are_neighbours(seat: str, other: str) -> bool:
    """Returns whether two seats are side by side, and no day and month: '21/22', but not '11/12'."""
    if not (seat.isdecimal() and other.isdecimal()) or len(seat) > _SEAT_DIGITS_MAX:
        return False
    return int(seat) > _MONTHS and int(other) == int(seat) + 1


def _counts_company(draft: Draft, seat: str, value: Value) -> bool:
    """Returns whether a number behind a plus counts those who come along: 'space 4 + 1 companion'."""
    behind = value.last + 1
    if value.text not in ("1", "2") or not seat.isdecimal() or int(seat[:9]) <= int(value.text):
        return False
    return behind < len(draft.tokens) and "quantity" in draft.kinds_at(behind)


def _is_letter_of_row(draft: Draft, index: int) -> bool:
    """Returns whether a small word of one letter is a row instead: 'poltrona D4', 'poltrona d 10'."""
    text = draft.tokens[index].text
    if len(text) != 1:
        return False
    return draft.is_touched(index) or (draft.row_end < 0 and text in draft.venue.rows)


def _add_end_of_range(items: list[list[str]], seat: str, dashes: int) -> None:
    """Adds a seat after a dash: '9-12' is a range, but '4-6-8' is a list."""
    first, end = items[-1]
    if first != end:
        items[-1:] = [[first, first], [end, end], [seat, seat]]
    elif dashes > 2:
        items.append([seat, seat])
    else:
        items[-1][1] = seat


def row_from(draft: Draft, index: int, *, is_plural: bool, may_be_level: bool = False) -> Value | None:
    """Returns the row named here. For several rows, returns a name that no row has. `may_be_level` says that
    the word before it has another meaning: 'Rang II' may be a tier."""
    value = None if may_be_level else _row_like_an_ordinal(draft, index) or _row_like_a_name(draft, index)
    if value is None:
        value = draft.value_at(index)
        if value is None or (is_ordinal_of_name(draft, value) and not may_end_sentence(draft, value)):
            return None
    if is_plural and value.text.isdecimal() and draft.is_free_number(value.last + 1):
        draft.refuse("it names more than one row")  # 'Rows 4 8': two rows, or row 4 seat 8.
    joined = joined_value(draft, value.last + 1, letters_too=True)
    if joined is None or (not is_plural and _has_number_word(draft, value.last, joined.value.at[0])):
        return value
    whole = f"{value.text}{joined.joiner}{joined.value.text}"
    if whole in draft.venue.rows:
        return Value(whole, tuple(range(value.at[0], joined.value.last + 1)))
    is_choice = is_plural or joined.joiner in ("either", "until", "both")
    is_alike = value.text.isdecimal() == joined.value.text.isdecimal() and joined.joiner != ","
    if is_choice or is_alike:
        # No row has this name, so none is found.
        name = f"{value.text} to {joined.value.text}"
        return Value(name, tuple(range(value.at[0], joined.value.last + 1)))
    return value


def _has_number_word(draft: Draft, first: int, last: int) -> bool:
    """Returns whether the word 'number' stands between a row and a number: 'Fila 3 - Número 16'."""
    return any("number" in draft.kinds_at(at) for at in range(first + 1, last))


def _row_like_an_ordinal(draft: Draft, index: int) -> Value | None:
    """Returns a row whose name looks like an ordinal: one that the venue has ('II' after 'HH'), or a Roman
    numeral with nothing behind it that it could count ('Row II, 5'). In 'Row II Balcony' it counts."""
    if index >= len(draft.tokens) or draft.roles[index] is not None or draft.is_touched(index):
        return None
    text = draft.tokens[index].text
    is_row = text in draft.venue.rows and not draft.tokens[index].is_number
    is_numeral = text in ROMAN and not _is_before_word(draft, index + 1)
    return Value(text, (index,)) if is_row or is_numeral else None


def _row_like_a_name(draft: Draft, index: int) -> Value | None:
    """Returns one or two letters at the end of the label, although names of the venue have them: 'Row GA'
    where a section is called 'GA203'. In 'Row GA 203' they name the section."""
    if index != len(draft.tokens) - 1 or draft.roles[index] is not None or not draft.own[index]:
        return None
    text = draft.tokens[index].text
    return Value(text, (index,)) if text.isalpha() and len(text) <= ROW_LETTERS_MAX else None


def _is_before_word(draft: Draft, index: int) -> bool:
    """Returns whether a word follows, with signs before it or not, that joins no other row or seat."""
    at = index
    while at < len(draft.tokens) and draft.tokens[at].is_sign:
        at += 1
    if at == len(draft.tokens) or draft.tokens[at].is_number:
        return False
    return joined_value(draft, index, letters_too=True) is None
