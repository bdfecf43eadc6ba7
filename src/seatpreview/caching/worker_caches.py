"""Everything that a worker keeps between requests besides records: one object, made once for each worker.

A room declares what it keeps beside the code that fills it, as a constant:

    SEAT_VIEWS = CacheKind[SeatViewKey, SeatView](5000, metric="previews")

and finds the worker's own by `caches.of(SEAT_VIEWS)`.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.caching.single_flight import SingleFlight

MEGABYTE = 1_000_000

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Kind(Generic[T]):
    """Something of which each worker has one."""

    def __init__(self, make: Callable[["WorkerCaches"], T]) -> None:
        self.make = make


class Bounds(NamedTuple):
    """The bounds of a cache, for all tenants and venues together."""

    entries_max: int
    bytes_max: int = sys.maxsize


class CacheKind(Kind[BoundedCache[K, V]]):
    """A cache. One that is bounded in bytes has a name in the metrics."""

    def __init__(self, entries_max: int, bytes_max: int = sys.maxsize, metric: str = "") -> None:
        super().__init__(lambda caches: BoundedCache(*caches.bounds.get(self, self.bounds)))
        self.bounds = Bounds(entries_max, bytes_max)
        self.metric = metric


class SharedWork(Kind[SingleFlight[K, V]]):
    """Work under way whose result all requests share that wait for it."""

    def __init__(self) -> None:
        super().__init__(lambda caches: SingleFlight(caches.on_abandoned))


class WorkerCaches:
    """The caches of one worker, and the work that its requests share."""

    def __init__(
        self,
        metered: Iterable[CacheKind[Any, Any]] = (),
        bounds: Mapping[CacheKind[Any, Any], Bounds] | None = None,
        on_abandoned: Callable[[], None] = lambda: None,
    ) -> None:
        """`metered` are the kinds in the metrics, and `bounds` those that settings change. Calls
        `on_abandoned` when shared work ends because nobody waits for it."""
        self.bounds = bounds or {}
        self.on_abandoned = on_abandoned
        self._made: dict[Kind[Any], Any] = {}
        self._metered = [*metered]

    def of(self, kind: Kind[T]) -> T:
        """Returns the worker's own of a kind."""
        made = self._made.get(kind)
        if made is None:
            # Two threads may ask for it first.
            made = self._made.setdefault(kind, kind.make(self))
        found: T = made
        return found

    def by_metric(self) -> dict[str, BoundedCache[Any, Any]]:
        """Returns the caches that are in the metrics, by their names there."""
        return {kind.metric: self.of(kind) for kind in self._metered}
