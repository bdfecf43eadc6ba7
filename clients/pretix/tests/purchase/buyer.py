"""The example shop with a venue, a buyer with an order for its seats, and what they see of it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import timedelta
from html import unescape

from django.http import HttpResponse
from django.test import Client
from django.utils.timezone import now
from pretix.base.models import CachedTicket, Event, Order, OrderPosition, SeatingPlan, SubEvent
from pretix.base.services.tickets import generate_orderposition
from seat_preview_service import SeatPreviewService

from pretix_seatpreview.connection_settings import Keys, PlanLink
from pretix_seatpreview.plan_sync import create_venue
from trial_shop.example_shop import MILL

EMAIL = "dora.quill@example.org"
NAME = "Dora Quill"
_IMAGE = re.compile(r'<img src="([^"]*)"[^>]* alt="([^"]*)"', re.DOTALL)


@dataclass(frozen=True)
class Venue:
    """The venue of the example shop in a service."""

    link: PlanLink
    keys: Keys


def make_venue(service: SeatPreviewService) -> Venue:
    """Makes the venue of the example shop."""
    with service.client() as client:
        plan = SeatingPlan(name="Mill Theatre", layout=json.dumps(MILL))
        link = create_venue(client, plan, attempt="purchase")
        key = client.keys.create(label="Buyers", groups=["sessions", "seats"], venues=[link.venue_id])
    return Venue(link, Keys(service.url, buyers_key=str(key.plaintext), buyers_key_id=key.key_id))


def place_order(event: Event, *guids: str, subevent: SubEvent | None = None, locale: str = "en") -> Order:
    """Stores a pending order with a ticket for each of these seats."""
    order: Order = event.orders.create(
        email=EMAIL,
        status=Order.STATUS_PENDING,
        locale=locale,
        datetime=now(),
        expires=now() + timedelta(days=10),
        total=42 * len(guids),
        sales_channel=event.organizer.sales_channels.get(identifier="web"),
    )
    for number, guid in enumerate(guids, 1):
        order.positions.create(
            positionid=number,
            item=event.items.get(name="Premium"),
            price=42,
            subevent=subevent,
            seat=event.seats.get(seat_guid=guid, subevent=subevent),
            attendee_name_parts={"_scheme": "full", "full_name": NAME},
        )
    return order


def order_page(order: Order) -> HttpResponse:
    """Opens the page of an order."""
    return _shop().get(f"/mill/concert/order/{order.code}/{order.secret}/")


def ticket_page(position: OrderPosition) -> HttpResponse:
    """Opens the page of a ticket."""
    order = position.order
    return _shop().get(f"/mill/concert/ticket/{order.code}/{position.positionid}/{position.web_secret}/")


def get(address: str) -> HttpResponse:
    """Opens an address of the shop."""
    return _shop().get(address.removeprefix("https://shop.example"))


def images_on(page: HttpResponse) -> dict[str, str]:
    """Returns the views on a page: their texts with their addresses."""
    assert page.status_code == 200
    _, _, part = page.content.decode().partition("seatpreview-views")
    return {unescape(text): unescape(address) for address, text in _IMAGE.findall(part)}


def ticket_pdf(position: OrderPosition) -> bytes:
    """Makes the PDF of a ticket, as pretix does when a buyer downloads it."""
    with CachedTicket.objects.get(pk=generate_orderposition(position.pk, "pdf")).file.open("rb") as file:
        return bytes(file.read())


def _shop() -> Client:
    return Client(SERVER_NAME="shop.example", headers={"X-Forwarded-Proto": "https"})
