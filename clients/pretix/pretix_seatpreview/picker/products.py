"""The products of an event, with prices and what is left of them, as pretix's own list of products says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django.conf import settings
from pretix.base.models import Quota
from pretix.base.services.quotas import QuotaAvailability
from pretix.base.templatetags.money import money_filter
from pretix.presale.productlist import prepare_item_list_for_shop

from pretix_seatpreview.picker.buyer import Buyer

AVAILABLE, HELD, SOLD, CLOSED = "available", "held", "sold", "closed"


@dataclass(frozen=True)
class Choice:
    """A product without variations, or one of its variations."""

    field: str
    """What follows `seat_`, `item_` or `variation_` in the name of pretix's form field."""
    name: str
    """The name of the variation; empty where the product has none."""
    price: Decimal
    price_text: str
    state: str
    suggested: Decimal | None
    """What the input shows at first where buyers name their own price; None where they do not."""


@dataclass(frozen=True)
class Product:
    """A product that is sold with a seat, or one that is sold without."""

    id: int
    name: str
    needs_seat: bool
    choices: tuple[Choice, ...]
    min_per_order: int
    max_per_order: int | None

    @property
    def state(self) -> str:
        """The best state of its choices."""
        states = {choice.state for choice in self.choices}
        return next((state for state in (AVAILABLE, HELD, SOLD) if state in states), CLOSED)


class QuotaLeft(NamedTuple):
    """A quota of which little is left."""

    left: int
    uses: dict[str, int]
    """How many of it each choice takes, by the choice's field. A bundle may take several."""


class Assortment(NamedTuple):
    """What a buyer may put into the cart."""

    products: tuple[Product, ...]
    quotas: tuple[QuotaLeft, ...]
    """Those that could stop a buyer. As in pretix's own fields, nobody hears of more than an order takes."""


def assortment_of(buyer: Buyer, customer: Any = None) -> Assortment:
    """Returns the products that pretix shows to this buyer, in pretix's order, and what limits them."""
    memberships = (
        customer.usable_memberships(for_event=buyer.date, testmode=buyer.event.testmode) if customer else None
    )
    left = _left_of_quotas(buyer)
    items, _ = prepare_item_list_for_shop(
        buyer.event,
        channel=buyer.channel,
        subevent=buyer.subevent,
        voucher=buyer.voucher,
        require_seat=None,
        memberships=memberships,
        # A seat of a product that is sold out is shown as taken, not as one that never was on sale.
        ignore_hide_sold_out_for_item_ids=_seated_ids(buyer),
        quota_cache=left,
    )
    return Assortment(tuple(_product(buyer, item) for item in items), tuple(_limits(buyer, items, left)))


def products_of(buyer: Buyer, customer: Any = None) -> list[Product]:
    """Returns the products with seats that pretix shows to this buyer."""
    return [product for product in assortment_of(buyer, customer).products if product.needs_seat]


def items_per_order_max(buyer: Buyer) -> int | None:
    """Returns how many tickets pretix takes in one order; None if this sales channel has no limit."""
    if buyer.channel.type_instance.unlimited_items_per_order:
        return None
    return min(int(buyer.event.settings.max_items_per_order), int(settings.PRETIX_MAX_ORDER_SIZE))


def _left_of_quotas(buyer: Buyer) -> dict[int, tuple[int, int | None]]:
    """Asks pretix once for all quotas of the date. Its list of products then asks for none of them."""
    availability = QuotaAvailability()
    availability.queue(*buyer.event.quotas.filter(subevent=buyer.subevent))
    availability.compute()
    return {quota.pk: result for quota, result in availability.results.items()}


def _limits(buyer: Buyer, items: list[Any], left: dict[int, tuple[int, int | None]]) -> Iterator[QuotaLeft]:
    uses: dict[int, Counter[str]] = {}
    for item in items:
        for option in item.available_variations if item.has_variations else [item]:
            for quota_id, count in _quotas_of(buyer, item, option):
                uses.setdefault(quota_id, Counter())[_field(item, option)] += count
    bound = items_per_order_max(buyer)
    for quota_id, counts in uses.items():
        state, number = left.get(quota_id, (Quota.AVAILABILITY_OK, None))
        number = 0 if state != Quota.AVAILABILITY_OK else number
        if number is not None and (bound is None or number < bound * max(counts.values())):
            yield QuotaLeft(number, dict(counts))


def _quotas_of(buyer: Buyer, item: Any, option: Any) -> Iterator[tuple[int, int]]:
    voucher = buyer.voucher
    if voucher is None or not (voucher.allow_ignore_quota or voucher.block_quota):
        yield from ((quota.pk, 1) for quota in option._subevent_quotas)
    if voucher is not None and voucher.allow_ignore_quota:
        return
    for bundle in item.bundles.all():
        for quota in (bundle.bundled_variation or bundle.bundled_item)._subevent_quotas:
            yield quota.pk, bundle.count


def _field(item: Any, option: Any) -> str:
    return str(item.pk) if option is item else f"{item.pk}_{option.pk}"


def _seated_ids(buyer: Buyer) -> set[int]:
    if not buyer.event.settings.hide_sold_out:
        return set()
    return set(buyer.date.seat_category_mappings.values_list("product_id", flat=True))


def _product(buyer: Buyer, item: Any) -> Product:
    options = item.available_variations if item.has_variations else [item]
    return Product(
        id=item.pk,
        name=str(item.name),
        needs_seat=bool(item.requires_seat),
        choices=tuple(_choice(buyer, item, option) for option in options),
        min_per_order=item.min_per_order or 0,
        max_per_order=item.max_per_order,
    )


def _choice(buyer: Buyer, item: Any, option: Any) -> Choice:
    is_net = buyer.event.settings.display_net_prices
    shown = option.display_price.net if is_net else option.display_price.gross
    suggested = option.suggested_price.net if is_net else option.suggested_price.gross
    return Choice(
        field=_field(item, option),
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
