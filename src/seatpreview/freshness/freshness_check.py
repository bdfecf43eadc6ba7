"""The freshness check: one statement per request, which reads the changes since the previous check."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Generic, TypeVar

from seatpreview.database.changes import ROWS_MAX, ChangeFeed, LogPosition, LogRows
from seatpreview.freshness.record_cache import Loaded, RecordCache
from seatpreview.observability.measurements import Durations
from seatpreview.problems import Unavailable
from seatpreview.shared_calls import Batcher
from seatpreview.values.clock import Moment

T = TypeVar("T")


class RunningLoad(Generic[T]):
    """A load, the position in the change log at which it began, and what was evicted since.

    Requests share a load in two ways:
    - A request that asked before the load began can use its result, whatever it is: the load came after the
      request's freshness check.
    - A request that asks while the load is running may have made its check after the load had read. It can
      use the result if `is_current` when the load ends, and waits for the next load otherwise.
    """

    def __init__(
        self,
        cache: RecordCache[T],
        name: str,
        number: int,
        last_seen_n: int,
        run: Callable[["RunningLoad[T]"], Coroutine[Any, Any, T | None]],
    ) -> None:
        self.cache = cache
        self.name = name
        self.number = number
        """The running number of this load. A request that has seen a smaller number asked before this load
        began."""
        self.found_current = False
        """Whether the result was current when the load ended."""
        self._last_seen_n = last_seen_n
        self._evicted: set[str] = set()
        self._is_all_evicted = False
        self.task = asyncio.create_task(run(self))
        """The task of the load. A cancelled request does not end it for the others."""
        self.task.add_done_callback(_mark_as_seen)

    def evict(self, kind: str, id: str) -> None:
        """Notes that a check has seen a change of this record."""
        if kind in self.cache.changes:
            self._evicted.add(id)

    def evict_all(self) -> None:
        """Notes that the change log did not continue and everything was evicted."""
        self._is_all_evicted = True

    def is_current(self, loaded: Loaded[T]) -> bool:
        """Returns whether what was loaded equals the database's record as of the latest freshness check.

        It does if it would still be cached had it been cached when the load began:
        - The load read the number that was last seen then. A smaller one may have missed a change. A larger
          one is of a change that no check had seen: a fail-over could lose it, and the log would go on from
          the row last seen without naming the record again.
        - No check has evicted it since. Each check has verified that the log goes on from the row last seen
          before, so that changes of other records do not matter.
        """
        if loaded.n != self._last_seen_n or self._is_all_evicted:
            return False
        if loaded.record is None or loaded.id is None:
            # Any record of the kind may now have the missing name, unless names are ids.
            return self.name not in self._evicted if self.cache.is_named_by_id else not self._evicted
        return loaded.id not in self._evicted


class FreshnessCheck:
    """Evicts changed records from the caches, so that a record which is still cached equals the database's.

    What `load` returns after a check was in the database at some moment after the check was requested.
    """

    def __init__(self, feed: ChangeFeed, caches: Iterable[RecordCache[Any]]) -> None:
        self._feed = feed
        self._caches = tuple(caches)
        self._caches_by_kind: dict[str, list[RecordCache[Any]]] = defaultdict(list)
        for cache in self._caches:
            for kind in cache.changes:
                self._caches_by_kind[kind].append(cache)
        self.last_seen = LogPosition(0, "")
        """The last row that a check has read."""
        self.full_evictions = 0
        """How often everything was evicted, since the log did not go on where it was read last."""
        self._loads: dict[tuple[RecordCache[Any], str], RunningLoad[Any]] = {}
        self._loads_begun = 0
        self._shared_read: Callable[[], Awaitable[Moment]] = (
            OncePerIteration(self._read) if feed.is_immediate else self._batched_read
        )
        self._batcher = Batcher[None, Moment](self._read_for_batch)
        self.seconds = Durations()
        """How long the statements took, including failed ones."""

    def check_and_get_time(self) -> Awaitable[Moment]:
        """Makes the caches fresh, and returns the time of the check by the database's clock.

        Concurrent requests share a check. Raises Unavailable if the database does not answer.
        """
        return self._shared_read()

    async def load(self, cache: RecordCache[T], name: str) -> T | None:
        """Returns the record under this name, from the cache or the database. Call it after a check.

        Requests that need the same record share a load that begins after the check of each of them, or that
        is proven to be as new: see RunningLoad. So a request waits for two loads at most.
        """
        begun_before = self._loads_begun
        while True:
            record = cache.get(name)
            if record is not None:
                return record
            if cache.is_missing(name):
                return None
            load: RunningLoad[T] = self._loads.get((cache, name)) or self._begin_load(cache, name)
            # `wait` leaves the load running for the others if this request is cancelled.
            await asyncio.wait((load.task,))
            found = load.task.result()
            if load.number > begun_before or load.found_current:
                return found

    def _begin_load(self, cache: RecordCache[T], name: str) -> RunningLoad[T]:
        self._loads_begun += 1
        load = RunningLoad(cache, name, self._loads_begun, self.last_seen.n, self._run_load)
        self._loads[cache, name] = load
        return load

    async def _run_load(self, load: RunningLoad[T]) -> T | None:
        try:
            loaded = await load.cache.load(load.name)
            if load.is_current(loaded):
                load.found_current = True
                load.cache.put(load.name, loaded)
            return loaded.record
        finally:
            del self._loads[load.cache, load.name]

    def _batched_read(self) -> Awaitable[Moment]:
        return self._batcher.submit(None)

    async def _read_for_batch(self, batch: list[None]) -> list[Moment]:
        return [await self._read()] * len(batch)

    async def _read(self) -> Moment:
        started = time.perf_counter()
        try:
            log = await self._feed.since(self.last_seen.n)
            if self._continues(log):
                self._evict_changed(log)
            else:
                log = await self._feed.last()
                self._evict_all(log)
            return log.at
        finally:
            self.seconds.add(time.perf_counter() - started)

    def _continues(self, log: LogRows) -> bool:
        """Returns whether the log still holds the row last seen, and the rest of it was read.

        If not, the database was restored or replaced, or this worker is too far behind.
        """
        rows = log.rows
        return 0 < len(rows) <= ROWS_MAX and rows[0][:2] == self.last_seen

    def _evict_changed(self, log: LogRows) -> None:
        if len(log.rows) == 1:
            return
        for _, _, kind, id in log.rows[1:]:
            for cache in self._caches_by_kind.get(kind, ()):
                cache.evict(id)
            for load in self._loads.values():
                load.evict(kind, id)
        self.last_seen = LogPosition(*log.rows[-1][:2])

    def _evict_all(self, log: LogRows) -> None:
        if not log.rows:
            raise Unavailable(
                "The database has no change log. Run `seatpreview db upgrade`.", retry_after_seconds=60
            )
        for cache in self._caches:
            cache.clear()
        for load in self._loads.values():
            load.evict_all()
        self.full_evictions += 1
        self.last_seen = LogPosition(*log.rows[-1][:2])


class OncePerIteration(Generic[T]):
    """Requests in one iteration of the event loop share the result of a call that does not wait.

    The loop runs callbacks in the order in which they were scheduled. `call_soon` schedules `_clear` just
    before the call is made. So a request that shares the result was scheduled, and had arrived, before the
    call; a request that is scheduled later runs after `_clear`, and makes its own call.
    """

    def __init__(self, call: Callable[[], Awaitable[T]]) -> None:
        self._call = call
        self._result: T | None = None

    async def __call__(self) -> T:
        if self._result is None:
            asyncio.get_running_loop().call_soon(self._clear)
            self._result = await self._call()
        return self._result

    def _clear(self) -> None:
        self._result = None


def _mark_as_seen(task: asyncio.Task[Any]) -> None:
    """Keeps the event loop from logging an exception whose requests were all cancelled."""
    if not task.cancelled():
        task.exception()
