"""Beacons: their address is charged before the body is read, and nothing is parsed for strangers."""

import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, create_cast
from events.arena import Page, create_arena, create_page, event
from in_process_client import Client
from seatpreview.decoding import inputs
from seatpreview.decoding.faults import find_faults
from seatpreview.decoding.json_object import read_object
from seatpreview.http import app as http_app
from seatpreview.server.worker import app_of
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = pytest.mark.anyio

TEXT = ("content-type", "text/plain")
DAY_SECONDS = 86_400


@pytest.fixture(scope="module")
async def limited_cast(new_settings: Callable[..., Settings]) -> AsyncIterator[Cast]:
    """The cast of a service that admits six beacons from one address, and three requests that have proven
    nothing."""
    rates = {"address_rate": Rate(3, DAY_SECONDS, 3), "session_address_rate": Rate(6, DAY_SECONDS, 6)}
    async with running(new_settings(**rates)) as service:
        yield await create_cast(service)


@pytest.fixture
def cast(limited_cast: Cast) -> Cast:
    """The same, after all of these were regained."""
    limited_cast.service.clock.advance(DAY_SECONDS)
    return limited_cast


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies that were parsed."""
    bodies: list[bytes] = []

    def record(raw: bytes) -> dict[str, object]:
        bodies.append(raw)
        return read_object(raw)

    monkeypatch.setattr(http_app, "read_object", record)
    return bodies


async def test_a_beacon_is_charged_once(cast: Cast) -> None:
    page = await new_page(cast)
    assert [(await beacon(cast, token=page.token)).status_code for _ in range(7)] == [202] * 6 + [429]


async def test_large_beacons_use_up_what_an_address_has_without_proof_and_small_ones_go_on(
    cast: Cast,
) -> None:
    """Attack: bodies of the largest size, received for an address that has proven nothing."""
    page = await new_page(cast)
    sizes = [http_app.SMALL_BEACON_BYTES] * 4 + [0]
    answers = [await beacon(cast, token=page.token, padding=size) for size in sizes]
    assert [answer.status_code for answer in answers] == [202, 202, 202, 429, 202]


async def test_a_stranger_is_charged_and_nothing_of_theirs_is_parsed(cast: Cast, parsed: list[bytes]) -> None:
    """The attack: large bodies without a valid token, parsed before anyone was charged."""
    statuses = [(await beacon(cast, token="st_wrong")).status_code for _ in range(4)]
    assert statuses == [401, 401, 401, 429]
    assert parsed == []


@pytest.mark.usefixtures("short_drain")
async def test_without_an_allowance_the_body_is_not_awaited(cast: Cast) -> None:
    for _ in range(6):
        await beacon(cast, token="st_wrong")
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"100")]
    client = Client(app_of(cast.service.internals), "POST", "/v1/events", headers, "127.0.0.1")
    assert (await client.response())[0] == 429


async def test_a_token_is_found_at_the_end_as_well(cast: Cast, parsed: list[bytes]) -> None:
    page = await new_page(cast)
    parsed.clear()
    content = json.dumps({"events": [event()], "token": page.token}, indent=2)
    assert (await cast.service.ask("POST", "/events", (TEXT,), content=content)).status_code == 202
    assert parsed == [content.encode()]


async def test_a_header_comes_before_the_body(cast: Cast) -> None:
    page = await new_page(cast)
    content = json.dumps({"token": "st_wrong", "events": [event()]})
    response = await cast.service.ask("POST", "/events", (TEXT, bearer(page.token)), content=content)
    assert response.status_code == 202


async def test_far_more_values_than_a_batch_has_are_not_parsed(cast: Cast, parsed: list[bytes]) -> None:
    """The attack: a valid session that sends 60,000 empty events."""
    page = await new_page(cast)
    parsed.clear()
    refused = await beacon(cast, token=page.token, events=[{}] * 60_000)
    assert (refused.status_code, parsed) == (400, [])
    assert refused.json()["detail"] == "The body has more than 5000 members and items. Send less at once."
    # A batch that is only a little too large is told what is wrong with it.
    refused = await beacon(cast, token=page.token, events=[event() for _ in range(101)])
    assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/events"]


async def test_the_search_for_faults_does_not_run_on_the_event_loop(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[object] = []

    def record(value: object, type_: type[Any]) -> Any:
        threads.append(threading.current_thread())
        return find_faults(value, type_)

    monkeypatch.setattr(inputs, "find_faults", record)
    assert (await cast.owner.post("/events", {"events": [5]})).status_code == 400
    [thread] = threads
    assert thread is not threading.current_thread()


async def new_page(cast: Cast) -> Page:
    return await create_page(cast, cast.owner, await create_arena(cast, cast.owner))


async def beacon(cast: Cast, token: str, events: list[Any] | None = None, padding: int = 0) -> httpx.Response:
    content = json.dumps({"token": token, "events": [event()] if events is None else events}) + " " * padding
    return await cast.service.ask("POST", "/events", (TEXT,), content=content)
