"""Draws images anew, in the background and at a bounded pace, that an earlier release has drawn."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from seatpreview.caching import Kind
from seatpreview.problems import Problem
from seatpreview.stills.still_queue import wait_for_quiet

WAITING_MAX = 200
"""Images that wait to be drawn anew. What is beyond waits until it is asked for again."""
PAUSE_SECONDS = 1.0
"""The least time between two of them."""

log = structlog.get_logger("seatpreview")


class Redrawing:
    """The images that this worker draws anew, one after the other, when requests leave it the processor."""

    def __init__(
        self, pause_seconds: float = PAUSE_SECONDS, wait: Callable[[], Awaitable[None]] = wait_for_quiet
    ) -> None:
        self._pause_seconds = pause_seconds
        self._wait = wait
        self._waiting: dict[bytes, Callable[[], Awaitable[object]]] = {}
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """The number of images that wait."""
        return len(self._waiting)

    def ask(self, subject: bytes, draw: Callable[[], Awaitable[object]]) -> None:
        """Has an image drawn some time, unless too many wait. Never waits."""
        if subject in self._waiting or len(self._waiting) >= WAITING_MAX:
            return
        self._waiting[subject] = draw
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        while self._waiting:
            await self._wait()
            subject, draw = next(iter(self._waiting.items()))
            try:
                await draw()
            except Problem:
                pass  # The old image goes on being shown, and is drawn anew when it is next asked for.
            except Exception:
                log.exception("an image could not be drawn anew")
            del self._waiting[subject]
            await asyncio.sleep(self._pause_seconds)


REDRAWING = Kind[Redrawing](lambda _caches: Redrawing())
