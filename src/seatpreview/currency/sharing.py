"""One call in flight at a time, and those who come meanwhile share the next."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """Calls a function for all who wait. The call that answers someone always began after they asked."""

    def __init__(self, call: Callable[[], Awaitable[T]]) -> None:
        self._call = call
        self._next: asyncio.Future[T] | None = None
        self._running: asyncio.Task[None] | None = None

    async def __call__(self) -> T:
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
            if self._running is None:
                self._running = asyncio.create_task(self._run())
        # Shielded: one who stops waiting must not end the call for the others.
        return await asyncio.shield(self._next)

    async def _run(self) -> None:
        while self._next is not None:
            waiting, self._next = self._next, None
            try:
                result = await self._call()
            except Exception as fault:
                waiting.set_exception(fault)
                waiting.exception()  # Seen, even if everybody has stopped waiting.
            else:
                waiting.set_result(result)
        self._running = None
