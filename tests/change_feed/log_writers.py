"""Processes that write to the change log, in a module that they can import."""

import asyncio
from multiprocessing.synchronize import Barrier

from database.opened import note_change, opened
from database.waiting import WAIT_SECONDS
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock


def write_changes(
    settings: Settings, start: Barrier, number: int, tasks: int, commits: int, tenant_id: str
) -> None:
    """Runs several writers, each of which logs changes of keys one after the other, numbered in order."""

    async def run() -> None:
        async with opened(settings, None) as database:
            start.wait(WAIT_SECONDS)  # It may block, since nothing else runs in this process.
            await asyncio.gather(*(write(database, f"{number}.{task}") for task in range(tasks)))

    async def write(database: Database, writer: str) -> None:
        for commit in range(commits):
            change = ("key", f"{writer}:{commit}", tenant_id, "created")
            await database.write("operator", Clock().now(), note_change, *change)

    asyncio.run(run())
