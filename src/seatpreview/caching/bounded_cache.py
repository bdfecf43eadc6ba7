"""A cache of bounded size, for results of pure functions that are asked for repeatedly."""

import sys
from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """A cache that evicts its oldest entries (FIFO) while there are too many of them, or too many bytes.

    The caller of `put` says how many bytes an entry takes. The newest entry is kept even if it is larger than
    the whole cache may be. Evicting many entries at once would delay the request that happens to add the
    next: small entries are evicted one by one.
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
        """The bytes of all entries, as their callers estimated them."""
        return self._bytes

    def put(self, key: K, value: V, size_bytes: int = 0) -> V:
        """Caches the value and returns it."""
        with self._lock:
            self._entries[key] = value
            self._bytes += size_bytes - self._sizes.get(key, 0)
            self._sizes[key] = size_bytes
            if self._bytes > self._bytes_max or len(self._entries) > self._entries_max:
                self._evict()
        return value

    def grow(self, key: K, more_bytes: int) -> None:
        """Counts bytes that an entry has come to take since it was put. An entry that was evicted is passed
        over."""
        with self._lock:
            if key in self._entries:
                self._bytes += more_bytes
                self._sizes[key] += more_bytes
                self._evict()

    def _evict(self) -> None:
        entries = self._entries
        while len(entries) > self._entries_max or (self._bytes > self._bytes_max and len(entries) > 1):
            oldest, _ = entries.popitem(last=False)
            self._bytes -= self._sizes.pop(oldest)
