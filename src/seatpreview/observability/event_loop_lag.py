"""Measures the lag of the event loop: while a callback holds the loop, no other request advances."""

import asyncio
import time

import structlog

from seatpreview.observability.measurements import Durations

EVENT = "event loop held"
INTERVAL_SECONDS = 0.01
"""Interval of the measurements where holds of the loop are logged."""
SAMPLE_SECONDS = 0.1
"""Interval for the metrics alone, which costs next to nothing."""

log = structlog.get_logger("seatpreview")


async def measure_loop_lag(lags: Durations, log_longer_than_ms: int) -> None:
    """Measures how late timers of the running loop fire, until it is cancelled. Logs each hold that is longer
    than `log_longer_than_ms`; 0 logs none.

    A timer fires late by as long as the loop was held, so a hold is measured up to one interval too short.
    `held_ms` also counts time in which the machine ran other processes. `cpu_ms` is the CPU time of this
    process meanwhile, all threads together: another thread may hold the interpreter.
    """
    interval_seconds = INTERVAL_SECONDS if log_longer_than_ms else SAMPLE_SECONDS
    while True:
        started, cpu_before = time.perf_counter(), time.process_time()
        await asyncio.sleep(interval_seconds)
        lag_seconds = max(0.0, time.perf_counter() - started - interval_seconds)
        lags.add(lag_seconds)
        held_ms = lag_seconds * 1000
        if log_longer_than_ms and held_ms > log_longer_than_ms:
            cpu_ms = (time.process_time() - cpu_before) * 1000
            log.warning(EVENT, held_ms=round(held_ms, 1), cpu_ms=round(min(held_ms, cpu_ms), 1))
