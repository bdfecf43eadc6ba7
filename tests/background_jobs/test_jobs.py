"""Background jobs: intervals, backlogs, and failures that end nothing."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from structlog.testing import capture_logs

from seatpreview.background_jobs.jobs import Job, Jobs, Round
from seatpreview.problems import Unavailable

pytestmark = pytest.mark.anyio

HOUR_SECONDS = 3600.0


def returning(*results: Round | None | Exception) -> Callable[[], Coroutine[Any, Any, Round | None]]:
    remaining = iter(results)

    async def run() -> Round | None:
        result = next(remaining)
        if isinstance(result, Exception):
            raise result
        return result

    return run


async def test_what_is_done_and_what_is_left_are_counted() -> None:
    jobs = Jobs([Job("sweep", HOUR_SECONDS, returning(Round(5, 7), Round(7, 0), None))])
    for _ in range(3):
        await jobs.run("sweep")
    assert (jobs.done, jobs.backlogs, jobs.failures) == ({"sweep": 12}, {"sweep": 0}, {})


async def test_a_failure_is_logged_and_counted_and_the_backlog_stays() -> None:
    jobs = Jobs([Job("sweep", HOUR_SECONDS, returning(Round(5, 7), Unavailable("Away."), ValueError("x")))])
    with capture_logs() as lines:
        for _ in range(3):
            await jobs.run("sweep")
    assert (jobs.failures, jobs.backlogs) == ({"sweep": 2}, {"sweep": 7})
    # A service that tests share logs its requests a moment later, and so perhaps here.
    logged = [(line["log_level"], line["event"], line["job"]) for line in lines if "job" in line]
    assert logged == [("error", "a job failed", "sweep")], "outages are logged where they are found"


async def test_a_job_with_a_backlog_goes_on_after_a_moment_and_waits_when_it_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    ended = asyncio.Event()

    async def note_pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 5:
            ended.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(asyncio, "sleep", note_pause)
    rounds = returning(Round(5, 7), Unavailable("Away."), Round(5, 2), Round(0, 2))
    jobs = Jobs([Job("sweep", HOUR_SECONDS, rounds)])
    jobs.start()
    await ended.wait()
    await jobs.stop()
    assert pauses == [HOUR_SECONDS, 1.0, HOUR_SECONDS, 1.0, HOUR_SECONDS]


async def test_a_job_that_starts_at_once_runs_before_its_first_interval() -> None:
    ran = asyncio.Event()

    async def run() -> None:
        ran.set()

    jobs = Jobs([Job("clock", HOUR_SECONDS, run, starts_at_once=True)])
    jobs.start()
    await ran.wait()
    await jobs.stop()
