"""Which seat of the venue each seat of pretix is: its key and what it has, asked of the service."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

from pretix_seatpreview.bounded_client import UNREADABLE
from pretix_seatpreview.connection import Connection
from pretix_seatpreview.seat_matching import PlanSeat, SeatIndex, VenueSeat
from seatpreview_client import SeatPreviewError

FRESH_SECONDS = 600
RETRY_SECONDS = 20
"""After a failed request nobody asks for this long, so that a service that is down costs no buyer's time."""
NEW_SEATS_SECONDS = 60
"""Seats that the venue did not have may have come since: the service is asked again after this long."""
PAGE_SEATS_MAX = 1_000
SEATS_MAX = 100_000
SEATS_KEPT_MAX = 200_000
"""Of all venues in one process, with about 600 bytes each. The least recently used venues go first."""
WAIT_SECONDS_MAX = 5.0
"""A request that finds another one asking the service waits this long for its answer."""

logger = logging.getLogger(__name__)


@dataclass
class _Known:
    lock: threading.Lock
    asked_at: float = float("-inf")
    has_failed: bool = False
    seats: SeatIndex | None = None


_venues: OrderedDict[tuple[str, str, int], _Known] = OrderedDict()
_venues_lock = threading.Lock()


def venue_seats(connection: Connection, needed: Collection[PlanSeat]) -> SeatIndex | None:
    """Returns the seats of the venue; None if the service does not answer.

    `needed` are the seats of pretix. Seats that were known before stay known while the service cannot be
    reached."""
    known = _known_of((connection.service_url, connection.venue_id, connection.version))
    if not _is_due(known, needed):
        return known.seats
    if not known.lock.acquire(timeout=WAIT_SECONDS_MAX):
        return known.seats
    try:
        if _is_due(known, needed):
            _ask(known, connection)
            _make_room()
        return known.seats
    finally:
        known.lock.release()


def forget_venue_seats() -> None:
    """Empties the memory of this process."""
    with _venues_lock:
        _venues.clear()


def _known_of(name: tuple[str, str, int]) -> _Known:
    with _venues_lock:
        known = _venues.setdefault(name, _Known(threading.Lock()))
        _venues.move_to_end(name)
        return known


def _make_room() -> None:
    with _venues_lock:
        while len(_venues) > 1 and sum(_size(known) for known in _venues.values()) > SEATS_KEPT_MAX:
            _venues.popitem(last=False)


def _size(known: _Known) -> int:
    # A venue without seats has a place in memory, too.
    return (len(known.seats) if known.seats is not None else 0) + 100


def _is_due(known: _Known, needed: Collection[PlanSeat]) -> bool:
    passed_seconds = time.monotonic() - known.asked_at
    if known.has_failed:
        return passed_seconds >= RETRY_SECONDS
    if passed_seconds < NEW_SEATS_SECONDS:
        return False
    if passed_seconds >= FRESH_SECONDS or known.seats is None:
        return True
    return any(known.seats.find(seat) is None for seat in needed)


def _ask(known: _Known, connection: Connection) -> None:
    try:
        known.seats = _listed(connection)
        known.has_failed = False
    except (SeatPreviewError, *UNREADABLE) as error:
        # In one line, whatever the service has written into its answer.
        logger.warning("Seat Preview did not list the seats of %s: %r", connection.venue_id, error)
        known.has_failed = True
    finally:
        known.asked_at = time.monotonic()


def _listed(connection: Connection) -> SeatIndex:
    index, names = SeatIndex(), connection.facts.section_names
    with connection.client() as client:
        for seat in islice(client.seats.list(venue=connection.venue_id, limit=PAGE_SEATS_MAX), SEATS_MAX):
            found = VenueSeat(seat.key, tuple(seat.properties), seat.ref or "")
            index.add(found, names.get(seat.section, seat.section))
    return index
