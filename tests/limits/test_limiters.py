"""What every limiter promises, wherever it keeps its states.

Valkey goes by its own clock, so the windows are long enough that the duration of a test adds nothing.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis import Redis

from seatpreview.limits.gcra import AGES, Limit, older_first
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance, Decision, Limiter
from seatpreview.limits.valkey_limiter import ValkeyLimiter
from seatpreview.observability.outages import Outages
from seatpreview.values.clock import Clock
from servers.valkey import RunningValkey

pytestmark = pytest.mark.anyio

DAY = 86_400
NOW = Clock().now()


@pytest.fixture(params=["local", "valkey"])
async def limiter(request: pytest.FixtureRequest) -> AsyncIterator[Limiter]:
    if request.param == "local":
        yield LocalLimiter()
        return
    behind: Redis = request.getfixturevalue("behind")
    valkey: RunningValkey = request.getfixturevalue("valkey")
    shared = ValkeyLimiter(valkey.url, Outages(), connect_seconds=10, answer_seconds=10)
    yield shared
    assert not shared.is_unavailable, "the limits were kept by this process alone"
    await shared.close()
    assert not [name for name in behind.scan_iter() if behind.ttl(name) == -1], "these would stay for ever"


async def test_the_burst_passes_at_once_and_no_more(limiter: Limiter) -> None:
    assert await allowed(limiter, 7, five("key")) == [True] * 5 + [False] * 2


async def test_what_remains_is_counted_down(limiter: Limiter) -> None:
    decisions = [await limiter.consume((five("key"),), NOW) for _ in range(6)]
    assert [decision.limit_statuses[0].remaining for decision in decisions] == [4, 3, 2, 1, 0, 0]


async def test_a_refusal_says_when_to_come_back(limiter: Limiter) -> None:
    *_, last, refused = [await limiter.consume((five("key"),), NOW) for _ in range(6)]
    assert last.allowed
    assert not refused.allowed
    assert DAY - 60 <= refused.limit_statuses[0].reset_seconds <= DAY
    assert DAY // 5 - 60 <= refused.retry_after_seconds <= DAY // 5


async def test_a_caller_with_requests_left_need_not_wait(limiter: Limiter) -> None:
    decision = await limiter.consume((five("key"),), NOW)
    assert decision.retry_after_seconds == 0
    assert DAY // 5 - 60 <= decision.limit_statuses[0].reset_seconds <= DAY // 5


async def test_states_are_independent_of_each_other(limiter: Limiter) -> None:
    await allowed(limiter, 5, five("one"))
    assert await allowed(limiter, 5, five("other")) == [True] * 5


async def test_statuses_come_in_the_order_of_the_allowances(limiter: Limiter) -> None:
    decision = await limiter.consume((five("tenant"), five("key")), NOW)
    assert [status.policy for status in decision.limit_statuses] == ["tenant", "key"]


async def test_a_request_that_the_tenants_limit_refuses_is_not_charged_to_the_key(limiter: Limiter) -> None:
    await allowed(limiter, 5, five("tenant"))
    refused = await limiter.consume((five("key"), five("tenant")), NOW)
    assert not refused.allowed
    assert [status.remaining for status in refused.limit_statuses] == [5, 0]
    assert await allowed(limiter, 6, five("key")) == [True] * 5 + [False]


async def test_a_request_that_the_keys_limit_refuses_is_not_charged_to_the_tenant(limiter: Limiter) -> None:
    await allowed(limiter, 5, five("key"))
    refused = await limiter.consume((five("key"), five("tenant")), NOW)
    assert not refused.allowed
    assert await allowed(limiter, 6, five("tenant")) == [True] * 5 + [False]


async def test_more_keys_do_not_give_a_tenant_more(limiter: Limiter) -> None:
    passed = [await limiter.consume((five(f"key {number}"), five("tenant")), NOW) for number in range(8)]
    assert sum(decision.allowed for decision in passed) == 5


async def test_two_keys_that_share_a_state_share_its_burst(limiter: Limiter) -> None:
    """A rotated key and its replacement."""
    assert await allowed(limiter, 3, five("key", state="shared")) == [True] * 3
    assert await allowed(limiter, 3, five("key", state="shared")) == [True] * 2 + [False]


async def test_two_keys_that_share_a_state_each_have_their_own_limit(limiter: Limiter) -> None:
    old = Allowance("key", "shared", Limit.of(requests=5, window_seconds=5 * 3600, burst=5))
    new = Allowance("key", "shared", Limit.of(requests=2, window_seconds=5 * 3600, burst=2))
    assert await allowed(limiter, 2, old) == [True] * 2
    assert await allowed(limiter, 2, new) == [True, False], "2 of 5 hours are owed, and one costs 2.5"
    assert await allowed(limiter, 1, old) == [False]


async def test_older_sessions_are_served_where_younger_ones_are_refused(limiter: Limiter) -> None:
    young, old = (
        Allowance("venue", "shared", older_first(Limit.of(8, DAY, 8))[age]) for age in (0, AGES // 2)
    )
    assert await allowed(limiter, 10, young) == [True] * 8 + [False] * 2
    assert await allowed(limiter, 6, old) == [True] * 4 + [False] * 2
    assert await allowed(limiter, 1, young) == [False]
    assert await allowed(limiter, 1, old) == [False], "the refusal of a younger one has forgiven nothing"


async def test_reading_charges_nothing(limiter: Limiter) -> None:
    one, other = five("one"), five("other")
    await allowed(limiter, 2, one)
    for left in (4, 3, 2):
        decision = await limiter.consume((five("charged"), one.for_reading, other.for_reading), NOW)
        statuses = decision.about((five("charged"), one, other)).limit_statuses
        assert (decision.allowed, [status.remaining for status in statuses]) == (True, [left, 3, 5])


async def test_reading_what_is_used_up_refuses_nothing(limiter: Limiter) -> None:
    await allowed(limiter, 5, five("one"))
    decision = await limiter.consume((five("charged"), five("one").for_reading), NOW)
    assert decision.allowed
    assert decision.about((five("charged"), five("one"))).limit_statuses[1].remaining == 0


async def test_a_limit_that_was_lowered_holds_nobody_to_the_debt_of_the_old_one(limiter: Limiter) -> None:
    await allowed(limiter, 5, five("key"))
    narrow = Allowance("key", "key", Limit.of(requests=1, window_seconds=3600, burst=1))
    refused = await limiter.consume((narrow,), NOW)
    assert not refused.allowed
    assert 3540 <= refused.retry_after_seconds <= 3600


async def test_of_concurrent_requests_the_first_ones_pass(limiter: Limiter) -> None:
    decisions = await together(limiter, 8, five("key"), five("tenant"))
    assert [decision.allowed for decision in decisions] == [True] * 5 + [False] * 3


async def test_concurrent_requests_of_different_keys_share_the_tenants_burst(limiter: Limiter) -> None:
    one, other = await asyncio.gather(
        together(limiter, 4, five("one"), five("tenant")), together(limiter, 4, five("other"), five("tenant"))
    )
    assert sum(decision.allowed for decision in [*one, *other]) == 5


async def test_a_request_without_allowances_passes(limiter: Limiter) -> None:
    assert await limiter.consume((), NOW) == Decision(True, (), [])


async def test_the_finest_and_the_coarsest_limit_go_together(limiter: Limiter) -> None:
    finest = Allowance("tenant", "finest", Limit.of(requests=1_000_000, window_seconds=1, burst=1_000_000))
    coarsest = Allowance("key", "coarsest", Limit.of(requests=1, window_seconds=DAY, burst=1))
    assert await allowed(limiter, 2, finest, coarsest) == [True, False]


def five(policy: str, state: str = "") -> Allowance:
    """Five at once, and then one in a fifth of a day."""
    return Allowance(policy, state or policy, Limit.of(requests=5, window_seconds=DAY, burst=5))


async def allowed(limiter: Limiter, count: int, *allowances: Allowance) -> list[bool]:
    return [(await limiter.consume(allowances, NOW)).allowed for _ in range(count)]


async def together(limiter: Limiter, count: int, *allowances: Allowance) -> list[Decision]:
    return await asyncio.gather(*(limiter.consume(allowances, NOW) for _ in range(count)))
