"""Visitors, who have no secret, against the shop whose key they use: its server is served all the same.

Windows are so long that no allowance is regained during a test.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_network
from itertools import count

import pytest

from cast import Actor, Cast, bearer, create_cast
from seatpreview.limits.shares import Share, visitor_path
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from servers.polling import until
from serving import running

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

DAY = 86_400
PROXY = (ip_network("127.0.0.1"),)


async def test_a_session_has_an_allowance_of_its_own(new_settings: Callable[..., Settings]) -> None:
    """Attack: one visitor uses up what all visitors of the shop have."""
    async with running(new_settings(session_rate=Rate(3, DAY, 3))) as service:
        cast = await create_cast(service)
        greedy, other = [(await cast.session())["token"] for _ in range(2)]
        answers = [await cast.who(bearer(greedy)) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["detail"].startswith("Too many requests with this session.")
        policy = f'"session";q=3;w={DAY};burst=3, "session_address";'
        assert answers[0].headers["ratelimit-policy"].startswith(policy)
        assert (await cast.who(bearer(other))).status_code == 200
        assert service.internals.guard.refused == {"session": 2}


async def test_visitors_from_one_ipv6_network_of_56_bits_leave_something_to_others(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: visitors from the 256 networks of 64 bits that one customer has, each with a new session."""
    settings = new_settings(session_address_rate=Rate(2, DAY, 2), trusted_proxies=PROXY)
    async with running(settings) as service:
        cast = await create_cast(service)
        tokens = [(await cast.session())["token"] for _ in range(8)]
        attack = [
            (await cast.who(bearer(token), ("x-forwarded-for", f"2001:db8:0:{number:x}::1"))).status_code
            for number, token in enumerate(tokens)
        ]
        assert attack == [200] * 4 + [429] * 4
        assert service.internals.guard.refused == {"session_network": 4}
        elsewhere = ("x-forwarded-for", "2001:db8:0:100::1")
        assert (await cast.who(bearer(tokens[0]), elsewhere)).status_code == 200


async def test_visitors_use_up_nothing_of_a_key_without_a_rate_limit(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: visitors of a shop use up the rate of its key, so that its server gets 429."""
    rates = {"venue_rate": Rate(4, DAY, 4), "key_rate": Rate(2, DAY, 2)}
    async with running(new_settings(**rates)) as service:
        cast = await create_cast(service)
        token = (await cast.session())["token"]
        answers = [(await cast.who(bearer(token))).status_code for _ in range(6)]
        assert answers == [200, 200, 200, 200, 429, 429]
        own = [await cast.owner.get("/caller") for _ in range(3)]
        assert [answer.status_code for answer in own] == [200, 200, 429], "making the session is not one"


async def test_of_a_rate_limit_that_admin_scope_set_visitors_get_four_fifths(cast: Cast) -> None:
    """Attack: as before, where the operator bounds everything of the key."""
    limit = {"requests": 20, "windowSeconds": DAY}
    key = await cast.actor(tenantId=cast.owner.tenant_id, rateLimit=limit)
    token = (await cast.session(key.key))["token"]
    visitors = [(await cast.who(bearer(token))).status_code for _ in range(20)]
    assert visitors.count(200) == 16
    server = [(await key.get("/caller")).status_code for _ in range(5)]
    assert server == [200, 200, 200, 429, 429], "20 in all: one made the session, 16 were visitors'"


async def test_whatever_visitors_of_a_keyless_key_send_its_tenant_can_revoke_it(cast: Cast) -> None:
    """Attack: the Origin of a keyless key, which has no secret and no reserve of its own."""
    keyless = await cast.keyless()
    limit = {"rateLimit": {"requests": 10, "windowSeconds": DAY}}
    path = f"/manage/tenants/{cast.owner.tenant_id}"
    assert (await cast.operator.patch(path, limit)).status_code == 200
    origin = ("origin", keyless["allowedOrigins"][0])
    visitors = [(await cast.who(origin)).status_code for _ in range(12)]
    assert visitors.count(200) == 8
    assert (await cast.owner.delete(f"/manage/keys/{keyless['keyId']}")).status_code == 204
    assert (await cast.who(origin)).status_code == 401


async def test_a_signed_token_counts_for_its_session_and_not_for_what_its_address_has_failed(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: somebody behind the same address (NAT) guesses keys, and nobody there sees a view."""
    async with running(new_settings(address_rate=Rate(3, DAY, 3))) as service:
        cast = await create_cast(service)
        token = (await cast.session())["token"]
        assert [(await cast.who(bearer("st_made_up"))).status_code for _ in range(4)] == [401, 401, 401, 429]
        assert (await cast.who(bearer(token))).status_code == 200


async def test_what_the_guard_refuses_of_visitors_counts_for_their_address(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: a token, which its holder may ask for nothing with, to be refused as often as one likes."""
    async with running(new_settings(address_rate=Rate(3, DAY, 3))) as service:
        cast = await create_cast(service)
        session = await cast.session(origin="https://shop.example")
        ended = await cast.session()
        assert (await cast.owner.delete(f"/sessions/{ended['sessionId']}")).status_code == 204
        of_session = Actor(service, cast.owner.key, session["token"])
        answers = [
            await of_session.get("/manage/keys"),
            await cast.who(bearer(session["token"]), ("origin", "https://evil.example")),
            await cast.who(bearer(ended["token"])),
            await of_session.get("/manage/keys"),
        ]
        assert [answer.status_code for answer in answers] == [403, 403, 401, 429]


@pytest.mark.long
async def test_costly_labels_of_a_visitor_make_the_shop_wait_not_at_all_and_other_visitors_a_turn(
    cast: Cast,
) -> None:
    """Attack: one visitor's labels, which take long, fill the shop's share of threads and its queue."""
    threads = cast.service.internals.resources.threads
    greedy, other = [(await cast.session())["token"] for _ in range(2)]
    served: list[str] = []
    numbers = count()

    async def resolve(token: str) -> int:
        body = {"venue": cast.hall, "labels": [f"nowhere {next(numbers)}" for _ in range(60)]}
        answer = await cast.service.ask("POST", "/seats/resolve", (bearer(token),), json=body)
        if answer.status_code == 200:
            served.append(token)
        return answer.status_code

    async with threads.turn(Share(str(cast.owner.tenant_id), visitor_path("198.51.100.1"))):
        attack = [asyncio.create_task(resolve(greedy)) for _ in range(40)]
        await until(lambda: threads.waiting == 25 and threads.refused == 15)
        assert await resolve(cast.owner.plaintext) == 200, "nothing of its visitors runs before it"
        patient = asyncio.create_task(resolve(other))
        await until(lambda: threads.waiting == 26)
    assert await patient == 200
    assert Counter(await asyncio.gather(*attack)) == {200: 25, 429: 15}
    assert served.index(other) <= 3, "it waited for a turn, and not for all that was asked for before it"
