"""What was answered 202 is there, whatever happens to the worker or to the database."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import psutil
import pytest

from cast import Cast, create_cast
from database.opened import opened
from events.arena import RECORD, accepted, arena_of, event, ids, listed, report
from parts import workers as workers_part
from parts.workers import RunningWorker
from seatpreview.assembly import assemble_resources
from seatpreview.caller import OPERATOR
from seatpreview.clock import Clock
from seatpreview.context import Context
from seatpreview.database import sqlite
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.operations import create_key
from seatpreview.settings import Settings
from serving import free_port, running

pytestmark = pytest.mark.anyio

PAGES = 6
"""That report at the same time, each one batch after the other."""
ENOUGH = 400
"""Accepted events after which the worker is killed, while more are on their way."""


async def test_what_a_killed_worker_had_accepted_is_there(
    new_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = new_settings()
    admin_key = await admin_key_of(settings)
    told: list[str] = []
    with workers_part.running([settings], tmp_path) as [worker]:
        async with client_of(worker, admin_key) as client:
            venue_id = await make_venue(client)
            enough = asyncio.Event()
            pages = [asyncio.create_task(report_on(client, venue_id, told, enough)) for _ in range(PAGES)]
            await asyncio.wait_for(enough.wait(), 60)
            kill(worker)
            await asyncio.gather(*pages)
    assert len(told) >= ENOUGH
    with workers_part.running([replace(settings, port=free_port())], tmp_path) as [worker]:
        async with client_of(worker, admin_key) as client:
            kept = await all_events(client)
            assert set(told) <= set(kept)
            assert len(kept) == len(set(kept))
            again = await send(client, venue_id, told[:100])
            assert (again["accepted"], again["duplicates"]) == ([], told[:100])


async def test_while_nothing_can_be_written_all_who_wait_get_503_and_later_ones_are_served(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    settings = new_settings()
    async with running(settings) as service:
        cast: Cast = await create_cast(service)
        arena = await arena_of(cast, cast.owner)
        sent = [event(venue=arena) for _ in range(5)]
        async with held(settings):
            answers = await asyncio.gather(*(cast.owner.post("/events", {"events": [each]}) for each in sent))
        assert [answer.status_code for answer in answers] == [503] * 5
        assert {answer.json()["code"] for answer in answers} == {"unavailable"}
        assert await report(cast.owner, *sent) == accepted(*sent)
        assert sorted(ids(*await listed(cast.owner))) == sorted(ids(*sent))


async def report_on(client: httpx.AsyncClient, venue_id: str, told: list[str], enough: asyncio.Event) -> None:
    """One batch after the other, until the worker is gone. What it accepts, it has told."""
    with contextlib.suppress(httpx.TransportError):
        while True:
            answer = await send(client, venue_id, [event()["eventId"] for _ in range(20)])
            told += answer["accepted"]
            if len(told) >= ENOUGH:
                enough.set()


async def send(client: httpx.AsyncClient, venue_id: str, event_ids: list[str]) -> dict[str, Any]:
    batch = [{"eventId": event_id, "kind": "view_rotated", "venue": venue_id} for event_id in event_ids]
    answer = await client.post("/events", json={"events": batch})
    assert answer.status_code == 202, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def all_events(client: httpx.AsyncClient) -> list[str]:
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await client.get("/events", params={"limit": "100"} | cursor)).json()
        found += ids(*page["data"])
        if page["nextCursor"] is None:
            return found
        cursor = {"cursor": page["nextCursor"]}


async def make_venue(client: httpx.AsyncClient) -> str:
    tenant = (await client.post("/manage/tenants", json={"name": "Owner"})).json()
    made = await client.post("/manage/venues", json=RECORD | {"tenantId": tenant["tenantId"]})
    assert made.status_code == 201, made.text
    venue_id: str = made.json()["venueId"]
    return venue_id


def client_of(worker: RunningWorker, admin_key: str) -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {admin_key}"}
    return httpx.AsyncClient(base_url=f"{worker.address}/v1", headers=headers, timeout=20)


async def admin_key_of(settings: Settings) -> str:
    """Made on the database itself, before a worker is there."""
    async with opened(settings) as database:
        context = Context(caller=OPERATOR, at=Clock().now(), resources=assemble_resources(settings, database))
        return str((await create_key(context, CreateKeyRequest(scope="admin"))).plaintext)


def kill(worker: RunningWorker) -> None:
    """At once and without a word: the server, and the process in it that answers."""
    wanted = {"granian", "--port", str(worker.port)}
    [server] = [each for each in psutil.Process().children() if wanted <= {*each.cmdline()}]
    for process in (*server.children(recursive=True), server):
        process.kill()


@asynccontextmanager
async def held(settings: Settings) -> AsyncIterator[None]:
    """Somebody else writes to the table of events, and does not come to an end."""
    if settings.uses_sqlite:
        with _held_file(DatabaseFiles(settings.data_dir).activity):
            yield
        return
    connection = await asyncpg.connect(settings.database_url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE activity.events IN EXCLUSIVE MODE")
            yield
    finally:
        await connection.close()


@contextmanager
def _held_file(path: Path) -> Iterator[None]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
    finally:
        connection.close()
