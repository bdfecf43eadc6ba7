"""A call that is made once in an iteration of the event loop, for all who ask in that iteration."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OncePerIteration(Generic[T]):
    """Requests in one iteration of the event loop share a call that returns without waiting.

    The loop runs callbacks in the order in which they were scheduled. `call_soon` schedules `_forget` just
    before the call is made: a request that was scheduled earlier was there before the call, and one that was
    scheduled later makes a call of its own.
    """

    def __init__(self, call: Callable[[], Awaitable[T]]) -> None:
        self._call = call
        self._result: T | None = None

    async def __call__(self) -> T:
        if self._result is None:
            asyncio.get_running_loop().call_soon(self._forget)
            self._result = await self._call()
        return self._result

    def _forget(self) -> None:
        self._result = None
