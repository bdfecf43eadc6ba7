"""Watches the event loop of a worker for callbacks that hold it, during which no other request advances."""

import asyncio
import time

import structlog

EVENT = "event loop held"
INTERVAL_SECONDS = 0.01

log = structlog.get_logger("seatpreview")


async def log_loop_holds(longer_than_ms: int) -> None:
    """Logs each hold of the running loop that is longer than this, until it is cancelled. 0: none.

    A timer that should fire every 10 ms fires late by as long as the loop was held, so a hold is measured up
    to 10 ms too short. `held_ms` also counts time in which the machine ran other processes. `cpu_ms` is the
    CPU time of this process meanwhile, all threads together: another thread may hold the interpreter.
    """
    while longer_than_ms:
        started, cpu_before = time.perf_counter(), time.process_time()
        await asyncio.sleep(INTERVAL_SECONDS)
        held_ms = (time.perf_counter() - started - INTERVAL_SECONDS) * 1000
        if held_ms > longer_than_ms:
            cpu_ms = (time.process_time() - cpu_before) * 1000
            log.warning(EVENT, held_ms=round(held_ms, 1), cpu_ms=round(min(held_ms, cpu_ms), 1))
