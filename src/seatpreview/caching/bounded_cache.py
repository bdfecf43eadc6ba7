"""A cache of bounded size, for results of pure functions that are asked for repeatedly."""

import sys
from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """A cache that evicts its oldest entries (FIFO) while there are too many of them, or too many bytes.

    Who puts an entry says how many bytes it takes. The newest entry is kept even if it is larger than the
    whole cache may be. Evicting many entries at once would delay the request that happens to add the next:
    small entries are evicted one by one.
    """

    def __init__(self, entries_max: int, bytes_max: int = sys.maxsize) -> None:
        self._entries_max = entries_max
        self._bytes_max = bytes_max
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._sizes: dict[K, int] = {}
        self._bytes = 0
        # Labels are resolved in threads as well, where there are many of them.
        self._lock = Lock()
        self.get = self._entries.get

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes_used(self) -> int:
        """How many bytes the entries take, as far as those who put them said so."""
        return self._bytes

    def put(self, key: K, value: V, size_bytes: int = 0) -> V:
        """Caches the value and returns it."""
        with self._lock:
            self._entries[key] = value
            self._set_size(key, size_bytes)
        return value

    def resize(self, key: K, size_bytes: int) -> None:
        """Says that an entry takes another number of bytes by now. One that was evicted is passed over."""
        with self._lock:
            if key in self._entries:
                self._set_size(key, size_bytes)

    def grow(self, key: K, more_bytes: int) -> None:
        """Says that an entry takes so many bytes more by now. One that was evicted is passed over."""
        with self._lock:
            if key in self._entries:
                self._set_size(key, self._sizes[key] + more_bytes)

    def _set_size(self, key: K, size_bytes: int) -> None:
        self._bytes += size_bytes - self._sizes.get(key, 0)
        self._sizes[key] = size_bytes
        entries = self._entries
        while len(entries) > self._entries_max or (self._bytes > self._bytes_max and len(entries) > 1):
            oldest, _ = entries.popitem(last=False)
            self._bytes -= self._sizes.pop(oldest)
