"""The proof: one statement, begun after the request arrived, that names what changed since the last one."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from seatpreview.clock import Moment
from seatpreview.database.changes import ROWS_MAX, Feed, Mark, Reading
from seatpreview.freshness.record_cache import Shelf
from seatpreview.freshness.sharing import InFlight, SameTurn
from seatpreview.problems import Unavailable

T = TypeVar("T")


class Currency:
    """After `prove` has returned, what `find` gives was true at a moment after `prove` was called."""

    def __init__(self, feed: Feed, shelves: Iterable[Shelf[Any]]) -> None:
        self._feed = feed
        self._shelves = tuple(shelves)
        self._ended_by: dict[str, list[Shelf[Any]]] = defaultdict(list)
        for shelf in self._shelves:
            for kind in shelf.changes:
                self._ended_by[kind].append(shelf)
        self._seen = Mark(0, "")
        self._drops = 0
        self.prove: Callable[[], Awaitable[Moment]] = (
            SameTurn(self._read) if feed.is_immediate else InFlight(self._read)
        )
        """The time of the proof. Raises Unavailable where the database does not answer."""

    async def find(self, shelf: Shelf[T], name: str) -> T | None:
        """The record under this name, from memory or loaded. To be asked after `prove`."""
        record = shelf.get(name)
        if record is not None:
            return record
        if shelf.is_absent(name):
            return None
        drops = self._drops
        loaded = await shelf.load(name)
        # A change may have overtaken the load. What it brought is recent enough for this request, which
        # came before it, and not for the next. Nor is what no proof has seen yet: a fail-over could lose
        # it, and the log would go on from the row last seen without naming it again. Nor is the number
        # enough where rows were read meanwhile: after a fail-over it may be another change's.
        if loaded.n == self._seen.n and drops == self._drops:
            shelf.keep(name, loaded)
        return loaded.record

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
            for shelf in self._ended_by.get(kind, ()):
                shelf.drop(id)
        self._drops += 1
        self._seen = Mark(*reading.rows[-1][:2])

    def _drop_all(self, reading: Reading) -> None:
        if not reading.rows:
            raise Unavailable(
                "The database holds no change log. Run `seatpreview db upgrade`.", retry_after_seconds=60
            )
        for shelf in self._shelves:
            shelf.clear()
        self._drops += 1
        self._seen = Mark(*reading.rows[-1][:2])
