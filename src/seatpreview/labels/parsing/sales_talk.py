"""Words of people who sell their tickets: the number of tickets ('Verkaufe 2x'), and the match ('Benfica x
Porto')."""

from seatpreview.labels.parsing.label_draft import MARKERS, Draft
from seatpreview.labels.text.general_words import general_word

_TICKETS_MAX = 12


def set_selling_aside(draft: Draft, index: int) -> None:
    """Sets aside a word for selling, and the number of tickets behind it. In 'Selling 104 Row C' and 'Selling
    5, Row C' the number is a section."""
    draft.roles[index] = "aside"
    number, behind = index + 1, index + 2
    if not draft.is_free_number(number) or int(draft.tokens[number].text) > _TICKETS_MAX:
        return
    if behind >= len(draft.tokens) or draft.tokens[behind].is_sign or draft.tokens[behind].is_number:
        return
    if "seat" in draft.kinds_at(behind) and _is_one_seat(draft, number):
        draft.roles[number] = draft.roles[behind] = "aside"
    elif draft.kinds_at(behind).isdisjoint(MARKERS):
        draft.roles[number] = "aside"
        if draft.tokens[behind].text == "x":
            draft.roles[behind] = "aside"


def _is_one_seat(draft: Draft, number: int) -> bool:
    """Returns whether one seat is for sale: 'Vends 1 place'. In 'Vends 1 place 13' the number may be a
    section."""
    return draft.tokens[number].text == "1" and draft.value_at(draft.after_marker(number + 2)) is None


def set_match_aside(draft: Draft, index: int) -> bool:
    """Sets aside the two teams of a match: 'Benfica x Porto'. Returns whether this is one."""
    teams = (index - 1, index + 1)
    if index == 0 or index + 1 == len(draft.tokens) or not all(_may_be_team(draft, team) for team in teams):
        return False
    for at in (index, *teams):
        draft.roles[at] = "aside"
    return True


def _may_be_team(draft: Draft, index: int) -> bool:
    token = draft.tokens[index]
    is_word = not token.is_sign and not token.is_number and not token.touches
    return is_word and token.is_capital and not draft.own[index] and not general_word(token.text).is_known


def is_for_sale(draft: Draft) -> bool:
    """Returns whether the label has a word for selling."""
    return any("selling" in general.kinds for general in draft.general)
