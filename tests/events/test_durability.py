"""Durability: events that were accepted with 202 are stored, whatever happens to the worker or the
database."""

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
import pytest

from cast import Cast, create_cast
from database.opened import opened
from events.arena import RECORD, accepted, create_arena, event, ids, report
from seatpreview.assembly import assemble_resources
from seatpreview.context import Context
from seatpreview.database import postgresql, sqlite
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.operations import create_key
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR
from seatpreview.values.clock import Clock
from servers.free_ports import free_port
from servers.granian import running_workers
from serving import running

pytestmark = pytest.mark.anyio

PAGES = 6
"""That report at the same time, each one batch after the other."""
ENOUGH = 400
"""Accepted events after which the worker is killed, while more are on their way."""


@pytest.mark.long
async def test_what_a_killed_worker_had_accepted_is_there(
    new_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = new_settings()
    admin_key = await create_admin_key(settings)
    accepted_ids: list[str] = []
    with running_workers([settings], tmp_path) as [worker]:
        async with open_client(worker.address, admin_key) as client:
            venue_id = await make_venue(client)
            enough = asyncio.Event()
            pages = [
                asyncio.create_task(report_until_killed(client, venue_id, accepted_ids, enough))
                for _ in range(PAGES)
            ]
            await asyncio.wait_for(enough.wait(), 300)
            worker.kill()
            await asyncio.gather(*pages)
    assert len(accepted_ids) >= ENOUGH
    async with (
        running(replace(settings, port=free_port())) as service,
        open_client(service.address, admin_key) as client,
    ):
        kept = await all_events(client)
        assert set(accepted_ids) <= set(kept)
        assert len(kept) == len(set(kept))
        again = await send(client, venue_id, accepted_ids[:100])
        assert (again["accepted"], again["duplicates"]) == ([], accepted_ids[:100])


async def test_while_nothing_can_be_written_all_who_wait_get_503_and_later_ones_are_served(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    monkeypatch.setitem(postgresql.SESSION, "lock_timeout", "100ms")
    settings = new_settings()
    async with running(settings) as service:
        cast: Cast = await create_cast(service)
        arena = await create_arena(cast, cast.owner)
        sent = [event(venue=arena) for _ in range(5)]
        async with locked_events_table(settings):
            answers = await asyncio.gather(*(cast.owner.post("/events", {"events": [each]}) for each in sent))
        assert [answer.status_code for answer in answers] == [503] * 5
        assert {answer.json()["code"] for answer in answers} == {"unavailable"}
        assert await report(cast.owner, *sent) == accepted(*sent)
        assert sorted(ids(*await cast.owner.list_all("/events"))) == sorted(ids(*sent))


async def report_until_killed(
    client: httpx.AsyncClient, venue_id: str, accepted_ids: list[str], enough: asyncio.Event
) -> None:
    """Sends batches until the worker is killed, and collects the ids that it reported as accepted."""
    with contextlib.suppress(httpx.TransportError):
        while True:
            answer = await send(client, venue_id, [event()["eventId"] for _ in range(20)])
            accepted_ids += answer["accepted"]
            if len(accepted_ids) >= ENOUGH:
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


def open_client(address: str, admin_key: str) -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {admin_key}"}
    return httpx.AsyncClient(base_url=f"{address}/v1", headers=headers, timeout=60)


async def create_admin_key(settings: Settings) -> str:
    """Creates a key in the database, before a worker runs."""
    async with opened(settings) as database:
        context = Context(caller=OPERATOR, at=Clock().now(), resources=assemble_resources(settings, database))
        return str((await create_key(context, CreateKeyRequest(scope="admin"))).plaintext)


@asynccontextmanager
async def locked_events_table(settings: Settings) -> AsyncIterator[None]:
    """Another transaction holds a lock on the table of events and does not end."""
    if settings.uses_sqlite:
        with _locked_file(DatabaseFiles(settings.data_dir).activity):
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
def _locked_file(path: Path) -> Iterator[None]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
    finally:
        connection.close()
