"""Batches: an item alone is passed on at once, items during a call share the next, failures hit one batch."""

import asyncio

import pytest

from held_calls import let_tasks_run
from seatpreview.shared_calls import Batcher, Batchers

pytestmark = pytest.mark.anyio


class BatchCalls:
    """A batch call that records its batches. Each call ends when the test says."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self._ends: list[asyncio.Future[None]] = []

    async def __call__(self, batch: list[str]) -> list[str]:
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.batches.append(batch)
        self._ends.append(end)
        await end
        return [item.upper() for item in batch]

    async def end(self, fault: Exception | None = None) -> None:
        """Ends the call that was begun last."""
        if fault is None:
            self._ends[-1].set_result(None)
        else:
            self._ends[-1].set_exception(fault)
        await let_tasks_run()


class Submitters:
    """Submits items to a batcher, each in a task of its own."""

    def __init__(self, size_max: int = 100) -> None:
        self.calls = BatchCalls()
        self.batcher = Batcher(self.calls, size_max)

    async def submit(self, *items: str) -> list[asyncio.Task[str]]:
        tasks = [asyncio.create_task(self.batcher.submit(item)) for item in items]
        await let_tasks_run()
        return tasks


async def test_an_item_alone_is_passed_on_at_once() -> None:
    submitters = Submitters()
    [task] = await submitters.submit("a")
    assert submitters.calls.batches == [["a"]]
    await submitters.calls.end()
    assert await task == "A"


async def test_items_submitted_during_a_call_share_the_next_in_their_order() -> None:
    submitters = Submitters()
    first = await submitters.submit("a")
    later = [*await submitters.submit("b"), *await submitters.submit("c", "d")]
    assert submitters.calls.batches == [["a"]], "one call runs at a time"
    await submitters.calls.end()
    assert submitters.calls.batches == [["a"], ["b", "c", "d"]]
    await submitters.calls.end()
    assert [await task for task in (*first, *later)] == ["A", "B", "C", "D"]


async def test_a_batch_is_no_larger_than_its_maximum() -> None:
    submitters = Submitters(size_max=2)
    tasks = [*await submitters.submit("a"), *await submitters.submit("b", "c", "d")]
    for _ in range(3):
        await submitters.calls.end()
    assert submitters.calls.batches == [["a"], ["b", "c"], ["d"]]
    assert [await task for task in tasks] == ["A", "B", "C", "D"]


async def test_a_failure_reaches_all_of_its_batch_and_no_other() -> None:
    submitters = Submitters()
    first, hit = await submitters.submit("a"), await submitters.submit("b", "c")
    await submitters.calls.end()
    after = await submitters.submit("d")
    await submitters.calls.end(ConnectionError("lost"))
    await submitters.calls.end()
    outcomes = await asyncio.gather(*first, *hit, *after, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["A", "lost", "lost", "D"]


async def test_after_a_failure_with_nothing_waiting_the_next_item_is_passed_on() -> None:
    submitters = Submitters()
    [hit] = await submitters.submit("a")
    await submitters.calls.end(ConnectionError("lost"))
    with pytest.raises(ConnectionError):
        await hit
    [later] = await submitters.submit("b")
    await submitters.calls.end()
    assert await later == "B"


async def test_the_item_of_a_cancelled_submitter_stays_in_its_batch_and_the_others_get_their_results() -> (
    None
):
    submitters = Submitters()
    [first], [cancelled, waiting] = await submitters.submit("a"), await submitters.submit("b", "c")
    cancelled.cancel()
    first.cancel()
    await let_tasks_run()
    await submitters.calls.end()
    assert submitters.calls.batches[-1] == ["b", "c"]
    await submitters.calls.end()
    assert await waiting == "C"
    assert first.cancelled()
    assert cancelled.cancelled()


async def test_finish_waits_until_every_item_has_its_result() -> None:
    batchers = Batchers()
    calls = BatchCalls()
    tasks = [asyncio.create_task(batchers.of("x", calls, 1).submit(item)) for item in ("a", "b")]
    await let_tasks_run()
    closing = asyncio.create_task(batchers.finish())
    await let_tasks_run()
    await calls.end()
    assert not closing.done()
    await calls.end()
    await closing
    assert [await task for task in tasks] == ["A", "B"]


async def test_a_name_has_one_batcher_and_the_first_caller_decides_what_it_calls() -> None:
    batchers = Batchers()
    first, second = BatchCalls(), BatchCalls()
    assert batchers.of("x", first, 1) is batchers.of("x", second, 1)
    task = asyncio.create_task(batchers.of("x", second, 1).submit("a"))
    await let_tasks_run()
    assert (first.batches, second.batches) == ([["a"]], [])
    await first.end()
    assert await task == "A"
    assert batchers.of("y", second, 1) is not batchers.of("x", first, 1)
