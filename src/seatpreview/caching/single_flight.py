"""Single flight: callers that need the same result while it is being worked out share one call."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


class SingleFlight(Generic[K, R]):
    """Runs one call for each key at a time, for all callers that ask for it meanwhile.

    The call runs in a task of its own: a caller that is cancelled does not end it for the others. Where it
    fails, each of its callers gets the exception, and the next caller starts a new one. Nothing is remembered
    after the call has ended.
    """

    def __init__(self) -> None:
        self._running: dict[K, asyncio.Task[R]] = {}

    async def share(self, key: K, call: Callable[[], Coroutine[Any, Any, R]]) -> R:
        """Returns the result of the call that is running for this key, or else of this one."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(call())
            task.add_done_callback(partial(self._end, key))
        # `wait` leaves the task alone when the caller is cancelled.
        await asyncio.wait((task,))
        return task.result()

    def _end(self, key: K, task: asyncio.Task[R]) -> None:
        del self._running[key]
        if not task.cancelled():
            # Marks an exception as seen: the event loop would log one whose callers were all cancelled.
            task.exception()
