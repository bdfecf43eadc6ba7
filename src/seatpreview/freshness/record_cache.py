"""Caches of records: a worker keeps a record in memory until the change log names it.

The cache is the same for keys, venues and other records: each has a `RecordKind`, which says how to load one.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from seatpreview.database.engines import Database

T = TypeVar("T")


class Loaded(NamedTuple, Generic[T]):
    """The record that a statement found under a name, and the change counter that the statement read too."""

    n: int
    """The number of the newest change."""
    id: str | None
    """The record's id in the change log; None where there is no such record."""
    record: T | None


@dataclass(frozen=True, eq=False)
class RecordKind(Generic[T]):
    """A kind of cached record: how one is loaded, and which changes evict it."""

    metric_label: str
    """The name of these records in metrics."""
    load: Callable[[Database, str], Awaitable[Loaded[T]]]
    """Loads a record by one statement, which also reads the change counter."""
    changes: tuple[str, ...]
    """Kinds in the change log. A row of one of these kinds evicts the record that has its id."""
    is_named_by_id: bool = False
    """Whether records are looked up by their id alone. A change then evicts no missing name but its id."""
    is_large: bool = False
    """Whether a record takes much memory, so that fewer of them are cached."""


class RecordCache(Generic[T]):
    """The cached records of one kind, each under every name that it was looked up by: id, hash, origin.

    Names without a record are cached as well (negative caching).
    """

    def __init__(
        self,
        changes: tuple[str, ...],
        load: Callable[[str], Awaitable[Loaded[T]]],
        records_max: int,
        is_named_by_id: bool = False,
    ) -> None:
        self.changes = changes
        self.load = load
        self.is_named_by_id = is_named_by_id
        self._records_max = records_max
        self._records: dict[str, T] = {}
        self._names: dict[str, set[str]] = {}
        self._missing: set[str] = set()
        self.get = self._records.get

    def __len__(self) -> int:
        return len(self._records)

    def is_missing(self, name: str) -> bool:
        """Whether it is cached that there is no record under this name."""
        return name in self._missing

    def put(self, name: str, loaded: Loaded[T]) -> None:
        """Caches what a load found under a name: a record, or that there is none."""
        if loaded.record is None or loaded.id is None:
            self._put_missing(name)
            return
        while len(self._records) >= self._records_max:
            self._evict_record(next(iter(self._names)))
        self._records[name] = loaded.record
        self._names.setdefault(loaded.id, set()).add(name)

    def evict(self, id: str) -> None:
        """Evicts the record under all of its names, and every missing name that may be the record's now."""
        self._evict_record(id)
        if self.is_named_by_id:
            self._missing.discard(id)
        else:
            self._missing.clear()

    def _evict_record(self, id: str) -> None:
        for name in self._names.pop(id, ()):
            del self._records[name]

    def clear(self) -> None:
        """Evicts everything."""
        self._records.clear()
        self._names.clear()
        self._missing.clear()

    def _put_missing(self, name: str) -> None:
        if len(self._missing) >= self._records_max:
            self._missing.clear()
        self._missing.add(name)
