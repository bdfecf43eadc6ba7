"""Reads the numbers directly before a word: '5 ряд', '7. řada', '12-14 места', 'C sor'."""

import msgspec

from seatpreview.labels.parsing.label_draft import VALUE_CHARACTERS_MAX, Draft, Value
from seatpreview.labels.parsing.seat_lists import is_and
from seatpreview.labels.text.general_words import Kind, ordinal_endings

_PLACES: frozenset[Kind] = frozenset(("row", "rows", "seat", "seats"))
_WITH_NUMBERS: frozenset[Kind] = _PLACES | frozenset(("section", "sections", "level", "foreign", "foreigns"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_LIST_SIGNS = _DASHES | frozenset((",", "&", "+"))
_SMALL: frozenset[Kind] = frozenset(("filler", "both", "until", "number"))
_AFTER_ORDINAL = frozenset((".", "°"))


class Before(msgspec.Struct, frozen=True, gc=False):
    """The numbers before a word."""

    items: tuple[tuple[str, str], ...]
    """Each item is the first and the last of a range; a single number stands twice."""
    at: tuple[int, ...]
    is_plain: bool
    """Whether no dot or ending shows that it counts the word after it: '5 ряд', but not '7. řada'."""


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
