"""Single flight: one call for all who need its result at the same time."""

import asyncio
import gc
from typing import Any

import pytest

from held_calls import HeldCalls, let_tasks_run
from seatpreview.shared_calls import SingleFlight

pytestmark = pytest.mark.anyio


async def start(flight: SingleFlight[str, str], key: str, calls: HeldCalls) -> asyncio.Future[str]:
    caller = asyncio.ensure_future(flight.share(key, calls))
    await let_tasks_run()
    return caller


async def test_callers_with_one_key_share_a_call() -> None:
    flight, calls = SingleFlight[str, str](), HeldCalls()
    callers = [await start(flight, "key", calls) for _ in range(5)]
    [call] = calls.begun
    call.set_result("once")
    assert await asyncio.gather(*callers) == ["once"] * 5


async def test_callers_with_different_keys_do_not_wait_for_each_other() -> None:
    flight, calls = SingleFlight[str, str](), HeldCalls()
    one, other = await start(flight, "one", calls), await start(flight, "other", calls)
    calls.begun[1].set_result("second")
    assert await other == "second"
    assert not one.done()
    calls.begun[0].set_result("first")
    assert await one == "first"


async def test_a_call_that_has_ended_is_not_shared() -> None:
    flight, calls = SingleFlight[str, str](), HeldCalls()
    early = await start(flight, "key", calls)
    calls.begun[0].set_result("first")
    assert await early == "first"
    late = await start(flight, "key", calls)
    calls.begun[1].set_result("second")
    assert await late == "second"


async def test_a_caller_that_is_cancelled_leaves_the_others_alone() -> None:
    """The danger: a client that hangs up ends the work of everybody who waits for it."""
    flight, calls = SingleFlight[str, str](), HeldCalls()
    first, second = await start(flight, "key", calls), await start(flight, "key", calls)
    first.cancel()
    await let_tasks_run()
    calls.begun[0].set_result("all the same")
    assert await second == "all the same"
    assert first.cancelled()


async def test_a_failure_reaches_every_caller_and_is_not_kept() -> None:
    flight, calls = SingleFlight[str, str](), HeldCalls()
    callers = [await start(flight, "key", calls) for _ in range(3)]
    calls.begun[0].set_exception(ConnectionError("lost"))
    assert [str(each) for each in await asyncio.gather(*callers, return_exceptions=True)] == ["lost"] * 3
    late = await start(flight, "key", calls)
    calls.begun[1].set_result("again")
    assert await late == "again"


async def test_a_call_ends_with_its_last_caller_and_the_next_one_begins_anew() -> None:
    """Attack: costly work that is asked for and left, again and again."""
    abandoned: list[str] = []
    flight, calls = SingleFlight[str, str](lambda: abandoned.append("call")), HeldCalls()
    first, second = await start(flight, "key", calls), await start(flight, "key", calls)
    first.cancel()
    await let_tasks_run()
    assert (calls.begun[0].cancelled(), abandoned) == (False, [])
    second.cancel()
    late = await start(flight, "key", calls)
    assert (calls.begun[0].cancelled(), abandoned) == (True, ["call"])
    calls.begun[1].set_result("anew")
    assert await late == "anew"
    assert len(flight) == 0


async def test_a_call_lingers_for_those_who_gave_up_waiting_and_will_ask_again() -> None:
    flight, calls = SingleFlight[str, str](), HeldCalls()
    with pytest.raises(TimeoutError):
        await flight.share("key", calls, wait_seconds=0, linger_seconds=600)
    again = await start(flight, "key", calls)
    calls.begun[0].set_result("in the end")
    assert await again == "in the end"


async def test_a_call_for_which_nobody_asks_again_is_given_up() -> None:
    flight, calls = SingleFlight[str, str](), HeldCalls()
    with pytest.raises(TimeoutError):
        await flight.share("key", calls, wait_seconds=0, linger_seconds=0)
    await let_tasks_run()
    assert len(flight) == 0
    assert all(call.cancelled() for call in calls.begun)


async def test_a_failure_that_nobody_has_seen_is_not_reported_as_unhandled() -> None:
    gc.collect()  # What earlier tests have left on this loop is not reported here.
    loop, unhandled = asyncio.get_running_loop(), list[dict[str, Any]]()
    handler = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: unhandled.append(context))
    flight, calls = SingleFlight[str, str](), HeldCalls()
    with pytest.raises(TimeoutError):
        await flight.share("key", calls, wait_seconds=0, linger_seconds=600)
    await let_tasks_run()
    calls.begun[0].set_exception(ConnectionError("lost"))
    await let_tasks_run()
    del calls
    gc.collect()
    loop.set_exception_handler(handler)
    assert unhandled == []
