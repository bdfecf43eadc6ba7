"""Decides whether the numbers of a label stand after their words ('Row 5') or before them ('5 ряд').

A label has one order. It is the one in which every word for a row or a seat has a number, and the fewest
numbers and words are left over. If both orders do equally well, the label is read in both.
"""

from collections.abc import Iterator, Sequence

import msgspec

from seatpreview.labels.parsing.label_draft import Draft, Value
from seatpreview.labels.parsing.non_place_words import is_pair
from seatpreview.labels.parsing.numbers_before import Before, value_before_word
from seatpreview.labels.parsing.prices import CURRENCIES
from seatpreview.labels.parsing.seat_lists import Several, is_ordinal_of_name, may_end_sentence
from seatpreview.labels.text.general_words import Kind

_ROWS: frozenset[Kind] = frozenset(("row", "rows"))
_SEATS: frozenset[Kind] = frozenset(("seat", "seats"))
_PLACES = _ROWS | _SEATS
_OTHERS: frozenset[Kind] = frozenset(("section", "sections", "level", "foreign", "foreigns"))
_COUNTED: frozenset[Kind] = frozenset(("quantity", "month"))
_DIGITS_OF_A_GROUP = 3
_BREAK_OF_ORDER = 100
"""More than all words and numbers of a label can cost that are left over."""


class NumbersFirst(msgspec.Struct, frozen=True, gc=False):
    """The row and the seats that stand before their words."""

    row: Value | None = None
    row_word: int = -1
    seats: Several | None = None
    seat_word: int = -1
    asides: tuple[int, ...] = ()
    """The indexes of numbers before words for gates and the like."""
    refusal: str = ""


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
        return len(draft.tokens[index].text) == _DIGITS_OF_A_GROUP and (
            draft.tokens[index + 1].text in CURRENCIES
        )
    if index >= len(draft.tokens):
        return False
    if is_pair(draft, index):
        return True
    return draft.tokens[index].text in CURRENCIES or not draft.kinds_at(index).isdisjoint(_COUNTED)


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
