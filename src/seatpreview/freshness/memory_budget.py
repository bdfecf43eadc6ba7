"""The bytes that the caches of several kinds of records may use together."""

from collections import Counter, OrderedDict, defaultdict
from typing import Protocol


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


def _size_class(size_bytes: int) -> int:
    """Returns the same number for sizes that differ by a factor of four at most."""
    return size_bytes.bit_length() // 2
