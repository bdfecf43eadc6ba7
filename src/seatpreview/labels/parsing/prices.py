"""Prices in a label, which say nothing about the place."""

from seatpreview.labels.parsing.label_draft import Draft
from seatpreview.labels.parsing.non_place_ranges import belongs_to_marker

CURRENCIES = frozenset((
    "$", "€", "£", "₽", "₴", "₺", "eur", "usd", "gbp", "chf", "brl", "euro", "euros", "rub", "руб", "рублей",
    "uah", "грн", "pln", "zl", "kc", "czk", "huf", "ft", "tl", "sek", "nok", "dkk", "kr",
    "¥", "₩", "₪", "円", "元", "원", "ريال", "درهم", "دينار", "جنيه", "שח",
    "sar", "aed", "qar", "egp", "ils", "nis", "jpy", "cny", "rmb", "krw", "hkd", "twd",
    "mxn", "ars", "clp", "cop", "uyu", "aud", "nzd", "zar", "sgd", "sfr",
))  # fmt: skip


def set_price_aside(draft: Draft, index: int) -> None:
    """Sets aside a price: '£125.00', 'R$ 180,00', '45,00 €'. The number follows the currency sign, or else
    precedes it."""
    draft.roles[index] = "aside"
    if (
        index
        and draft.tokens[index - 1].end == draft.tokens[index].start
        and not draft.tokens[index - 1].is_number
    ):
        draft.roles[index - 1] = "aside"
    step = 1 if draft.is_free_number(index + 1) else -1
    at = index + step
    while draft.is_free_number(at) or _is_decimal_point(draft, at):
        if step < 0 and belongs_to_marker(draft, at):
            break  # 'Seat 12 45,00 €'
        draft.roles[at] = "aside"
        at += step


def _is_decimal_point(draft: Draft, index: int) -> bool:
    if not 0 < index < len(draft.tokens) - 1 or draft.tokens[index].text not in (".", ","):
        return False
    before, point, after = draft.tokens[index - 1 : index + 2]
    return before.is_number and after.is_number and before.end == point.start and point.end == after.start
