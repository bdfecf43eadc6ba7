"""The bytes that the caches of several kinds of records may take together."""

from collections import Counter, OrderedDict
from typing import Protocol


class EvictableCache(Protocol):
    """A cache whose entries a budget can evict."""

    def evict_for_budget(self, id: str) -> None:
        """Evicts the record with this id. The budget has already subtracted its bytes."""
        ...


class MemoryBudget:
    """Adds up the bytes of cached records, and evicts the oldest of them where there are too many.

    The record that grew last is kept even if it is larger than the whole budget: it is in use.
    """

    def __init__(self, bytes_max: int) -> None:
        self.bytes_max = bytes_max
        self._bytes: Counter[EvictableCache] = Counter()
        self._bytes_of_all = 0
        self._sizes: OrderedDict[tuple[EvictableCache, str], int] = OrderedDict()

    def bytes_of(self, cache: EvictableCache) -> int:
        """Returns the bytes of all records of one cache."""
        return self._bytes[cache]

    def add(self, cache: EvictableCache, id: str, size_bytes: int) -> None:
        """Adds bytes to a record, which may be new, and evicts others while there are too many."""
        added = (cache, id)
        self._sizes[added] = self._sizes.get(added, 0) + size_bytes
        self._count(cache, size_bytes)
        while self._bytes_of_all > self.bytes_max and len(self._sizes) > 1:
            oldest = next(each for each in self._sizes if each != added)
            self.subtract(*oldest)
            oldest[0].evict_for_budget(oldest[1])

    def subtract(self, cache: EvictableCache, id: str) -> None:
        """Subtracts the bytes of a record that is evicted."""
        self._count(cache, -self._sizes.pop((cache, id), 0))

    def subtract_all(self, cache: EvictableCache) -> None:
        """Subtracts the bytes of a cache that is cleared."""
        self._count(cache, -self._bytes[cache])
        self._sizes = OrderedDict(each for each in self._sizes.items() if each[0][0] is not cache)

    def _count(self, cache: EvictableCache, size_bytes: int) -> None:
        self._bytes[cache] += size_bytes
        self._bytes_of_all += size_bytes
