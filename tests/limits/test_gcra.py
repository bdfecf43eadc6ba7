"""The arithmetic: what a limit promises, for any limit and any pattern of requests."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from seatpreview.limits import gcra
from seatpreview.limits.gcra import SECOND_PS, Limit
from seatpreview.limits.model import Allowance, LimitStatus

NOW_PS = 1_790_000_000 * SECOND_PS


@st.composite
def limits(draw: st.DrawFn, burst_max: int = 1_000_000) -> Limit:
    requests = draw(st.integers(1, 1_000_000))
    window_seconds = draw(st.integers(1, 86_400))
    return Limit.of(requests, window_seconds, draw(st.integers(1, min(requests, burst_max))))


def share(limit: Limit, fraction: float) -> int:
    """Part of the limit's span, for debts and gaps that matter to it."""
    return int(limit.span_ps * fraction)


@settings(deadline=None)
@given(limits(burst_max=20), st.lists(st.floats(0, 2), max_size=60))
def test_no_span_of_time_admits_more_than_the_burst_and_one_for_each_interval(
    limit: Limit, gaps: list[float]
) -> None:
    admitted: list[int] = []
    tat_ps, now_ps = 0, NOW_PS
    for gap in gaps:
        now_ps += int(limit.interval_ps * gap)
        allowed, tat_ps = consume(limit, tat_ps, now_ps)
        if allowed:
            admitted.append(now_ps)
    for first, start_ps in enumerate(admitted):
        for count, end_ps in enumerate(admitted[first:], 1):
            assert count <= limit.burst + (end_ps - start_ps) // limit.interval_ps


@settings(deadline=None)
@given(limits(burst_max=20), st.integers(0, 60))
def test_a_client_that_always_retries_as_early_as_possible_gets_the_burst_and_one_for_each_interval(
    limit: Limit, intervals: int
) -> None:
    end_ps = NOW_PS + intervals * limit.interval_ps
    admitted, tat_ps, now_ps = 0, 0, NOW_PS
    while now_ps <= end_ps:
        allowed, tat_ps = consume(limit, tat_ps, now_ps)
        admitted += allowed
        now_ps = max(now_ps, tat_ps + limit.interval_ps - limit.span_ps)
    assert admitted == limit.burst + intervals


@settings(deadline=None)
@given(limits())
def test_rounding_the_interval_up_costs_at_most_one_request_in_a_window(limit: Limit) -> None:
    in_a_window = limit.window_seconds * SECOND_PS // limit.interval_ps
    assert limit.requests - 1 <= in_a_window <= limit.requests


@settings(deadline=None)
@given(limits(burst_max=20), st.floats(0, 1))
def test_as_many_pass_at_once_as_remain(limit: Limit, used: float) -> None:
    debt_ps = share(limit, used)
    remaining = status(limit, debt_ps).remaining
    for _ in range(remaining):
        charged_ps = gcra.charge(limit, debt_ps, 0)
        assert charged_ps == debt_ps + limit.interval_ps
        debt_ps = charged_ps
    assert gcra.charge(limit, debt_ps, 0) is None


@settings(deadline=None)
@given(limits(), st.floats(0, 1))
def test_after_the_reset_the_whole_burst_is_there_and_a_second_before_it_is_not(
    limit: Limit, used: float
) -> None:
    tat_ps = NOW_PS + share(limit, used)
    wait = status(limit, share(limit, used)).reset_seconds
    assert remaining_at(limit, tat_ps, NOW_PS + wait * SECOND_PS) == limit.burst
    if wait:
        assert remaining_at(limit, tat_ps, NOW_PS + (wait - 1) * SECOND_PS) < limit.burst


@settings(deadline=None)
@given(limits(), st.floats(0, 1))
def test_a_refused_client_passes_after_the_wait_and_not_a_second_earlier(limit: Limit, used: float) -> None:
    debt_ps = share(limit, used)
    wait = status(limit, debt_ps).retry_after_seconds
    refused = gcra.charge(limit, debt_ps, 0) is None
    assert refused == (wait >= 1)
    assert remaining_at(limit, NOW_PS + debt_ps, NOW_PS + wait * SECOND_PS) >= 1
    if refused:
        assert remaining_at(limit, NOW_PS + debt_ps, NOW_PS + (wait - 1) * SECOND_PS) == 0


@settings(deadline=None)
@given(limits(), st.integers(0, 10**30))
def test_a_clock_that_went_back_locks_nobody_out_for_longer_than_an_interval(
    limit: Limit, ahead_ps: int
) -> None:
    allowed, tat_ps = consume(limit, NOW_PS + limit.span_ps + ahead_ps, NOW_PS)
    assert not allowed
    assert consume(limit, tat_ps, NOW_PS + limit.interval_ps)[0]


@settings(deadline=None)
@given(limits(), st.floats(0, 1), limits())
def test_a_state_that_another_limit_left_never_gives_more_than_the_burst(
    left_by: Limit, used: float, limit: Limit
) -> None:
    assert 0 <= remaining_at(limit, NOW_PS + share(left_by, used), NOW_PS) <= limit.burst


def test_a_state_that_was_never_used_has_the_whole_burst() -> None:
    limit = Limit.of(10, 60, 4)
    assert status(limit, gcra.debt(limit, 0, NOW_PS)) == LimitStatus("key", limit, 4, 0, 0)


def consume(limit: Limit, tat_ps: int, now_ps: int) -> tuple[bool, int]:
    charged_ps = gcra.charge(limit, tat_ps, now_ps)
    if charged_ps is None:
        return False, now_ps + gcra.debt(limit, tat_ps, now_ps)
    return True, now_ps + charged_ps


def remaining_at(limit: Limit, tat_ps: int, now_ps: int) -> int:
    return status(limit, gcra.debt(limit, tat_ps, now_ps)).remaining


def status(limit: Limit, debt_ps: int) -> LimitStatus:
    return LimitStatus.of(Allowance("key", "state", limit), debt_ps)


def test_of_a_debt_above_the_burst_nothing_is_left() -> None:
    limit = Limit.of(requests=1, window_seconds=1, burst=2, largest_burst=4)
    assert gcra.remaining(limit, limit.debt_ps_max) == 0


def test_a_single_picosecond_ahead_is_owed() -> None:
    limit = Limit.of(requests=1, window_seconds=1, burst=2)
    assert [gcra.debt(limit, tat_ps, now_ps=5) for tat_ps in (4, 5, 6)] == [0, 0, 1]
    owed = [gcra.charge(limit, tat_ps, now_ps=5) for tat_ps in (4, 5, 6)]
    assert owed == [limit.interval_ps, limit.interval_ps, limit.interval_ps + 1]


@given(limits(), limits(), limits())
def test_one_limit_is_within_another_if_it_admits_at_most_as_much(
    one: Limit, two: Limit, three: Limit
) -> None:
    fewer_at_once = one.burst <= two.burst
    fewer_in_a_second = Fraction(one.requests, one.window_seconds) <= Fraction(
        two.requests, two.window_seconds
    )
    assert one.is_within(two) is (fewer_at_once and fewer_in_a_second)
    assert one.is_within(one)
    if one.is_within(two) and two.is_within(three):
        assert one.is_within(three)
