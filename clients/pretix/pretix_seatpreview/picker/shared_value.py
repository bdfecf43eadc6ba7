"""Values that all buyers of an event share for a few seconds."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.core.cache import cache
from pretix.base.models import Event

SLOTS_MAX = 256
BYTES_MAX = 32 * 1024 * 1024
"""What one process keeps, in values and in bytes of all of them. The least recently used ones go first."""
OTHER_PROCESS_SECONDS_MAX = 2.0
"""How long a process waits for a value that another one computes, before it computes its own."""
COMPUTED_WITHIN_SECONDS = 10
"""After this time a process that has begun to compute a value counts as dead."""


class SharedValue(NamedTuple):
    """A value, and when its computation began: what was sold after that may be missing in it."""

    made_at: float
    value: bytes


@dataclass
class _Slot:
    lock: threading.Lock = field(default_factory=threading.Lock)
    shared: SharedValue | None = None


_slots: OrderedDict[tuple[int, str], _Slot] = OrderedDict()
_slots_lock = threading.Lock()


def shared_value(event: Event, name: str, fresh_seconds: float, compute: Callable[[], bytes]) -> SharedValue:
    """Returns a value that is at most `fresh_seconds` old, and computes it where there is none.

    Requests of one process that come together wait for a single computation. pretix's cache shares the value
    between processes, of which one computes it; where pretix has no cache, each process computes its own."""
    slot = _slot_of((event.pk, name))
    with slot.lock:
        if slot.shared is not None and _is_fresh(slot.shared, fresh_seconds):
            return slot.shared
        slot.shared = shared = _from_cache(event, name, fresh_seconds) or _computed_once(
            event, name, fresh_seconds, compute
        )
    _make_room()
    return shared


def forget_shared_values() -> None:
    """Empties the memory of this process."""
    with _slots_lock:
        _slots.clear()


def _slot_of(key: tuple[int, str]) -> _Slot:
    with _slots_lock:
        slot = _slots.setdefault(key, _Slot())
        _slots.move_to_end(key)
        return slot


def _make_room() -> None:
    with _slots_lock:
        kept_bytes = sum(_size(slot) for slot in _slots.values())
        while len(_slots) > SLOTS_MAX or (kept_bytes > BYTES_MAX and len(_slots) > 1):
            _, oldest = _slots.popitem(last=False)
            kept_bytes -= _size(oldest)


def _size(slot: _Slot) -> int:
    return len(slot.shared.value) if slot.shared else 0


def _is_fresh(shared: SharedValue, fresh_seconds: float) -> bool:
    return 0 <= time.time() - shared.made_at < fresh_seconds


def _from_cache(event: Event, name: str, fresh_seconds: float) -> SharedValue | None:
    stored: tuple[float, bytes] | None = event.cache.get(_cache_key(name))
    shared = None if stored is None else SharedValue(*stored)
    return shared if shared is not None and _is_fresh(shared, fresh_seconds) else None


def _computed_once(
    event: Event, name: str, fresh_seconds: float, compute: Callable[[], bytes]
) -> SharedValue:
    claim = f"seatpreview:{event.pk}:{name}:computing"
    # Where pretix has no cache, every claim succeeds.
    if not cache.add(claim, True, COMPUTED_WITHIN_SECONDS):
        waits_until = time.monotonic() + OTHER_PROCESS_SECONDS_MAX
        while time.monotonic() < waits_until:
            time.sleep(0.05)
            if shared := _from_cache(event, name, fresh_seconds):
                return shared
    try:
        # The age counts from before the computation: what was sold during it may be missing.
        shared = SharedValue(time.time(), compute())
        event.cache.set(_cache_key(name), tuple(shared), max(1, int(fresh_seconds)))
    finally:
        cache.delete(claim)
    return shared


def _cache_key(name: str) -> str:
    return f"seatpreview:{name}"
