"""Rate limits over HTTP. Windows are so long that no allowance is regained during a test."""

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest

from cast import Actor, Cast, bearer, create_cast
from seatpreview.access import guard
from seatpreview.access.allowances import KeyAllowances, key_allowances
from seatpreview.freshness.record_cache import RecordKind
from seatpreview.freshness.records import Records
from seatpreview.keys.cached_key import CachedKey
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

DAY = 86_400


async def test_the_burst_is_admitted_then_429_with_retry_after_and_what_is_left(cast: Cast) -> None:
    key = await limited(cast, requests=24, burst=2)
    first, second, third = [await key.get("/caller") for _ in range(3)]
    assert [answer.status_code for answer in (first, second, third)] == [200, 200, 429]
    assert third.json()["code"] == "rate_limited"
    assert 3500 <= int(third.headers["retry-after"]) <= 3600
    policy = f'"key";q=24;w={DAY};burst=2'
    assert first.headers["ratelimit-policy"].startswith(policy)
    assert first.headers["ratelimit"].startswith('"key";r=1;t=')
    assert third.headers["ratelimit-policy"].startswith(policy)
    assert third.headers["ratelimit"].startswith('"key";r=0;t=')


async def test_time_gives_back_one_request_for_each_interval(cast: Cast) -> None:
    key = await limited(cast, requests=24, burst=2)
    assert [(await key.get("/caller")).status_code for _ in range(3)] == [200, 200, 429]
    cast.service.clock.advance(3601)
    assert [(await key.get("/caller")).status_code for _ in range(2)] == [200, 429]


async def test_401_and_403_of_the_guard_cost_nothing_and_everything_after_it_costs_one(cast: Cast) -> None:
    limit = {"requests": 4, "windowSeconds": DAY}
    key = await cast.actor(
        tenantId=cast.owner.tenant_id, rateLimit=limit, allowedOrigins=["https://shop.example"]
    )
    for _ in range(5):
        assert (await key.get("/manage/tenants")).status_code == 403
        refused = await cast.who(bearer(key.plaintext), ("origin", "https://evil.example"))
        assert refused.status_code == 403
        assert "ratelimit" not in refused.headers
    assert (await key.get("/manage/keys/x")).status_code == 400
    assert (await key.get("/manage/keys/key_aaaaaaaaaaaa")).status_code == 404
    assert (await key.post("/manage/keys", {"rateLimit": None})).status_code == 403
    assert (await key.get("/caller")).status_code == 200
    assert (await key.get("/caller")).status_code == 429


async def test_a_rotated_key_and_its_replacement_share_one_state(cast: Cast) -> None:
    """Attack: rotating a key to get a new allowance."""
    key = await limited(cast, requests=3, burst=3)
    replacement = (await cast.owner.post(f"/manage/keys/{key.key_id}/rotate", {})).json()
    new = Actor(cast.service, replacement, replacement["plaintext"])
    answers = [(await actor.get("/caller")).status_code for actor in (key, new, key, new, key)]
    assert answers == [200, 200, 200, 429, 429]


async def test_a_rotated_key_and_its_replacement_keep_their_own_limits(cast: Cast) -> None:
    key = await limited(cast, requests=2, burst=2)
    replacement = (await cast.owner.post(f"/manage/keys/{key.key_id}/rotate", {})).json()
    wider = {"rateLimit": {"requests": 4, "windowSeconds": DAY}}
    assert (await cast.operator.patch(f"/manage/keys/{replacement['keyId']}", wider)).status_code == 200
    new = Actor(cast.service, replacement, replacement["plaintext"])
    answer = await new.get("/caller")
    assert answer.headers["ratelimit-policy"].startswith(f'"key";q=4;w={DAY};burst=4')
    answer = await key.get("/caller")
    assert answer.headers["ratelimit-policy"].startswith(f'"key";q=2;w={DAY};burst=2')


async def test_making_keys_makes_no_allowance_since_all_keys_of_a_tenant_share_one(cast: Cast) -> None:
    keys = [await cast.actor(tenantId=cast.stranger.tenant_id) for _ in range(3)]
    limit = {"rateLimit": {"requests": 4, "windowSeconds": DAY}}
    tenant = f"/manage/tenants/{cast.stranger.tenant_id}"
    assert (await cast.operator.patch(tenant, limit)).status_code == 200
    answers = [await key.get("/caller") for key in (*keys, *keys)]
    # The tenant's own key was not used since then, so the first of these starts with a full allowance.
    assert [answer.status_code for answer in answers].count(200) == 4
    assert '"tenant";r=0' in answers[-1].headers["ratelimit"]
    assert (await cast.owner.get("/caller")).status_code == 200


async def test_a_limit_is_changed_at_once(cast: Cast) -> None:
    key = await limited(cast, requests=1, burst=1)
    assert [(await key.get("/caller")).status_code for _ in range(2)] == [200, 429]
    await cast.operator.patch(f"/manage/keys/{key.key_id}", {"rateLimit": None})
    # From the first request on, what is owed counts as at most the span of the new limit: a second.
    await key.get("/caller")
    cast.service.clock.advance(2)
    assert [(await key.get("/caller")).status_code for _ in range(3)] == [200, 200, 200]


