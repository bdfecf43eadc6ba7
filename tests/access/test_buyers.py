"""Buyers over HTTP with the default rates: a crowd behind one address is served, whoever is greedy gets 429.

The clock is stopped and moved, and requests come without connections: addresses are what a test says.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from cast import Cast, create_cast
from charged_limits import record_charges
from in_process_client import Headers, answer
from operations.halls import put_hall
from seatpreview.http.app import App
from seatpreview.server.worker import app_of
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

NAT, ELSEWHERE = "192.0.2.1", "198.51.100.1"
DEFAULTS = {name: getattr(Settings(), name) for name in vars(Settings()) if name.endswith("_rate")}


class Shop:
    """A shop whose page has a keyless key, on a service with default rates."""

    def __init__(self, cast: Cast, app: App, origin: str, key_id: str) -> None:
        self.cast = cast
        self.clock = cast.service.clock
        self._app = app
        self._page: Headers = [(b"origin", origin.encode()), (b"content-type", b"application/json")]
        self.page_that_names_its_key: Headers = [*self._page, (b"x-key-id", key_id.encode())]

    async def make(self, address: str = NAT, headers: Headers | None = None) -> tuple[int, str]:
        """Makes a session, and returns the status and the token."""
        body = json.dumps({"venue": self.cast.hall}).encode()
        status, made = await answer(
            self._app, "POST", "/v1/sessions", headers or self._page, body=body, address=address
        )
        return status, made.get("token", "")

    async def look(self, token: str, address: str = NAT) -> int:
        return (await self.ask(token, "/v1/seats/preview?seat=1/A/1", address))[0]

    async def limits(self, token: str) -> dict[str, dict[str, Any]]:
        """Returns what /caller lists, by the kind of limit."""
        status, caller = await self.ask(token, "/v1/caller", NAT)
        assert status == 200
        return {left["policy"]: left for left in caller["allowances"]}

    async def ask(self, token: str, path: str, address: str) -> tuple[int, dict[str, Any]]:
        headers = [(b"authorization", f"Bearer {token}".encode())]
        return await answer(self._app, "GET", path, headers, address=address)


@pytest.fixture(scope="module")
async def shared_shop(new_settings: Callable[..., Settings]) -> AsyncIterator[Shop]:
    async with running(new_settings(**DEFAULTS)) as service:
        cast = await create_cast(service)
        await put_hall(cast)
        keyless = await cast.keyless()
        service.clock.stop_at(service.clock.now())
        yield Shop(cast, app_of(service.internals), keyless["allowedOrigins"][0], keyless["keyId"])


@pytest.fixture
def shop(shared_shop: Shop) -> Shop:
    """The same, after everything that an earlier test used was regained."""
    shared_shop.clock.advance(3600)
    return shared_shop


@pytest.mark.long
async def test_two_thousand_sessions_of_one_address_are_made_and_look_at_seats(shop: Shop) -> None:
    tokens: list[str] = []
    for _ in range(2000):
        status, token = await shop.make()
        assert status == 201
        tokens.append(token)
        shop.clock.advance(600 / 2000)
    statuses: Counter[int] = Counter()
    for token in tokens:
        statuses[await shop.look(token)] += 1
        shop.clock.advance(5 / 2000)
    assert statuses == {200: 2000}


async def test_new_sessions_above_the_rate_of_an_address_are_refused_while_others_go_on(shop: Shop) -> None:
    """Attack: somebody behind a crowd's address makes sessions without end."""
    _, earlier = await shop.make()
    shop.clock.advance(60)
    made = [(await shop.make())[0] for _ in range(310)]
    assert Counter(made) == {201: 300, 429: 10}
    shop.clock.advance(1)
    assert Counter([(await shop.make())[0] for _ in range(30)]) == {201: 20, 429: 10}
    assert await shop.look(earlier) == 200
    assert (await shop.make(ELSEWHERE))[0] == 201


