"""What a worker keeps in memory between requests, in entries and bytes, for the metrics."""

from typing import Any, NamedTuple

from seatpreview.bounded_cache import BoundedCache
from seatpreview.context import Resources
from seatpreview.decoding.inputs import QUERIES
from seatpreview.labels.name_matcher import READINGS
from seatpreview.seats.plan_cache import plans_of
from seatpreview.seats.venue_previews import seat_views_of
from seatpreview.venues.venue_access import RESOLUTIONS


class MemoryUse(NamedTuple):
    """The entries of one memory, and the bytes that they take by its own estimate."""

    entries: int
    size_bytes: int


def memory_uses(resources: Resources) -> dict[str, MemoryUse]:
    """Returns the use of every memory that is bounded in bytes, by its name in the metrics."""
    records = resources.records
    entries, sizes = records.counts(), records.bytes_used()
    caches: dict[str, BoundedCache[Any, Any]] = {
        "previews": seat_views_of(resources),
        "plans": plans_of(resources),
        "labels": RESOLUTIONS,
        "label words": READINGS,
        "queries": QUERIES,
    }
    return {kind: MemoryUse(entries[kind], sizes[kind]) for kind in entries} | {
        name: MemoryUse(len(cache), cache.bytes_used) for name, cache in caches.items()
    }
