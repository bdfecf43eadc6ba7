"""The products of seats, with prices and what is left of them, as pretix's own list of products says."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pretix.base.models import Quota
from pretix.base.templatetags.money import money_filter
from pretix.presale.productlist import prepare_item_list_for_shop

from pretix_seatpreview.picker.buyer import Buyer

AVAILABLE, HELD, SOLD, CLOSED = "available", "held", "sold", "closed"


@dataclass(frozen=True)
class Choice:
    """A product without variations, or one of its variations."""

    field: str
    """What follows `seat_` in the name of pretix's form field."""
    name: str
    """The name of the variation; empty where the product has none."""
    price: Decimal
    price_text: str
    state: str
    suggested: Decimal | None
    """What the input shows at first where buyers name their own price; None where they do not."""


@dataclass(frozen=True)
class Product:
    """A product that needs a seat."""

    id: int
    name: str
    choices: tuple[Choice, ...]
    min_per_order: int
    max_per_order: int | None

    @property
    def state(self) -> str:
        """The best state of its choices."""
        states = {choice.state for choice in self.choices}
        return next((state for state in (AVAILABLE, HELD, SOLD) if state in states), CLOSED)


def products_of(buyer: Buyer, customer: Any = None) -> list[Product]:
    """Returns the products with seats that pretix shows to this buyer, in pretix's order."""
    memberships = (
        customer.usable_memberships(for_event=buyer.date, testmode=buyer.event.testmode) if customer else None
    )
    items, _ = prepare_item_list_for_shop(
        buyer.event,
        channel=buyer.channel,
        subevent=buyer.subevent,
        voucher=buyer.voucher,
        require_seat=1,
        memberships=memberships,
        # A seat of a product that is sold out is shown as taken, not as one that never was on sale.
        ignore_hide_sold_out_for_item_ids=_seated_ids(buyer),
    )
    return [_product(buyer, item) for item in items]


def _seated_ids(buyer: Buyer) -> set[int]:
    if not buyer.event.settings.hide_sold_out:
        return set()
    return set(buyer.date.seat_category_mappings.values_list("product_id", flat=True))


def _product(buyer: Buyer, item: Any) -> Product:
    options = item.available_variations if item.has_variations else [item]
    return Product(
        id=item.pk,
        name=str(item.name),
        choices=tuple(_choice(buyer, item, option) for option in options),
        min_per_order=item.min_per_order or 0,
        max_per_order=item.max_per_order,
    )


def _choice(buyer: Buyer, item: Any, option: Any) -> Choice:
    is_net = buyer.event.settings.display_net_prices
    shown = option.display_price.net if is_net else option.display_price.gross
    suggested = option.suggested_price.net if is_net else option.suggested_price.gross
    return Choice(
        field=str(item.pk) if option is item else f"{item.pk}_{option.pk}",
        name="" if option is item else str(option.value),
        price=shown,
        price_text=money_filter(shown, buyer.event.currency),
        state=_state(item, option),
        suggested=suggested if item.free_price else None,
    )


def _state(item: Any, option: Any) -> str:
    if item.current_unavailability_reason or option.current_unavailability_reason:
        return CLOSED
    left, _count = option.cached_availability
    if left == Quota.AVAILABILITY_OK:
        return AVAILABLE
    return HELD if left == Quota.AVAILABILITY_RESERVED else SOLD
