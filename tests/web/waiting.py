"""Waiting for what a page comes to, where Playwright's own expectations have no word for it."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar

from serving import BUSY_MACHINE_SECONDS

_LOOK_SECONDS = 0.05

_Value = TypeVar("_Value")


async def settled(read: Callable[[], Awaitable[_Value]], is_right: Callable[[_Value], bool]) -> _Value:
    """The value as soon as it is right, or the last one after a time that no machine takes: the test says
    what it should be. A page is drawn in frames of its own, some time after what has changed it."""
    end = monotonic() + BUSY_MACHINE_SECONDS
    value = await read()
    while not is_right(value) and monotonic() < end:
        await asyncio.sleep(_LOOK_SECONDS)
        value = await read()
    return value
