"""Finds rows and seats by the names that labels use, including lists and ranges of seats."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from itertools import islice, pairwise

import msgspec
from msgspec.structs import replace

from seatpreview.labels.label_rules import SEATS_OF_A_LABEL_MAX
from seatpreview.labels.matching.parsed_names import Name
from seatpreview.labels.model import Place, RowNames, SectionNames, place_of
from seatpreview.labels.parsing.label_draft import UNRESERVED
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.parsing.seat_lists import Several
from seatpreview.labels.text.digits import in_other_scripts
from seatpreview.labels.text.general_words import SMALL_ROOMS, general_word
from seatpreview.labels.text.numerals import hebrew_number, roman_number
from seatpreview.labels.text.spelling import folded

_RANGE_NUMBERS_MAX = 200
"""The most numbers between the first and the last seat of a range, whether or not the row has them."""

_SECTIONS_OF_A_HALL_MAX = 60
_SEATS_IN_ORDER_MAX = 1000
_WORDS_OF_LONG_NAME = 3

_JOINING = frozenset(("both", "until", "either"))
_SEATS_AND_ASIDES = frozenset(("seat", "seats", "aside"))
_BLANK = re.compile(r"[\s.]+")
_PADDING = re.compile(r"(?<![0-9])0+(?=[0-9])")


class Found(msgspec.Struct, frozen=True, gc=False):
    """The row and the seats in a section that a label names."""

    places: tuple[Place, ...]
    """The seats, the row or the section. Only the section if it lacks what the label names."""
    is_all: bool
    """Whether everything that the label names was found."""
    trace: tuple[str, ...]


class Places:
    """The rows and seats of all sections of a venue, by the names that labels use."""

    def __init__(self, sections: Sequence[SectionNames]) -> None:
        self._sections = sections
        self._rows = _rows_of(sections)
        self.rowless = frozenset(index for index, rows in enumerate(self._rows) if not rows)
        """The sections without rows. Some of them still have seats."""
        self.all_rows = frozenset(
            key for rows in {id(rows): rows for rows in self._rows}.values() for key in rows
        )
        """The normalized names of all rows."""
        self.only_section = 0 if len(sections) == 1 else None
        """The section of a venue that has no other one."""
        self._only_with_form = _sections_by_form(self._rows)

    def only_section_for_row(self, row: str) -> int | None:
        """Returns the section with this row if no other one has rows like it. Where another section has rows
        A to H, a row K may be a mistake for one of those."""
        section = self._only_with_form.get(_form(row))
        return section if section is not None and self.has_row(section, row) else None

    def only_section_with(self, row: str, seats: Several | None) -> int | None:
        """Returns the section in which a row stands that runs on across sections: a row H where one section
        has A to F and another one G to J, or seat 14 of a row whose first ten stand in another block."""
        sections = self._with_row.get(row, ())
        if len(sections) == 1:
            return sections[0] if _form(row) not in self._repeated_forms else None
        having = [
            section for section in sections if seats is not None and self.has_seats(section, row, seats)
        ]
        return having[0] if len(having) == 1 and self._is_one_row(row, sections) else None

    @cached_property
    def _with_row(self) -> Mapping[str, Sequence[int]]:
        """The sections that have a row of a name. Empty for a venue with many sections: rows of a stadium do
        not run on across it."""
        by_row: dict[str, list[int]] = defaultdict(list)
        for section, rows in enumerate(self._rows) if len(self._rows) <= _SECTIONS_OF_A_HALL_MAX else ():
            for name in rows:
                by_row[name].append(section)
        return by_row

    @cached_property
    def _repeated_forms(self) -> Set[str]:
        """The forms of rows of which several sections have one of the same name. There, a name that only one
        section has may be a mistake for another one."""
        return {_form(name) for name, sections in self._with_row.items() if len(sections) > 1}

    def _is_one_row(self, row: str, sections: Sequence[int]) -> bool:
        """Returns whether the numbers of a row go on from one section to the next. Where one has the odd ones
        and another the even ones, the section has to be named."""
        numbers = [_seat_numbers(self._rows[section][row].seats) for section in sections]
        ends = sorted((min(each), max(each)) for each in numbers if each)
        return len(ends) == len(sections) and all(before[1] < behind[0] for before, behind in pairwise(ends))

    def has_row(self, section: int, row: str) -> bool:
        """Returns whether the section has a row of this name."""
        return self._row(section, row) is not None

    def has_seats(self, section: int, row: str, seats: Several) -> bool:
        """Returns whether the section has all of these seats."""
        found = self._row(section, row)
        return found is not None and expand(seats.items, found) is not None

    def nearest(self, section: int, row: str) -> Place:
        """Returns the row if the section has it, else the section."""
        found = self._row(section, row) if row else None
        section_id = self._sections[section].id
        return place_of(section_id) if found is None else place_of(section_id, found.id)

    def with_seat_for_row(self, name: Name, way: Way, *, is_whole: bool) -> Way:
        """Returns the reading with a seat in place of its row, if no word marks the row and it can only be a
        seat: 'Box A 3'. A '3' on its own may be the number of a section ('Box 3'), unless the name is a kind
        of seat ('Rullstolsplats 6'), or was said whole and has three words ('Upper Circle Left 6'), or two
        and no rows ('Bar Rail 9') or the word 'number' behind it ('Area Disabili, n. 5')."""
        if way.is_marked or way.seats is not None or _is_of_another_place(way.behind, name):
            return way
        is_long = is_whole and len(name.phrase.words) >= _WORDS_OF_LONG_NAME
        is_numbered = len(name.phrase.words) > 1 and is_whole and "number" in general_word(way.behind).kinds
        is_rowless = len(name.phrase.words) > 1 and is_whole and name.section in self.rowless
        is_told = is_long or is_numbered or is_rowless or name.numbers or name.phrase.letters
        if not (is_told or _are_kinds_of_seats(name.phrase.words)):
            return way
        if not self._can_only_be_seat(name.section, way.row):
            return way
        return replace(way, row="", seats=Several(((way.row, way.row),), way.row_at), row_at=())

    def find(self, section: int, way: Way) -> Found:
        """Returns the row and the seats of a section that the label names."""
        section_id, row_name, seats = self._sections[section].id, way.row, way.seats
        if section in self.rowless and row_name and _is_unreserved(row_name):
            row_name, seats = "", None if seats is None or _is_unreserved(seats.items[0][0]) else seats
        if section in self.rowless and seats is not None and _is_unreserved(folded(seats.items[0][0])):
            seats = None
        the_section = (place_of(section_id),)
        if not row_name:
            if seats is None:
                return Found(the_section, True, ())
            return self._seats_without_row(section, seats, has_row_word=way.has_row_word)
        row = self._row(section, row_name)
        if row is None:
            return Found(the_section, False, (f"it has no row '{row_name}'",))
        has_row = f"it has a row '{row.id}'"
        if seats is None:
            return Found((place_of(section_id, row.id),), True, (has_row,))
        return self._seats_of_row(section, row, seats, has_row)

    def _row(self, section: int, name: str) -> RowNames | None:
        """Returns the row with this name. Hebrew letters count: 'יב' is row 12."""
        rows = self._rows[section]
        found = rows.get(name)
        return found if found is not None or name.isascii() else rows.get(hebrew_number(name))

    def _seats_without_row(self, section: int, seats: Several, *, has_row_word: bool) -> Found:
        """Finds the seats of a label that names no row. The section must have a single row, and the label
        must not mention another one ('top row')."""
        row = self._only_row(section)
        if row is None or (row.id and has_row_word):
            no_row = "a seat without a row cannot be found"
            return Found((place_of(self._sections[section].id),), False, (no_row,))
        has_row = f"it has one row, '{row.id}'" if row.id else "it has no rows"
        return self._seats_of_row(section, row, seats, has_row)

    def _seats_of_row(self, section: int, row: RowNames, seats: Several, has_row: str) -> Found:
        section_id = self._sections[section].id
        whole = "row" if row.id else "section"
        names = expand(seats.items, row)
        if names is None:
            reason = f"the {whole} does not have the seats that are named"
            return Found((place_of(section_id),), False, (has_row, reason))
        word = "seats" if len(names) > 1 else "seat"
        places = tuple(place_of(section_id, row.id, name) for name in names)
        return Found(places, True, (has_row, f"the {whole} has {word} {', '.join(names)}"))

    def _only_row(self, section: int) -> RowNames | None:
        """Returns the row that holds all seats of a section: its only row, or the seats of a section without
        rows."""
        rows = self._sections[section].rows_by_id
        return next(iter(rows.values())) if len(rows) == 1 else None

    def _can_only_be_seat(self, section: int, name: str) -> bool:
        """Returns whether a name that no word marks must be a seat: the section has no rows, or its only row
        has another kind of name. In a box whose row is called 1, '3' may be a row that does not exist."""
        row = self._only_row(section)
        if not name or row is None or name in self._rows[section] or seat_in(row, name) is None:
            return False
        return not row.id or row.id.isdecimal() != name.isdecimal()


def _is_of_another_place(behind: str, name: Name) -> bool:
    """Returns whether the word before a number joins it to another one, or is the word for another box:
    'Table 1 and 2', 'Loge 1 Loge 2'."""
    general = general_word(behind)
    is_joining = not general.kinds.isdisjoint(_JOINING) and behind not in name.phrase.letters
    return is_joining or not general.seating.isdisjoint(SMALL_ROOMS)


def _are_kinds_of_seats(words: Sequence[str]) -> bool:
    """Returns whether a name has only words for seats and for those who sit there, and none for a place."""
    general = [general_word(word) for word in words]
    return bool(words) and all(
        not word.kinds.isdisjoint(_SEATS_AND_ASIDES) and not word.names_a_place for word in general
    )


def _is_unreserved(text: str) -> bool:
    return not UNRESERVED.isdisjoint(general_word(text).kinds)


def place_key(text: str) -> str:
    """Normalizes the name of a row or seat: '07' and '7', 'AA' and 'aa' are the same."""
    if text.isalnum() and text.isascii() and text[0] != "0" and (text.isdecimal() or text.isalpha()):
        return text.lower()
    return _PADDING.sub("", _BLANK.sub("", folded(text)))


def _rows_of(sections: Sequence[SectionNames]) -> list[Mapping[str, RowNames]]:
    """Returns the rows of each section by their normalized names. Sections that share their rows share the
    lookup too, as most sections of a venue do."""
    shared = {id(section.rows): section.rows for section in sections}
    # Sections of other rules often use the same row names, so each name is normalized once.
    keys = {name: place_key(name) for name in set().union(*shared.values())}
    by_key = {identity: _by_key(rows, keys) for identity, rows in shared.items()}
    return [by_key[id(section.rows)] for section in sections]


def _sections_by_form(rows_of_sections: Sequence[Mapping[str, RowNames]]) -> dict[str, int | None]:
    """Returns the section whose rows have names of a form; None for a form that several sections have.
    Sections that share their rows are visited once."""
    sections: dict[int, int | None] = {}
    for section, rows in enumerate(rows_of_sections):
        sections[id(rows)] = None if id(rows) in sections else section
    by_form: dict[str, int | None] = {}
    for rows in {id(rows): rows for rows in rows_of_sections}.values():
        for form in set(map(_form, rows)):
            by_form[form] = None if form in by_form else sections[id(rows)]
    return by_form


def _form(row: str) -> str:
    """Returns what the names of one series of rows have in common: '5' and '12' are numbers, 'C' and 'K' are
    letters, 'AA' and 'BB' are doubled letters."""
    if row.isdecimal():
        return "1"
    return "a" * len(row) if row.isalpha() else row[:1]


def _by_key(rows: Mapping[str, RowNames], keys: Mapping[str, str]) -> dict[str, RowNames]:
    """Indexes rows by their keys. Rows with Hebrew letters that count, and rows that all have
    Roman numerals, have their numbers too. If all rows
    begin with the same letter for 'row', labels may leave it out: 'R07' is row 7."""
    by_key = {keys[name]: row for name, row in rows.items()}
    counted = {hebrew_number(key): row for key, row in by_key.items() if not key.isascii()}
    if len(counted) == len(by_key) and "" not in counted:
        return {**counted, **by_key}
    if len(by_key) > 1 and all(map(roman_number, by_key)):
        return {**{roman_number(key): row for key, row in by_key.items()}, **by_key}
    letters = {key[:1] for key in by_key}
    if len(letters) == 1 and "row_letter" in general_word(letters.pop()).kinds:
        bare = {key[1:]: row for key, row in by_key.items() if key[1:].isdecimal()}
        return {**bare, **by_key}
    return by_key


def seat_in(row: RowNames, text: str, *, is_plain: bool = False) -> str | None:
    """Returns the seat's own name, ignoring leading zeros, case and, unless `is_plain`, the script of its
    digits."""
    if row.seats is None:
        return None
    if text in row.seats:
        return text
    key = place_key(text)
    for form in dict.fromkeys((key, text.strip(), key.upper(), key.zfill(2), key.zfill(3))):
        if form != text and form in row.seats:
            return form
    if is_plain or not key.isdecimal() or _has_plain_digits(row.seats):
        return None
    return next((form for form in in_other_scripts(key) if form in row.seats), None)


def _has_plain_digits(seats: object) -> bool:
    """Returns whether the first seat of a row shows that its seats are written with digits from 0 to 9."""
    return isinstance(seats, Iterable) and str(next(iter(seats), "")).isascii()


def _seat_numbers(seats: object) -> list[int]:
    """Returns the numbers of a row's seats; none if some have other names, or if they are not known."""
    names = [str(name) for name in seats] if isinstance(seats, Iterable) else []
    return [*map(int, names)] if all(map(str.isdecimal, names)) else []


