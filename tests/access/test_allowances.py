"""Which allowances a request is charged to: the pure rules."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.access.allowances import (
    Allowances,
    Limits,
    address_allowances,
    end_allowances,
    page_allowances,
    refusal,
    secret_allowances,
    session_allowances,
    visitor_allowances,
    without_reserve,
)
from seatpreview.keys.cached_key import CachedKey
from seatpreview.keys.origins import AllowedOrigins
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.tenants.model import CachedTenant
from seatpreview.values.caller import Caller
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, SessionId, TenantId

TENANT, SESSION = TenantId("tnt_a"), SessionId("ses_a")
DAY = 86_400
NOW = Moment(1_800_000_000_000_000)
LIMITS = Limits(*(Limit.of(1000 + number, DAY, 1000 + number) for number in range(len(Limits._fields))))
HUNDRED = Limit.of(100, 1, 50)
EIGHTY = Limit.of(80, 1, 40)
ONE = Limit.of(1, 1, 1)


def key(limit: Limit | None = None, is_keyless: bool = False) -> CachedKey:
    caller = Caller(kind="secret", key_id=KeyId("key_a"), tenant_id=TENANT, scope="tenant", venues=None)
    return CachedKey(
        key_id=KeyId("key_a"),
        caller=caller,
        origin_only_caller=caller,
        is_keyless=is_keyless,
        allow_origin_only=False,
        origins=AllowedOrigins([]),
        frame_ancestors="",
        is_restricted_by_origin=False,
        limit=limit,
        allowance="key:a",
        ends_at=NOW,
        secret_is_unused=False,
        memory_bytes=0,
    )


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
    assert charged(visitor_allowances(key(), None, None, LIMITS)) == [
        ("visitors", "visitors:key:a", LIMITS.visitors)
    ]


def test_a_request_with_the_secret_counts_for_its_key_and_its_tenant() -> None:
    assert charged(secret_allowances(key(), TENANT, None, LIMITS)) == [
        ("key", "key:a", LIMITS.key),
        ("tenant", "tenant:tnt_a", LIMITS.tenant),
    ]
    assert charged(secret_allowances(key(HUNDRED), None, None, LIMITS)) == [("key", "key:a", HUNDRED)]


def test_visitors_of_a_key_and_a_tenant_without_a_rate_limit_touch_nothing_of_theirs() -> None:
    assert charged(visitor_allowances(key(), TENANT, None, LIMITS)) == [
        ("visitors", "visitors:key:a", LIMITS.visitors),
        ("tenant_visitors", "visitors:tenant:tnt_a", LIMITS.tenant_visitors),
    ]


def test_a_rate_limit_that_admin_scope_has_set_bounds_visitors_too_and_they_get_four_fifths_of_it() -> None:
    tenant = CachedTenant(limit=HUNDRED)
    assert charged(visitor_allowances(key(HUNDRED), TENANT, tenant, LIMITS)) == [
        ("visitors", "visitors:key:a", EIGHTY),
        ("key", "key:a", HUNDRED),
        ("tenant_visitors", "visitors:tenant:tnt_a", EIGHTY),
        ("tenant", "tenant:tnt_a", HUNDRED),
    ]


def test_a_keyless_key_has_no_secret_and_keeps_no_reserve_for_one() -> None:
    assert charged(visitor_allowances(key(HUNDRED, is_keyless=True), TENANT, None, LIMITS))[0] == (
        "key",
        "key:a",
        HUNDRED,
    )


def test_a_session_counts_for_itself_and_its_address_before_what_all_visitors_share() -> None:
    shared = visitor_allowances(key(), TENANT, None, LIMITS)
    twice = Limit.of(2 * LIMITS.session_address.requests, DAY, 2 * LIMITS.session_address.burst)
    assert charged(session_allowances(SESSION, "2001:db8:0:12::1", shared, LIMITS)) == [
        ("session", "session:ses_a", LIMITS.session),
        ("address", "sessions-address:2001:db8:0:12::/64", LIMITS.session_address),
        ("network", "sessions-address:2001:db8::/56", twice),
        *charged(shared),
    ]
    assert [each.policy for each in session_allowances(SESSION, "192.0.2.1", shared, LIMITS)[:2]] == [
        "session",
        "address",
    ]


def test_what_has_proven_nothing_counts_apart_from_sessions_of_the_same_address() -> None:
    (unproven,) = address_allowances("address", "192.0.2.1", LIMITS.address)
    _, of_session, *_ = session_allowances(SESSION, "192.0.2.1", (), LIMITS)
    assert unproven.state != of_session.state


@given(requests=st.integers(2, 1000), burst=st.integers(2, 1000), others=st.integers(0, 3000))
def test_whatever_visitors_send_the_next_request_with_the_secret_passes(
    requests: int, burst: int, others: int
) -> None:
    """Attack: visitors who use up the rate of a key and of its tenant."""
    limit = Limit.of(max(requests, burst), DAY, burst)
    tenant = CachedTenant(limit=limit)

    async def play() -> None:
        limiter = LocalLimiter()
        of_visitors = visitor_allowances(key(limit), TENANT, tenant, LIMITS)
        of_secret = secret_allowances(key(limit), TENANT, tenant, LIMITS)
        admitted = [(await limiter.consume(of_visitors, NOW)).allowed for _ in range(others)]
        assert sum(admitted) <= burst - 1
        assert (await limiter.consume(of_secret, NOW)).allowed

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
    allowances = session_allowances(SESSION, "192.0.2.1", visitor_allowances(key(), TENANT, None, once), once)
    assert (await limiter.consume(allowances, NOW)).allowed
    refused = await limiter.consume(allowances, NOW)
    assert refusal(refused).detail.startswith("Too many requests with this session.")
    assert (refusal(refused).retry_after_seconds or 0) > DAY - 10
