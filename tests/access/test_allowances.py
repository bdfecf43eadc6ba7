"""Which allowances a request is charged to: the pure rules."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from access.sample_keys import NOW, TENANT, key, session
from seatpreview.access.allowances import (
    Allowances,
    Limits,
    SessionLimits,
    address_allowances,
    beacon_allowances,
    end_allowances,
    key_allowances,
    page_allowances,
    refusal,
    session_allowances,
    without_reserve,
)
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.tenants.model import CachedTenant
from seatpreview.values.clock import Moment

DAY = 86_400
MINUTE = 60_000_000
LIMITS = Limits(*(Limit.of(1000 + number, DAY, 1000 + number) for number in range(len(Limits._fields))))
OF_SESSIONS = SessionLimits.of(LIMITS)
HUNDRED = Limit.of(100, 1, 50)
EIGHTY = Limit.of(80, 1, 40)
ONE = Limit.of(1, 1, 1)


def charged(allowances: Allowances) -> list[tuple[str, str, Limit]]:
    return [(allowance.policy, allowance.state, allowance.limit) for allowance in allowances]


@pytest.mark.parametrize(
    ("of_all", "of_address"),
    [(HUNDRED, Limit.of(10, 1, 5)), (Limit.of(29, 1, 9), Limit.of(2, 1, 1)), (Limit.of(9, 1, 9), ONE)],
)
def test_an_address_may_end_a_tenth_of_what_all_visitors_of_a_tenant_may(
    of_all: Limit, of_address: Limit
) -> None:
    """Attack: one visitor ends sessions until nobody else of the tenant can."""
    [own, shared] = end_allowances(TENANT, "192.0.2.1", of_all)
    assert (own.policy, own.limit) == ("ends", of_address)
    assert own.state != end_allowances(TENANT, "192.0.2.2", of_all)[0].state
    assert charged((shared,)) == [("ends", f"ends:{TENANT}", of_all)]


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1"])
def test_pages_have_allowances_of_their_own(address: str) -> None:
    of_address = address_allowances("pages", address, HUNDRED)
    assert charged(page_allowances(address, HUNDRED)) == [
        ("pages", allowance.state, allowance.limit) for allowance in of_address
    ]


def test_visitors_of_a_key_without_a_tenant_count_for_the_key_alone() -> None:
    assert charged(key_allowances(key(), None, None, LIMITS).of_visitor) == [
        ("visitors", "visitors:key:a", LIMITS.visitors)
    ]


def test_a_request_with_the_secret_counts_for_its_key_and_its_tenant() -> None:
    assert charged(key_allowances(key(), TENANT, None, LIMITS).of_secret) == [
        ("key", "key:a", LIMITS.key),
        ("tenant", "tenant:ten_a", LIMITS.tenant),
    ]
    assert charged(key_allowances(key(HUNDRED), None, None, LIMITS).of_secret) == [("key", "key:a", HUNDRED)]


def test_sessions_that_a_server_makes_count_apart_from_its_other_requests() -> None:
    assert charged(key_allowances(key(), TENANT, None, LIMITS).of_maker) == [
        ("sessions", "sessions:key:a", LIMITS.sessions),
        ("tenant", "tenant:ten_a", LIMITS.tenant),
    ]


def test_a_rate_limit_of_the_key_bounds_the_sessions_that_its_server_makes_too() -> None:
    allowances = key_allowances(key(HUNDRED), TENANT, None, LIMITS)
    assert allowances.of_maker == allowances.of_secret
    assert charged(allowances.of_maker)[0] == ("key", "key:a", HUNDRED)


def test_visitors_of_a_key_and_a_tenant_without_a_rate_limit_touch_nothing_of_theirs() -> None:
    allowances = key_allowances(key(), TENANT, None, LIMITS)
    of_tenant = ("tenant_visitors", "visitors:tenant:ten_a", LIMITS.tenant_visitors)
    assert charged(allowances.of_visitor) == [("visitors", "visitors:key:a", LIMITS.visitors), of_tenant]
    assert charged(allowances.of_sessions) == [of_tenant]


def test_a_rate_limit_that_admin_scope_has_set_bounds_visitors_too_and_they_get_four_fifths_of_it() -> None:
    allowances = key_allowances(key(HUNDRED), TENANT, CachedTenant(limit=HUNDRED), LIMITS)
    assert charged(allowances.of_visitor) == [
        ("visitors", "visitors:key:a", EIGHTY),
        ("key", "key:a", HUNDRED),
        ("tenant_visitors", "visitors:tenant:ten_a", EIGHTY),
        ("tenant", "tenant:ten_a", HUNDRED),
    ]
    assert allowances.of_sessions == allowances.of_visitor


def test_a_keyless_key_has_no_secret_and_keeps_no_reserve_for_one() -> None:
    allowances = key_allowances(key(HUNDRED, is_keyless=True), TENANT, None, LIMITS)
    assert charged(allowances.of_visitor)[0] == ("key", "key:a", HUNDRED)


def test_a_session_counts_for_itself_its_address_and_its_venue() -> None:
    twice = Limit.of(
        2 * LIMITS.session_address.requests,
        DAY,
        2 * LIMITS.session_address.burst,
        largest_burst=4 * LIMITS.session_address.burst,
    )
    assert charged(session_allowances(session(), key(), "2001:db8:0:12::1", NOW, OF_SESSIONS)) == [
        ("session", "session:ses_a", LIMITS.session),
        ("session_address", "sessions-address:2001:db8:0:12::/64", OF_SESSIONS.address[0]),
        ("session_network", "sessions-address:2001:db8::/56", twice),
        ("venue", "venue:ten_a:ven_a", OF_SESSIONS.venue[0]),
    ]


def test_a_rate_limit_of_the_key_takes_the_place_of_the_venues() -> None:
    """One number of the operator decides: no default stands in its way."""
    allowances = session_allowances(session(), key(HUNDRED), "192.0.2.1", NOW, OF_SESSIONS)
    assert [each.policy for each in allowances] == ["session", "session_address"]


def test_an_older_session_draws_on_the_same_states_with_a_larger_burst() -> None:
    new, old = (
        session_allowances(session("ses_a", Moment(NOW - age)), key(), "192.0.2.1", NOW, OF_SESSIONS)
        for age in (0, 30 * MINUTE)
    )
    assert [each.state for each in new] == [each.state for each in old]
    grown = [later.limit.burst / earlier.limit.burst for earlier, later in zip(new, old, strict=True)]
    assert grown == pytest.approx([1, 1.5, 1.5], abs=0.001)


def test_what_has_proven_nothing_counts_apart_from_sessions_and_beacons_of_the_same_address() -> None:
    (unproven,) = address_allowances("address", "192.0.2.1", LIMITS.address)
    (beacon,) = beacon_allowances("192.0.2.1", LIMITS.session_address)
    _, of_session, *_ = session_allowances(session(), key(), "192.0.2.1", NOW, OF_SESSIONS)
    assert len({unproven.state, beacon.state, of_session.state}) == 3


@given(requests=st.integers(2, 1000), burst=st.integers(2, 1000), others=st.integers(0, 3000))
def test_whatever_visitors_send_the_next_request_with_the_secret_passes(
    requests: int, burst: int, others: int
) -> None:
    """Attack: visitors who use up the rate of a key and of its tenant."""
    limit = Limit.of(max(requests, burst), DAY, burst)
    tenant = CachedTenant(limit=limit)

    async def play() -> None:
        limiter = LocalLimiter()
        allowances = key_allowances(key(limit), TENANT, tenant, LIMITS)
        admitted = [(await limiter.consume(allowances.of_visitor, NOW)).allowed for _ in range(others)]
        assert sum(admitted) <= burst - 1
        assert (await limiter.consume(allowances.of_secret, NOW)).allowed

    asyncio.run(play())


@given(requests=st.integers(1, 1_000_000), burst=st.integers(1, 1_000_000))
def test_the_part_of_visitors_is_within_the_limit_and_admits_something(requests: int, burst: int) -> None:
    limit = Limit.of(requests, 60, min(burst, requests))
    part = without_reserve(limit)
    assert part.is_within(limit)
    assert part.requests >= 1
    assert part.burst >= 1


@pytest.mark.anyio
async def test_a_refusal_names_the_limit_that_is_used_up() -> None:
    limiter = LocalLimiter()
    once = LIMITS._replace(session=Limit.of(1, DAY, 1))
    allowances = session_allowances(session(), key(), "192.0.2.1", NOW, SessionLimits.of(once))
    assert (await limiter.consume(allowances, NOW)).allowed
    refused = await limiter.consume(allowances, NOW)
    assert refusal(refused).detail.startswith("Too many requests with this session.")
    assert refusal(refused).limit == "session"
    assert (refusal(refused).retry_after_seconds or 0) > DAY - 10
