"""Calls that end when a test says, and the event loop until all tasks wait for it."""

import asyncio


class HeldCalls:
    """An async function whose calls end when the test says."""

    def __init__(self) -> None:
        self.begun: list[asyncio.Future[str]] = []

    async def __call__(self) -> str:
        call: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.begun.append(call)
        return await call


async def let_tasks_run() -> None:
    """Runs the event loop until every task waits for the test."""
    for _ in range(12):
        await asyncio.sleep(0)
