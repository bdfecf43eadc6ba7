"""Processor time of a piece of work: its own steps and statements count, and waiting does not."""

import asyncio
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest

from seatpreview.observability.processor_use import metered, metered_in_thread, metered_with_caller

pytestmark = pytest.mark.anyio

WORK_SECONDS = 0.02


def work() -> None:
    """Uses this much processor time, however busy the machine is."""
    until = time.thread_time() + WORK_SECONDS
    while time.thread_time() < until:
        pass


async def work_between_waits() -> str:
    work()
    await asyncio.sleep(0.05)
    work()
    return "done"


async def test_steps_count_and_waits_do_not() -> None:
    seconds: defaultdict[str, float] = defaultdict(float)
    other = asyncio.ensure_future(work_between_waits())
    assert await metered(seconds, "job", work_between_waits()) == "done"
    await other
    assert 2 * WORK_SECONDS <= seconds["job"] < 4 * WORK_SECONDS, "the other task is not counted"


async def test_threads_and_tasks_that_it_starts_count() -> None:
    seconds: defaultdict[str, float] = defaultdict(float)

    async def job() -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as threads:
            await loop.run_in_executor(threads, metered_in_thread(work))
        await asyncio.create_task(metered_with_caller(work_between_waits()))

    await metered(seconds, "job", job())
    assert seconds["job"] >= 3 * WORK_SECONDS


async def test_failures_and_the_end_of_a_task_pass_through() -> None:
    seconds: defaultdict[str, float] = defaultdict(float)

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("a fault")

    with pytest.raises(ValueError, match="a fault"):
        await metered(seconds, "job", fails())
    cleaned = []

    async def waits() -> None:
        try:
            await asyncio.sleep(600)
        finally:
            cleaned.append(True)

    task = asyncio.ensure_future(metered(seconds, "job", waits()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned == [True]


async def test_work_of_nobody_is_not_counted() -> None:
    call = work
    assert metered_in_thread(call) is call
    assert await metered_with_caller(work_between_waits()) == "done"
