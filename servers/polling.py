"""Polling: waits for a condition that no event announces."""

import asyncio
import time
from collections.abc import Callable

PATIENCE_SECONDS = 120
"""Nothing takes this long, even on a machine that is busy with other work."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Waits until the condition holds. Fails after PATIENCE_SECONDS."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true in time"
        time.sleep(0.02)


async def until(condition: Callable[[], bool]) -> None:
    """Does the same without blocking the event loop. Raises TimeoutError."""
    for _ in range(100 * PATIENCE_SECONDS):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError
