"""Rehearsals against a real service, in which seconds are hundredths."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cast import Cast, create_cast
from seatpreview.rehearsal.advice import advice
from seatpreview.rehearsal.buyers import Plan
from seatpreview.rehearsal.generator import Generator
from seatpreview.rehearsal.http_connection import ConnectionPool, parse_target
from seatpreview.rehearsal.preparation import Preparation, Stage, counts_apart, maker_with_secret
from seatpreview.rehearsal.rehearse import Task, rehearse
from seatpreview.rehearsal.report import Report
from seatpreview.rehearsal.tally import Tally
from seatpreview.settings.setting_values import Rate, read_networks
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError
from servers.free_ports import free_port
from serving import running, settings_for

pytestmark = pytest.mark.anyio

BUYERS = 6
PLAN = Plan(buyers=BUYERS, seconds=0.1, addresses=BUYERS, seats=2, look_seconds=0.03, beacon_seconds=0.02)

LAYOUT = {"sections": [{"id": "1", "rows": ["A", "B", "C"], "seats": {"count": 9}}]}


async def theatre(cast: Cast) -> str:
    """Makes a venue of the owner that has seats."""
    made = await cast.owner.post("/manage/venues", {"name": "Theatre", "rules": {"layout": LAYOUT}})
    assert made.status_code == 201, made.text
    venue_id: str = made.json()["venueId"]
    return venue_id


async def task_for(cast: Cast, **more: Any) -> Task:
    """Returns a rehearsal in a new theatre, with the owner's key."""
    chosen = {"venue": await theatre(cast), "secret": cast.owner.plaintext} | more
    return Task(target=parse_target(cast.service.base_url), plan=PLAN, connections=8, **chosen)


async def rehearsed(task: Task) -> Report:
    return await rehearse(task, lambda _seconds, _tally: None, asyncio.Event())


@asynccontextmanager
async def new_service(folder: Path, **settings: Any) -> AsyncIterator[Cast]:
    async with running(settings_for(folder, **settings)) as service:
        yield await create_cast(service)


async def test_every_buyer_of_a_rehearsal_is_served(cast: Cast) -> None:
    report = await rehearsed(await task_for(cast))
    assert report.is_well, report
    assert (report.buyers_came, report.buyers_disappointed) == (BUYERS, 0)
    made = {each.kind: each.made for each in report.calls}
    once, for_each_seat = BUYERS, 3 * BUYERS  # Two seats, and a comparison.
    assert made == {
        "session": once,
        "page": once,
        "preview": for_each_seat,
        "plan": once,
        "beacon": for_each_seat,
    }
    assert report.all_calls.p99_ms is not None


@pytest.mark.long
async def test_no_report_counts_a_rehearsal_as_buyers(tmp_path: Path) -> None:
    """The danger: the seller reads in a report that thousands looked at seats, and nobody did."""
    # Events have the time of this machine, and other tests move the clock of the service that they share.
    async with new_service(tmp_path) as cast:
        assert (await rehearsed(await task_for(cast))).is_well
        assert await cast.owner.list_all("/events") == []
        staff = await cast.owner.list_all("/events", purpose="staff")
    assert len([event for event in staff if event["kind"] == "session_started"]) == BUYERS
    assert len([event for event in staff if event["kind"] == "seat_viewed"]) == 3 * BUYERS


async def test_sessions_that_a_page_makes_leave_no_events(cast: Cast) -> None:
    key = await cast.keyless()
    [origin] = key["allowedOrigins"]
    report = await rehearsed(await task_for(cast, secret=None, origin=origin))
    assert report.is_well, report
    assert report.circumstances.key_id == key["keyId"]
    for purpose in ("buyer", "staff"):
        assert await cast.owner.list_all("/events", purpose=purpose) == []


async def test_buyers_of_a_service_that_trusts_nobody_come_from_loopback_addresses(cast: Cast) -> None:
    report = await rehearsed(await task_for(cast))
    assert (report.circumstances.address_source, report.circumstances.addresses) == ("loopback", BUYERS)
    assert any("does not trust X-Forwarded-For" in sentence for sentence in advice(PLAN, report))


@pytest.mark.long
async def test_a_limit_that_is_too_small_is_named_with_what_to_set(tmp_path: Path) -> None:
    """Each buyer has an address of its own, since the service trusts this machine as a proxy."""
    rates = {"venue_rate": Rate(1, 3600, 20), "session_ends_rate": Settings().session_ends_rate}
    proxies = read_networks("127.0.0.1")
    async with new_service(tmp_path, trusted_proxies=proxies, **rates) as cast:
        report = await rehearsed(await task_for(cast))
    assert report.circumstances.address_source == "forwarded"
    [refused] = report.refused
    assert (refused.limit, refused.requests, refused.window_seconds) == ("venue", 1, 3600)
    assert refused.calls == report.all_calls.refused > 0
    assert 0 < report.buyers_disappointed <= BUYERS
    assert any("set SEATPREVIEW_VENUE_RATE=" in sentence for sentence in advice(PLAN, report))


