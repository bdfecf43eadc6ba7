"""Caches of records: a worker keeps a record, ready for requests, until the change log names it.

Nothing here knows what a record is: keys, venues and others hand over a kind, which says how to load one.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from seatpreview.database.engines import Database

T = TypeVar("T")


class Loaded(NamedTuple, Generic[T]):
    """What one statement found under a name, and the change counter that the same statement read."""

    n: int
    id: str | None
    """The record's id in the change log; None where there is no such record."""
    record: T | None


@dataclass(frozen=True, eq=False)
class RecordKind(Generic[T]):
    """A kind of record to be cached: how one is loaded, and which changes end it."""

    nouns: str
    """The name of these records in metrics."""
    load: Callable[[Database, str], Awaitable[Loaded[T]]]
    """Loads a record by one statement, which also reads the change counter."""
    changes: tuple[str, ...]
    """Kinds in the change log. A row of one of them ends the record that was loaded under its id."""
    is_named_by_id: bool = False
    """Whether records are asked for by their id alone. Then a change ends no absence but that of its id."""
    is_large: bool = False
    """Whether a record takes much room, so that fewer of them are kept."""


class RecordCache(Generic[T]):
    """The cached records of one kind, each under every name that it was asked for by: id, hash, origin."""

    def __init__(
        self,
        changes: tuple[str, ...],
        load: Callable[[str], Awaitable[Loaded[T]]],
        records_max: int,
        is_named_by_id: bool = False,
    ) -> None:
        self.changes = changes
        self.load = load
        self._is_named_by_id = is_named_by_id
        self._records_max = records_max
        self._records: dict[str, T] = {}
        self._names: dict[str, set[str]] = {}
        self._absent: set[str] = set()
        self.get = self._records.get

    def __len__(self) -> int:
        return len(self._records)

    def is_absent(self, name: str) -> bool:
        return name in self._absent

    def keep(self, name: str, loaded: Loaded[T]) -> None:
        if loaded.record is None or loaded.id is None:
            self._keep_absence(name)
            return
        while len(self._records) >= self._records_max:
            self.drop(next(iter(self._names)))
        self._records[name] = loaded.record
        self._names.setdefault(loaded.id, set()).add(name)

    def drop(self, id: str) -> None:
        """Evicts the record under all of its names, and every absence that the change may have ended."""
        for name in self._names.pop(id, ()):
            del self._records[name]
        if self._is_named_by_id:
            self._absent.discard(id)
        else:
            self._absent.clear()

    def clear(self) -> None:
        self._records.clear()
        self._names.clear()
        self._absent.clear()

    def _keep_absence(self, name: str) -> None:
        if len(self._absent) >= self._records_max:
            self._absent.clear()
        self._absent.add(name)