def expand(items: Sequence[tuple[str, str]], row: RowNames) -> tuple[str, ...] | None:
    """Returns the seats of a list, in its order; None if the row lacks one of them or there are too many. A
    range names the seats that the row has between the first and the last: a side with odd numbers has no even
    ones."""
    seats: dict[str, None] = {}
    for first, last in items:
        found = _range(first, last, row) if first != last else _one(first, row)
        if found is None:
            return None
        seats.update(dict.fromkeys(found))
        if len(seats) > SEATS_OF_A_LABEL_MAX:
            return None
    return tuple(seats)


def _one(name: str, row: RowNames) -> Sequence[str] | None:
    seat = seat_in(row, name)
    return None if seat is None else (seat,)


def _range(first: str, last: str, row: RowNames) -> Sequence[str] | None:
    start = seat_in(row, first)
    if start is None or seat_in(row, last) is None:
        return None
    if first.isdecimal() and last.isdecimal() and (int(last) - int(first)) % 2 == 0:
        beside = _every_other(start, int(first), int(last), row)
        if beside:
            return beside
    is_plain = start.isascii()
    between = (seat_in(row, name, is_plain=is_plain) for name in _names_between(first, last))
    return [seat for seat in between if seat is not None] or None


def _every_other(start: str, first: int, last: int, row: RowNames) -> Sequence[str]:
    """Returns every other number of a range, if these seats stand side by side in the row: its odd numbers on
    one side, its even ones on the other. Empty if they do not."""
    low, high = sorted((first, last))
    seats: object = row.seats
    if isinstance(seats, Set) or not isinstance(seats, Iterable) or high - low >= _RANGE_NUMBERS_MAX:
        return ()
    order = list(islice(seats, _SEATS_IN_ORDER_MAX))
    wanted = [str(number) for number in range(low, high + 1, 2)]
    if start not in order:
        return ()
    at = order.index(start)
    if order[at : at + len(wanted)] == (wanted if first == low else wanted[::-1]):
        return wanted
    before = order[max(0, at + 1 - len(wanted)) : at + 1]
    return wanted if before == (wanted if first == high else wanted[::-1]) else ()


def _names_between(first: str, last: str) -> Sequence[str]:
    if first.isdecimal() and last.isdecimal():
        low, high = sorted((int(first), int(last)))
        return [str(number) for number in range(low, high + 1)] if high - low < _RANGE_NUMBERS_MAX else ()
    if len(first) == len(last) == 1 and first.isascii() and last.isascii():
        low, high = sorted((ord(first), ord(last)))
        return [chr(letter) for letter in range(low, high + 1)]
    return ()
