"""Values that all buyers of an event share for a few seconds."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from pretix.base.models import Event

SLOTS_MAX = 256
BYTES_MAX = 32 * 1024 * 1024
"""What one process keeps, in values and in bytes of all of them. The least recently used ones go first."""


@dataclass
class _Slot:
    lock: threading.Lock = field(default_factory=threading.Lock)
    made_at: float = 0.0
    value: bytes | None = None


_slots: OrderedDict[tuple[int, str], _Slot] = OrderedDict()
_slots_lock = threading.Lock()


def shared_value(event: Event, name: str, fresh_seconds: float, compute: Callable[[], bytes]) -> bytes:
    """Returns a value that is at most `fresh_seconds` old, and computes it where there is none.

    Requests of one process that come together wait for a single computation. pretix's cache shares the value
    between processes; where pretix has no cache, each process computes its own."""
    slot = _slot_of((event.pk, name))
    with slot.lock:
        if slot.value is not None and _is_fresh(slot.made_at, fresh_seconds):
            return slot.value
        made_at, value = _from_cache(event, name, fresh_seconds) or _computed(
            event, name, fresh_seconds, compute
        )
        slot.made_at, slot.value = made_at, value
    _make_room()
    return value


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
        kept_bytes = sum(len(slot.value or b"") for slot in _slots.values())
        while len(_slots) > SLOTS_MAX or (kept_bytes > BYTES_MAX and len(_slots) > 1):
            _, oldest = _slots.popitem(last=False)
            kept_bytes -= len(oldest.value or b"")


def _is_fresh(made_at: float, fresh_seconds: float) -> bool:
    return 0 <= time.time() - made_at < fresh_seconds


def _from_cache(event: Event, name: str, fresh_seconds: float) -> tuple[float, bytes] | None:
    stored: tuple[float, bytes] | None = event.cache.get(_cache_key(name))
    return stored if stored is not None and _is_fresh(stored[0], fresh_seconds) else None


def _computed(
    event: Event, name: str, fresh_seconds: float, compute: Callable[[], bytes]
) -> tuple[float, bytes]:
    # The age counts from before the computation: what was sold during it may be missing.
    made_at = time.time()
    value = compute()
    event.cache.set(_cache_key(name), (made_at, value), max(1, int(fresh_seconds)))
    return made_at, value


def _cache_key(name: str) -> str:
    return f"seatpreview:{name}"
