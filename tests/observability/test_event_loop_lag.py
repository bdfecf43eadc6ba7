"""The lag of the event loop. Each test holds the loop itself, so the machine's load changes nothing."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from seatpreview.database import schema
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.observability import event_loop_lag
from seatpreview.server.worker_jobs import WorkerJobs
from seatpreview.values.clock import Clock
from serving import settings_for

pytestmark = pytest.mark.anyio

HELD_SECONDS = 0.2


async def test_a_hold_of_the_loop_is_logged_with_its_time(tmp_path: Path) -> None:
    first = (await holds_logged_by(tmp_path, log_loop_holds_ms=50))[0]
    # It is measured at most one interval too short.
    assert first["held_ms"] >= (HELD_SECONDS - event_loop_lag.INTERVAL_SECONDS) * 1000
    assert first["cpu_ms"] <= first["held_ms"]


async def test_holds_that_are_shorter_than_the_setting_are_not_logged(tmp_path: Path) -> None:
    assert await holds_logged_by(tmp_path, log_loop_holds_ms=60_000) == []


async def test_holds_are_not_watched_by_default(tmp_path: Path) -> None:
    assert await holds_logged_by(tmp_path) == []


async def holds_logged_by(folder: Path, **settings: Any) -> list[Any]:
    """Starts a service with these settings, holds the loop once, and returns what was logged about it."""
    dependencies = AppDependencies(settings_for(folder, **settings), Clock())
    await schema.upgrade(dependencies.resources.database)
    jobs = WorkerJobs(dependencies)
    with capture_logs() as lines:
        jobs.start()
        await asyncio.sleep(0)
        time.sleep(HELD_SECONDS)  # noqa: ASYNC251  # this is the hold
        await asyncio.sleep(2 * event_loop_lag.INTERVAL_SECONDS)
        await jobs.stop()
        await dependencies.close()
    return [line for line in lines if line["event"] == event_loop_lag.EVENT]
