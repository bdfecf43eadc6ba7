"""A load of a record in progress, and the proof that its result may be shared and cached."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from seatpreview.freshness.record_cache import Loaded, RecordCache

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


def _mark_as_seen(task: asyncio.Task[Any]) -> None:
    """Keeps the event loop from logging an exception whose requests were all cancelled."""
    if not task.cancelled():
        task.exception()
