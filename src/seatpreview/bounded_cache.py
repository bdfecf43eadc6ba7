"""A cache of bounded size, for results of pure functions that are asked for repeatedly."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """A cache that evicts the oldest entry (FIFO) for each new one once it is full.

    Evicting many entries at once would delay the request that happens to add the next.
    """

    def __init__(self, entries_max: int) -> None:
        self._entries_max = entries_max
        self._entries: OrderedDict[K, V] = OrderedDict()
        self.get = self._entries.get

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, key: K, value: V) -> V:
        """Caches the value and returns it."""
        self._entries[key] = value
        if len(self._entries) > self._entries_max:
            self._entries.popitem(last=False)
        return value
