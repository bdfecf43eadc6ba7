"""SQLite alone: how its files are opened, who can read them, and what survives the end of a process."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from database.opened import add_tenant, commit_tenant, log, opened, tenant_ids
from database.processes import commit_until_killed, spawn
from database.waiting import WAIT_SECONDS
from seatpreview.clock import Clock, Moment
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.keys.usage import Usage
from seatpreview.problems import Unavailable
from seatpreview.settings import Settings

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("engine", ["sqlite"], indirect=True)]

AT = Clock().now()


@pytest.fixture
def settings(new_settings: Callable[..., Settings]) -> Settings:
    return new_settings()


@pytest.fixture
def files(settings: Settings) -> DatabaseFiles:
    return DatabaseFiles(settings.data_dir)


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    async with opened(settings) as database:
        yield database


@pytest.fixture
def open_mask() -> Iterator[None]:
    """Sets the umask of a machine where new files are readable by all."""
    before = os.umask(0)
    yield
    os.umask(before)


async def test_only_the_owner_can_read_any_of_the_files(
    open_mask: None, database: Database, files: DatabaseFiles
) -> None:
    """The danger: hashes of secrets, readable by every user of the machine."""
    await commit_tenant(database, "ten_1")
    await use(database, "key_1")
    modes = {path.name: path.stat().st_mode & 0o777 for path in files.records.parent.glob("*.sqlite*")}
    assert set(modes) == {
        f"{path.name}{part}" for path in (files.records, files.activity) for part in ("", "-wal", "-shm")
    }
    assert set(modes.values()) == {0o600}


async def test_what_was_answered_is_on_the_disk(database: Database) -> None:
    """WAL with synchronous FULL: a commit that was acknowledged survives a power cut."""
    async with database.write("operator", AT) as transaction:
        assert await pragma(transaction.connection, "journal_mode") == "wal"
        assert await pragma(transaction.connection, "synchronous") == 2
        assert await pragma(transaction.connection, "foreign_keys") == 1


async def test_the_activity_file_has_a_write_ahead_log_too(database: Database) -> None:
    async with database.write_activity() as connection:
        assert await pragma(connection, "activity.journal_mode") == "wal"


async def test_a_writer_takes_the_lock_as_it_begins(database: Database, files: DatabaseFiles) -> None:
    """The danger: a transaction that reads first and then writes fails at once, whatever the timeout."""
    with closing(sqlite3.connect(files.records, isolation_level=None, timeout=0)) as other:
        async with database.write("operator", AT):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")


async def test_readers_read_while_a_writer_writes(database: Database) -> None:
    async with database.write("operator", AT) as transaction:
        await add_tenant(transaction, "ten_1")
        assert await tenant_ids(database) == set()
        assert (await database.feed.last()).rows[0][0] == 1


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(Unavailable) as refusal:
        async with database.read() as connection:
            await connection.execute(text("DELETE FROM counter"))
    assert isinstance(refusal.value.__cause__, OperationalError)
    assert "readonly" in str(refusal.value.__cause__)


async def test_activity_is_written_while_a_records_transaction_is_open(database: Database) -> None:
    async with database.write("operator", AT) as transaction:
        await add_tenant(transaction, "ten_1")
        await use(database, "key_1")
        assert await uses(database) == ["key_1"]


async def test_records_are_written_while_an_activity_transaction_is_open(database: Database) -> None:
    async with database.write_activity() as connection:
        await connection.execute(text("INSERT INTO activity.key_usage VALUES ('key_1', 1)"))
        await commit_tenant(database, "ten_1")
        assert await tenant_ids(database) == {"ten_1"}


async def test_activity_is_in_a_file_of_its_own_and_not_in_the_log(
    database: Database, files: DatabaseFiles
) -> None:
    await use(database, "key_1")
    assert await log(database) == []
    assert tables_of(files.activity) == {"events", "key_usage"}
    assert not tables_of(files.activity) & tables_of(files.records)


async def test_a_commit_that_was_acknowledged_survives_the_end_of_its_process(settings: Settings) -> None:
    async with opened(settings):
        pass
    acknowledged, sending = spawn.Pipe(duplex=False)
    process = spawn.Process(target=commit_until_killed, args=(settings, sending), daemon=True)
    process.start()
    try:
        committed = [await asyncio.to_thread(next_acknowledged, acknowledged) for _ in range(20)]
    finally:
        process.kill()
        process.join()
    while acknowledged.poll():
        committed.append(acknowledged.recv())
    async with opened(settings, None) as database:
        assert set(committed) <= await tenant_ids(database)
        rows = await log(database)
        assert [n for n, _ in rows] == list(range(2, len(rows) + 2))
        assert {id for _, id in rows} == await tenant_ids(database), "a record and its row, or neither"


def next_acknowledged(acknowledged: Connection) -> str:
    assert acknowledged.poll(WAIT_SECONDS), "the process commits nothing"
    id: str = acknowledged.recv()
    return id


async def use(database: Database, key_id: str) -> None:
    usage = Usage()
    usage.record_use(key_id, Moment(AT))
    await usage.write(database)


async def uses(database: Database) -> list[str]:
    async with database.read() as connection:
        return list(await connection.scalars(text("SELECT key_id FROM activity.key_usage")))


async def pragma(connection: AsyncConnection, name: str) -> object:
    return (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()


def tables_of(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
