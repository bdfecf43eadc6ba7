"""Caches of records: a worker keeps a record in memory until the change log names it.

The cache is the same for keys, venues and other records: each has a `RecordKind`, which says how to load one.
"""

import sys
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from seatpreview.database.engines import Database
from seatpreview.limits.fair_queue import FairQueue

T = TypeVar("T")

RECORD_BYTES = 1000
"""The memory of a small record with its name and its cache entries, measured and rounded up."""

NAME_BYTES = 200
"""The memory of a name that has no record, besides its characters."""

_MISSING_SHARE = 16
"""Missing names of a kind take at most this fraction of the budget, in addition to it. Made-up names, which
anybody can send, thus evict no record."""


def _small_record_bytes(_record: Any) -> int:
    return RECORD_BYTES


class Loaded(NamedTuple, Generic[T]):
    """The record that a statement found under a name, and the change counter that the statement read too."""

    n: int
    """The number of the newest change."""
    id: str | None
    """The record's id in the change log; None if there is no such record."""
    record: T | None


class LoadContext(NamedTuple):
    """What the load of a record works with."""

    database: Database
    large_records: FairQueue
    """Whose turn it is to build a large record, after it was read."""


@dataclass(frozen=True, eq=False)
class RecordKind(Generic[T]):
    """A kind of cached record: how one is loaded, and which changes evict it."""

    metric_label: str
    """The name of these records in metrics."""
    load: Callable[[LoadContext, str], Awaitable[Loaded[T]]]
    """Loads a record by one statement, which also reads the change counter."""
    changes: tuple[str, ...]
    """Kinds in the change log. A row of one of these kinds evicts the record that has its id."""
    is_named_by_id: bool = False
    """Whether records are looked up only by their id. A change then evicts no other missing name than its
    id."""
    is_large: bool = False
    """Whether a record takes much memory, so that fewer are cached."""
    memory: Literal["records", "venues"] = "records"
    """The memory budget that the records count towards."""
    size_of: Callable[[T], int] = _small_record_bytes
    """Estimates the bytes of a record. It is called once for each load."""
    unused_names: tuple[str, ...] = ("",)
    """Names that no record has, one for each statement by which records are looked up."""


class EvictableCache(Protocol):
    """A cache whose entries a budget can evict."""

    def evict_for_budget(self, id: str) -> None:
        """Evicts the record with this id. The budget has already subtracted its bytes."""
        ...


_Entry = tuple[EvictableCache, str]


class MemoryBudget:
    """Adds up the bytes of cached records, and evicts some when there are too many.

    The oldest record goes, among those of the size class that takes the most memory. So a few very large
    records that are requested in turn evict each other, and not the many small ones of everybody else. The
    record that grew last is kept even if it is larger than the whole budget: it is in use.
    """

    def __init__(self, bytes_max: int) -> None:
        self.bytes_max = bytes_max
        self._bytes: Counter[EvictableCache] = Counter()
        self._bytes_of_all = 0
        self._sizes: dict[_Entry, int] = {}
        self._by_size: dict[int, OrderedDict[_Entry, None]] = defaultdict(OrderedDict)
        self._bytes_by_size: Counter[int] = Counter()

    def bytes_of(self, cache: EvictableCache) -> int:
        """Returns the bytes of all records of one cache."""
        return self._bytes[cache]

    def add(self, cache: EvictableCache, id: str, size_bytes: int) -> None:
        """Adds bytes to a new or existing record, and evicts others while there are too many."""
        added = (cache, id)
        self._set_size(added, self._sizes.get(added, 0) + size_bytes)
        while self._bytes_of_all > self.bytes_max and len(self._sizes) > 1:
            evicted = self._next_to_evict(added)
            self._set_size(evicted, 0)
            evicted[0].evict_for_budget(evicted[1])

    def subtract(self, cache: EvictableCache, id: str) -> None:
        """Subtracts the bytes of a record that is evicted."""
        self._set_size((cache, id), 0)

    def subtract_all(self, cache: EvictableCache) -> None:
        """Subtracts the bytes of a cache that is cleared."""
        for entry in [each for each in self._sizes if each[0] is cache]:
            self._set_size(entry, 0)

    def _set_size(self, entry: _Entry, size_bytes: int) -> None:
        before = self._sizes.pop(entry, 0)
        if before:
            self._by_size[_size_class(before)].pop(entry)
            self._bytes_by_size[_size_class(before)] -= before
        if size_bytes:
            self._sizes[entry] = size_bytes
            self._by_size[_size_class(size_bytes)][entry] = None
            self._bytes_by_size[_size_class(size_bytes)] += size_bytes
        self._bytes[entry[0]] += size_bytes - before
        self._bytes_of_all += size_bytes - before

    def _next_to_evict(self, kept: _Entry) -> _Entry:
        for size_class, _ in self._bytes_by_size.most_common():
            for entry in self._by_size[size_class]:
                if entry != kept:
                    return entry
        raise LookupError("There is nothing but the record that is kept.")


