"""Database connections that stay open while a test does something else. The service never holds one."""

import asyncio
import queue
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

Run = Callable[..., Awaitable[Any]]
"""Calls a function with the connection or transaction that is held, and with more arguments."""


@asynccontextmanager
async def held(use: Callable[..., Awaitable[Any]], *arguments: Any) -> AsyncIterator[Run]:
    """Holds a connection during the block: `held(database.read)`, `held(database.write, actor, at)`.

    The block gets a function that runs others on it. If the block raises, a transaction is rolled back.
    """
    held = _Held()
    using = asyncio.create_task(_as_coroutine(use(*arguments, held.serve)))
    try:
        await asyncio.wait([using, asyncio.create_task(held.began.wait())], return_when="FIRST_COMPLETED")
        if using.done():
            using.result()
        yield held.run
    except BaseException as error:
        held.end(error)
        await asyncio.wait([using])
        raise
    held.end(None)
    await using


async def _as_coroutine(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


class _Held:
    """Hands functions to the thread or task that has the connection, and their results back."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._for_thread: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._for_loop: asyncio.Queue[Any] = asyncio.Queue()
        self.began = asyncio.Event()

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        result: asyncio.Future[Any] = self._loop.create_future()
        self._send((function, arguments, result))
        return await result

    def end(self, error: BaseException | None) -> None:
        self._send((error,))

    async def serve(self, lent: Any) -> None:
        self._loop.call_soon_threadsafe(self.began.set)
        while len(sent := await self._receive()) > 1:
            function, arguments, result = sent
            try:
                value = await function(lent, *arguments)
                self._loop.call_soon_threadsafe(result.set_result, value)
            except Exception as error:
                self._loop.call_soon_threadsafe(result.set_exception, error)
        if sent[0] is not None:
            raise sent[0]

    def _send(self, sent: Any) -> None:
        self._for_thread.put(sent)
        self._for_loop.put_nowait(sent)

    async def _receive(self) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:  # SQLite: this is a thread, which may block.
            return self._for_thread.get()
        return await self._for_loop.get()
