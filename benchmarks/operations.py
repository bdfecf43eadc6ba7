"""The operations that are measured, with the requests for each."""

from collections.abc import Callable
from typing import NamedTuple

from benchmarks.benchmark_venue import EVENTS, BenchmarkVenue
from benchmarks.throughput import Request


class Operation(NamedTuple):
    """An operation, and how it is measured."""

    id: str
    """What --only names it by."""
    name: str
    """What results name it by. It must not change, so that results can be compared."""
    requests: Callable[[BenchmarkVenue], list[Request]]
    is_sent_once: bool = False
    """Whether each request is sent once, since only the first one costs what is to be measured."""
    is_made_anew: bool = False
    """Whether the requests are made anew for every round, since they expire."""
    items: int = 1
    """How many things a request brings: events, for example."""
    has_peer: bool = False
    """Whether the peer has this operation as well."""


OPERATIONS = (
    # First, because the others would load venues of theirs.
    Operation("firstPreview", "first preview of a venue", BenchmarkVenue.first_previews, is_sent_once=True),
    Operation("preview", "preview", BenchmarkVenue.previews, has_peer=True),
    Operation("newSeat", "preview, seat never asked for", BenchmarkVenue.previews_of_all_seats),
    Operation("resolve", "resolve 50 labels", BenchmarkVenue.resolves, has_peer=True),
    Operation("createSession", "create a session", BenchmarkVenue.sessions),
    Operation("plan", "plan of 20,000 seats", BenchmarkVenue.plans),
    Operation("seats", "1,000 of 20,000 seats", BenchmarkVenue.seat_lists),
    Operation("image", "signed image", BenchmarkVenue.images, is_made_anew=True, has_peer=True),
    Operation("getTenant", "getTenant", BenchmarkVenue.tenant_reads),
    Operation("getVenue", "getVenue", BenchmarkVenue.venue_reads),
    Operation("listVenues", "listVenues, 50", BenchmarkVenue.venue_lists),
    Operation("getKey", "getKey", BenchmarkVenue.key_reads, has_peer=True),
    Operation("listKeys", "listKeys, 50", BenchmarkVenue.key_lists),
    Operation("audit", "audit, 50", BenchmarkVenue.audits),
    Operation("updateKey", "updateKey", BenchmarkVenue.key_updates, has_peer=True),
    Operation("createKey", "createKey", BenchmarkVenue.key_creations),
    Operation("events", "100 events", BenchmarkVenue.events, items=EVENTS, has_peer=True),
    Operation("randomEvents", "100 events, random ids", BenchmarkVenue.events_with_random_ids, items=EVENTS),
)

OPERATIONS_BY_ID = {operation.id: operation for operation in OPERATIONS}
