"""Which seat of the venue each seat of pretix is: its key and what it has, asked of the service."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from pretix_seatpreview.connection import Connection
from seatpreview_client import SeatPreviewError

FRESH_SECONDS = 600
RETRY_SECONDS = 20
"""After a failed request nobody asks for this long, so that a service that is down costs no buyer's time."""
PAGE_SEATS_MAX = 1_000
SEATS_MAX = 100_000
VENUES_MAX = 8
"""Venues whose seats one process keeps, each with about 150 bytes for a seat."""
WAIT_SECONDS_MAX = 5.0
"""A request that finds another one asking the service waits this long for its answer."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class VenueSeat:
    """A seat of the venue."""

    key: str
    properties: tuple[str, ...]


@dataclass
class _Known:
    lock: threading.Lock
    asked_at: float = float("-inf")
    has_failed: bool = False
    seats: dict[str, VenueSeat] | None = None


_venues: OrderedDict[tuple[str, str], _Known] = OrderedDict()
_venues_lock = threading.Lock()


def venue_seats(connection: Connection) -> dict[str, VenueSeat] | None:
    """Returns the seats of the venue by pretix's `seat_guid`; None if the service does not answer.

    Seats that were known before stay known while the service cannot be reached."""
    known = _known_of((connection.service_url, connection.venue_id))
    if not _is_due(known):
        return known.seats
    if not known.lock.acquire(timeout=WAIT_SECONDS_MAX):
        return known.seats
    try:
        if _is_due(known):
            _ask(known, connection)
        return known.seats
    finally:
        known.lock.release()


def forget_venue_seats() -> None:
    """Forgets the seats of all venues, as after a plan was synced."""
    with _venues_lock:
        _venues.clear()


def _known_of(name: tuple[str, str]) -> _Known:
    with _venues_lock:
        known = _venues.setdefault(name, _Known(threading.Lock()))
        _venues.move_to_end(name)
        while len(_venues) > VENUES_MAX:
            _venues.popitem(last=False)
        return known


def _is_due(known: _Known) -> bool:
    wait_seconds = RETRY_SECONDS if known.has_failed else FRESH_SECONDS
    return time.monotonic() - known.asked_at >= wait_seconds


def _ask(known: _Known, connection: Connection) -> None:
    try:
        known.seats = dict(_listed(connection))
        known.has_failed = False
    except SeatPreviewError as error:
        logger.warning("Seat Preview did not list the seats of %s: %s", connection.venue_id, error)
        known.has_failed = True
    finally:
        known.asked_at = time.monotonic()


def _listed(connection: Connection) -> Iterator[tuple[str, VenueSeat]]:
    with connection.client() as client:
        for number, seat in enumerate(client.seats.list(venue=connection.venue_id, limit=PAGE_SEATS_MAX)):
            if number >= SEATS_MAX:
                return
            if seat.ref is not None:
                yield seat.ref, VenueSeat(seat.key, tuple(seat.properties))
