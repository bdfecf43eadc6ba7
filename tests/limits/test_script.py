"""The script that Valkey runs: the same arithmetic, digit for digit, as the pure functions."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from redis import Redis

from examples import examples
from seatpreview.limits import gcra
from seatpreview.limits.gcra import MICROSECOND_PS, SECOND_PS, Limit
from seatpreview.limits.valkey_limiter import SCRIPT

# The last argument is the clock here: its time in microseconds.
SCRIPT_WITH_A_CLOCK = SCRIPT.replace(
    "redis.call('TIME')", "{string.sub(ARGV[#ARGV], 1, -7), string.sub(ARGV[#ARGV], -6)}"
)

NOWS = st.integers(1_600_000_000 * 10**6, 4_000_000_000 * 10**6)


@st.composite
def limits(draw: st.DrawFn) -> Limit:
    requests = draw(st.integers(1, 1_000_000))
    window_seconds, burst = draw(st.integers(1, 86_400)), draw(st.integers(1, min(requests, 30)))
    return Limit.of(requests, window_seconds, burst, largest_burst=draw(st.just(0) | st.integers(1, 60)))


@st.composite
def uses(draw: st.DrawFn) -> tuple[Limit, int]:
    """A limit, and how far from now the TAT lies, most often where it matters to that limit."""
    limit = draw(limits())
    intervals = draw(st.integers(-1, limit.debt_ps_max // limit.interval_ps + 2))
    nearby_ps = draw(st.integers(-2, 2) | st.integers(-SECOND_PS, SECOND_PS))
    return limit, intervals * limit.interval_ps + nearby_ps


def test_the_script_reads_the_servers_clock_in_one_place() -> None:
    assert SCRIPT.count("redis.call('TIME')") == 1


@examples(300, [HealthCheck.function_scoped_fixture])
@given(now_us=NOWS, limits_and_offsets=st.lists(uses(), min_size=1, max_size=3), count=st.integers(0, 40))
def test_the_script_decides_as_the_pure_functions_do(
    behind: Redis, now_us: int, limits_and_offsets: list[tuple[Limit, int]], count: int
) -> None:
    now_ps = now_us * MICROSECOND_PS
    limits, tats_ps = (
        [limit for limit, _ in limits_and_offsets],
        [now_ps + ahead_ps for _, ahead_ps in limits_and_offsets],
    )
    assert run(behind, limits, tats_ps, now_us, count) == one_by_one(limits, tats_ps, now_ps, count)


@pytest.mark.parametrize("stored_ps", [10**21 + 1, 2**53 + 1, 2_000_000_000 * SECOND_PS + 999_999_999_999])
def test_a_tat_beyond_what_a_lua_number_holds_keeps_every_digit(behind: Redis, stored_ps: int) -> None:
    limit = Limit.of(requests=7, window_seconds=86_400, burst=7)
    now_us = stored_ps // MICROSECOND_PS
    admitted, [tat_ps] = run(behind, [limit], [stored_ps], now_us, count=3)
    assert (admitted, tat_ps) == (3, stored_ps + 3 * limit.interval_ps)
    stored = behind.get("state 0")
    assert isinstance(stored, bytes)
    assert ps_of(stored) == tat_ps


def test_halves_of_a_second_add_up_to_a_whole_one(behind: Redis) -> None:
    limit = Limit.of(requests=2, window_seconds=1, burst=2)
    half_past_us = 1_790_000_000_500_000
    admitted, [tat_ps] = run(behind, [limit], [0], half_past_us, count=1)
    assert (admitted, tat_ps) == (1, 1_790_000_001 * SECOND_PS)


def test_a_state_expires_when_its_debt_does(behind: Redis) -> None:
    limit = Limit.of(requests=10, window_seconds=1000, burst=10)
    run(behind, [limit], [0], now_us=1_790_000_000 * 10**6, count=4)
    left_ms = behind.pttl("state 0")
    assert 390_000 < left_ms <= 400_000


def test_a_state_that_holds_no_debt_is_not_stored(behind: Redis) -> None:
    full = Limit.of(requests=1, window_seconds=1000, burst=1)
    now_us = 1_790_000_000 * 10**6
    run(behind, [full, full], [now_us * MICROSECOND_PS + full.span_ps, 0], now_us, count=1)
    assert list(behind.scan_iter()) == [b"state 0"]


def run(
    server: Redis, limits: list[Limit], tats_ps: list[int], now_us: int, count: int
) -> tuple[int, list[int]]:
    names = [f"state {number}" for number in range(len(limits))]
    for name, tat_ps in zip(names, tats_ps, strict=True):
        if tat_ps:
            server.set(name, text_of(tat_ps))
    durations = [
        text_of(ps) for limit in limits for ps in (limit.interval_ps, limit.span_ps, limit.debt_ps_max)
    ]
    reply = server.eval(SCRIPT_WITH_A_CLOCK, len(names), *names, count, *durations, str(now_us))
    assert isinstance(reply, bytes)
    admitted, now, *after = reply.split()
    assert ps_of(now) == now_us * MICROSECOND_PS
    return int(admitted), [ps_of(tat) for tat in after]


def one_by_one(limits: list[Limit], tats_ps: list[int], now_ps: int, count: int) -> tuple[int, list[int]]:
    debts_ps = [gcra.debt(limit, tat_ps, now_ps) for limit, tat_ps in zip(limits, tats_ps, strict=True)]
    admitted = 0
    for _ in range(count):
        charged_ps = [
            gcra.charge(limit, now_ps + debt_ps, now_ps)
            for limit, debt_ps in zip(limits, debts_ps, strict=True)
        ]
        if None in charged_ps:
            break
        debts_ps = [debt_ps for debt_ps in charged_ps if debt_ps is not None]
        admitted += 1
    return admitted, [now_ps + debt_ps for debt_ps in debts_ps]


def text_of(time_ps: int) -> str:
    return f"{time_ps // SECOND_PS}.{time_ps % SECOND_PS:012d}"


def ps_of(text: bytes) -> int:
    seconds, _, below = text.partition(b".")
    assert len(below) == 12
    return int(seconds) * SECOND_PS + int(below)
