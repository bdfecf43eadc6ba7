"""Fetches images of seats ahead, in the background, for PDF tickets and e-mails.

An image is fetched only where a ticket layout or an e-mail of the event shows it. What is missing, because
the service did not answer or because pretix has no background workers, is found by pretix's periodic task."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import httpx
from django.db.models import F
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled
from pretix.base.models import CachedCombinedTicket, CachedTicket, Event, Order, OrderPosition, Seat
from pretix.base.services.tasks import TransactionAwareProfiledEventTask
from pretix.celery_app import app

from pretix_seatpreview.bounded_client import BoundedTransport
from pretix_seatpreview.purchase.image_links import NoImage, image_link
from pretix_seatpreview.purchase.seat_views import SeatView, view_of_seat
from pretix_seatpreview.purchase.stored_images import (
    IMAGE_BYTES_MAX,
    has_final_image,
    has_room,
    is_image,
    store_image,
)

logger = logging.getLogger(__name__)

IMAGE_VARIABLE = "seatpreview_view"
"""The name of the image in ticket layouts."""
PLACEHOLDER = "seat_views"
"""The name of the images in texts of e-mails."""

SEATS_PER_TASK_MAX = 50
SECONDS_PER_RUN_MAX = 120.0
IMAGE_SECONDS_MAX = 10.0
"""The service waits up to four seconds for a drawing."""
STAND_IN_MAX_AGE_SECONDS = 60
"""The service lets caches keep an image that stands in for a better one for at most this long."""
ORDERS_DAYS = 3
"""How long after an order the periodic task looks for images that are missing."""


def fetch_soon(event: Event, seats: Iterable[Seat], locale: str) -> None:
    """Starts a background task for images of these seats. Where pretix has no background workers, a task
    would hold up the page: then it is left to the periodic task."""
    if not has_workers():
        return
    seat_ids = [seat.pk for seat in seats][:SEATS_PER_TASK_MAX]
    if seat_ids:
        fetch_images.apply_async(kwargs={"event": event.pk, "seat_ids": seat_ids, "locale": locale})


def has_workers() -> bool:
    """Whether pretix has background workers. Without a broker, celery would run a task at once."""
    return not app.conf.task_always_eager


@app.task(base=TransactionAwareProfiledEventTask)
def fetch_images(event: Event, seat_ids: list[int], locale: str) -> None:
    """The background task. It is given seats and a language, and neither order nor buyer."""
    if shows_images(event):
        seats = Seat.objects.filter(event=event, pk__in=seat_ids).select_related("subevent")
        fetch_all(view_of_seat(event, seat, locale) for seat in seats)


def fetch_missing() -> None:
    """Fetches what is missing for the orders of the last days, of all events."""
    ends_at = time.monotonic() + SECONDS_PER_RUN_MAX
    with scopes_disabled():
        events = Event.objects.filter(plugins__contains="pretix_seatpreview", live=True)
        recent = list(events.filter(orders__datetime__gte=_since()).select_related("organizer").distinct())
    for event in recent:
        with scope(organizer=event.organizer):
            if "pretix_seatpreview" in event.get_plugins() and shows_images(event):
                fetch_all(_ordered_views(event), ends_at)


def shows_images(event: Event) -> bool:
    """Whether a ticket layout or an e-mail of the event shows an image of a seat."""
    layouts = event.ticket_layouts.filter(layout__contains=IMAGE_VARIABLE)
    if "pretix.plugins.ticketoutputpdf" in event.get_plugins() and layouts.exists():
        return True
    texts = [str(value) for name, value in _settings(event).items() if name.startswith("mail_text_")]
    return any(f"{{{PLACEHOLDER}}}" in text for text in texts)


def fetch_all(views: Iterable[SeatView], ends_at: float | None = None) -> int:
    """Fetches the images of these seats as long as there are time and room, and returns how many were stored.
    It stops when the service does not answer."""
    ends_at = ends_at or time.monotonic() + SECONDS_PER_RUN_MAX
    stored = 0
    for view in views:
        if time.monotonic() > ends_at or not has_room(view.event):
            break
        try:
            stored += fetch(view)
        except NoImage as outcome:
            logger.info("No image of a seat: %s", outcome)
            if not outcome.is_final:
                break
    return stored


def fetch(view: SeatView) -> bool:
    """Fetches the image of a seat if it is missing, and says whether it was stored. Tickets that were made
    without it are made again when somebody asks for them."""
    if has_final_image(view):
        return False
    link = image_link(view, seconds_max=IMAGE_SECONDS_MAX)
    try:
        answer = _get(link)
    except httpx.HTTPError as error:
        raise NoImage(str(error), is_final=False) from error
    if answer.status_code != httpx.codes.OK or not is_image(answer.content):
        raise NoImage(f"The service sent no image (status {answer.status_code}).", is_final=True)
    store_image(view, answer.content, stands_in=_stands_in(answer))
    _forget_tickets(view)
    return True


def _get(link: str) -> httpx.Response:
    transport = BoundedTransport(IMAGE_SECONDS_MAX, IMAGE_BYTES_MAX)
    with httpx.Client(transport=transport, timeout=IMAGE_SECONDS_MAX) as http:
        return http.get(link)


def _stands_in(answer: httpx.Response) -> bool:
    _, _, age = answer.headers.get("Cache-Control", "").partition("max-age=")
    return age.isdecimal() and int(age) <= STAND_IN_MAX_AGE_SECONDS


def _forget_tickets(view: SeatView) -> None:
    positions = OrderPosition.objects.filter(order__event=view.event, seat__seat_guid=view.seat_guid)
    for ticket in CachedTicket.objects.filter(order_position__in=positions):
        ticket.delete()
    for ticket in CachedCombinedTicket.objects.filter(order__in=positions.values("order")):
        ticket.delete()


def _ordered_views(event: Event) -> Iterable[SeatView]:
    positions = OrderPosition.objects.filter(
        order__event=event,
        order__status__in=(Order.STATUS_PAID, Order.STATUS_PENDING),
        order__datetime__gte=_since(),
        seat__isnull=False,
    )
    for position in positions.select_related("seat__subevent").annotate(locale=F("order__locale")).iterator():
        yield view_of_seat(event, position.seat, position.locale)


def _settings(event: Event) -> dict[str, Any]:
    settings: dict[str, Any] = event.settings.freeze()
    return settings


def _since() -> Any:
    return now() - timedelta(days=ORDERS_DAYS)
