"""A cache with a bound: results of pure functions, for those who ask the same again."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Keeps the newest entries. When it is full, each new entry evicts the oldest one: evicting many at once
    would hold up the request that happens to come then."""

    def __init__(self, entries_max: int) -> None:
        self._entries_max = entries_max
        self._entries: OrderedDict[K, V] = OrderedDict()
        self.get = self._entries.get

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, key: K, value: V) -> V:
        """Keeps the value and returns it."""
        while len(self._entries) >= self._entries_max:
            self._entries.popitem(last=False)
        self._entries[key] = value
        return value
