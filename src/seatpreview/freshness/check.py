"""The freshness check: one statement per request, which reads what changed since the previous check."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from seatpreview.batching import Batcher
from seatpreview.clock import Moment
from seatpreview.database.changes import ROWS_MAX, ChangeFeed, LogPosition, LogRows
from seatpreview.freshness.once_per_iteration import OncePerIteration
from seatpreview.freshness.record_cache import RecordCache
from seatpreview.problems import Unavailable

T = TypeVar("T")


class FreshnessCheck:
    """Evicts from the caches what changed, so that a record which is still cached equals the database's.

    What `load` returns after a check was in the database at some moment after the check was asked for.
    """

    def __init__(self, feed: ChangeFeed, caches: Iterable[RecordCache[Any]]) -> None:
        self._feed = feed
        self._caches = tuple(caches)
        self._caches_by_kind: dict[str, list[RecordCache[Any]]] = defaultdict(list)
        for cache in self._caches:
            for kind in cache.changes:
                self._caches_by_kind[kind].append(cache)
        self._last_seen = LogPosition(0, "")
        self._evictions = 0
        self._shared_read: Callable[[], Awaitable[Moment]] = (
            OncePerIteration(self._read) if feed.is_immediate else self._batched_read
        )
        self._batcher = Batcher[None, Moment](self._read_for_batch)

    def check_and_get_time(self) -> Awaitable[Moment]:
        """Makes the caches fresh, and returns the time of the check by the database's clock.

        Concurrent requests share a check. Raises Unavailable where the database does not answer.
        """
        return self._shared_read()

    async def load(self, cache: RecordCache[T], name: str) -> T | None:
        """Returns the record under this name, from the cache or the database. To be called after a check."""
        record = cache.get(name)
        if record is not None:
            return record
        if cache.is_missing(name):
            return None
        evictions = self._evictions
        loaded = await cache.load(name)
        # What was loaded is recent enough for this request, whose check came before the load. It is cached
        # for later requests only if no change came in between, which takes two comparisons:
        # - The load read the number last seen. A smaller one may have missed a change. A larger one is of a
        #   change that no check has seen: a fail-over could lose it, and the log would go on from the row
        #   last seen without naming the record again.
        # - Nothing was evicted meanwhile. The number alone is not enough: after a fail-over, the same number
        #   may be another change's.
        if loaded.n == self._last_seen.n and evictions == self._evictions:
            cache.put(name, loaded)
        return loaded.record

    def _batched_read(self) -> Awaitable[Moment]:
        return self._batcher.submit(None)

    async def _read_for_batch(self, batch: list[None]) -> list[Moment]:
        return [await self._read()] * len(batch)

    async def _read(self) -> Moment:
        log = await self._feed.since(self._last_seen.n)
        if self._continues(log):
            self._evict_changed(log)
        else:
            log = await self._feed.last()
            self._evict_all(log)
        return log.at

    def _continues(self, log: LogRows) -> bool:
        """Checks that the log still holds the row last seen, and that the rest of it was read.

        If not, the database was restored or replaced, or this worker is too far behind.
        """
        rows = log.rows
        return 0 < len(rows) <= ROWS_MAX and rows[0][:2] == self._last_seen

    def _evict_changed(self, log: LogRows) -> None:
        if len(log.rows) == 1:
            return
        for _, _, kind, id in log.rows[1:]:
            for cache in self._caches_by_kind.get(kind, ()):
                cache.evict(id)
        self._evictions += 1
        self._last_seen = LogPosition(*log.rows[-1][:2])

    def _evict_all(self, log: LogRows) -> None:
        if not log.rows:
            raise Unavailable(
                "The database holds no change log. Run `seatpreview db upgrade`.", retry_after_seconds=60
            )
        for cache in self._caches:
            cache.clear()
        self._evictions += 1
        self._last_seen = LogPosition(*log.rows[-1][:2])
