"""A call that is made once per iteration of the event loop, and shared by all requests of that iteration."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OncePerIteration(Generic[T]):
    """Requests in one iteration of the event loop share the result of a call that does not wait.

    The loop runs callbacks in the order in which they were scheduled. `call_soon` schedules `_clear` just
    before the call is made. So a request that shares the result was scheduled, and had arrived, before the
    call; a request that is scheduled later runs after `_clear`, and makes its own call.
    """

    def __init__(self, call: Callable[[], Awaitable[T]]) -> None:
        self._call = call
        self._result: T | None = None

    async def __call__(self) -> T:
        if self._result is None:
            asyncio.get_running_loop().call_soon(self._clear)
            self._result = await self._call()
        return self._result

    def _clear(self) -> None:
        self._result = None
