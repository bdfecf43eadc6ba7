"""Caches of bounded size, content ids for their keys, and all that a worker keeps between requests.

A room declares what it keeps beside the code that fills it, as a constant:

    SEAT_VIEWS = CacheKind[SeatViewKey, SeatView](5000, metric="previews")

and finds the worker's own by `caches.of(SEAT_VIEWS)`. What was derived from one version of a record holds for
the next one too, where nothing that it is derived from has changed: so keys of caches are ids of content.
"""

import hashlib
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import finalize

from seatpreview.shared_calls import SingleFlight

K = TypeVar("K")
V = TypeVar("V")
R = TypeVar("R")
T = TypeVar("T")
MEGABYTE = 1_000_000


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


class Recent(Generic[K, V]):
    """The entries that were put last. An entry that is put again is the newest."""

    def __init__(self, entries_max: int) -> None:
        self.has_changed = False
        """Whether an entry was put since this was last set to False."""
        self._entries_max = entries_max
        self._entries: OrderedDict[K, V] = OrderedDict()

    def put(self, key: K, value: V) -> None:
        """Remembers an entry as the newest, in place of the oldest one where there are too many."""
        self.has_changed = True
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._entries_max:
            self._entries.popitem(last=False)

    def newest_first(self) -> list[V]:
        """Returns the values, that of the newest entry first."""
        return [*reversed(self._entries.values())]


class Derived(Generic[R, T]):
    """One value for each record. A record that changes is replaced by another object, so that nothing has to
    be invalidated. A value must not refer to its record, which it would keep in memory.

    A `WeakKeyDictionary` does the same, in twice the time.
    """

    def __init__(self) -> None:
        self._values: dict[int, T] = {}
        """By the identity of the record, which no other object has while the record exists."""

    def __len__(self) -> int:
        return len(self._values)

    def get(self, record: R) -> T | None:
        """Returns the value of a record; None where there is none yet."""
        return self._values.get(id(record))

    def put(self, record: R, value: T) -> T:
        """Keeps the value of a record, in place of an earlier one, and returns it."""
        if id(record) not in self._values:
            finalize(record, self._values.pop, id(record)).atexit = False
        self._values[id(record)] = value
        return value


def content_id(*parts: bytes) -> bytes:
    """Returns an id that no other parts have."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        # The length keeps the parts apart: "ab", "c" is not "a", "bc".
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def unique_id() -> bytes:
    """Returns the id of content that is compared with no other."""
    return os.urandom(16)


class Kind(Generic[T]):
    """Something of which each worker has one."""

    def __init__(self, make: Callable[["WorkerCaches"], T]) -> None:
        self.make = make


class Bounds(NamedTuple):
    """The bounds of a cache, for all tenants and venues together."""

    entries_max: int
    bytes_max: int = sys.maxsize


class CacheKind(Kind[BoundedCache[K, V]]):
    """A cache. One that is bounded in bytes has a name in the metrics."""

    def __init__(self, entries_max: int, bytes_max: int = sys.maxsize, metric: str = "") -> None:
        super().__init__(lambda caches: BoundedCache(*caches.bounds.get(self, self.bounds)))
        self.bounds = Bounds(entries_max, bytes_max)
        self.metric = metric


class SharedWork(Kind[SingleFlight[K, V]]):
    """Work under way whose result all requests share that wait for it."""

    def __init__(self) -> None:
        super().__init__(lambda caches: SingleFlight(caches.on_abandoned))


class WorkerCaches:
    """The caches of one worker, and the work that its requests share."""

    def __init__(
        self,
        metered: Iterable[CacheKind[Any, Any]] = (),
        bounds: Mapping[CacheKind[Any, Any], Bounds] | None = None,
        on_abandoned: Callable[[], None] = lambda: None,
    ) -> None:
        """`metered` are the kinds in the metrics, and `bounds` those that settings change. Calls
        `on_abandoned` when shared work ends because nobody waits for it."""
        self.bounds = bounds or {}
        self.on_abandoned = on_abandoned
        self._made: dict[Kind[Any], Any] = {}
        self._metered = [*metered]

    def of(self, kind: Kind[T]) -> T:
        """Returns the worker's own of a kind."""
        made = self._made.get(kind)
        if made is None:
            # Two threads may ask for it first.
            made = self._made.setdefault(kind, kind.make(self))
        found: T = made
        return found

    def by_metric(self) -> dict[str, BoundedCache[Any, Any]]:
        """Returns the caches that are in the metrics, by their names there."""
        return {kind.metric: self.of(kind) for kind in self._metered}
