"""Sets aside things with numbers or directions that are no places to sit: 'Gate 5', 'Eingang Nord'."""

from seatpreview.labels.parsing.label_draft import Draft, is_ordinal_behind
from seatpreview.labels.parsing.non_place_ranges import set_listed_aside
from seatpreview.labels.parsing.prices import CURRENCIES
from seatpreview.labels.text.general_words import ROMAN, general_word

_DIGITS_OF_A_GROUP = 4
_HYPHEN = frozenset(("-",))
_SECTIONS = frozenset(("section", "sections"))


def set_foreign_aside(draft: Draft, index: int) -> None:
    """Sets aside 'Gates 5-8', 'Cat. A', 'Eingang Nord' and '2nd category', including their numbers, letters
    and directions."""
    draft.roles[index] = "aside"
    ordinal = draft.ordinal_before(index)
    if ordinal is not None:
        _set_aside(draft, ordinal.at)
    at = draft.after_marker(index + 1)
    while at < len(draft.tokens) and _is_filler_of_gate(draft, at):
        at += 1
    if index and "selling" in draft.kinds_at(index - 1):
        return  # 'Vendo entrada' is a ticket.
    value = None if _belongs_to_next_word(draft, index, at) else draft.value_at(at)
    if value is not None:
        _set_aside(draft, value.at)
        last = set_listed_aside(draft, value, is_plural="foreigns" in draft.general[index].kinds)
        behind = _set_further_number_aside(draft, last) + 1
        # In 'Door 2 right -', the direction belongs to the door, because the place begins after the sign.
        if (
            behind + 1 < len(draft.tokens)
            and draft.tokens[behind + 1].is_sign
            and _is_direction(draft, behind)
        ):
            draft.roles[behind] = "aside"
    elif at < len(draft.tokens) and (
        _is_direction(draft, at) or is_ordinal_behind(draft, at) or _is_numeral_of_gate(draft, at)
    ):
        draft.roles[at] = "aside"
        if at + 1 < len(draft.tokens) and "side" in draft.kinds_at(at + 1):
            draft.roles[at + 1] = "aside"


def _is_numeral_of_gate(draft: Draft, index: int) -> bool:
    """Returns whether a Roman numeral stands here before a sign, a price or a word for sections: 'Wejście
    VIII Sektor A4'. In 'Gate II Balcony' it counts the balcony."""
    if draft.tokens[index].text not in ROMAN or index + 1 >= len(draft.tokens):
        return False
    behind = draft.tokens[index + 1]
    is_end = behind.is_sign or behind.is_number or behind.text in CURRENCIES
    return is_end or not _SECTIONS.isdisjoint(draft.kinds_at(index + 1))


def _is_filler_of_gate(draft: Draft, index: int) -> bool:
    """Returns whether a small word stands here before the number or the direction of a gate: 'garderobe i
    venstre side'."""
    if (
        "filler" not in draft.general[index].kinds
        or draft.is_touched(index)
        or index + 1 == len(draft.tokens)
    ):
        return False
    return draft.is_free_number(index + 1) or _is_direction(draft, index + 1)


def _belongs_to_next_word(draft: Draft, index: int, at: int) -> bool:
    """Returns whether a dash with blanks separates a gate from a number that has its word behind it: 'giriş -
    101 Blok'."""
    if not draft.is_free_number(at) or at + 1 >= len(draft.tokens) or at == index + 1:
        return False
    has_dash = draft.is_sign_at(at - 1, _HYPHEN) and draft.tokens[at - 1].start > draft.tokens[at - 2].end
    return has_dash and draft.general_at(at + 1).is_after_number


def _set_further_number_aside(draft: Draft, last: int) -> int:
    """Sets aside a number behind the letters of a series, and the rest of a long number that is written in
    groups: 'Серия АБ № 004512', '取票码 8821 4403'. Returns the last token of it."""
    while draft.is_free_number(last + 1) and _is_group(draft, last) and _is_group(draft, last + 1):
        last += 1
        draft.roles[last] = "aside"
    at = draft.after_marker(last + 1)
    has_word = last + 1 < len(draft.tokens) and "number" in draft.kinds_at(last + 1)
    if draft.tokens[last].is_number or not has_word or not draft.is_free_number(at):
        return last
    _set_aside(draft, tuple(range(last + 1, at + 1)))
    return at


def _is_group(draft: Draft, index: int) -> bool:
    return draft.tokens[index].is_number and len(draft.tokens[index].text) >= _DIGITS_OF_A_GROUP


def _is_direction(draft: Draft, index: int) -> bool:
    general = general_word(draft.tokens[index].text)
    return bool(general.directions) and not general.seating


def _set_aside(draft: Draft, at: tuple[int, ...]) -> None:
    for position in at:
        draft.roles[position] = "aside"
