"""One call for all who wait. The call that answers someone always began after they asked."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class InFlight(Generic[T]):
    """One call in flight at a time; those who come meanwhile share the next."""

    def __init__(self, call: Callable[[], Awaitable[T]]) -> None:
        self._call = call
        self._waiting: list[asyncio.Future[T]] = []
        self._running: asyncio.Task[None] | None = None

    async def __call__(self) -> T:
        # A future for each: one who stops waiting must not end the call for the others.
        asked: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(asked)
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        return await asked

    async def _run(self) -> None:
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            try:
                result = await self._call()
            except Exception as fault:
                for asked in _present(waiting):
                    asked.set_exception(fault)
            else:
                for asked in _present(waiting):
                    asked.set_result(result)
        self._running = None


class SameTurn(Generic[T]):
    """One call for all who ask in the same turn of the event loop, where the call answers at once.

    The loop takes up what it was handed in order. Who is before the marker was handed over before the call
    was made, and whoever comes after it finds that the answer has been forgotten.
    """

    def __init__(self, call: Callable[[], Awaitable[T]]) -> None:
        self._call = call
        self._answer: T | None = None

    async def __call__(self) -> T:
        if self._answer is None:
            asyncio.get_running_loop().call_soon(self._forget)
            self._answer = await self._call()
        return self._answer

    def _forget(self) -> None:
        self._answer = None


def _present(waiting: list[asyncio.Future[T]]) -> list[asyncio.Future[T]]:
    """Those who still wait: a request that was cancelled has gone."""
    return [asked for asked in waiting if not asked.done()]
