"""What a worker knows: records of every kind, looked up once they are proven current."""

from collections.abc import Iterable
from functools import partial
from typing import Any, TypeVar

from seatpreview.database.engines import Database
from seatpreview.freshness.check import Currency
from seatpreview.freshness.record_cache import Kind, Shelf

T = TypeVar("T")


class Records:
    """The kinds that rooms have named, a shelf for each, and one proof for them all."""

    def __init__(
        self, database: Database, kinds: Iterable[Kind[Any]], records_max: int, large_records_max: int
    ) -> None:
        self._shelves: dict[Kind[Any], Shelf[Any]] = {
            kind: Shelf(
                kind.changes,
                partial(kind.load, database),
                large_records_max if kind.is_large else records_max,
                kind.is_named_by_id,
            )
            for kind in kinds
        }
        self._currency = Currency(database.feed, self._shelves.values())
        self.prove = self._currency.prove

    def counts(self) -> dict[str, int]:
        """How many records of each kind are in memory."""
        return {kind.nouns: len(shelf) for kind, shelf in self._shelves.items()}

    def get(self, kind: Kind[T], name: str) -> T | None:
        """What is in memory. To be asked after the proof of the request."""
        shelf: Shelf[T] = self._shelves[kind]
        return shelf.get(name)

    async def find(self, kind: Kind[T], name: str) -> T | None:
        """The same, and from the database where memory has nothing."""
        shelf: Shelf[T] = self._shelves[kind]
        record = shelf.get(name)
        if record is not None:
            return record
        return await self._currency.find(shelf, name)
