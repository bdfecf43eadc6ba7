"""The freshness check: one statement for a request, which names what changed since the last one."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from seatpreview.batching import Batcher
from seatpreview.clock import Moment
from seatpreview.database.changes import ROWS_MAX, Feed, Mark, Reading
from seatpreview.freshness.once_per_iteration import OncePerIteration
from seatpreview.freshness.record_cache import RecordCache
from seatpreview.problems import Unavailable

T = TypeVar("T")


class FreshnessCheck:
    """Drops what changed from the caches, so that a record which is still there is the database's.

    What `load` returns after a check was true at some moment after the check was asked for.
    """

    def __init__(self, feed: Feed, caches: Iterable[RecordCache[Any]]) -> None:
        self._feed = feed
        self._caches = tuple(caches)
        self._caches_by_kind: dict[str, list[RecordCache[Any]]] = defaultdict(list)
        for cache in self._caches:
            for kind in cache.changes:
                self._caches_by_kind[kind].append(cache)
        self._seen = Mark(0, "")
        self._drops = 0
        self._shared_read: Callable[[], Awaitable[Moment]] = (
            OncePerIteration(self._read) if feed.is_immediate else self._batched_read
        )
        self._batcher = Batcher[None, Moment](self._read_for_batch)

    def check_and_get_time(self) -> Awaitable[Moment]:
        """Checks that the caches are fresh, and gives the time of the check by the database's clock.

        Requests that wait together share a check. Raises Unavailable where the database does not answer.
        """
        return self._shared_read()

    async def load(self, cache: RecordCache[T], name: str) -> T | None:
        """Returns the record under this name, from the cache or the database. A check has to come first."""
        record = cache.get(name)
        if record is not None:
            return record
        if cache.is_absent(name):
            return None
        drops = self._drops
        loaded = await cache.load(name)
        # A change may have overtaken the load. What it brought is recent enough for this request, which
        # came before it, and not for the next. Nor is what no check has seen yet: a fail-over could lose
        # it, and the log would go on from the row last seen without naming it again. Nor is the number
        # enough where rows were read meanwhile: after a fail-over it may be another change's.
        if loaded.n == self._seen.n and drops == self._drops:
            cache.keep(name, loaded)
        return loaded.record

    def _batched_read(self) -> Awaitable[Moment]:
        return self._batcher.submit(None)

    async def _read_for_batch(self, batch: list[None]) -> list[Moment]:
        return [await self._read()] * len(batch)

    async def _read(self) -> Moment:
        reading = await self._feed.since(self._seen.n)
        if self._continues(reading):
            self._drop_changed(reading)
        else:
            reading = await self._feed.last()
            self._drop_all(reading)
        return reading.at

    def _continues(self, reading: Reading) -> bool:
        """Whether the log still holds the row last seen. If not, it is another database, or we slept long."""
        rows = reading.rows
        return 0 < len(rows) <= ROWS_MAX and rows[0][:2] == self._seen

    def _drop_changed(self, reading: Reading) -> None:
        if len(reading.rows) == 1:
            return
        for _, _, kind, id in reading.rows[1:]:
            for cache in self._caches_by_kind.get(kind, ()):
                cache.drop(id)
        self._drops += 1
        self._seen = Mark(*reading.rows[-1][:2])

    def _drop_all(self, reading: Reading) -> None:
        if not reading.rows:
            raise Unavailable(
                "The database holds no change log. Run `seatpreview db upgrade`.", retry_after_seconds=60
            )
        for cache in self._caches:
            cache.clear()
        self._drops += 1
        self._seen = Mark(*reading.rows[-1][:2])
