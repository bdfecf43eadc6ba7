"""The limiter in one process: which states it stores, and which it may evict."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance
from seatpreview.values.clock import MICROSECONDS, Moment

pytestmark = pytest.mark.anyio

START = Moment(1_790_000_000 * MICROSECONDS)
ONE_A_SECOND = Limit.of(requests=60, window_seconds=60, burst=2)


async def test_time_gives_back_one_request_for_each_interval() -> None:
    limiter = LocalLimiter()
    assert [await remaining(limiter, "a", START) for _ in range(2)] == [1, 0]
    assert not (await limiter.consume((allowance("a"),), later(0.999999))).allowed
    assert (await limiter.consume((allowance("a"),), later(1))).allowed
    assert not (await limiter.consume((allowance("a"),), later(1.5))).allowed


async def test_a_clock_that_went_back_locks_nobody_out() -> None:
    limiter = LocalLimiter()
    await limiter.consume((allowance("a"),), later(3600))
    assert not (await limiter.consume((allowance("a"),), START)).allowed
    assert (await limiter.consume((allowance("a"),), later(1))).allowed


@settings(deadline=None)
@given(*[st.integers(1, 10)] * 2, *[st.integers(0, 10)] * 2)
async def test_a_request_is_charged_to_all_allowances_or_to_none(
    burst: int, other_burst: int, used: int, used_of_other: int
) -> None:
    one, other = (
        Allowance("key", name, Limit.of(10, 1000, each))
        for name, each in (("one", burst), ("other", other_burst))
    )
    limiter, left = LocalLimiter(), [max(burst - used, 0), max(other_burst - used_of_other, 0)]
    for allowance_used, count in ((one, used), (other, used_of_other)):
        for _ in range(count):
            await limiter.consume((allowance_used,), START)
    decision = await limiter.consume((one, other), START)
    assert decision.allowed == all(left)
    assert [status.remaining for status in decision.limit_statuses] == [
        each - decision.allowed for each in left
    ]


async def test_a_refusal_stores_no_state_for_the_other_allowances() -> None:
    limiter = LocalLimiter()
    await remaining(limiter, "used up", START)
    await remaining(limiter, "used up", START)
    refused = await limiter.consume((allowance("used up"), allowance("fresh")), START)
    assert not refused.allowed
    assert len(limiter) == 1


async def test_expired_states_are_evicted_as_new_ones_are_added() -> None:
    limiter = LocalLimiter()
    for number in range(1000):
        await limiter.consume((allowance(f"early {number}"),), START)
    for number in range(1000):
        await limiter.consume((allowance(f"late {number}"),), later(10))
    assert len(limiter) == 1000


async def test_a_state_that_is_used_again_is_not_evicted_with_those_of_its_age() -> None:
    limiter = LocalLimiter()
    await limiter.consume((allowance("busy"),), START)
    await limiter.consume((allowance("idle"),), START)
    await limiter.consume((allowance("busy"),), later(0.5))
    for number in range(3):
        await limiter.consume((allowance(f"new {number}"),), later(1.2))
    assert len(limiter) == 4
    assert await remaining(limiter, "busy", later(1.2)) == 0


async def test_at_the_bound_the_state_that_expires_first_is_evicted() -> None:
    limiter = LocalLimiter(states_max=3)
    for state, seconds in [("b", 0.2), ("a", 0.1), ("c", 0.3)]:
        await limiter.consume((allowance(state),), later(seconds))
    await limiter.consume((allowance("d"),), later(0.4))
    assert len(limiter) == 3
    assert await remaining(limiter, "b", later(0.4)) == 0, "kept, so this was its second"
    assert await remaining(limiter, "c", later(0.4)) == 0, "kept, so this was its second"
    assert await remaining(limiter, "a", later(0.4)) == 1, "evicted, so this was its first again"


async def test_at_the_bound_a_state_counts_by_its_last_use() -> None:
    limiter = LocalLimiter(states_max=2)
    await limiter.consume((allowance("first, but busy"),), START)
    await limiter.consume((allowance("second"),), later(0.1))
    await limiter.consume((allowance("first, but busy"),), later(0.2))
    await limiter.consume((allowance("third"),), later(0.3))
    assert await remaining(limiter, "second", later(0.3)) == 1


async def test_a_flood_of_new_states_stays_within_the_bound() -> None:
    """Attack: a request from each of very many addresses, to make the worker run out of memory."""
    limiter = LocalLimiter(states_max=100)
    for number in range(10_000):
        await limiter.consume((allowance(f"address {number}"),), START)
    assert len(limiter) == 100


def allowance(state: str) -> Allowance:
    return Allowance("key", state, ONE_A_SECOND)


def later(seconds: float) -> Moment:
    return Moment(START + round(seconds * MICROSECONDS))


async def remaining(limiter: LocalLimiter, state: str, now: Moment) -> int:
    decision = await limiter.consume((allowance(state),), now)
    return decision.limit_statuses[0].remaining


async def test_reading_refuses_nothing_after_the_clock_was_set_back() -> None:
    limiter = LocalLimiter()
    ends = Allowance("ends", "ends", Limit.of(requests=5, window_seconds=5, burst=5))
    later, now = Moment(2_000_000_000_000_000), Moment(1_000_000_000_000_000)
    assert (await limiter.consume((ends,), later)).allowed
    read = await limiter.consume((ends.for_reading,), now)
    assert (read.allowed, read.about((ends,)).limit_statuses[0].remaining) == (True, 0)
