"""Signed links to the image of a seat, which the service makes for browsers and background tasks."""

from __future__ import annotations

import logging
from functools import partial
from hashlib import sha256

from django.core.cache import cache

from pretix_seatpreview.bounded_client import UNREADABLE
from pretix_seatpreview.connection import Connection
from pretix_seatpreview.picker.seat_keys import venue_seats
from pretix_seatpreview.purchase.seat_views import SeatView
from pretix_seatpreview.seat_matching import PlanSeat
from pretix_seatpreview.service_addresses import origin_of
from seatpreview_client import Client, NotFound, SeatPreviewError, models

logger = logging.getLogger(__name__)

LINK_SECONDS = 8 * 24 * 3600
REUSED_SECONDS = 6 * 24 * 3600
"""How long a link is given to browsers again: less than its life, so that each one works for two days."""
SILENT_SECONDS = 30
"""How long nobody asks the service again after it has not answered."""
WAIT_SECONDS_MAX = 2.0


class NoImage(Exception):
    """There is no image of this seat, or the service does not answer. `is_final` tells the two apart."""

    def __init__(self, reason: str, *, is_final: bool) -> None:
        """Takes a sentence for the log."""
        super().__init__(reason)
        self.is_final = is_final


def image_link(view: SeatView, *, seconds_max: float | None = None) -> str:
    """Returns an address of the image at the service, which needs no key and lasts for days.

    Raises `NoImage` if there is none."""
    connection = view.connection
    if connection is None:
        raise NoImage("The event is not linked to a venue.", is_final=True)
    name, silence = _cache_key(connection, view), _cache_key(connection)
    known: str | None = cache.get(name)
    if known is not None:
        return known
    if cache.get(silence) is not None:
        raise NoImage("The service did not answer a moment ago.", is_final=False)
    try:
        link = _new_link(connection, view, seconds_max or WAIT_SECONDS_MAX)
    except NoImage as outcome:
        if not outcome.is_final:
            cache.set(silence, "silent", SILENT_SECONDS)
        raise
    cache.set(name, link, REUSED_SECONDS)
    return link


def _new_link(connection: Connection, view: SeatView, seconds_max: float) -> str:
    try:
        with connection.client(seconds_max) as client:
            link = str(_link_by_id(client, connection, view).url)
    except (SeatPreviewError, *UNREADABLE) as error:
        # In one line of the log, whatever the service has written into its answer.
        raise NoImage(repr(error), is_final=getattr(error, "status", 0) in (400, 404)) from error
    if origin_of(link) != connection.service_url:
        # Pages allow images of the address that the organizer has entered, and of no other.
        logger.warning("Image links begin with %s, not with the address in the settings", origin_of(link))
        raise NoImage("The service makes links for another address.", is_final=True)
    return link


def _link_by_id(client: Client, connection: Connection, view: SeatView) -> models.ImageLink:
    """Asks for the seat by its id, then by its key, and then by the key of the seat with its name. A
    label that is merely similar is never taken for a key."""
    make = partial(
        client.seats.create_image_link,
        venue=connection.venue_id,
        locale=service_locale(view.locale),
        size="og",
        ttl_seconds=LINK_SECONDS,
    )
    try:
        return make(seat=f"ref:{view.seat_guid}")
    except NotFound:
        key = view.seat_guid
    try:
        return make(seat=key, min_confidence=1.0)
    except NotFound:
        key = _key_by_name(connection, view)
        if not key:
            raise
    return make(seat=key, min_confidence=1.0)


def _key_by_name(connection: Connection, view: SeatView) -> str:
    seat = view.event.seats.filter(subevent=view.subevent, seat_guid=view.seat_guid).first()
    if seat is None:
        return ""
    wanted = PlanSeat(seat.seat_guid, seat.zone_name, seat.row_name, seat.seat_number)
    index = venue_seats(connection, [wanted])
    match = index.find(wanted) if index is not None else None
    return match.seat.key if match else ""


def service_locale(locale: str) -> str:
    """Returns pretix's name of a language as the service knows it. `de-informal` is German."""
    return locale.removesuffix("-informal")


def _cache_key(connection: Connection, view: SeatView | None = None) -> str:
    parts = [connection.service_url, connection.venue_id, connection.buyers_key_id]
    if view is not None:
        parts += [view.seat_guid, view.locale]
    return "seatpreview_link_" + sha256("\n".join(parts).encode()).hexdigest()
