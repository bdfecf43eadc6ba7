"""What a worker keeps in memory between requests, in entries and bytes, for the metrics."""

import ctypes
from collections.abc import Iterable
from typing import NamedTuple

from seatpreview.context import Resources


class MemoryUse(NamedTuple):
    """The entries of one memory, and the bytes that they take by its own estimate."""

    entries: int
    size_bytes: int


def memory_uses(resources: Resources) -> dict[str, MemoryUse]:
    """Returns the use of every memory that is bounded in bytes, by its name in the metrics."""
    records = resources.records
    entries, sizes = records.counts(), records.bytes_used()
    return {kind: MemoryUse(entries[kind], sizes[kind]) for kind in entries} | {
        name: MemoryUse(len(cache), cache.bytes_used) for name, cache in resources.caches.by_metric().items()
    }


RETURNED_BYTES_MIN = 32_000_000
"""How much must have been evicted before memory is returned to the system."""


class EvictedMemory:
    """Watches the use of memory, to tell when so much was evicted that it should be returned to the system.

    The allocator keeps what is freed for later, about two fifths of an evicted venue. That is right while
    other entries take its place, and a waste after many were evicted together.
    """

    def __init__(self) -> None:
        self._most_bytes = 0

    def is_large(self, uses: Iterable[MemoryUse]) -> bool:
        """Returns whether much less is in use than there was since this last returned True."""
        size_bytes = sum(use.size_bytes for use in uses)
        self._most_bytes = max(self._most_bytes, size_bytes)
        if self._most_bytes - size_bytes < RETURNED_BYTES_MIN:
            return False
        self._most_bytes = size_bytes
        return True


def return_freed_memory() -> None:
    """Returns freed memory to the system, where the C library can. It takes some milliseconds, and does not
    hold the interpreter's lock meanwhile."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
