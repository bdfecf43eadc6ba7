"""Waits for what another process does, with a generous timeout: a test goes on as soon as it is done."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

WAIT_SECONDS = 60


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while not await condition():  # noqa: ASYNC110  another process makes it true, and sets no event
            await asyncio.sleep(0.01)


async def wait_for_lock_waiters(connection: Any, count: int) -> None:
    """Waits until so many statements wait for a lock of PostgreSQL. The connection is asyncpg's."""

    async def enough_wait() -> bool:
        waiting: int = await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return waiting >= count

    await until(enough_wait)
