"""Decides whether the numbers of a label stand after their words ('Row 5') or before them ('5 ряд').

A label has one order. It is the one in which every word for a row or a seat has a number, and the fewest
numbers and words are left over. If both orders do equally well, the label is read in both.
"""

from collections.abc import Iterator, Sequence

import msgspec

from seatpreview.labels.parsing.label_draft import VALUE_CHARACTERS_MAX, Draft, Value
from seatpreview.labels.parsing.non_place_words import is_pair
from seatpreview.labels.parsing.numbered_things import names_currency
from seatpreview.labels.parsing.seat_lists import Several, is_and, is_ordinal_of_name, may_end_sentence
from seatpreview.labels.text.general_words import Kind, ordinal_endings

_ROWS: frozenset[Kind] = frozenset(("row", "rows"))
_SEATS: frozenset[Kind] = frozenset(("seat", "seats"))
_PLACES = _ROWS | _SEATS
_OTHERS: frozenset[Kind] = frozenset(("section", "sections", "level", "foreign", "foreigns"))
_COUNTED: frozenset[Kind] = frozenset(("quantity", "month"))
_DIGITS_OF_A_GROUP = 3
_BREAK_OF_ORDER = 100
"""More than all words and numbers of a label can cost that are left over."""
_WITH_NUMBERS: frozenset[Kind] = _PLACES | frozenset(("section", "sections", "level", "foreign", "foreigns"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_LIST_SIGNS = _DASHES | frozenset((",", "&", "+"))
_SMALL: frozenset[Kind] = frozenset(("filler", "both", "until", "number"))
_AFTER_ORDINAL = frozenset((".", "°"))


class NumbersFirst(msgspec.Struct, frozen=True, gc=False):
    """The row and the seats that stand before their words."""

    row: Value | None = None
    row_word: int = -1
    seats: Several | None = None
    seat_word: int = -1
    asides: tuple[int, ...] = ()
    """The indexes of numbers before words for gates and the like."""
    refusal: str = ""


class Before(msgspec.Struct, frozen=True, gc=False):
    """The numbers before a word."""

    items: tuple[tuple[str, str], ...]
    """Each item is the first and the last of a range; a single number stands twice."""
    at: tuple[int, ...]
    is_plain: bool
    """Whether no dot or ending shows that it counts the word after it: '5 ряд', but not '7. řada'."""


class _Word(msgspec.Struct, frozen=True, gc=False):
    """A word that a number may belong to, and the numbers beside it."""

    at: int
    kinds: frozenset[Kind]
    before: Before | None
    may_be_counted: bool
    behind: int
    """The index of the number or letter after the word; -1 if there is none."""
    has_ordinal: bool = False
    """Whether an ordinal in digits stands before the word, in a language that writes so: '7. sor'."""

    @property
    def is_place(self) -> bool:
        return not self.kinds.isdisjoint(_PLACES)


def may_have_numbers_first(draft: Draft) -> bool:
    """Returns whether a number stands before a word for rows or seats as some languages write it. Nearly all
    labels of other languages end here."""
    for marker in draft.row_markers:
        if marker and draft.general[marker].is_after_number:
            return True
    for marker in draft.seat_markers:
        general = draft.general[marker]
        if marker == 0 or general.kinds.isdisjoint(_SEATS):
            continue
        # '12th seat', '12. Platz'; an ordinal before a row is found without this.
        if general.is_after_number or draft.ordinal_before(marker) is not None:
            return True
    return False


def orders_of(draft: Draft) -> tuple[NumbersFirst | None, ...]:
    """Returns the orders in which the label is to be read; None for the usual one, words before numbers."""
    runs = [_preferred(run) for run in _runs(tuple(_words(draft)))]
    certain = [word for run, is_first, is_last in runs if is_first and not is_last for word in run]
    possible = [word for run, is_first, _ in runs if is_first for word in run]
    usual = _numbers_first(certain) if certain else None
    return (usual,) if len(possible) == len(certain) else (usual, _numbers_first(possible))


def _words(draft: Draft) -> Iterator[_Word]:
    """Yields the words that a number may belong to, in their order."""
    for index, token in enumerate(draft.tokens):
        if token.is_sign or token.is_number or draft.roles[index] is not None:
            continue
        kinds = draft.general[index].kinds & _PLACES or draft.kinds_at(index) & _OTHERS
        kinds = kinds or draft.general[index].kinds & _OTHERS  # 'Секто 15 ряд 9', with a typo
        if kinds:
            before, behind = value_before_word(draft, index), _value_behind(draft, index)
            general = draft.general[index]
            has_ordinal = general.is_after_number and _is_ordinal_in_digits(draft, before)
            yield _Word(index, kinds, before, general.may_be_counted, behind, has_ordinal)


def _is_ordinal_in_digits(draft: Draft, before: Before | None) -> bool:
    return before is not None and not before.is_plain and draft.tokens[before.at[0]].is_number


def _value_behind(draft: Draft, index: int) -> int:
    at = draft.after_marker(index + 1)
    value = draft.value_at(at)
    if value is None or _is_counted(draft, value.last + 1):
        return -1
    return -1 if is_ordinal_of_name(draft, value) and not may_end_sentence(draft, value) else at


def _is_counted(draft: Draft, index: int) -> bool:
    """Returns whether the word here counts what stands before it: '2 билета', '2 мая', '1500 руб.', '4 500
    Ft'."""
    if index + 1 < len(draft.tokens) and draft.tokens[index].is_number:
        return len(draft.tokens[index].text) == _DIGITS_OF_A_GROUP and (names_currency(draft, index + 1))
    if index >= len(draft.tokens):
        return False
    if is_pair(draft, index):
        return True
    return names_currency(draft, index) or not draft.kinds_at(index).isdisjoint(_COUNTED)


def _runs(words: Sequence[_Word]) -> Iterator[tuple[_Word, ...]]:
    """Yields words together that share the numbers between them: in 'сектор 5 ряд 12 место 7', each number
    may belong to the word before it or after it."""
    run: list[_Word] = []
    for word in words:
        if run and not (word.before is not None and run[-1].behind in word.before.at):
            yield tuple(run)
            run = []
        run.append(word)
    if run:
        yield tuple(run)


def _preferred(run: tuple[_Word, ...]) -> tuple[tuple[_Word, ...], bool, bool]:
    """Returns the run, and whether its numbers may stand before their words, and after them."""
    may_be_first = any(word.before is not None for word in run) and all(
        word.before is not None or not word.is_place for word in run
    )
    if not may_be_first:
        return run, False, True
    first, last = _cost_of_numbers_first(run), _cost_of_numbers_last(run)
    if first == last and not any(word.before and word.before.is_plain for word in run if word.is_place):
        # In '7. sor 15', the ordinal is the row, and the seat follows.
        is_row = len(run) == 1 and run[0].has_ordinal and not run[0].kinds.isdisjoint(_ROWS)
        return run, is_row or not any(word.behind >= 0 for word in run), not is_row
    return run, first <= last, last <= first


def _cost_of_numbers_first(run: Sequence[_Word]) -> int:
    cost = sum(1 for word in run if word.before is None)
    last = run[-1]
    if last.behind < 0:
        return cost
    # A number after the seat is hardly the section, if another one could be: 'Ложа 5 место 3'.
    is_first_of_label = run[0].before is not None and run[0].before.at[0] == 0
    is_odd = not last.kinds.isdisjoint(_SEATS) and not is_first_of_label
    return cost + (2 if is_odd else 1)


def _cost_of_numbers_last(run: Sequence[_Word]) -> int:
    missing = sum(_BREAK_OF_ORDER if word.is_place else 1 for word in run if word.behind < 0)
    return missing + (1 if run[0].before is not None else 0)


def _numbers_first(words: Sequence[_Word]) -> NumbersFirst:
    """Returns what the words have before them."""
    rows = [word for word in words if not word.kinds.isdisjoint(_ROWS) and word.before]
    seats = [word for word in words if word.kinds.isdisjoint(_ROWS) and word.is_place and word.before]
    asides = [
        at for word in words if not word.is_place and "foreign" in word.kinds for at in _at(word.before)
    ]
    if not rows:
        # Beside 'Sıra 5', '2 koltuk' are two seats.
        asides += [at for word in seats if _may_count(word) for at in _at(word.before)]
        seats = [word for word in seats if not _may_count(word)]
    refusal = ""
    if len({word.before.items for word in rows if word.before}) > 1:
        refusal = "it names more than one row"
    row, seat = next(iter(rows), None), next(iter(seats), None)
    return NumbersFirst(
        row=_row(row.before) if row is not None and row.before else None,
        row_word=-1 if row is None else row.at,
        seats=Several(seat.before.items, seat.before.at) if seat is not None and seat.before else None,
        seat_word=-1 if seat is None else seat.at,
        asides=tuple(asides),
        refusal=refusal,
    )


def _may_count(word: _Word) -> bool:
    return word.may_be_counted and word.before is not None and word.before.is_plain


def _at(before: Before | None) -> tuple[int, ...]:
    return () if before is None else before.at


def _row(before: Before) -> Value:
    """Returns the row. No row has the name of several, so none is found for them."""
    first, last = before.items[0][0], before.items[-1][1]
    return Value(first if first == last else f"{first} to {last}", before.at)


def take_numbers_first(draft: Draft, found: NumbersFirst) -> None:
    """Gives the row and the seats that stand before their words, and these words, their roles."""
    if found.refusal:
        draft.refuse(found.refusal)
    for at in found.asides:
        draft.roles[at] = "aside"
    if found.row is not None:
        draft.mark_before(found.row_word, found.row.at, "row")
    if found.seats is not None:
        draft.mark_before(found.seat_word, found.seats.at, "seat")


def value_before_word(draft: Draft, index: int) -> Before | None:
    """Returns the numbers that belong to the word at this index if numbers stand before words. A number
    without a dot or an ending needs a word of a language that writes so. A plural needs several numbers,
    because '2 места' are two seats."""
    general = draft.general_at(index)
    end = _before_number_words(draft, index)
    ordinal = draft.ordinal_before(end)
    if ordinal is None and not general.is_after_number:
        return None
    is_place = not general.kinds.isdisjoint(_PLACES)
    last = ordinal or _value_ending(draft, end - 1, letters_of_rows_only=is_place)
    if last is None:
        return None
    # In 'Ложа 5, 1 ряд', the comma separates a section from a row.
    signs = _DASHES if "row" in general.kinds else _LIST_SIGNS
    listed = _listed_until(draft, last, signs) if is_place else ((last.text, last.text),)
    is_several = len(listed) > 1 or listed[0][0] != listed[0][1]
    if ordinal is None and not is_several and _is_plural(general.kinds):
        return None
    start = last.at[0]
    if is_several:
        start = _start_of_list(draft, last, signs)
    return Before(listed, tuple(range(start, last.last + 1)), is_plain=ordinal is None)


def _is_plural(kinds: frozenset[Kind]) -> bool:
    return not kinds.isdisjoint(("rows", "seats")) and kinds.isdisjoint(("row", "seat"))


def _before_number_words(draft: Draft, index: int) -> int:
    """Returns the index of the first of the small words between the number and its word: '14 numaralı
    koltuk', '5-ряд'."""
    while index > 1 and "number" in draft.kinds_at(index - 1) and draft.tokens[index - 2].is_number:
        index -= 1
    is_hyphen = index > 1 and draft.is_sign_at(index - 1, _DASHES)
    if is_hyphen and draft.tokens[index - 2].end + 1 == draft.tokens[index].start:
        return index - 1
    return index


def _value_ending(draft: Draft, end: int, *, letters_of_rows_only: bool) -> Value | None:
    """Returns the number or the letters that end at this token."""
    if end < 0 or draft.tokens[end].is_sign or draft.roles[end] is not None:
        return None
    start = end
    while start > 0 and draft.tokens[start].touches and not _is_word_with_number(draft, start - 1):
        start -= 1
    at = tuple(range(start, end + 1))
    tokens = draft.tokens[start : end + 1]
    if any(draft.roles[position] is not None for position in at):
        return None
    text = "".join(token.text for token in tokens)
    if len(at) == 1 and not tokens[0].is_number:
        is_letter = text in draft.venue.rows if letters_of_rows_only else len(text) == 1
        return Value(text, at) if is_letter and len(text) <= 2 else None
    is_ordinal = len(at) == 2 and tokens[0].is_number and not tokens[1].is_capital
    if is_ordinal and tokens[1].text in ordinal_endings() and text not in draft.venue.rows:
        return Value(tokens[0].text, at)
    is_short = len(text) <= VALUE_CHARACTERS_MAX
    is_value = is_short and all(token.is_number or len(token.text) <= 2 for token in tokens)
    return Value(text, at) if is_value else None


def _is_word_with_number(draft: Draft, index: int) -> bool:
    """Returns whether a word stands here that has its own number: 'ряд' in '5ряд12место'."""
    is_long = len(draft.tokens[index].text) > 1 or not draft.tokens[index].text.isascii()
    return is_long and not draft.kinds_at(index).isdisjoint(_WITH_NUMBERS)


def _listed_until(draft: Draft, last: Value, signs: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Returns the list that ends with this number: '12, 13', '12-14', '12. a 13.'."""
    items = [(last.text, last.text)]
    for joiner, value in _joined_before(draft, last, signs):
        if joiner == "until":
            items[0] = (value.text, items[0][1])
        else:
            items.insert(0, (value.text, value.text))
    return tuple(items)


def _start_of_list(draft: Draft, last: Value, signs: frozenset[str]) -> int:
    return [last, *(value for _, value in _joined_before(draft, last, signs))][-1].at[0]


def _joined_before(draft: Draft, last: Value, signs: frozenset[str]) -> list[tuple[str, Value]]:
    """Returns the numbers that are joined to the ones after them, from the last to the first, each with the
    meaning of what joins it."""
    found: list[tuple[str, Value]] = []
    start = last.at[0]
    while joined := _one_before(draft, start, signs):
        joiner, value = joined
        if joiner == "until" and found and found[-1][0] == "until":
            joiner = "both"  # '4-6-8' is a list.
        found.append((joiner, value))
        start = value.at[0]
    return found


def _one_before(draft: Draft, start: int, signs: frozenset[str]) -> tuple[str, Value] | None:
    """Returns the number that is joined to the one at `start`, unless it has its own word."""
    at = start - 1
    if at < 1 or draft.roles[at] is not None or not draft.tokens[start].is_number:
        return None
    token = draft.tokens[at]
    kinds = draft.kinds_at(at)
    if token.is_sign and token.text in signs:
        joiner = "until" if token.text in _DASHES else "both"
    elif not kinds.isdisjoint(("both", "until")):
        joiner = "until" if "until" in kinds and not is_and(draft, at) else "both"
    else:
        return None
    end = at - 1
    while end > 0 and draft.is_sign_at(end, _AFTER_ORDINAL):
        end -= 1
    value = _value_ending(draft, end, letters_of_rows_only=True)
    if value is None or not draft.tokens[value.at[0]].is_number or _has_own_word(draft, value.at[0]):
        return None
    is_upwards = not value.text.isdecimal() or int(value.text) < int(draft.tokens[start].text)
    return (joiner, value) if joiner != "until" or is_upwards else None


def _has_own_word(draft: Draft, index: int) -> bool:
    """Returns whether a word directly before a number has it: 'ряд 5, 12 место', 'Ложа 5, 3 место', but not
    '5 ряд 12, 13 место'."""
    before = index - 1
    while before >= 0 and draft.is_sign_at(before, _AFTER_ORDINAL):
        before -= 1
    if before < 0 or draft.tokens[before].is_sign or not draft.kinds_at(before).isdisjoint(_SMALL):
        return False
    has_number_before = draft.is_free_number(before - 1) or draft.ordinal_before(before) is not None
    return not (draft.general_at(before).is_after_number and has_number_before)