async def test_a_session_above_a_persons_pace_is_refused_while_others_go_on(shop: Shop) -> None:
    """Attack: one session that reads the views of a whole venue."""
    tokens = [(await shop.make())[1] for _ in range(3)]
    assert Counter([await shop.look(tokens[0]) for _ in range(160)]) == {200: 150, 429: 10}
    shop.clock.advance(1)
    assert Counter([await shop.look(tokens[0]) for _ in range(10)]) == {200: 5, 429: 5}
    assert await shop.look(tokens[1]) == 200
    assert await shop.look(tokens[2], ELSEWHERE) == 200


async def test_a_server_makes_sessions_apart_from_its_other_requests(shop: Shop) -> None:
    """200 buyers a second come to a shop whose server makes their sessions, with a key for 100 requests."""
    owner = [
        (b"authorization", f"Bearer {shop.cast.owner.plaintext}".encode()),
        (b"content-type", b"application/json"),
    ]
    made = Counter([(await shop.make(headers=owner))[0] for _ in range(20)])
    assert made == {201: 20}
    limits = await shop.limits(shop.cast.owner.plaintext)
    assert limits["key"]["remaining"] == 999
    assert limits["sessions"]["remaining"] == 2980


async def test_a_rate_limit_of_the_key_bounds_the_sessions_it_makes_and_what_they_ask_for(
    shop: Shop,
) -> None:
    """One number of the operator bounds everything of the key, whatever the other limits leave."""
    limit = {"requests": 100, "windowSeconds": 86_400}
    key = await shop.cast.actor(tenantId=shop.cast.owner.tenant_id, rateLimit=limit)
    headers = [
        (b"authorization", f"Bearer {key.plaintext}".encode()),
        (b"content-type", b"application/json"),
    ]
    tokens = [(await shop.make(headers=headers))[1] for _ in range(30)]
    looks = Counter([await shop.look(token) for token in tokens for _ in range(3)])
    assert looks == {200: 70, 429: 20}
    assert (await shop.make(headers=headers))[0] == 429
    assert set(await listed(shop, key.plaintext)) == {429}


async def listed(shop: Shop, token: str) -> list[int]:
    return [(await shop.ask(token, "/v1/caller", NAT))[0]]


async def test_caller_lists_every_limit_that_applies(shop: Shop) -> None:
    _, token = await shop.make()
    of_session = await shop.limits(token)
    assert [*of_session] == [
        "session",
        "session_address",
        "venue",
        "tenant_visitors",
        "beacons",
        "ends",
        "pages",
    ]
    assert of_session["session"]["remaining"] == 149
    assert of_session["venue"]["remaining"] == 69_999
    of_secret = await shop.limits(shop.cast.owner.plaintext)
    assert [*of_secret] == ["key", "tenant", "sessions"]
    assert (of_secret["sessions"]["remaining"], of_secret["sessions"]["burst"]) == (3000, 3000)
    cannot_make_sessions = await shop.cast.owner.make_key(groups=["seats"])
    assert [*await shop.limits(cannot_make_sessions["plaintext"])] == ["key", "tenant"]


async def test_caller_lists_the_limits_of_a_page_whether_its_key_is_in_memory_or_not(shop: Shop) -> None:
    """Of a key that is not in memory, the address is charged before the database is asked."""
    origin = (await shop.cast.keyless())["allowedOrigins"][0]
    answers = [
        await answer(app_of(shop.cast.service.internals), "GET", "/v1/caller", [(b"origin", origin.encode())])
        for _ in range(2)
    ]
    for left, (status, caller) in zip((299, 298), answers, strict=True):
        assert status == 200
        policies = [each["policy"] for each in caller["allowances"]]
        assert policies == ["address", "visitors", "tenant_visitors", "beacons", "pages"]
        assert caller["allowances"][0]["remaining"] == left


@pytest.mark.parametrize("names_its_key", [False, True])
async def test_a_page_makes_a_session_with_one_call_of_the_limiter(
    names_its_key: bool, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call is a round trip to Valkey. The key of a page that is in use is in memory."""
    page = shop.page_that_names_its_key if names_its_key else None
    await shop.make(headers=page)
    charged = record_charges(monkeypatch)
    status, token = await shop.make(headers=page)
    assert (status, await shop.look(token)) == (201, 200)
    assert charged == [
        ["address", "visitors", "tenant_visitors"],
        ["session", "session_address", "venue", "tenant_visitors"],
    ]
