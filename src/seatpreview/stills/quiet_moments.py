"""Waits for a moment in which requests do not need the processor.

A still can wait, and buyers cannot: in a rush, no still is begun. One that is being drawn has the lowest
priority (`processes/child_setup.py`), but shares caches and memory with requests all the same.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

SAMPLE_SECONDS = 0.1
DEMAND_MAX = 0.5
"""The part of a sample in which the event loop's thread ran, or waited for a processor, above which nothing
is begun."""
WAIT_SECONDS_MAX = 60
"""After this, a still is drawn all the same: in a rush without end, one a minute."""

_OWN_THREAD = Path("/proc/thread-self/schedstat")


def needed_seconds() -> float:
    """Returns for how long the calling thread has run so far, or waited for a processor."""
    try:
        ran_ns, waited_ns = map(int, _OWN_THREAD.read_bytes().split()[:2])
    except (OSError, ValueError):
        return time.thread_time()  # Not Linux: without the time for which it waited.
    return (ran_ns + waited_ns) / 1e9


async def wait_for_quiet(
    needed: Callable[[], float] = needed_seconds, seconds_max: float = WAIT_SECONDS_MAX
) -> None:
    """Returns once the thread of the event loop has needed its processor for less than half of a sample, and
    after `seconds_max` at the latest."""
    started = time.perf_counter()
    while True:
        sample_started, before = time.perf_counter(), needed()
        await asyncio.sleep(SAMPLE_SECONDS)
        now = time.perf_counter()
        if needed() - before < DEMAND_MAX * (now - sample_started) or now - started >= seconds_max:
            return
