"""The member `rateLimit`: what it takes, what it refuses, and what a limit answers with."""

import msgspec
import pytest

from seatpreview.limits.gcra import SECOND_PS, Limit, charge
from seatpreview.limits.model import Allowance, Decision, LimitStatus, RateLimit
from seatpreview.problems import MemberFault


def test_a_burst_that_is_not_given_is_the_requests() -> None:
    assert decoded(b'{"requests": 10, "windowSeconds": 60}').burst == 10


def test_the_answer_shows_the_burst_even_if_it_was_not_given() -> None:
    assert msgspec.json.encode(RateLimit(10, 60)) == b'{"requests":10,"windowSeconds":60,"burst":10}'


def test_a_limit_is_the_rate_limit_that_it_came_from() -> None:
    for rate_limit in (RateLimit(10, 60), RateLimit(requests=10, window_seconds=60, burst=3)):
        assert RateLimit.of(rate_limit.limit()) == rate_limit


def test_a_burst_above_the_requests_is_refused_by_name() -> None:
    with pytest.raises(MemberFault, match="must be at most requests") as refusal:
        RateLimit(requests=10, window_seconds=60, burst=11)
    assert refusal.value.member == "burst"


@pytest.mark.parametrize(
    "body",
    [
        b'{"requests": 0, "windowSeconds": 60}',
        b'{"requests": 1000001, "windowSeconds": 60}',
        b'{"requests": 10, "windowSeconds": 0}',
        b'{"requests": 10, "windowSeconds": 86401}',
        b'{"requests": 10, "windowSeconds": 60, "burst": 0}',
        b'{"requests": 10, "windowSeconds": 60, "burst": 11}',
        b'{"requests": 10, "windowSeconds": 60, "burst": null}',
        b'{"requests": 10.0, "windowSeconds": 60}',
        b'{"requests": "10", "windowSeconds": 60}',
        b'{"requests": true, "windowSeconds": 60}',
        b'{"requests": 10, "window_seconds": 60}',
        b'{"requests": 10, "windowSeconds": 60, "per": "key"}',
        b'{"requests": 10}',
        b"{}",
    ],
)
def test_anything_but_whole_numbers_within_bounds_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        decoded(body)


def test_the_widest_and_the_narrowest_limit_are_taken() -> None:
    assert decoded(b'{"requests": 1000000, "windowSeconds": 1}').limit().interval_ps == 10**6
    assert decoded(b'{"requests": 1, "windowSeconds": 86400}').limit().interval_ps == 86_400 * SECOND_PS


def test_an_interval_is_rounded_up_so_that_the_limit_is_never_exceeded() -> None:
    assert RateLimit(3, 1).limit().interval_ps == 333_333_333_334


def test_a_decision_waits_for_the_slowest_allowance() -> None:
    slow, fast = (
        Allowance("key", "a", Limit.of(1, 30, 1)),
        Allowance("tenant", "b", Limit.of(1, 5, 1)),
    )
    assert Decision(False, (slow, fast), [30 * SECOND_PS, 5 * SECOND_PS]).retry_after_seconds == 30


def decoded(body: bytes) -> RateLimit:
    return msgspec.json.decode(body, type=RateLimit)


def test_a_limit_has_the_burst_that_was_given_or_its_requests() -> None:
    assert RateLimit(requests=10, window_seconds=1, burst=5).limit().burst == 5
    assert RateLimit(requests=10, window_seconds=1).limit().burst == 10


def test_a_request_that_is_a_picosecond_early_waits_a_whole_second() -> None:
    limit = Limit.of(requests=1, window_seconds=1, burst=2)
    allowance = Allowance("key", "key:x", limit)
    passes = limit.span_ps - limit.interval_ps
    waits = [LimitStatus.of(allowance, debt_ps).retry_after_seconds for debt_ps in (passes, passes + 1)]
    assert waits == [0, 1]
    assert Decision(True, (), []).retry_after_seconds == 0


def test_a_state_that_is_only_read_is_charged_nothing_and_refuses_nothing() -> None:
    allowance = Allowance("key", "a", Limit.of(1, 30, 1))
    read = allowance.for_reading
    assert (read.policy, read.state) == (allowance.policy, allowance.state)
    assert charge(read.limit, allowance.limit.span_ps, 0) == allowance.limit.span_ps


def test_a_decision_lists_the_limits_that_were_read_by_their_own_numbers() -> None:
    charged, other = Allowance("key", "a", Limit.of(1, 30, 1)), Allowance("tenant", "b", Limit.of(1, 5, 1))
    decision = Decision(True, (charged, other.for_reading), [SECOND_PS, 0])
    assert statuses(decision.about((charged, other))) == [("key", 30, 0), ("tenant", 5, 1)]
    assert statuses(decision.about((charged,))) == [("key", 30, 0)]


def test_a_decision_after_an_earlier_one_has_the_allowances_of_both() -> None:
    first, second = (
        Decision(True, (Allowance(policy, policy, Limit.of(1, 5, 1)),), [0]) for policy in ("key", "tenant")
    )
    assert statuses(second.after(first)) == [("key", 5, 1), ("tenant", 5, 1)]
    assert second.after(None) == second


def statuses(decision: Decision) -> list[tuple[str, int, int]]:
    return [(each.policy, each.limit.window_seconds, each.remaining) for each in decision.limit_statuses]
