"""The seats of an event by section and row, for the page that needs no script."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pretix_seatpreview.connection import facts_of_date
from pretix_seatpreview.picker.buyer import Buyer
from pretix_seatpreview.picker.products import AVAILABLE, Choice, Product, products_of
from pretix_seatpreview.picker.seats import FREE, SeatRow, seat_states
from pretix_seatpreview.place_texts import place_text


@dataclass(frozen=True)
class ListedSeat:
    """A seat, with the tickets that can be bought for it now."""

    seat: SeatRow
    product: Product | None
    choices: tuple[Choice, ...]
    is_in_cart: bool
    place: str = ""
    """What it is for: people in wheelchairs, or their companions; empty for most seats."""


@dataclass
class ListedSection:
    """A section with its rows."""

    name: str
    rows: dict[str, list[ListedSeat]] = field(default_factory=dict)

    @property
    def free_count(self) -> int:
        """How many seats can be bought now."""
        return sum(bool(seat.choices) for row in self.rows.values() for seat in row)


def seat_sections(buyer: Buyer, *, customer: Any, in_cart: frozenset[str]) -> list[ListedSection]:
    """Returns all sections in pretix's order. Every seat is there, also where nobody can buy it."""
    products = {product.id: product for product in products_of(buyer, customer)}
    states, facts = seat_states(buyer), facts_of_date(buyer.date)
    sections: dict[str, ListedSection] = {}
    for seat, letter in zip(states.seats, states.letters, strict=True):
        section = sections.setdefault(seat.zone_name, ListedSection(seat.zone_name))
        product = products.get(seat.product_id or 0)
        choices = _choices(product) if letter == FREE else ()
        section.rows.setdefault(seat.row_text, []).append(
            ListedSeat(
                seat,
                product,
                choices,
                is_in_cart=seat.seat_guid in in_cart,
                place=place_text(facts.properties_of(seat.seat_guid)),
            )
        )
    return list(sections.values())


def _choices(product: Product | None) -> tuple[Choice, ...]:
    return tuple(choice for choice in product.choices if choice.state == AVAILABLE) if product else ()
