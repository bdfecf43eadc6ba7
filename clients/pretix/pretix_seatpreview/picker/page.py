"""What the page of an event tells the picker's script."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest
from django.utils.translation import get_language
from pretix.base.models import Event
from pretix.multidomain.urlreverse import eventreverse
from pretix.presale.views import get_cart

from pretix_seatpreview.connection import Connection, connection_of, facts_of_date
from pretix_seatpreview.connection_settings import area_products
from pretix_seatpreview.picker.buyer import Buyer
from pretix_seatpreview.picker.products import (
    Assortment,
    Choice,
    Product,
    assortment_of,
    items_per_order_max,
)
from pretix_seatpreview.picker.shared_value import shared_value
from pretix_seatpreview.picker.texts import picker_texts

PRODUCTS_FRESH_SECONDS = 3.0


def picker_config(request: HttpRequest, buyer: Buyer) -> dict[str, Any]:
    """Returns everything that the script needs: the venue, the products with prices, addresses and texts."""
    return {
        "viewer": _viewer(connection_of(buyer.date)),
        "products": _products(buyer, customer=getattr(request, "customer", None)),
        "areas": _areas(buyer),
        "limits": _limits(request, buyer),
        "currency": buyer.event.currency,
        "locale": get_language(),
        "mine": seats_in_cart(request, buyer),
        "statesUrl": address(buyer, "picker.states"),
        "seatsUrl": address(buyer, "picker.seats"),
        "cartUrl": address(buyer, "picker.cart"),
        "storageName": f"seatpreview:{buyer.event.pk}:{buyer.cache_name}",
        "texts": picker_texts(items_per_order_max(buyer)),
    }


def _areas(buyer: Buyer) -> list[list[Any]]:
    """Returns the standing areas of the hall that are sold, each with its product."""
    products = area_products(buyer.event)
    standing = facts_of_date(buyer.date).standing
    return [[area.key, products[area.key]] for area in standing if area.key in products]


def _limits(request: HttpRequest, buyer: Buyer) -> dict[str, Any]:
    """Returns what pretix will count an order with: how much it takes, and what the cart has already."""
    positions, voucher = get_cart(request), buyer.voucher
    products = Counter(position.item_id for position in positions)
    with_voucher = sum(voucher is not None and position.voucher_id == voucher.pk for position in positions)
    return {
        "order": items_per_order_max(buyer),
        "inCart": sum(position.addon_to_id is None for position in positions),
        "productsInCart": dict(products),
        "voucherMin": max(0, voucher.min_usages_remaining - with_voucher) if voucher else 0,
    }


def seats_in_cart(request: HttpRequest, buyer: Buyer) -> list[str]:
    """Returns the seats of this date in the buyer's own cart, whose reservation has not ended."""
    positions = get_cart(request)
    return [
        position.seat.seat_guid
        for position in positions
        if position.seat_id is not None
        and position.subevent_id == (buyer.subevent.pk if buyer.subevent else None)
    ]


def address(buyer: Buyer, name: str, **more: str) -> str:
    """Returns the address of one of the picker's pages for this date and voucher."""
    query = {
        **({"subevent": str(buyer.subevent.pk)} if buyer.subevent else {}),
        **({"voucher": buyer.voucher.code} if buyer.voucher else {}),
        **more,
    }
    found = path_of(buyer.event, f"plugins:pretix_seatpreview:{name}")
    return found + (f"?{urlencode(query)}" if query else "")


def path_of(event: Event, name: str, **kwargs: Any) -> str:
    """Returns the path of a page of the shop, also where the event has a domain of its own."""
    return urlsplit(eventreverse(event, name, kwargs=kwargs)).path


def _viewer(connection: Connection | None) -> dict[str, str] | None:
    if connection is None:
        return None
    return {
        "service": connection.service_url,
        "venue": connection.venue_id,
        "keyId": connection.buyers_key_id,
    }


def _products(buyer: Buyer, customer: Any) -> list[dict[str, Any]]:
    """Returns the products. Buyers without an account share them: they cost a quarter of the page."""
    if customer or buyer.is_at_another_time:
        return _described(assortment_of(buyer, customer))
    name = f"products:{get_language()}:{buyer.cache_name}"
    found: list[dict[str, Any]] = json.loads(
        shared_value(
            buyer.event,
            name,
            PRODUCTS_FRESH_SECONDS,
            lambda: json.dumps(_described(assortment_of(buyer))).encode(),
        ).value
    )
    return found


def _described(assortment: Assortment) -> list[dict[str, Any]]:
    return [_product(product) for product in assortment.products]


def _product(product: Product) -> dict[str, Any]:
    return {
        "id": product.id,
        "name": product.name,
        "needsSeat": product.needs_seat,
        "min": product.min_per_order,
        "max": product.max_per_order,
        "choices": [_choice(choice) for choice in product.choices],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "field": choice.field,
        "name": choice.name,
        "price": str(choice.price),
        "priceText": choice.price_text,
        "state": choice.state,
        "suggested": None if choice.suggested is None else str(choice.suggested),
    }
