"""Calls that callers share: items wait for the next batch, and equal requests for one result."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

BatchCall = Callable[[list[T]], Awaitable[list[R]]]
"""A function that does the work for a batch of items, and returns a result for each, in the same order."""
K = TypeVar("K", bound=Hashable)


class Batcher(Generic[T, R]):
    """Collects items while a call is running, and passes them to the next call as one batch.

    An item that is submitted while no call is running is passed on at once. The call that serves an item
    always begins after the item was submitted. Where a call fails, every submitter of its batch gets the
    exception, and the next batch is called for all the same.
    """

    def __init__(
        self, call: BatchCall[T, R], size_max: int | None = None, *, skips_abandoned: bool = False
    ) -> None:
        """With `skips_abandoned`, an item whose submitter was cancelled is left out of its batch."""
        self._call = call
        self._size_max = size_max
        self._skips_abandoned = skips_abandoned
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._running: asyncio.Task[None] | None = None

    async def submit(self, item: T) -> R:
        """Returns the result of this item.

        Each submitter has a future of its own: cancelling one does not end the call for the others.
        """
        result = self._add(item)
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        return await result

    async def finish(self) -> None:
        """Waits until every item has its result."""
        while self._running is not None:
            await asyncio.wait([self._running])

    def _add(self, item: T) -> "asyncio.Future[R]":
        result: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, result))
        return result

    async def _run(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[: self._size_max]
                del self._waiting[: len(batch)]
                if self._skips_abandoned:
                    batch = [(item, result) for item, result in batch if not result.done()]
                if batch:
                    await self._call_for(batch)
        finally:
            self._running = None

    async def _call_for(self, batch: list[tuple[T, asyncio.Future[R]]]) -> None:
        try:
            values = await self._call([item for item, _ in batch])
            pairs = [*zip(batch, values, strict=True)]
        except Exception as error:
            for _, result in batch:
                if not result.done():
                    result.set_exception(error)
            return
        for (_, result), value in pairs:
            if not result.done():
                result.set_result(value)


class Batchers:
    """The batchers of a worker by name, each created when it is first asked for."""

    def __init__(self) -> None:
        self._batchers: dict[str, Batcher[Any, Any]] = {}

    def of(self, name: str, call: BatchCall[T, R], size_max: int) -> Batcher[T, R]:
        """Returns the batcher of this name. The first caller decides what it calls, and its size."""
        batcher = self._batchers.get(name)
        if batcher is None:
            batcher = self._batchers[name] = Batcher(call, size_max)
        return batcher

    async def finish(self) -> None:
        """Waits until every item has its result. To be called before the database is closed."""
        for batcher in self._batchers.values():
            await batcher.finish()


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
