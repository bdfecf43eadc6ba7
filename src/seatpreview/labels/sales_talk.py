"""Words of people who sell their tickets, and the number of tickets behind them: 'Verkaufe 2x'."""

from seatpreview.labels.label_draft import MARKERS, Draft

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
    if draft.kinds_at(behind).isdisjoint(MARKERS):
        draft.roles[number] = "aside"
        if draft.tokens[behind].text == "x":
            draft.roles[behind] = "aside"


def is_for_sale(draft: Draft) -> bool:
    """Returns whether the label has a word for selling."""
    return any("selling" in general.kinds for general in draft.general)