@pytest.mark.long
async def test_buyers_without_a_session_are_turned_away(tmp_path: Path) -> None:
    """Two sessions are made before the first buyer comes."""
    async with new_service(tmp_path, sessions_rate=Rate(1, 3600, 4)) as cast:
        report = await rehearsed(await task_for(cast))
    assert [each.limit for each in report.refused] == ["sessions"]
    assert report.buyers_turned_away == report.buyers_disappointed == BUYERS - 2


async def test_a_service_that_never_answers_does_not_slow_the_buyers_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of them come at their times, although the first has no answer yet."""
    monkeypatch.setattr("seatpreview.rehearsal.generator.PROGRESS_SECONDS", 0.01)
    async with silent_server() as url:
        target = parse_target(url)
        stage = Stage(target, maker_with_secret("sk_live_x", "hall"), "ven_1", "key_1", ["1/A/1"], True)
        generator = Generator(stage, PLAN, [ConnectionPool(target, 2)])
        stopped = asyncio.Event()

        def stop_when_all_came(_seconds: float, tally: Tally) -> None:
            if tally.waits_for_connection == BUYERS - 2:
                stopped.set()

        await generator.run(stopped, stop_when_all_came)
    assert (generator.tally.buyers_came, generator.tally.made) == (BUYERS, 0)


async def test_calls_without_an_answer_have_failed_when_the_rehearsal_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The danger: a rehearsal that waits for ever, or ends as if all were well."""
    monkeypatch.setattr("seatpreview.rehearsal.generator.RESPONSE_SECONDS", 0)
    monkeypatch.setattr("seatpreview.rehearsal.generator.PROGRESS_SECONDS", 0.01)
    async with silent_server() as url:
        target = parse_target(url)
        stage = Stage(target, maker_with_secret("sk_live_x", "hall"), "ven_1", "key_1", ["1/A/1"], True)
        generator = Generator(stage, PLAN, [ConnectionPool(target, BUYERS)])
        await generator.run(asyncio.Event(), lambda _seconds, _tally: None)
    assert generator.tally.calls["session"].failed == {"no answer in time": BUYERS}


async def test_a_service_that_does_not_run_is_told_at_once() -> None:
    pool = ConnectionPool(target := parse_target(f"http://127.0.0.1:{free_port()}"), 1)
    with pytest.raises(CommandError, match=r"No service answers at http://127.0.0.1:\d+"):
        await Preparation(target, pool).only_venue("sk_live_x")


async def test_a_wrong_key_is_told_with_what_the_service_says(cast: Cast) -> None:
    with pytest.raises(CommandError, match="POST /v1/sessions was answered with 401"):
        await rehearsed(await task_for(cast, secret="sk_live_wrong"))


async def test_a_key_with_several_venues_is_asked_which(cast: Cast) -> None:
    with pytest.raises(CommandError, match="several venues") as refused:
        await rehearsed(await task_for(cast, venue=None))
    assert cast.hall in str(refused.value)
    own = await cast.operator.make_key(tenantId=cast.owner.tenant_id, venues=[await theatre(cast)])
    assert (await rehearsed(await task_for(cast, venue=None, secret=own["plaintext"]))).is_well


def test_an_address_that_has_nothing_left_proves_no_trust() -> None:
    def caller(remaining: int, requests: int = 1000) -> bytes:
        rate = {"requests": requests, "windowSeconds": 86_400}
        ends = [{"policy": "ends", "burst": 100, "remaining": remaining, **rate}]
        others = [
            {"policy": "ends", "burst": 1000, "remaining": 5, **rate},
            {"policy": "pages", "burst": 1, "remaining": 1, **rate},
        ]
        return httpx.Response(200, json={"allowances": [*others, *ends]}).content

    assert counts_apart(caller(100), caller(100))
    assert not counts_apart(caller(100), caller(99))
    assert not counts_apart(caller(0), caller(0))
    assert not counts_apart(caller(100, 10**6), caller(100, 10**6)), "what was used up came back at once"
    assert not counts_apart(b"<html>", b"<html>")
    assert not counts_apart(b'{"allowances":[]}', b'{"allowances":[]}')


@asynccontextmanager
async def silent_server() -> AsyncIterator[str]:
    """A server that accepts connections, and never answers."""

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
