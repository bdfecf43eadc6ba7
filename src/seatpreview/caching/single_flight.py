"""Single flight: callers that need the same result while it is being worked out share one call."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


class SingleFlight(Generic[K, R]):
    """Runs one call for each key at a time, for all callers that ask for it meanwhile.

    The call runs in a task of its own: a caller that is cancelled does not end it for the others. With its
    last caller it is cancelled. Where it fails, each of its callers gets the exception, and the next caller
    starts a new one. Nothing is remembered after the call has ended.
    """

    def __init__(self, on_abandoned: Callable[[], None] = lambda: None) -> None:
        """Calls `on_abandoned` when a call is cancelled because nobody waits for it."""
        self._running: dict[K, _Flight[R]] = {}
        self._on_abandoned = on_abandoned

    def __len__(self) -> int:
        return len(self._running)

    async def share(
        self,
        key: K,
        call: Callable[[], Coroutine[Any, Any, R]],
        *,
        wait_seconds: float | None = None,
        linger_seconds: float = 0.0,
    ) -> R:
        """Returns the result of the call that is running for this key, or else of this one.

        Raises TimeoutError after `wait_seconds`. The call then goes on for another `linger_seconds` at least:
        whoever was told to ask again shortly should find it done.
        """
        flight = self._running.get(key)
        if flight is None:
            flight = self._running[key] = _Flight(asyncio.create_task(call()))
            flight.task.add_done_callback(partial(self._end, key))
        flight.callers += 1
        try:
            # `wait` leaves the task alone when the caller is cancelled.
            await asyncio.wait((flight.task,), timeout=wait_seconds)
        except BaseException:
            self._leave(key, flight)
            raise
        if flight.task.done():
            return flight.task.result()
        asyncio.get_running_loop().call_later(linger_seconds, self._leave, key, flight)
        raise TimeoutError

    def _leave(self, key: K, flight: "_Flight[R]") -> None:
        flight.callers -= 1
        if not flight.callers and not flight.task.done():
            del self._running[key]  # Whoever comes now begins anew.
            flight.task.cancel()
            self._on_abandoned()

    def _end(self, key: K, task: asyncio.Task[R]) -> None:
        flight = self._running.get(key)
        if flight is not None and flight.task is task:
            del self._running[key]
        if not task.cancelled():
            # Marks an exception as seen: the event loop would log one whose callers were all cancelled.
            task.exception()


class _Flight(Generic[R]):
    """A call under way, and how many callers need its result."""

    def __init__(self, task: asyncio.Task[R]) -> None:
        self.task = task
        self.callers = 0
