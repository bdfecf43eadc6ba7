"""SQLite's files shrink after much was deleted, in small steps, while others read and write."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert

from cli.program import invoke
from database.opened import commit_tenant, opened, tenant_ids
from seatpreview.background_jobs.jobs import Round
from seatpreview.database import free_pages, sqlite
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.database.tables import key_usage, remembered_requests
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock
from serving import LiveService, running

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("engine", ["sqlite"], indirect=True)]

ROWS = 3000
"""Of about a kilobyte each, so that 1,500 pages and more become free in each file."""

ROWS_OF_USAGE = [{"key_id": f"{number:01000}", "last_used_at": 1} for number in range(ROWS)]
ROWS_OF_REQUESTS = [
    {
        "key_id": f"{number:01000}",
        "value_hash": "1",
        "fingerprint": "2",
        "record_id": "",
        "record_version": 1,
        "at": 1,
        "expires_at": 1,
    }
    for number in range(ROWS)
]


async def fill(database: Database) -> None:
    async def write(transaction: Transaction) -> None:
        await transaction.connection.execute_many(insert(remembered_requests), ROWS_OF_REQUESTS)

    await database.write("operator", Clock().now(), write)
    await database.write_activity(Connection.execute_many, insert(key_usage), ROWS_OF_USAGE)


async def empty(database: Database) -> None:
    async def write(transaction: Transaction) -> None:
        await transaction.connection.execute(delete(remembered_requests))

    await database.write("operator", Clock().now(), write)
    await database.write_activity(Connection.execute, delete(key_usage))


def sizes(files: DatabaseFiles) -> tuple[int, int]:
    """The sizes of the files once their logs were copied to them."""
    for path in (files.records, files.activity):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return files.records.stat().st_size, files.activity.stat().st_size


def is_whole(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


async def give_back(service: LiveService) -> Round:
    ended = await service.worker.jobs.run("give_back_free_pages")
    assert ended is not None
    return ended


async def test_the_files_shrink_step_by_step_while_others_read_and_write(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_pages, "KEPT_PAGES", 50)
    settings = new_settings()
    files = DatabaseFiles(settings.data_dir)
    async with running(settings) as service:
        database = service.internals.resources.database
        await fill(database)
        assert await give_back(service) == (0, 0), "nothing is free"
        full = await asyncio.to_thread(sizes, files)
        await empty(database)
        assert await asyncio.to_thread(sizes, files) == full, "a file never shrinks by itself"
        rounds: list[Round] = []
        while not rounds or rounds[-1].left:
            ended, _, _ = await asyncio.gather(
                give_back(service), commit_tenant(database, f"ten_{len(rounds)}"), tenant_ids(database)
            )
            rounds.append(ended)
        assert max(round_.done for round_ in rounds) <= 2 * free_pages.STEP_PAGES
        assert len(rounds) >= 4
        assert await tenant_ids(database) == {f"ten_{number}" for number in range(len(rounds))}
        shrunk = await asyncio.to_thread(sizes, files)
        assert [after < before / 3 for after, before in zip(shrunk, full, strict=True)] == [True, True]
        assert await give_back(service) == (0, 0)
    assert is_whole(files.records)
    assert is_whole(files.activity)


async def test_what_is_filled_again_soon_is_not_given_back(new_settings: Callable[..., Settings]) -> None:
    async with opened(new_settings()) as database:
        await database.write_activity(Connection.execute_many, insert(key_usage), ROWS_OF_USAGE[:500])
        await database.write_activity(Connection.execute, delete(key_usage))
        pages = await database.read(free_pages.read_pages, "activity")
        assert 0 < pages.free < free_pages.KEPT_PAGES
        assert (pages.due, pages.can_give_back) == (0, True)


async def test_a_file_of_an_earlier_version_is_compacted_by_a_command(
    new_settings: Callable[..., Settings],
) -> None:
    settings = new_settings()
    files = DatabaseFiles(settings.data_dir)
    await asyncio.to_thread(make_as_before, files)
    async with running(settings) as service:
        database = service.internals.resources.database
        await fill(database)
        await empty(database)
        assert await give_back(service) == (0, 0), "it cannot"
        await commit_tenant(database, "ten_kept")
        full = await asyncio.to_thread(sizes, files)
        command = ["db", "compact", "--data-dir", str(settings.data_dir)]
        done = await asyncio.to_thread(invoke, *command)
        assert done.exit_code == 0, done.stderr
        assert done.stdout.startswith(f"{files.records}: {full[0]:,} bytes before, ")
        shrunk = await asyncio.to_thread(sizes, files)
        assert [after < before / 3 for after, before in zip(shrunk, full, strict=True)] == [True, True]
        await commit_tenant(database, "ten_later")
        assert await tenant_ids(database) == {"ten_kept", "ten_later"}
        for file in free_pages.FILES:
            assert (await database.read(free_pages.read_pages, file)).can_give_back
    assert is_whole(files.records)


async def test_a_disk_without_room_is_said_and_changes_nothing(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = new_settings()
    async with opened(settings):
        pass
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    refused = invoke("db", "compact", "--data-dir", str(settings.data_dir))
    assert refused.exit_code == 1
    assert "and the disk has 1,000. Nothing was changed." in refused.stderr


def test_there_has_to_be_a_database(tmp_path: Path, engine: str) -> None:
    missing = invoke("db", "compact", "--data-dir", str(tmp_path / "none"))
    assert (missing.exit_code, (tmp_path / "none").exists()) == (1, False)
    empty_folder = invoke("db", "compact", "--data-dir", str(tmp_path))
    assert (empty_folder.exit_code, list(tmp_path.iterdir())) == (1, [])
    postgresql = ["--database-url", "postgresql://nobody@127.0.0.1:1/none", "--data-dir", str(tmp_path)]
    other = invoke("db", "compact", *postgresql)
    assert (other.exit_code, "This command is for SQLite." in other.stderr) == (2, True)


async def test_a_log_that_became_large_is_cut(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that took long keeps the log from being copied. Afterwards it must not stay large."""
    monkeypatch.setattr(sqlite, "LOG_BYTES_MAX", 100_000)
    settings = new_settings()
    files = DatabaseFiles(settings.data_dir)
    logs = [path.with_name(f"{path.name}-wal") for path in (files.records, files.activity)]
    async with opened(settings) as database:
        readers = [sqlite3.connect(path, isolation_level=None) for path in (files.records, files.activity)]
        for reader in readers:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        await fill(database)
        assert min(log.stat().st_size for log in logs) > 4_000_000
        for reader in readers:
            reader.close()
        # The first copies what is in the log, the second begins it anew.
        for number in range(2):
            await commit_tenant(database, f"ten_{number}")
            row: dict[str, Any] = {"key_id": f"key_{number}", "last_used_at": 1}
            await database.write_activity(Connection.execute, insert(key_usage), row)
        assert max(log.stat().st_size for log in logs) <= 100_000


def make_as_before(files: DatabaseFiles) -> None:
    """Creates the files as an earlier version did, which cannot give back pages."""
    files.records.parent.mkdir(parents=True, exist_ok=True)
    for path in (files.records, files.activity):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        path.chmod(0o600)
