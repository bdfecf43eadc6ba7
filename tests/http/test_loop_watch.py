"""Tests of the watch on the event loop."""

import asyncio
import time
from contextlib import suppress

import pytest
from structlog.testing import capture_logs

from seatpreview.http import loop_watch

pytestmark = pytest.mark.anyio

HELD_SECONDS = 0.2


async def test_a_callback_that_holds_the_loop_is_logged_with_its_time() -> None:
    """A hold is measured at most one interval too short, however busy the machine is."""
    with capture_logs() as lines:
        watching = asyncio.create_task(loop_watch.log_loop_holds(50))
        await asyncio.sleep(0)
        time.sleep(HELD_SECONDS)  # noqa: ASYNC251  # This is the hold.
        await asyncio.sleep(2 * loop_watch.INTERVAL_SECONDS)
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    first = lines[0]
    assert first["event"] == loop_watch.EVENT
    assert first["held_ms"] >= (HELD_SECONDS - loop_watch.INTERVAL_SECONDS) * 1000
    assert first["cpu_ms"] <= first["held_ms"]


async def test_holds_that_are_shorter_than_the_setting_are_not_logged() -> None:
    with capture_logs() as lines:
        watching = asyncio.create_task(loop_watch.log_loop_holds(60_000))
        await asyncio.sleep(0)
        time.sleep(0.05)  # noqa: ASYNC251  # This is the hold.
        await asyncio.sleep(2 * loop_watch.INTERVAL_SECONDS)
        watching.cancel()
    assert lines == []
