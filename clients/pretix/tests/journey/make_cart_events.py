"""Makes the events of `journey.cart_cases` in the shop that the environment names, or prints their carts.

It runs in a process of its own: python -m journey.make_cart_events [print]"""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import django

from journey.cart_cases import CASES, CartCase, Other

if TYPE_CHECKING:
    from pretix.base.models import Event, Item


def make_all() -> None:
    """Makes an event for each case."""
    from pretix.base.models import SeatingPlan

    from trial_shop.example_shop import add_event

    plan = SeatingPlan.objects.get(name="Mill Theatre")
    for case in CASES:
        event: Event = add_event(plan.organizer, case.slug, plan)
        event.settings.show_variations_expanded = True
        for other in case.others:
            add_product(event, other)
        arrange(event, case)


def add_product(event: Event, other: Other) -> Item:
    """Adds a product without a seat, of which any number may be sold."""
    product = event.items.create(name=other.name, default_price=Decimal(other.price), **other.settings)
    quota = event.quotas.create(name=other.name, size=None)
    quota.items.add(product)
    for name, price in other.variations.items():
        quota.variations.add(product.variations.create(value=name, default_price=Decimal(price)))
    return product


def arrange(event: Event, case: CartCase) -> None:
    """Sets up what is special about a case."""
    premium = event.items.get(name__icontains="Premium")
    standard = event.items.get(name__icontains="Standard")
    if case.slug == "add-ons":
        meals = event.categories.create(name="Meals", is_addon=True)
        dinner = add_product(event, Other("Dinner", "15.00"))
        dinner.category = meals
        dinner.save()
        premium.addons.create(addon_category=meals, min_count=1, max_count=1)
    if case.slug == "bundles":
        programme = add_product(event, Other("Programme", "4.00", {"require_bundling": True}))
        premium.bundles.create(bundled_item=programme, count=1, designated_price=Decimal(4))
    if case.slug.startswith("free-price"):
        standard.free_price, standard.free_price_suggestion = True, Decimal(30)
        standard.save()
    if case.slug == "small-quota":
        event.quotas.filter(name="Premium").update(size=2)
    if case.slug == "small-order":
        event.settings.max_items_per_order = 2
    if case.slug == "one-per-order":
        event.settings.max_items_per_order = 1
    if case.slug == "product-limit":
        premium.max_per_order = 1
        premium.save()
    half: dict[str, Any] = {"price_mode": "percent", "value": Decimal(50)}
    event.vouchers.create(code="HALF", max_usages=10, **half)
    event.vouchers.create(code="ONCE", max_usages=1, **half)
    event.vouchers.create(code="PAIR", max_usages=10, min_usages=2, **half)


def print_carts() -> None:
    """Prints the positions of the cart of each case."""
    from pretix.base.models import CartPosition

    carts: dict[str, list[tuple[str, str]]] = {}
    for position in CartPosition.objects.select_related("item", "event"):
        carts.setdefault(position.event.slug, []).append((str(position.item.name), str(position.price)))
    print(json.dumps(carts))  # noqa: T201 - the test reads it


if __name__ == "__main__":
    django.setup()
    from django_scopes import scopes_disabled

    with scopes_disabled():
        print_carts() if "print" in sys.argv else make_all()
