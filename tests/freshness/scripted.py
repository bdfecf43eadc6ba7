"""A database in memory that does what a test says, and holds back an answer until the test lets it go."""

import asyncio
from collections import Counter, deque
from itertools import count

from seatpreview.clock import Moment
from seatpreview.database.changes import ROWS_MAX, Reading, Row
from seatpreview.freshness.record_cache import Loaded, RecordCache
from seatpreview.problems import Unavailable

WAIT_SECONDS = 20

_stamps = (f"stamp {number}" for number in count(1))


class Held:
    """A statement that has read what it read, and whose answer is still on its way."""

    def __init__(self) -> None:
        self._read = asyncio.Event()
        self._let_go = asyncio.Event()

    async def until_it_has_read(self) -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            await self._read.wait()

    def let_go(self) -> None:
        self._let_go.set()

    async def answer(self) -> None:
        self._read.set()
        await self._let_go.wait()


class ScriptedDatabase:
    """A feed of its change log, and a way to load its records: texts, under any number of names."""

    is_immediate = False

    def __init__(self) -> None:
        self.rows: list[Row] = [(1, next(_stamps), "database", "database")]
        self.is_away = False
        self.lag = 0
        """How far behind the log the counter is that loads read, as on a replica."""
        self.loads: Counter[str] = Counter()
        self._found: dict[str, tuple[str, str]] = {}
        self._held_readings: deque[Held] = deque()
        self._held_loads: deque[Held] = deque()

    def shelf(self, kind: str = "key", records_max: int = 100) -> RecordCache[str]:
        return RecordCache((kind,), self._load, records_max)

    def change(self, id: str, record: str | None, *names: str, kind: str = "key") -> None:
        """Commits: the record under its id and these names, or its end (None)."""
        for name in [name for name, (holder, _) in self._found.items() if holder == id]:
            del self._found[name]
        if record is not None:
            self._found |= dict.fromkeys((id, *names), (id, record))
        self.rows.append((self.rows[-1][0] + 1, next(_stamps), kind, id))

    def stamp_anew(self) -> None:
        """As after a restore: the last number was given to another change."""
        n, _, kind, id = self.rows[-1]
        self.rows[-1] = (n, next(_stamps), kind, id)

    def go_back_to(self, n: int) -> None:
        """As after a restore: what came later is gone from the log."""
        self.rows = [row for row in self.rows if row[0] <= n]

    def hold_reading(self) -> Held:
        return _held_in(self._held_readings)

    def hold_load(self) -> Held:
        return _held_in(self._held_loads)

    async def since(self, n: int) -> Reading:
        return await self._read([row for row in self.rows if row[0] >= n][: ROWS_MAX + 1])

    async def last(self) -> Reading:
        return await self._read(self.rows[-1:])

    async def close(self) -> None:
        pass

    async def _read(self, rows: list[Row]) -> Reading:
        if self.is_away:
            raise Unavailable("The database did not answer.")
        await _answered(self._held_readings)
        return Reading(rows, Moment(0))

    async def _load(self, name: str) -> Loaded[str]:
        self.loads[name] += 1
        n, (id, record) = self.rows[-1][0] - self.lag, self._found.get(name, (None, None))
        await _answered(self._held_loads)
        return Loaded(n, id, record)


def _held_in(queue: deque[Held]) -> Held:
    held = Held()
    queue.append(held)
    return held


async def _answered(queue: deque[Held]) -> None:
    if queue:
        await queue.popleft().answer()
