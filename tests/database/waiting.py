"""Waiting for what another process does, generously: a test ends when it is done, not after a time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

WAIT_SECONDS = 60


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while not await condition():  # noqa: ASYNC110  who makes it true is elsewhere and sets no event
            await asyncio.sleep(0.01)


async def until_so_many_wait_for_a_lock(connection: Any, count: int) -> None:
    """Asks PostgreSQL, on a connection of asyncpg's."""

    async def they_wait() -> bool:
        waiting: int = await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return waiting >= count

    await until(they_wait)
