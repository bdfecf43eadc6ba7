"""Functions that several processes run on one database at once, in a module that they can import."""

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any

from database.opened import commit_tenant, opened
from database.waiting import WAIT_SECONDS
from seatpreview.database import postgresql, primary_connection, schema, sqlite
from seatpreview.settings.settings import Settings

# As in tests/conftest.py, which these processes do not import.
sqlite.BUSY_SECONDS = WAIT_SECONDS
postgresql.ANSWER_SECONDS = postgresql.POOL_SECONDS = primary_connection.CONNECT_SECONDS = WAIT_SECONDS

spawn = multiprocessing.get_context("spawn")


async def in_processes(count: int, run: Callable[..., None], settings: Settings, *more: Any) -> None:
    """Runs a function in several processes, which start together. It gets its process's number."""
    start = spawn.Barrier(count)
    processes = [
        spawn.Process(target=run, args=(settings, start, number, *more), daemon=True)
        for number in range(count)
    ]
    for process in processes:
        process.start()
    try:
        await asyncio.gather(*(asyncio.to_thread(process.join, WAIT_SECONDS) for process in processes))
        assert [process.exitcode for process in processes] == [0] * count
    finally:
        for process in processes:
            process.kill()


def upgrade(settings: Settings, start: Barrier, _number: int) -> None:
    async def run() -> None:
        async with opened(settings, None) as database:
            start.wait(WAIT_SECONDS)  # It may block, since nothing else runs in this process.
            await schema.upgrade(database)

    asyncio.run(run())


def commit_many(settings: Settings, start: Barrier, number: int, tasks: int, commits: int) -> None:
    """Runs several writers, each of which commits tenants one after the other, numbered in order."""

    async def run() -> None:
        async with opened(settings, None) as database:
            start.wait(WAIT_SECONDS)  # It may block, since nothing else runs in this process.
            await asyncio.gather(*(write(database, f"{number}.{task}") for task in range(tasks)))

    async def write(database: Any, writer: str) -> None:
        for commit in range(commits):
            await commit_tenant(database, f"{writer}:{commit}")

    asyncio.run(run())


def commit_until_killed(settings: Settings, acknowledged: Connection) -> None:
    """Commits tenants, and sends the id of each as soon as it is committed."""

    async def run() -> None:
        async with opened(settings, None) as database:
            for commit in range(1_000_000):
                await commit_tenant(database, f"ten_{commit}")
                acknowledged.send(f"ten_{commit}")

    asyncio.run(run())