class RecordCache(Generic[T]):
    """The cached records of one kind, each under every name that it was looked up by: id, hash, origin.

    Names without a record are cached too (negative caching).
    """

    def __init__(
        self,
        changes: tuple[str, ...],
        load: Callable[[str], Awaitable[Loaded[T]]],
        records_max: int,
        is_named_by_id: bool = False,
        budget: MemoryBudget | None = None,
        size_of: Callable[[T], int] = _small_record_bytes,
    ) -> None:
        """Shares the budget with other caches; None for a cache that is bounded only by its number of
        entries."""
        self.changes = changes
        self.load = load
        self.is_named_by_id = is_named_by_id
        self._records_max = records_max
        self._records: dict[str, T] = {}
        self._names: dict[str, set[str]] = {}
        self._missing: set[str] = set()
        self._missing_bytes = 0
        self._budget = budget or MemoryBudget(sys.maxsize)
        self._size_of = size_of
        self._derived_bytes: dict[str, int] = {}
        self.get = self._records.get

    def __len__(self) -> int:
        return len(self._records)

    @property
    def bytes_used(self) -> int:
        """The estimated memory of all records and missing names."""
        return self._budget.bytes_of(self) + self._missing_bytes

    def is_missing(self, name: str) -> bool:
        """Returns whether the cache knows that there is no record under this name."""
        return name in self._missing

    def put(self, name: str, loaded: Loaded[T]) -> None:
        """Caches the result of a load: a record, or that there is none."""
        if loaded.record is None or loaded.id is None:
            self._put_missing(name)
            return
        while len(self._records) >= self._records_max:
            self._evict_record(next(iter(self._names)))
        is_new = name not in self._records
        self._records[name] = loaded.record
        self._names.setdefault(loaded.id, set()).add(name)
        if is_new:
            self._budget.add(self, loaded.id, self._size_of(loaded.record) + len(name))

    def set_derived_bytes(self, id: str, name: str, record: T, derived_bytes: int) -> None:
        """Sets the memory of everything that was derived from a cached record and is stored with it."""
        if self._records.get(name) is record:
            more = derived_bytes - self._derived_bytes.get(name, 0)
            self._derived_bytes[name] = derived_bytes
            self._budget.add(self, id, more)

    def evict(self, id: str) -> None:
        """Evicts the record under all of its names, and every missing name that may now belong to it."""
        self._evict_record(id)
        if self.is_named_by_id:
            if id in self._missing:
                self._missing.remove(id)
                self._missing_bytes -= len(id) + NAME_BYTES
        else:
            self._clear_missing()

    def _evict_record(self, id: str) -> None:
        self._budget.subtract(self, id)
        self.evict_for_budget(id)

    def evict_for_budget(self, id: str) -> None:
        """Evicts a record whose bytes the budget has already subtracted."""
        for name in self._names.pop(id, ()):
            del self._records[name]
            self._derived_bytes.pop(name, None)

    def clear(self) -> None:
        """Evicts everything."""
        self._budget.subtract_all(self)
        self._records.clear()
        self._names.clear()
        self._derived_bytes.clear()
        self._clear_missing()

    def _put_missing(self, name: str) -> None:
        if name in self._missing:
            return
        size_bytes = len(name) + NAME_BYTES
        if (
            len(self._missing) >= self._records_max
            or self._missing_bytes + size_bytes > self._budget.bytes_max // _MISSING_SHARE
        ):
            self._clear_missing()
        self._missing.add(name)
        self._missing_bytes += size_bytes

    def _clear_missing(self) -> None:
        self._missing.clear()
        self._missing_bytes = 0


def _size_class(size_bytes: int) -> int:
    """Returns the same number for sizes that differ by a factor of four at most."""
    return size_bytes.bit_length() // 2
