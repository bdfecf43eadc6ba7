"""SQLite alone: how its files are opened, who can read them, and what survives the end of a process."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest
from sqlalchemy import text

from database.held_connections import held
from database.opened import add_tenant, commit_tenant, log, opened, tenant_ids
from database.processes import commit_until_killed, spawn
from database.waiting import WAIT_SECONDS
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.sqlite import ACTIVITY_CACHE_KB, ACTIVITY_LOG_PAGES, DatabaseFiles, row_readers
from seatpreview.keys.usage import Usage
from seatpreview.problems import Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, Moment

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.promise,
    pytest.mark.parametrize("engine", ["sqlite"], indirect=True),
]

AT = Clock().now()


@pytest.fixture
def settings(new_settings: Callable[..., Settings], durable_commits: None) -> Settings:
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

    async def pragmas(transaction: Transaction) -> list[object]:
        return [
            await pragma(transaction.connection, name)
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert await database.write("operator", AT, pragmas) == ["wal", 2, 1]


async def test_the_activity_file_has_a_write_ahead_log_too(database: Database) -> None:
    assert await database.write_activity(pragma, "activity.journal_mode") == "wal"
    assert await database.write_activity(pragma, "activity.synchronous") == 2


async def test_the_writer_of_activity_keeps_pages_in_memory_and_copies_the_log_seldom(
    database: Database,
) -> None:
    """The defaults, 2 MB and 1,000 pages, are less than the events of one transaction change."""
    assert await database.write_activity(pragma, "activity.cache_size") == -ACTIVITY_CACHE_KB
    assert await database.write_activity(pragma, "wal_autocheckpoint") == ACTIVITY_LOG_PAGES


async def test_a_writer_takes_the_lock_as_it_begins(database: Database, files: DatabaseFiles) -> None:
    """The danger: a transaction that reads first and then writes fails at once, whatever the timeout."""
    with closing(sqlite3.connect(files.records, isolation_level=None, timeout=0)) as other:
        async with held(database.write, "operator", AT):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")


async def test_readers_read_while_a_writer_writes(database: Database) -> None:
    async with held(database.write, "operator", AT) as run:
        await run(add_tenant, "ten_1")
        assert await tenant_ids(database) == set()
        assert (await database.feed.last()).rows[0][0] == 1


async def test_a_function_that_waits_for_anything_but_its_connection_is_refused(database: Database) -> None:
    """The danger: a transaction that holds the one writer's thread for ever."""

    async def wait(transaction: Transaction) -> None:
        await add_tenant(transaction, "ten_1")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="other than its connection"):
        await database.write("operator", AT, wait)
    assert await tenant_ids(database) == set()
    await commit_tenant(database, "ten_2")


async def test_a_reader_cannot_write(database: Database) -> None:
    for read in (database.read, database.read_row, database.report):
        with pytest.raises(Unavailable) as refusal:
            await read(Connection.execute, text("DELETE FROM counter"))
        assert isinstance(refusal.value.__cause__, sqlite3.OperationalError)
        assert "readonly" in str(refusal.value.__cause__)


async def test_activity_is_written_while_a_records_transaction_is_open(database: Database) -> None:
    async with held(database.write, "operator", AT) as run:
        await run(add_tenant, "ten_1")
        await use(database, "key_1")
        assert await uses(database) == ["key_1"]


async def test_records_are_written_while_an_activity_transaction_is_open(database: Database) -> None:
    async with held(database.write_activity) as run:
        await run(Connection.execute, text("INSERT INTO activity.key_usage VALUES ('key_1', 1)"))
        await commit_tenant(database, "ten_1")
        assert await tenant_ids(database) == {"ten_1"}


async def test_activity_is_in_a_file_of_its_own_and_not_in_the_log(
    database: Database, files: DatabaseFiles
) -> None:
    await use(database, "key_1")
    assert await log(database) == []
    assert tables_of(files.activity) == {
        "event_counting",
        "event_counts",
        "events",
        "key_usage",
        "recent_previews",
        "uses_without_secret",
        "webhook_deliveries",
        "webhook_position",
    }
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


def next_acknowledged(acknowledged: Pipe) -> str:
    assert acknowledged.poll(WAIT_SECONDS), "the process commits nothing"
    id: str = acknowledged.recv()
    return id


async def use(database: Database, key_id: str) -> None:
    usage = Usage()
    usage.record_use(key_id, Moment(AT))
    await usage.write(database)


async def uses(database: Database) -> list[str]:
    statement = text("SELECT key_id FROM activity.key_usage")
    return await database.read(Connection.scalars, statement)


async def pragma(connection: Connection, name: str) -> object:
    return await connection.scalar(text(f"PRAGMA {name}"))


def tables_of(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def test_a_file_that_is_no_database_is_not_kept_open(files: DatabaseFiles) -> None:
    """A damaged file is tried again with every request, and each try would take an open file."""
    files.create()
    files.records.write_bytes(b"no database" * 1000)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        await row_readers(files).run(read_nothing)
    # The exception holds the frames that opened the file, so that nothing else has closed it.
    assert (caught.value.__traceback__ is not None, is_open(files.records)) == (True, False)


def is_open(path: Path) -> bool:
    """Whether this process has the file open."""
    return any(os.path.realpath(link) == str(path) for link in Path("/proc/self/fd").iterdir())


async def read_nothing(connection: Connection) -> None:
    """A function of a store that is never called."""
