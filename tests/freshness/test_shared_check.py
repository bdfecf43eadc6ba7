"""One call for those who ask together, and never one that began before they asked."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from seatpreview.batching import Batcher
from seatpreview.freshness.once_per_iteration import OncePerIteration

pytestmark = pytest.mark.anyio


class Calls:
    """What is shared: calls that begin by themselves and end when the test says."""

    def __init__(self) -> None:
        self.begun: list[asyncio.Future[str]] = []

    async def __call__(self) -> str:
        call: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.begun.append(call)
        return await call


def batched(calls: Calls) -> Callable[[], Awaitable[str]]:
    """The call, made once for all who wait, as the freshness check does it on PostgreSQL."""

    async def call_for_all(batch: list[None]) -> list[str]:
        return [await calls()] * len(batch)

    batcher = Batcher[None, str](call_for_all)
    return lambda: batcher.submit(None)


class Room:
    """Those who ask, each a task."""

    def __init__(self) -> None:
        self.calls = Calls()
        self._shared = batched(self.calls)

    async def enters(self) -> asyncio.Future[str]:
        """Somebody asks, and waits."""
        asking = asyncio.ensure_future(self._shared())
        await turns()
        return asking


async def turns() -> None:
    """Everybody who can go on does so, until all wait for the test: each step takes one turn of the loop."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_those_who_come_together_share_one_call() -> None:
    calls = Calls()
    shared = batched(calls)
    together = [asyncio.ensure_future(shared()) for _ in range(5)]
    await turns()
    [call] = calls.begun
    call.set_result("the only one")
    assert await asyncio.gather(*together) == ["the only one"] * 5


async def test_who_comes_while_a_call_is_in_flight_waits_for_the_next() -> None:
    """The danger: the call in flight read before the change that the newcomer has to see."""
    room = Room()
    early = await room.enters()
    late = await room.enters()
    assert len(room.calls.begun) == 1, "one is in flight at a time"
    room.calls.begun[0].set_result("before the change")
    assert await early == "before the change"
    await turns()
    assert not late.done()
    room.calls.begun[1].set_result("after the change")
    assert await late == "after the change"


async def test_those_who_come_meanwhile_share_the_next() -> None:
    room = Room()
    first = await room.enters()
    later = [await room.enters() for _ in range(4)]
    room.calls.begun[0].set_result("first")
    await turns()
    room.calls.begun[1].set_result("second")
    assert [await waiting for waiting in (first, *later)] == ["first"] + ["second"] * 4
    assert len(room.calls.begun) == 2


async def test_who_comes_as_a_call_ends_waits_for_the_next() -> None:
    """The danger: an answer that has come in, and that nobody has been told yet, is the old one."""
    room = Room()
    early = await room.enters()
    room.calls.begun[0].set_result("before the change")
    late = await room.enters()
    assert not late.done()
    room.calls.begun[1].set_result("after the change")
    assert [await early, await late] == ["before the change", "after the change"]


async def test_a_call_begins_for_nobody_who_has_not_asked() -> None:
    room = Room()
    asking = await room.enters()
    room.calls.begun[0].set_result("answer")
    await asking
    await turns()
    assert len(room.calls.begun) == 1


async def test_who_stops_waiting_disturbs_nobody() -> None:
    room = Room()
    first = await room.enters()
    leaving, staying = await room.enters(), await room.enters()
    leaving.cancel()
    await turns()
    room.calls.begun[0].set_result("first")
    await turns()
    room.calls.begun[1].set_result("second")
    assert [await first, await staying] == ["first", "second"]
    assert leaving.cancelled()


async def test_who_began_the_call_may_leave_before_the_others() -> None:
    """The danger: a client that hangs up ends the check for everybody who shares it."""
    calls = Calls()
    shared = batched(calls)
    beginning, sharing = asyncio.ensure_future(shared()), asyncio.ensure_future(shared())
    await turns()
    beginning.cancel()
    await turns()
    calls.begun[0].set_result("answer")
    assert await sharing == "answer"


async def test_when_everybody_has_left_the_next_is_answered_all_the_same() -> None:
    room = Room()
    leaving = await room.enters()
    leaving.cancel()
    await turns()
    late = await room.enters()
    room.calls.begun[0].set_result("for nobody")
    await turns()
    room.calls.begun[1].set_result("for the late one")
    assert await late == "for the late one"


async def test_a_failure_reaches_exactly_those_who_waited_for_it() -> None:
    room = Room()
    first = await room.enters()
    second, third = await room.enters(), await room.enters()
    room.calls.begun[0].set_result("first")
    await turns()
    fourth = await room.enters()
    room.calls.begun[1].set_exception(ConnectionError("lost"))
    outcomes = await asyncio.gather(first, second, third, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["first", "lost", "lost"]
    await turns()
    room.calls.begun[2].set_result("fourth")
    assert await fourth == "fourth"


async def test_a_failure_that_nobody_waits_for_is_not_reported_as_overlooked() -> None:
    """The loop would log an exception that nobody has looked at, as if it were a fault of ours."""
    loop = asyncio.get_running_loop()
    overlooked: list[dict[str, Any]] = []
    handler = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: overlooked.append(context))
    room = Room()
    leaving = await room.enters()
    leaving.cancel()
    await turns()
    room.calls.begun[0].set_exception(ConnectionError("lost"))
    await turns()
    late = await room.enters()
    room.calls.begun[1].set_result("answer")
    assert await late == "answer"
    del room, leaving, late
    gc.collect()
    loop.set_exception_handler(handler)
    assert overlooked == []


class Counted:
    """What is shared: calls that answer at once, each with its number."""

    def __init__(self) -> None:
        self.calls = 0

    async def __call__(self) -> int:
        self.calls += 1
        return self.calls


async def test_those_who_ask_in_one_iteration_share_a_call() -> None:
    once = OncePerIteration(Counted())
    assert await asyncio.gather(*(once() for _ in range(5))) == [1] * 5


async def test_who_comes_after_an_iteration_gets_a_call_of_their_own() -> None:
    once = OncePerIteration(Counted())
    assert await once() == 1
    await asyncio.sleep(0)
    assert await once() == 2


async def test_who_is_handed_to_the_loop_after_a_call_never_gets_its_answer() -> None:
    """The danger: a request that came after a change is answered from a reading before it."""
    loop, once = asyncio.get_running_loop(), OncePerIteration(Counted())
    answers: list[int] = []

    async def ask() -> None:
        answers.append(await once())

    async def ask_and_hand_over() -> None:
        await ask()
        loop.call_soon(lambda: late.append(asyncio.ensure_future(ask())))

    late: list[asyncio.Future[None]] = []
    await asyncio.gather(ask(), ask_and_hand_over(), ask())
    await turns()
    assert answers == [1, 1, 1, 2]


async def test_a_failure_is_not_kept_for_the_iteration() -> None:
    is_away = iter([True, False])

    async def call() -> str:
        if next(is_away):
            raise ConnectionError("lost")
        return "answer"

    once = OncePerIteration(call)
    with pytest.raises(ConnectionError):
        await once()
    assert await once() == "answer"
