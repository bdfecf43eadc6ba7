"""Requests that wait for changes: one task of a worker reads the change log for all of them.

The task runs only while somebody waits. It makes the freshness check of requests, in their turns, and asks
the database whom new rows concern; the others sleep on.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import structlog

from seatpreview.freshness.records import Records
from seatpreview.problems import Unavailable

POLL_SECONDS = 0.1
"""How often the log is read while somebody waits."""

OUTAGE_SECONDS = 1.0
"""The pause after the log could not be read."""

log = structlog.get_logger("seatpreview")

FindConcerned = Callable[[int, int], Awaitable[frozenset[str]]]
"""Returns the names of those whom rows above the first number, up to the second one, may concern."""


class _Waiter(NamedTuple):
    name: str
    woken: asyncio.Event


class ChangeWaits:
    """Lets requests wait until a row of the log may concern them."""

    def __init__(self, records: Records, find_concerned: FindConcerned) -> None:
        self._records = records
        self._find_concerned = find_concerned
        self._waiters: set[_Waiter] = set()
        self._polling: asyncio.Task[None] | None = None
        self._read_to = 0
        """The number up to which the task has woken whom it concerns."""
        self._evictions = 0
        self.is_stopping: Callable[[], bool] = lambda: False
        """Tells whether the service was told to stop. Then nobody waits any longer."""

    def __len__(self) -> int:
        """Returns how many requests are waiting."""
        return len(self._waiters)

    async def wait(self, name: str, seen: int, seconds: float, rest_seconds: float = 0) -> None:
        """Waits until a row above the number `seen` may concern whoever has this name, the time is over, or
        the service stops. May end early, but not within the rest."""
        if rest_seconds:
            await asyncio.sleep(min(rest_seconds, seconds))
            seconds = max(0, seconds - rest_seconds)
        if self.is_stopping() or (self._waiters and seen < self._read_to):
            return
        waiter = _Waiter(name, asyncio.Event())
        self._add(waiter, seen)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await waiter.woken.wait()
        finally:
            self._remove(waiter)

    def _add(self, waiter: _Waiter, seen: int) -> None:
        self._waiters.add(waiter)
        if self._polling is None:
            self._read_to, self._evictions = seen, self._records.full_evictions
            self._polling = asyncio.create_task(self._poll())

    def _remove(self, waiter: _Waiter) -> None:
        self._waiters.remove(waiter)
        if not self._waiters and self._polling is not None:
            self._polling.cancel()
            self._polling = None

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if self.is_stopping():
                self._wake(None)
            try:
                await self._records.check_and_get_time()
                await self._wake_concerned()
            except Unavailable:
                # Requests wait on, and say so themselves when their time is over.
                await asyncio.sleep(OUTAGE_SECONDS)
            except Exception:
                log.exception("the change log could not be read for waiting requests")
                self._wake(None)

    async def _wake_concerned(self) -> None:
        last, evictions = self._records.last_seen.n, self._records.full_evictions
        if evictions != self._evictions:
            # The log was restored, or it is far ahead: everybody looks for themselves.
            self._read_to, self._evictions = last, evictions
            self._wake(None)
        elif last > self._read_to:
            concerned = await self._find_concerned(self._read_to, last)
            self._read_to = last
            self._wake(concerned)

    def _wake(self, names: frozenset[str] | None) -> None:
        for waiter in self._waiters:
            if names is None or waiter.name in names:
                waiter.woken.set()
