"""Requests to a service whose database is restarted, stopped or locked, or whose transaction raises."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cast import Cast, create_cast
from operations.halls import layout
from seatpreview.database import sqlite
from seatpreview.database.engines import Transaction
from seatpreview.keys import store
from seatpreview.problems import Conflict
from seatpreview.values.ids import KeyId
from servers.postgres import RunningPostgres
from serving import running, settings_for

pytestmark = [pytest.mark.anyio, pytest.mark.long]

# Takes the write lock of each file, prints a line, and keeps the locks until its input ends.
LOCKER = """
import sqlite3, sys
held = [sqlite3.connect(path, isolation_level=None) for path in sys.argv[1:]]
for connection in held:
    connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
for connection in held:
    connection.execute("ROLLBACK")
"""


async def test_a_transaction_that_raises_writes_nothing_and_leaves_its_connection_usable(cast: Cast) -> None:
    database = cast.service.internals.resources.database
    at = cast.service.clock.now()
    made = await cast.owner.make_key(label="kept")
    key = await database.read_row(store.get_of_any_tenant, KeyId(made["keyId"]))
    assert key is not None

    async def revoke_and_raise(transaction: Transaction, error: BaseException) -> None:
        await store.revoke(transaction, key, at)
        raise error

    async def revoke_and_repeat_an_insert(transaction: Transaction) -> None:
        await store.revoke(transaction, key, at)
        await store.add(transaction, key, "a hash")

    repeated = (sqlite3.IntegrityError, asyncpg.UniqueViolationError)
    for _ in range(6):
        for error in (Conflict("no"), ZeroDivisionError(), KeyError("x")):
            with pytest.raises(type(error)):
                await database.write("tests", at, revoke_and_raise, error)
        with pytest.raises(repeated):
            await database.write("tests", at, revoke_and_repeat_an_insert)

    kept = await cast.owner.read_key(made["keyId"])
    assert (kept["status"], kept["version"]) == ("active", 1)
    assert [entry["action"] for entry in await cast.owner.list_all("/manage/audit", id=made["keyId"])] == [
        "created"
    ]
    afterwards = await asyncio.gather(*(cast.owner.make_key(label=f"after {n}") for n in range(15)))
    reads = await asyncio.gather(*(cast.owner.read_key(each["keyId"]) for each in afterwards))
    assert [read["label"] for read in reads] == [f"after {n}" for n in range(15)]


async def test_the_first_request_after_a_restart_of_postgresql_succeeds(
    dedicated_postgres: RunningPostgres, tmp_path: Path
) -> None:
    """On PostgreSQL alone: SQLite has no server to restart."""
    url = await asyncio.to_thread(dedicated_postgres.create_database, "restarted_between_requests")
    async with running(settings_for(tmp_path, url)) as service:
        cast = await create_cast(service)
        key = await cast.owner.make_key(label="before")
        venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)})
        events = {"events": [{"eventId": "a", "kind": "seat_viewed", "seat": "1/1/1", "venue": venue}]}
        # Opens several connections, so that the pool has more than one that a restart ends.
        await asyncio.gather(*(cast.owner.make_key() for _ in range(16)))
        assert (await cast.owner.post("/events", events)).json()["accepted"] == ["a"]

        requests: list[Callable[[], Any]] = [
            lambda: cast.owner.get(f"/manage/keys/{key['keyId']}"),
            lambda: cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": "after"}),
            lambda: cast.owner.post("/events", events),
            lambda: cast.owner.get("/events"),
        ]
        for request in requests:
            await asyncio.to_thread(dedicated_postgres.restart)
            response = await request()
            assert response.is_success, response.text
        await asyncio.to_thread(dedicated_postgres.restart)
        burst = await asyncio.gather(*(cast.owner.get(f"/manage/keys/{key['keyId']}") for _ in range(30)))
        assert {response.status_code for response in burst} == {200}
        assert (await cast.owner.read_key(key["keyId"]))["label"] == "after"


async def test_requests_get_503_while_postgresql_is_stopped_and_succeed_afterwards(
    dedicated_postgres: RunningPostgres, tmp_path: Path
) -> None:
    """On PostgreSQL alone: SQLite has no server to stop."""
    url = await asyncio.to_thread(dedicated_postgres.create_database, "stopped_between_requests")
    async with running(settings_for(tmp_path, url)) as service:
        cast = await create_cast(service)
        key = await cast.owner.make_key(label="before")
        path = f"/manage/keys/{key['keyId']}"
        await asyncio.to_thread(dedicated_postgres.stop)
        refused = [
            await cast.owner.get(path),
            await cast.owner.patch(path, {"label": "lost"}),
            await cast.owner.post("/manage/keys", {"label": "lost"}),
            await cast.owner.get("/manage/keys"),
            *(await asyncio.gather(*(cast.owner.get(path) for _ in range(30)))),
        ]
        assert {response.status_code for response in refused} == {503}
        assert all("retry-after" in response.headers for response in refused)
        await asyncio.to_thread(dedicated_postgres.start_on, dedicated_postgres.port)
        response = await cast.owner.get(path)
        assert (response.status_code, response.json()["label"]) == (200, "before")
        assert (await cast.owner.patch(path, {"label": "after"})).status_code == 200
        labels = [each["label"] for each in await cast.owner.list_all("/manage/keys")]
        assert "lost" not in labels


@contextmanager
def locked(*files: Path) -> Iterator[None]:
    """Has another process hold the write locks of the files during the block."""
    command = [sys.executable, "-c", LOCKER, *map(str, files)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as locker:
        assert locker.stdin is not None
        assert locker.stdout is not None
        assert locker.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            locker.stdin.close()
            locker.wait()


async def test_reads_go_on_and_writes_give_503_while_another_process_locks_the_sqlite_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite alone: PostgreSQL has no file that another process can lock."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    async with running(settings_for(tmp_path)) as service:
        cast = await create_cast(service)
        key = await cast.owner.make_key(label="before")
        path = f"/manage/keys/{key['keyId']}"
        venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)})
        event = {"eventId": "locked", "kind": "seat_viewed", "seat": "1/1/1", "venue": venue}
        files = sqlite.DatabaseFiles(tmp_path)
        with locked(files.records, files.activity):
            assert (await cast.owner.read_key(key["keyId"]))["label"] == "before"
            assert len(await cast.owner.list_all("/manage/keys")) == 2
            preview = await cast.owner.get("/seats/preview", venue=venue, seat="1/1/1")
            assert preview.status_code == 200
            refused = [
                await cast.owner.patch(path, {"label": "lost"}),
                await cast.owner.post("/manage/keys", {"label": "lost"}),
                await cast.owner.post("/events", {"events": [event]}),
            ]
            assert [response.status_code for response in refused] == [503] * 3
            assert all("retry-after" in response.headers for response in refused)
            assert (await cast.owner.get("/caller")).status_code == 200
        assert (await cast.owner.patch(path, {"label": "after"})).json()["version"] == 2
        assert (await cast.owner.post("/events", {"events": [event]})).json()["accepted"] == ["locked"]
        labels = [each["label"] for each in await cast.owner.list_all("/manage/keys")]
        assert sorted(labels) == ["after", "owner"]
