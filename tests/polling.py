"""Waiting for what a test cannot be told of: it asks again and again."""

import asyncio
from collections.abc import Callable


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until the condition holds. Raises TimeoutError after a minute."""
    for _ in range(6000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError
