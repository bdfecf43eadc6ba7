"""Concurrent requests share one call, and never one that began before they arrived."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from held_calls import HeldCalls, let_tasks_run
from seatpreview.freshness.freshness_check import OncePerIteration
from seatpreview.shared_calls import Batcher

pytestmark = pytest.mark.anyio


def batched(calls: HeldCalls) -> Callable[[], Awaitable[str]]:
    """Returns the call in batches, as the freshness check makes it on PostgreSQL."""

    async def call_for_all(batch: list[None]) -> list[str]:
        return [await calls()] * len(batch)

    batcher = Batcher[None, str](call_for_all)
    return lambda: batcher.submit(None)


class Requests:
    """Requests that share a batched call, each in a task of its own."""

    def __init__(self) -> None:
        self.calls = HeldCalls()
        self._shared = batched(self.calls)

    async def start(self) -> asyncio.Future[str]:
        """Starts a request, which waits for its call."""
        request = asyncio.ensure_future(self._shared())
        await let_tasks_run()
        return request


async def test_concurrent_requests_share_one_call() -> None:
    calls = HeldCalls()
    shared = batched(calls)
    together = [asyncio.ensure_future(shared()) for _ in range(5)]
    await let_tasks_run()
    [call] = calls.begun
    call.set_result("the only one")
    assert await asyncio.gather(*together) == ["the only one"] * 5


async def test_a_request_during_a_call_waits_for_the_next() -> None:
    """The danger: the call in flight read before the change that the new request has to see."""
    requests = Requests()
    early = await requests.start()
    late = await requests.start()
    assert len(requests.calls.begun) == 1, "one is in flight at a time"
    requests.calls.begun[0].set_result("before the change")
    assert await early == "before the change"
    await let_tasks_run()
    assert not late.done()
    requests.calls.begun[1].set_result("after the change")
    assert await late == "after the change"


async def test_requests_during_a_call_share_the_next() -> None:
    requests = Requests()
    first = await requests.start()
    later = [await requests.start() for _ in range(4)]
    requests.calls.begun[0].set_result("first")
    await let_tasks_run()
    requests.calls.begun[1].set_result("second")
    assert [await waiting for waiting in (first, *later)] == ["first"] + ["second"] * 4
    assert len(requests.calls.begun) == 2


async def test_a_request_that_arrives_as_a_call_ends_waits_for_the_next() -> None:
    """The danger: it gets the result that has arrived and was not yet passed on, which is too old."""
    requests = Requests()
    early = await requests.start()
    requests.calls.begun[0].set_result("before the change")
    late = await requests.start()
    assert not late.done()
    requests.calls.begun[1].set_result("after the change")
    assert [await early, await late] == ["before the change", "after the change"]


async def test_no_call_begins_without_a_request() -> None:
    requests = Requests()
    request = await requests.start()
    requests.calls.begun[0].set_result("answer")
    await request
    await let_tasks_run()
    assert len(requests.calls.begun) == 1


async def test_a_cancelled_request_leaves_the_others_alone() -> None:
    requests = Requests()
    first = await requests.start()
    cancelled, waiting = await requests.start(), await requests.start()
    cancelled.cancel()
    await let_tasks_run()
    requests.calls.begun[0].set_result("first")
    await let_tasks_run()
    requests.calls.begun[1].set_result("second")
    assert [await first, await waiting] == ["first", "second"]
    assert cancelled.cancelled()


async def test_cancelling_the_request_that_began_the_call_leaves_the_others_alone() -> None:
    """The danger: a client that hangs up ends the check for everybody who shares it."""
    calls = HeldCalls()
    shared = batched(calls)
    beginning, sharing = asyncio.ensure_future(shared()), asyncio.ensure_future(shared())
    await let_tasks_run()
    beginning.cancel()
    await let_tasks_run()
    calls.begun[0].set_result("answer")
    assert await sharing == "answer"


async def test_after_all_requests_were_cancelled_the_next_gets_its_result() -> None:
    requests = Requests()
    cancelled = await requests.start()
    cancelled.cancel()
    await let_tasks_run()
    late = await requests.start()
    requests.calls.begun[0].set_result("for nobody")
    await let_tasks_run()
    requests.calls.begun[1].set_result("for the late one")
    assert await late == "for the late one"


async def test_a_failure_reaches_exactly_the_requests_that_waited_for_it() -> None:
    requests = Requests()
    first = await requests.start()
    second, third = await requests.start(), await requests.start()
    requests.calls.begun[0].set_result("first")
    await let_tasks_run()
    fourth = await requests.start()
    requests.calls.begun[1].set_exception(ConnectionError("lost"))
    outcomes = await asyncio.gather(first, second, third, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["first", "lost", "lost"]
    await let_tasks_run()
    requests.calls.begun[2].set_result("fourth")
    assert await fourth == "fourth"


async def test_a_failure_without_waiting_requests_is_not_reported_as_unhandled() -> None:
    """The loop would log an exception that was never retrieved."""
    gc.collect()  # What earlier tests have left on this loop is not reported here.
    loop = asyncio.get_running_loop()
    unhandled: list[dict[str, Any]] = []
    handler = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: unhandled.append(context))
    requests = Requests()
    cancelled = await requests.start()
    cancelled.cancel()
    await let_tasks_run()
    requests.calls.begun[0].set_exception(ConnectionError("lost"))
    await let_tasks_run()
    late = await requests.start()
    requests.calls.begun[1].set_result("answer")
    assert await late == "answer"
    del requests, cancelled, late
    gc.collect()
    loop.set_exception_handler(handler)
    assert unhandled == []


class Counted:
    """The shared call, which returns at once, each time with its number."""

    def __init__(self) -> None:
        self.calls = 0

    async def __call__(self) -> int:
        self.calls += 1
        return self.calls


async def test_requests_in_one_iteration_share_a_call() -> None:
    once = OncePerIteration(Counted())
    assert await asyncio.gather(*(once() for _ in range(5))) == [1] * 5


async def test_a_request_in_a_later_iteration_makes_a_call_of_its_own() -> None:
    once = OncePerIteration(Counted())
    assert await once() == 1
    await asyncio.sleep(0)
    assert await once() == 2


async def test_a_request_scheduled_after_a_call_never_gets_its_result() -> None:
    """The danger: a request that arrived after a change is answered by a check before it."""
    loop, once = asyncio.get_running_loop(), OncePerIteration(Counted())
    results: list[int] = []

    async def ask() -> None:
        results.append(await once())

    async def ask_and_schedule_another() -> None:
        await ask()
        loop.call_soon(lambda: late.append(asyncio.ensure_future(ask())))

    late: list[asyncio.Future[None]] = []
    await asyncio.gather(ask(), ask_and_schedule_another(), ask())
    await let_tasks_run()
    assert results == [1, 1, 1, 2]


async def test_a_failure_is_not_kept_for_the_iteration() -> None:
    fails = iter([True, False])

    async def call() -> str:
        if next(fails):
            raise ConnectionError("lost")
        return "answer"

    once = OncePerIteration(call)
    with pytest.raises(ConnectionError):
        await once()
    assert await once() == "answer"
