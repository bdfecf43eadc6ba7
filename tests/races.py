"""Races that really happen: requests wait after their first read until all of them have read."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from seatpreview.database.engines import Database
from serving import BUSY_MACHINE_SECONDS

Pause = Callable[[int], None]
"""Makes so many requests wait for each other from then on."""

Read = Callable[..., Awaitable[Any]]


def pause_after(monkeypatch: pytest.MonkeyPatch, *functions: Callable[..., Any]) -> Pause:
    """Makes requests wait after the database has run one of these functions of stores."""

    def pause(count: int) -> None:
        barrier = asyncio.Barrier(count)
        remaining = iter(range(count))

        def with_pause(read: Read) -> Read:
            async def paused(database: Database, function: Any, *arguments: Any) -> Any:
                found = await read(database, function, *arguments)
                if function in functions and next(remaining, None) is not None:
                    async with asyncio.timeout(BUSY_MACHINE_SECONDS):  # One of them may have been refused.
                        await barrier.wait()
                return found

            return paused

        for name in ("read", "read_row"):
            monkeypatch.setattr(Database, name, with_pause(getattr(Database, name)))

    return pause
