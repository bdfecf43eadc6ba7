"""The possible readings of a label in which no word marks the row or the seats: '107 K 9', 'Balcony B4', 'R7
P12'."""

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from seatpreview.labels.parsing.label_draft import VALUE_LETTERS_MAX, Draft, Value
from seatpreview.labels.parsing.sales_talk import is_for_sale
from seatpreview.labels.parsing.seat_lists import Several, seats_from
from seatpreview.labels.text.general_words import SMALL_ROOMS, general_word, is_letter, ordinal_endings

_ROW_LETTERS = frozenset(("row_letter", "row"))
_SEAT_LETTERS = frozenset(("seat_letter", "seat"))
_SEPARATORS = frozenset((",", "-", "\u2013", "/", ":", ";"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_STOPS = frozenset((".", ":"))
_OF_SEVERAL = frozenset(("row", "rows", "seat", "seats"))
_NAMED_BY_NUMBERS = frozenset(("section", "sections", "level"))
_ROW_AND_SEAT = re.compile(r"([^\W\d_]{1,2})([0-9]+)")
_SEAT_AND_ROW = re.compile(r"([0-9]+)([a-z]{1,2})")
_FILM_FORMATS = frozenset(("2d", "3d", "4d", "4k"))

Items = tuple[tuple[str, str], ...]
_SHORT_DASHES = frozenset(("-", "\u2013"))
_JOINING_SIGNS = frozenset((",", "&", "+", ";", "/"))
_STOP = frozenset((".",))
_LONG_NUMBER_WORD = 3


class Way(msgspec.Struct, frozen=True, gc=False):
    """One possible reading of a label."""

    section: tuple[int, ...]
    """The indexes of the tokens that name the section."""
    row: str = ""
    seats: Several | None = None
    row_at: tuple[int, ...] = ()
    is_marked: bool = True
    """Whether words in the label mark the row and the seats."""
    has_row_word: bool = False
    """Whether the label has a word for rows, but nothing that could be the name of one: 'top row, seat 3'."""
    is_seat_first: bool = False
    """Whether the seat stands before the letters of its row: '7C'."""
    is_counted: bool = False
    """Whether the row is an ordinal before the word: '3rd row'."""
    is_bare: bool = False
    """Whether no word marks either the row or the seats."""
    behind: str = ""
    """The word directly before a row that no word marks."""
    is_of_aside: bool = False
    """Whether such a row may belong to what stands before it: 'Platinum 5-8', 'Gate 5 - 8', 'Pack of 4'."""

    grade: str = ""
    """A word beside the name of a section that may make another product of it: 'Premium'."""

    is_for_sale: bool = False
    """Whether the label is an offer: its unknown words are then the name of the event."""

    def may_be_anything_behind(self, unknown: Collection[str]) -> bool:
        """Returns whether a row that no word marks may instead belong to the word before it, or begin a
        range, given the unknown words."""
        if self.is_of_aside or self.behind in unknown:
            return True
        return bool(unknown) and self.is_like_a_range

    def repeats(self, row: str, seats: Several | None) -> bool:
        """Returns whether this reading has the same row, and no other seats."""
        if self.row != row:
            return False
        return self.seats is None or seats is None or self.seats.items == seats.items

    @property
    def is_like_a_range(self) -> bool:
        """Whether the row and the seats look alike, as the two ends of a range do: '5-8', 'C-F'."""
        if self.seats is None:
            return False
        is_number = self.row.isdecimal()
        return any(first.isdecimal() == is_number for first, _ in self.seats.items)


def ways_to_read(draft: Draft, row: Value | None, seats: Several | None) -> Iterator[Way]:
    """Yields the possible readings of a label, given the row and the seats that its words mark. A row whose
    name is a word is the row, and no number is another one: 'Barrera del tendido 4, nº 9'."""
    rows = rows_with_names(draft)
    for way in _all_ways(draft, row, seats):
        if not rows or not way.row or way.row in rows:
            yield way


def rows_with_names(draft: Draft) -> Collection[str]:
    """Returns the words of a label that are the names of rows: 'Barrera'."""
    rows = draft.venue.rows
    return [
        token.text
        for index, token in enumerate(draft.tokens)
        if len(token.text) > VALUE_LETTERS_MAX
        and token.text in rows
        and not (token.is_number or draft.own[index])
    ]


def _all_ways(draft: Draft, row: Value | None, seats: Several | None) -> Iterator[Way]:
    free = draft.free()
    if row is None:
        is_offer = seats is None and is_for_sale(draft)
        has_row_word = bool(draft.row_markers) and _has_row_word(draft)
        yield Way(free, "", seats, has_row_word=has_row_word, grade=_grade(draft), is_for_sale=is_offer)
        if draft.row_markers and _has_rows_without_numbers(draft):
            return
        if seats is None:
            yield from _lettered(draft, free)
            yield from _row_in_capitals(draft, free)
            yield from _worded(draft, free)
            for found in rows_beside_seats(draft, free, None):
                yield _beside(free, found)
            yield from _glued(draft, free)
            yield from _seat_first(draft, free)
            yield from _tails(draft, free)
        else:
            yield from _row_in_seats(free, seats)
            for found in rows_beside_seats(draft, free, seats):
                yield _beside(free, found)
            # In '12 Seat 5 Row', the order may be reversed as a whole.
            if seats.at[-1] + 1 not in draft.row_markers:
                yield from _row_before_seats(draft, free, seats)
        return
    is_counted = row.at[0] == 0 or draft.roles[row.at[0] - 1] != "marker"
    yield Way(free, row.text, seats, row.at, is_counted=is_counted, grade=_grade(draft))
    if seats is None:
        yield from _seat_in_row(draft, free, row)
        if (other := letter_as_row(draft, row)) is not None:
            yield _beside(free, other)
        behind = _seats_behind(draft, max(row.last, draft.row_end))
        # In 'Xekto 15 ряд 9 yicce 13', row 15 is one of two orders only, and no word marks seat 9.
        if behind is not None and not (row.last < draft.row_end and _have_numbers_unknown_words(draft)):
            yield Way(_without(free, behind.at), row.text, behind, row.at, is_counted=is_counted)


def _has_row_word(draft: Draft) -> bool:
    """Returns whether a word for rows has no role yet. 'Rang' means row in French, but level in German."""
    return any(
        draft.roles[marker] is None and "level" not in draft.general[marker].kinds
        for marker in draft.row_markers
    )


def _grade(draft: Draft) -> str:
    """Returns a word such as 'Premium' beside a word of the venue's own names or for standing: 'Pista
    Premium', 'Pista - Premium'. In 'Pista (VIP)' it stands apart."""
    for index in draft.grades:
        if any(_is_own_word(draft, index, step) for step in (-1, 1)):
            return draft.written(index)
    return ""


def _is_own_word(draft: Draft, index: int, step: int) -> bool:
    at = index + step
    if draft.is_sign_at(at, _DASHES):
        at += step
    return 0 <= at < len(draft.own) and (draft.own[at] or "standing" in draft.general[at].kinds)


def _has_rows_without_numbers(draft: Draft) -> bool:
    """Returns whether a plural speaks of rows that it does not name. What stands elsewhere in the label is
    then hardly a row and a seat: 'rows Parterre 4-8'."""
    return any(
        draft.roles[marker] is None and "rows" in draft.general[marker].kinds for marker in draft.row_markers
    )


def _seats_behind(draft: Draft, row_end: int) -> Several | None:
    """Returns seats that directly follow the row: 'Row K 9', 'Reihe 12, 7-8'."""
    at = row_end + 1
    while draft.is_sign_at(at, _SEPARATORS):
        at += 1
    if (
        draft.is_free_number(at + 1)
        and not is_letter(draft.tokens[at].text)
        and "filler" in draft.kinds_at(at)
    ):
        at += 1  # 'del 3 al 5'
    found = seats_from(draft, at, is_bare=True)
    return found if found is not None and all(first[:1].isdecimal() for first, _ in found.items) else None


def _seat_in_row(draft: Draft, free: tuple[int, ...], row: Value) -> Iterator[Way]:
    """Yields the reading with the seat's letter in the name of the row: 'Pew 12C'."""
    if len(row.at) != 2 or row.text in draft.venue.rows:
        return
    number, letter = (draft.tokens[at] for at in row.at)
    if number.is_number and is_letter(letter.text):
        yield Way(free, number.text, Several(((letter.text, letter.text),), row.at[1:]), row.at[:1])


def _row_in_seats(free: tuple[int, ...], seats: Several) -> Iterator[Way]:
    """Yields the reading with the row's letters in the name of the seat: 'Seat C7'."""
    split = row_before_seats(seats.items)
    if split is not None:
        yield Way(free, split.row, Several(split.seats, seats.at), seats.at, is_marked=False)


def _have_numbers_unknown_words(draft: Draft) -> bool:
    """Returns whether an unknown word stands right before a number: a word with a slip may mark it."""
    return any(
        index
        and token.is_number
        and not token.touches
        and draft.roles[index - 1] is None
        and len(draft.tokens[index - 1].text) > VALUE_LETTERS_MAX
        and not (draft.own[index - 1] or draft.general[index - 1].is_known)
        for index, token in enumerate(draft.tokens)
    )


# Rows that no word marks, beside seats: 'Seat H 12', 'Barrera, Tendido 9, localidad 7', 'Stalls R 20',
# 'K 1, K 2'.


class RowAndSeats(msgspec.Struct, frozen=True, gc=False):
    """A row, its seats, and the indexes of all tokens that name them."""

    row: str
    row_at: tuple[int, ...]
    seats: Several
    taken: tuple[int, ...]


def _beside(free: tuple[int, ...], found: RowAndSeats) -> Way:
    return Way(_without(free, found.taken), found.row, found.seats, found.row_at, is_marked=False)


def _row_before_seats(draft: Draft, free: tuple[int, ...], seats: Several) -> Iterator[Way]:
    """Yields readings with the row before the word for seats: '107 K Seat 9', '107 F: 15 But: 3'."""
    marker = seats.at[0]
    while marker > 0 and draft.roles[marker - 1] == "marker":
        marker -= 1
    row = draft.value_before(marker)
    if row is None:
        return
    letter = _letter_before(draft, row.at[0])
    taken = row.at if letter is None else (letter, *row.at)
    yield Way(_without(free, taken), row.text, seats, row.at, is_marked=False)
    if len(row.at) == 2 and not _ROW_LETTERS.isdisjoint(draft.general[row.at[0]].kinds):
        yield Way(_without(free, row.at), draft.tokens[row.last].text, seats, row.at, is_marked=False)


def _letter_before(draft: Draft, index: int) -> int | None:
    """Returns the letter that stands for the word 'row' before this token: 'F: 15'."""
    at = index - 1
    while draft.is_sign_at(at, _STOPS):
        at -= 1
    is_letter = 0 <= at < index - 1 and not _ROW_LETTERS.isdisjoint(draft.kinds_at(at))
    return at if is_letter else None


def _lettered(draft: Draft, free: tuple[int, ...]) -> Iterator[Way]:
    """Yields readings with letters for the words 'row' and 'seat': 'R7 P12', 'F. 7 B. 12', 'F. C'. Before a
    letter, such a letter needs a full stop."""
    for position, letter in enumerate(free[:-1]):
        if _ROW_LETTERS.isdisjoint(draft.kinds_at(letter)):
            continue
        start = free[position + 1]
        has_stop = start == letter + 2
        row = draft.value_at(start)
        if row is None or not (has_stop or (start == letter + 1 and draft.tokens[start].is_number)):
            continue
        behind = [index for index in free if index > row.last]
        if not behind and has_stop:
            yield Way(_without(free, (letter, *row.at)), row.text, None, row.at)
        if (
            len(behind) < 2
            or _SEAT_LETTERS.isdisjoint(draft.kinds_at(behind[0]))
            or behind[1] > behind[0] + 2
        ):
            continue
        seats = seats_from(draft, behind[1], is_bare=True) if draft.tokens[behind[1]].is_number else None
        if seats is not None:
            yield Way(_without(free, (letter, *row.at, behind[0], *seats.at)), row.text, seats, row.at)


def _row_in_capitals(draft: Draft, free: tuple[int, ...]) -> Iterator[Way]:
    """Yields the reading with letters for all words, which touch the letters of the row as well: 'B4 RF
    S12'."""
    for row, letter, seat in zip(free, free[1:], free[2:], strict=False):
        text = draft.tokens[row].text
        if len(text) not in (2, 3) or text[1:] not in draft.venue.rows or text in draft.venue.rows:
            continue
        stands_alone = not draft.tokens[row].touches and not draft.is_touched(row) and not draft.own[row]
        is_seat = draft.tokens[seat].is_number and draft.tokens[seat].touches and letter == seat - 1
        is_lettered = "row_letter" in general_word(text[0]).kinds and not _SEAT_LETTERS.isdisjoint(
            draft.kinds_at(letter)
        )
        if stands_alone and is_seat and is_lettered and draft.tokens[row].is_capital:
            number = draft.tokens[seat].text
            seats = Several(((number, number),), (seat,))
            yield Way(_without(free, (row, letter, seat)), text[1:], seats, (row,))


def _worded(draft: Draft, free: tuple[int, ...]) -> Iterator[Way]:
    """Yields readings with a row that has a word for its name, and the seats behind it: 'Contrabarrera nº 5,
    Tendido bajo 8'."""
    for index in free[:-1]:
        text = draft.tokens[index].text
        if len(text) <= VALUE_LETTERS_MAX or text not in draft.venue.rows or draft.own[index]:
            continue
        seats = seats_from(draft, index + 1, is_bare=True)
        if seats is not None and all(first.isdecimal() for first, _ in seats.items):
            yield Way(_without(free, (index, *seats.at)), text, seats, (index,))


def _glued(draft: Draft, free: tuple[int, ...]) -> Iterator[Way]:
    """Yields readings in which the row's letters touch the seats: 'Balcony B4', 'Stalls G14-G17', 'C7, C8
    Circle'."""
    for index in free:
        token = draft.tokens[index]
        if token.is_number or token.touches or len(token.text) > 2:
            continue
        if index + 1 >= len(draft.tokens) or not draft.tokens[index + 1].touches:
            continue
        found = seats_from(draft, index, is_bare=True)
        if found is None:
            continue
        split = row_before_seats(found.items)
        if split is not None:
            seats = Several(split.seats, found.at)
            yield _bare(draft, _without(free, found.at), split.row, seats, found.at)


def _seat_first(draft: Draft, free: tuple[int, ...]) -> Iterator[Way]:
    """Yields readings in which the row's letters stand right behind a seat: 'Stalls 7C'."""
    for index in free[:-1]:
        token, behind = draft.tokens[index], draft.tokens[index + 1]
        if not token.is_number or token.touches or not behind.touches or draft.is_touched(index + 1):
            continue
        if _belongs_to_name(draft, index) or index + 1 not in free:
            continue
        at = (index, index + 1)
        if _is_of_small_room(draft, index) and is_letter(behind.text):
            # 'Table 7B' is seat B of table 7, where no table is called so.
            seat = Several(((behind.text, behind.text),), (index + 1,))
            yield Way(_without(free, (index + 1,)), "", seat, is_marked=False)
        for split in row_behind_seat(token.text + behind.text, is_capital=behind.is_capital):
            way = _bare(draft, _without(free, at), split.row, Several(split.seats, at), at)
            yield replace(way, is_seat_first=True)


def _is_of_small_room(draft: Draft, index: int) -> bool:
    """Returns whether the word before this number is one for a table, a box or the like."""
    return index > 0 and not SMALL_ROOMS.isdisjoint(general_word(draft.tokens[index - 1].text).seating)


def _tails(draft: Draft, free: tuple[int, ...]) -> Iterator[Way]:
    """Yields readings in which the last pieces are a row, or a row and seats."""
    last = draft.value_before(free[-1] + 1) if free else None
    if last is None or not _is_end(draft, last.last):
        return
    if not _belongs_to_name(draft, last.at[0]):
        yield _bare(draft, _without(free, last.at), last.text, None, last.at)
    if len(last.at) == 3 and draft.tokens[last.at[0]].is_number:
        # '107K9': a section, a row and a seat.
        _, row, seat = last.at
        seats = Several(((draft.tokens[seat].text,) * 2,), (seat,))
        yield _bare(draft, _without(free, (row, seat)), draft.tokens[row].text, seats, (row,))
    start = last.at[0]
    while (row_value := draft.value_before(start)) is not None:
        found = seats_from(draft, start, is_bare=True)
        is_list = found is not None and found.at[-1] == last.last and _is_apart(draft, row_value, found)
        is_row = not _belongs_to_name(draft, row_value.at[0]) and not _is_of_several(draft, row_value.at[0])
        if found is not None and is_list and is_row:
            taken = (*row_value.at, *found.at)
            yield _bare(draft, _without(free, taken), row_value.text, found, row_value.at)
        start = row_value.at[0]
        if not row_value.text[:1].isdecimal():
            return


def _bare(
    draft: Draft, section: tuple[int, ...], row: str, seats: Several | None, at: tuple[int, ...]
) -> Way:
    before = at[0] - 1
    while before >= 0 and draft.tokens[before].is_sign:
        before -= 1
    way = Way(section, row, seats, at, is_marked=False, is_bare=True)
    if before < 0:
        return way
    return replace(way, behind=draft.tokens[before].text, is_of_aside=_is_of_aside(draft, way, before))


def _is_of_aside(draft: Draft, way: Way, before: int) -> bool:
    """Returns whether a row that no word marks may belong to what stands before it."""
    if draft.roles[before] == "aside" and way.seats is None:
        # 'Gate 5 - 8' may be a range of gates; 'Gate 5 - K' has a row.
        is_alike = draft.tokens[before].text.isdecimal() == way.row.isdecimal()
        if is_alike and draft.is_sign_at(before + 1, _SEPARATORS) and _is_number_or_letter(draft, before):
            return True
    if _says_nothing(draft, before):
        return draft.is_sign_at(way.row_at[-1] + 1, _DASHES) and way.is_like_a_range
    # 'Pack of 4'
    is_small = not is_letter(draft.tokens[before].text) and "filler" in draft.kinds_at(before)
    return is_small and before > 0 and _says_nothing(draft, before - 1)


def _is_number_or_letter(draft: Draft, index: int) -> bool:
    return draft.tokens[index].is_number or is_letter(draft.tokens[index].text)


def _says_nothing(draft: Draft, index: int) -> bool:
    """Returns whether this word says nothing about a place."""
    if draft.tokens[index].is_number:
        return False
    return draft.roles[index] == "aside" or "number" in draft.general[index].kinds


def _belongs_to_name(draft: Draft, index: int) -> bool:
    """Returns whether a number follows a word for sections or levels, and so is not a row: 'Setor 7'."""
    at = index - 1
    while draft.is_sign_at(at, _STOPS):
        at -= 1
    return at >= 0 and not _NAMED_BY_NUMBERS.isdisjoint(draft.kinds_at(at))


def _is_of_several(draft: Draft, index: int) -> bool:
    """Returns whether a number follows a word for rows or seats, and so begins a range of them, even if the
    venue's names contain the word: 'Rows 5-8'."""
    at = index - 1
    while draft.is_sign_at(at, _STOPS):
        at -= 1
    if at < 0 or draft.kinds_at(at).isdisjoint(_OF_SEVERAL):
        return False
    # 'Rang' can also mean tier.
    return not general_word(draft.tokens[at].text).names_a_place and "level" not in draft.kinds_at(at)


def _is_apart(draft: Draft, row: Value, seats: Several) -> bool:
    """Returns whether several seats can be told apart from the row before them: by letters, or by another
    sign."""
    if seats.is_one or not row.text.isdecimal():
        return True
    between = {draft.tokens[at].text for at in range(row.last + 1, seats.at[0])}
    joiners = {draft.tokens[at].text for at in seats.at if draft.tokens[at].is_sign}
    return between.isdisjoint(joiners)


def _is_end(draft: Draft, index: int) -> bool:
    """Returns whether only asides and signs follow."""
    return all(
        token.is_sign or draft.roles[at] == "aside"
        for at, token in enumerate(draft.tokens[index + 1 :], start=index + 1)
    )


def _without(free: tuple[int, ...], at: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([index for index in free if index not in at])


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
    number = _behind_dash(draft, seats.at[0] + 1)
    found = _numbers_of_row(draft, letters, number)
    return None if found is None else RowAndSeats(letters, seats.at, found, found.at)


def _repeated_row(draft: Draft, index: int) -> RowAndSeats | None:
    """Returns a row that stands before each of its seats, apart from them: 'K 1, K 2', 'K-1, K-2'."""
    letters = draft.tokens[index]
    number = _behind_dash(draft, index + 1)
    if letters.touches or not draft.is_free_number(number):
        return None
    found = _numbers_of_row(draft, letters.text, number)
    if found is None or found.is_one:
        return None
    return RowAndSeats(letters.text, (index,), found, (index, *found.at))


def _behind_dash(draft: Draft, index: int) -> int:
    """Returns the index behind a dash between the letters of a row and a seat; this one if there is none."""
    return index + 1 if draft.is_sign_at(index, _SHORT_DASHES) else index


def _numbers_of_row(draft: Draft, letters: str, number: int) -> Several | None:
    """Returns the numbers from here on, with these letters or a sign between two of them."""
    at: list[int] = []
    while draft.is_free_number(number):
        at += range(at[-1] + 1 if at else number, number + 1)
        behind = number + 1
        # In 'E 5, E 6', the letter is no 'and'.
        while behind < len(draft.tokens) and draft.tokens[behind].text != letters and _joins(draft, behind):
            behind += 1
        if behind >= len(draft.tokens) or draft.tokens[behind].text != letters:
            break
        number = _behind_dash(draft, behind + 1)
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
    """Returns the seats behind the word 'number' at the end of a label. A short word for it may belong to the
    section, if that has no number yet: 'Barrera, tendido nº 9'."""
    for index in reversed(draft.seat_markers):
        if "number" in draft.kinds_at(index) and (
            len(draft.tokens[index].text) > _LONG_NUMBER_WORD or _is_behind_number(draft, index)
        ):
            return seats_from(draft, index + 1, is_bare=True)
    return None


def _is_behind_number(draft: Draft, index: int) -> bool:
    """Returns whether a sign and a number stand before this word: '4, nº 9'."""
    return draft.is_sign_at(index - 1, _SEPARATORS) and draft.is_free_number(index - 2)


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
