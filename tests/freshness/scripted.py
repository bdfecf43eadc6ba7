"""A database in memory that a test controls: it can hold back a result until the test releases it."""

import asyncio
from collections import Counter, deque
from itertools import count

from seatpreview.database.changes import ROWS_MAX, LogRow, LogRows
from seatpreview.freshness.record_cache import Loaded, RecordCache
from seatpreview.problems import Unavailable
from seatpreview.values.clock import Moment

WAIT_SECONDS = 60

_stamps = (f"stamp {number}" for number in count(1))


class HeldStatement:
    """A statement that has been executed, and whose result is still on its way."""

    def __init__(self) -> None:
        self._read = asyncio.Event()
        self._released = asyncio.Event()
        self._failure: Exception | None = None

    async def until_it_has_read(self) -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            await self._read.wait()

    def release(self) -> None:
        self._released.set()

    def fail(self, failure: Exception) -> None:
        self._failure = failure
        self._released.set()

    async def answer(self) -> None:
        self._read.set()
        await self._released.wait()
        if self._failure is not None:
            raise self._failure


class ScriptedDatabase:
    """A change feed, and a loader of records, which are texts under any number of names."""

    is_immediate = False

    def __init__(self) -> None:
        self.rows: list[LogRow] = [(1, next(_stamps), "database", "database")]
        self.is_unavailable = False
        self.counter_lag = 0
        """By how much the counter that loads read is behind the log, as on a replica."""
        self.loads: Counter[str] = Counter()
        self._found: dict[str, tuple[str, str]] = {}
        self._held_reads: deque[HeldStatement] = deque()
        self._held_loads: deque[HeldStatement] = deque()

    def new_cache(self, kind: str = "key", records_max: int = 100) -> RecordCache[str]:
        return RecordCache((kind,), self._load, records_max)

    def change(self, id: str, record: str | None, *names: str, kind: str = "key") -> None:
        """Commits a record under its id and these names, or deletes it (None)."""
        for name in [name for name, (holder, _) in self._found.items() if holder == id]:
            del self._found[name]
        if record is not None:
            self._found |= dict.fromkeys((id, *names), (id, record))
        self.rows.append((self.rows[-1][0] + 1, next(_stamps), kind, id))

    def replace_last_stamp(self) -> None:
        """Gives the last number to another change, as after a restore."""
        n, _, kind, id = self.rows[-1]
        self.rows[-1] = (n, next(_stamps), kind, id)

    def restore_to(self, n: int) -> None:
        """Removes later rows from the log, as a restore does."""
        self.rows = [row for row in self.rows if row[0] <= n]

    def hold_read(self) -> HeldStatement:
        return _hold_next(self._held_reads)

    def hold_load(self) -> HeldStatement:
        return _hold_next(self._held_loads)

    async def since(self, n: int) -> LogRows:
        return await self._read([row for row in self.rows if row[0] >= n][: ROWS_MAX + 1])

    async def last(self) -> LogRows:
        return await self._read(self.rows[-1:])

    async def close(self) -> None:
        pass

    async def _read(self, rows: list[LogRow]) -> LogRows:
        if self.is_unavailable:
            raise Unavailable("The database did not answer.")
        await _wait_if_held(self._held_reads)
        return LogRows(rows, Moment(0))

    async def _load(self, name: str) -> Loaded[str]:
        self.loads[name] += 1
        n, (id, record) = self.rows[-1][0] - self.counter_lag, self._found.get(name, (None, None))
        await _wait_if_held(self._held_loads)
        return Loaded(n, id, record)


def _hold_next(queue: deque[HeldStatement]) -> HeldStatement:
    held = HeldStatement()
    queue.append(held)
    return held


async def _wait_if_held(queue: deque[HeldStatement]) -> None:
    if queue:
        await queue.popleft().answer()
