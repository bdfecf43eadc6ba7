"""A limit in which older sessions come first: what younger ones can and cannot do to them."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from seatpreview.limits import gcra
from seatpreview.limits.gcra import AGES, MICROSECOND_PS, Limit, age_of, older_first
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance
from seatpreview.values.clock import Moment

NOW = 1_800_000_000_000_000
SECOND = 1_000_000
STEP = 100_000
"""Microseconds between two rounds of requests."""


@st.composite
def limits(draw: st.DrawFn, burst_max: int = 600) -> Limit:
    burst = draw(st.integers(1, burst_max))
    return Limit.of(draw(st.integers(burst, 6000)), draw(st.sampled_from([60, 86_400])), burst)


def test_a_session_grows_older_every_ten_seconds_for_an_hour() -> None:
    made_before = (-5, 0, 10 * SECOND - 1, 10 * SECOND, 3599 * SECOND, 9000 * SECOND)
    ages = [age_of(Moment(NOW - since), Moment(NOW)) for since in made_before]
    assert ages == [0, 0, 0, 1, 359, 360]


@given(limits())
def test_a_new_session_has_the_limit_itself_and_an_old_one_twice_the_burst(limit: Limit) -> None:
    by_age = older_first(limit)
    bursts = [each.burst for each in by_age]
    assert len(by_age) == AGES + 1
    assert by_age[0].header == limit.header
    assert bursts == sorted(bursts)
    assert bursts[-1] == 2 * limit.burst
    assert {each.interval_ps for each in by_age} == {limit.interval_ps}
    assert {each.debt_ps_max for each in by_age} == {2 * limit.span_ps}


@examples(100)
@given(
    limit=limits(),
    young=st.integers(0, AGES - 1),
    rounds=st.lists(st.tuples(st.integers(0, 80), st.integers(0, 20)), min_size=1, max_size=40),
)
def test_whatever_younger_sessions_send_older_ones_within_the_rate_are_served(
    limit: Limit, young: int, rounds: list[tuple[int, int]]
) -> None:
    """Attack: sessions that were made a moment ago, each at its limit, from the address of many others.

    The older ones stay within the rate of the limit, and within the burst that they have beyond the younger
    ones'.
    """
    by_age = older_first(limit)
    younger, older = by_age[young], by_age[AGES]
    beyond = Limit.of(limit.requests, limit.window_seconds, older.burst - younger.burst)
    own_tat_ps, tat_ps = 0, 0
    for number, (attempts, looks) in enumerate(rounds):
        now_ps = (NOW + number * STEP) * MICROSECOND_PS
        for _ in range(attempts):
            tat_ps = consume(younger, tat_ps, now_ps)[1]
        for _ in range(looks):
            is_within, own_tat_ps = consume(beyond, own_tat_ps, now_ps)
            if is_within:
                served, tat_ps = consume(older, tat_ps, now_ps)
                assert served


@examples(100)
@given(
    limit=limits(burst_max=8),
    rounds=st.lists(st.lists(st.integers(0, AGES), max_size=60), min_size=1, max_size=30),
)
def test_sessions_of_all_ages_together_get_no_more_than_the_rate_and_the_largest_burst(
    limit: Limit, rounds: list[list[int]]
) -> None:
    """The danger: a refusal of a young session cuts the debt to its own burst, and so forgives the rest."""
    by_age = older_first(limit)
    tat_ps, admitted = 0, 0
    for number, ages in enumerate(rounds):
        now_ps = (NOW + number * STEP) * MICROSECOND_PS
        for age in ages:
            is_admitted, tat_ps = consume(by_age[age], tat_ps, now_ps)
            admitted += is_admitted
    passed_ps = (len(rounds) - 1) * STEP * MICROSECOND_PS
    assert admitted <= 2 * limit.burst + passed_ps // limit.interval_ps


def test_the_youngest_are_refused_first_and_are_told_when_to_come_back() -> None:
    by_age = older_first(Limit.of(60, 60, 60))

    async def play() -> None:
        limiter = LocalLimiter()
        new, old = (Allowance("venue", "venue", by_age[age]) for age in (0, AGES // 2))
        for _ in range(60):
            assert (await limiter.consume((new,), Moment(NOW))).allowed
        refused = await limiter.consume((new,), Moment(NOW))
        assert (refused.allowed, refused.retry_after_seconds) == (False, 1)
        for _ in range(30):
            assert (await limiter.consume((old,), Moment(NOW))).allowed
        refused = await limiter.consume((new,), Moment(NOW))
        (status,) = refused.limit_statuses
        assert (status.remaining, status.retry_after_seconds, status.reset_seconds) == (0, 31, 90)

    asyncio.run(play())


@pytest.mark.parametrize("age", [0, 30, AGES])
def test_a_clock_that_was_set_back_locks_nobody_out_for_longer_than_twice_the_span(age: int) -> None:
    limit = older_first(Limit.of(60, 60, 10))[age]
    far_ahead_ps = 10**30
    assert gcra.debt(limit, far_ahead_ps, 0) == 20 * limit.interval_ps


def consume(limit: Limit, tat_ps: int, now_ps: int) -> tuple[bool, int]:
    """Decides as the limiters do, and returns the new state."""
    charged_ps = gcra.charge(limit, tat_ps, now_ps)
    if charged_ps is None:
        return False, now_ps + gcra.debt(limit, tat_ps, now_ps)
    return True, now_ps + charged_ps