async def test_a_tenants_limit_is_changed_at_once_for_keys_that_are_in_use(cast: Cast) -> None:
    path = f"/manage/tenants/{cast.stranger.tenant_id}"
    assert [(await cast.stranger.get("/caller")).status_code for _ in range(3)] == [200, 200, 200]
    limit = {"requests": 1, "windowSeconds": DAY, "burst": 1}
    assert (await cast.operator.patch(path, {"rateLimit": limit})).status_code == 200
    assert [(await cast.stranger.get("/caller")).status_code for _ in range(2)] == [200, 429]
    assert (await cast.operator.patch(path, {"rateLimit": None})).status_code == 200
    await cast.stranger.get("/caller")
    cast.service.clock.advance(2)
    assert [(await cast.stranger.get("/caller")).status_code for _ in range(3)] == [200, 200, 200]


async def test_requests_of_a_key_share_its_allowances_until_its_record_changes(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: to make them again for each request, which nobody sees but for the processor time."""
    key = await limited(cast, requests=24, burst=24)
    made: list[CachedKey] = []

    def counted(key: CachedKey, *more: Any) -> KeyAllowances:
        made.append(key)
        return key_allowances(key, *more)

    monkeypatch.setattr(guard, "key_allowances", counted)
    for _ in range(3):
        assert (await key.get("/caller")).status_code == 200
    assert [each.key_id for each in made] == [key.key_id]


async def test_failed_credentials_and_requests_without_a_secret_pass_the_limit_of_their_address(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: guessing secrets, or forging an Origin, without being limited."""
    async with running(new_settings(address_rate=Rate(6, DAY, 6))) as service:
        cast = await create_cast(service)
        keyless = await cast.keyless()
        origin = ("origin", keyless["allowedOrigins"][0])
        answers = [
            await cast.who(bearer("sk_live_wrong")),
            await cast.who(),
            await cast.who(origin),
            await cast.who(origin, ("x-key-id", keyless["keyId"])),
            await cast.who(("origin", "https://nobody.example")),
            await cast.who(bearer(cast.owner.plaintext), bearer(cast.owner.plaintext)),
        ]
        assert [answer.status_code for answer in answers] == [401, 401, 200, 200, 401, 401]
        for refused in (await cast.who(), await cast.who(origin), await cast.who(bearer("sk_live_wrong"))):
            assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
            assert int(refused.headers["retry-after"]) > 0
        assert (await cast.owner.get("/caller")).status_code == 200, "who has a secret is not held up"


async def test_an_address_without_an_allowance_makes_the_database_look_for_no_key(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: guesses of origins and key ids, each of which is looked for in the database."""
    looked_for: list[str] = []
    load = Records.load

    async def record(records: Records, kind: RecordKind[Any], name: str) -> Any:
        looked_for.append(name)
        return await load(records, kind, name)

    async with running(new_settings(address_rate=Rate(1, DAY, 1))) as service:
        cast = await create_cast(service)
        assert (await cast.who(("origin", "https://first.example"))).status_code == 401
        monkeypatch.setattr(Records, "load", record)
        assert (await cast.who(("origin", "https://second.example"))).status_code == 429
        assert looked_for == []


async def test_forwarded_addresses_count_only_from_trusted_proxies(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: sending a header to get a new allowance."""
    forged = [("x-forwarded-for", f"203.0.113.{n}") for n in range(3)]
    async with running(new_settings(address_rate=Rate(2, DAY, 2))) as service:
        answers = [(await service.ask("GET", "/caller", (header,))).status_code for header in forged]
        assert answers == [401, 401, 429]
    proxies = (ip_network("127.0.0.1"), ip_network("10.0.0.0/8"))
    async with running(new_settings(address_rate=Rate(1, DAY, 1), trusted_proxies=proxies)) as service:
        answers = [(await service.ask("GET", "/caller", (header,))).status_code for header in forged]
        assert answers == [401, 401, 401]
        # What stands left of the first address that no proxy of ours has, the client may have written itself.
        # Some proxies write the port along, which is another one for each connection.
        chains = [
            "198.51.100.1, 203.0.113.7",
            "198.51.100.2, 203.0.113.7, 10.1.1.1",
            "198.51.100.3, 203.0.113.7:50001, 10.1.1.1:8080",
        ]
        answers = [
            (await service.ask("GET", "/caller", (("x-forwarded-for", chain),))).status_code
            for chain in chains
        ]
        assert answers == [401, 429, 429]


async def test_one_ipv6_network_is_one_client(new_settings: Callable[..., Settings]) -> None:
    """Attack: using the 2 to the 64 IPv6 addresses that every customer has."""
    proxies = (ip_network("127.0.0.1"),)
    async with running(new_settings(address_rate=Rate(1, DAY, 1), trusted_proxies=proxies)) as service:
        addresses = ["2001:db8::1", "[2001:db8::2]:50001", "2001:db8:0:1::1"]
        answers = [
            (await service.ask("GET", "/caller", (("x-forwarded-for", address),))).status_code
            for address in addresses
        ]
        assert answers == [401, 429, 401]


async def limited(cast: Cast, requests: int, burst: int) -> Actor:
    limit = {"requests": requests, "windowSeconds": DAY, "burst": burst}
    return await cast.actor(tenantId=cast.owner.tenant_id, rateLimit=limit)
