"""The records of a worker: a cache for each kind, and one freshness check for all of them."""

import sys
from collections.abc import Awaitable, Iterable
from functools import partial
from typing import Any, TypeVar

from seatpreview.database.changes import LogPosition
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.freshness.record_cache import LoadContext, MemoryBudget, RecordCache, RecordKind
from seatpreview.observability.measurements import Durations
from seatpreview.values.clock import Moment

T = TypeVar("T")


class Records:
    """Records of every kind, cached. A request first runs the freshness check, and then reads."""

    def __init__(
        self,
        loading: LoadContext,
        kinds: Iterable[RecordKind[Any]],
        records_max: int,
        large_records_max: int,
        records_bytes_max: int = sys.maxsize,
        venues_bytes_max: int = sys.maxsize,
    ) -> None:
        """Limits on the number of records apply to each kind; limits in bytes apply to all kinds of a budget
        together."""
        budgets = {"records": MemoryBudget(records_bytes_max), "venues": MemoryBudget(venues_bytes_max)}
        self._caches: dict[RecordKind[Any], RecordCache[Any]] = {
            kind: RecordCache(
                kind.changes,
                partial(kind.load, loading),
                large_records_max if kind.is_large else records_max,
                kind.is_named_by_id,
                budgets[kind.memory],
                kind.size_of,
            )
            for kind in kinds
        }
        self._freshness = FreshnessCheck(loading.database.feed, self._caches.values())

    @property
    def check_seconds(self) -> Durations:
        """How long freshness checks take."""
        return self._freshness.seconds

    @property
    def last_seen(self) -> LogPosition:
        """The last row of the change log that a check has read."""
        return self._freshness.last_seen

    @property
    def full_evictions(self) -> int:
        """How often the change log did not go on where it was read last."""
        return self._freshness.full_evictions

    def counts(self) -> dict[str, int]:
        """Returns how many records of each kind are cached."""
        return {kind.metric_label: len(cache) for kind, cache in self._caches.items()}

    def bytes_used(self) -> dict[str, int]:
        """Returns the estimated memory of the records of each kind."""
        return {kind.metric_label: cache.bytes_used for kind, cache in self._caches.items()}

    def set_derived_bytes(self, kind: RecordKind[T], id: str, name: str, record: T, size_bytes: int) -> None:
        """Sets the memory of everything that was derived from a record and is stored with it. A record that
        is not cached is ignored."""
        self._caches[kind].set_derived_bytes(id, name, record, size_bytes)

    def check_and_get_time(self) -> Awaitable[Moment]:
        """Ensures that all cached records are fresh, and returns the database's time: see FreshnessCheck."""
        return self._freshness.check_and_get_time()

    def get(self, kind: RecordKind[T], name: str) -> T | None:
        """Returns the cached record; None if it is not cached. Call it after the check."""
        cache: RecordCache[T] = self._caches[kind]
        return cache.get(name)

    async def compose_statements(self) -> None:
        """Runs the statements of all kinds for names that no record has. Composing one takes milliseconds,
        which the first request would wait for."""
        for kind, cache in self._caches.items():
            for name in kind.unused_names:
                await cache.load(name)

    async def load(self, kind: RecordKind[T], name: str) -> T | None:
        """Returns the record, from the cache or the database; None if there is none."""
        cache: RecordCache[T] = self._caches[kind]
        record = cache.get(name)
        if record is not None:
            return record
        return await self._freshness.load(cache, name)
