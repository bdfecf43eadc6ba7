"""A database that is down, busy or slow: uses raise Unavailable, and work again once it is back."""

import asyncio
import errno
import os
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from database.held_connections import held
from database.opened import add_tenant, commit_tenant, opened, tenant_ids
from database.waiting import WAIT_SECONDS
from seatpreview.database import postgresql
from seatpreview.database.engines import Database
from seatpreview.database.postgresql import (
    SESSION,
    ConnectionPool,
    PostgresqlChangeFeed,
    PostgresqlConnection,
)
from seatpreview.database.sqlite import DatabaseFiles, SqliteChangeFeed
from seatpreview.database.unavailability import PoolFull, cause_of
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.keys.usage import Usage
from seatpreview.observability.outages import Outages
from seatpreview.problems import Cause, Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, Moment
from servers.migrated_databases import copy_template, create_template
from servers.postgres import RunningPostgres
from servers.tcp_proxy import running_proxy
from serving import settings_for

pytestmark = pytest.mark.anyio

AT = Clock().now()

_names = (f"unavailable_{number}" for number in count(1))


@pytest.fixture
def database_url(postgres: RunningPostgres, postgres_template: str) -> str:
    """A database of PostgreSQL, with its tables."""
    return copy_template(postgres, postgres_template, next(_names))


@pytest.fixture(scope="module")
def dedicated_template(dedicated_postgres_server: RunningPostgres) -> str:
    return create_template(dedicated_postgres_server)


async def read(database: Database) -> None:
    await tenant_ids(database)


async def write(database: Database) -> None:
    await commit_tenant(database, next(_names))


async def write_activity(database: Database) -> None:
    usage = Usage()
    usage.record_use("key_1", Moment(AT))
    await usage.write(database)


async def check_and_get_time(database: Database) -> None:
    await FreshnessCheck(database.feed, ()).check_and_get_time()


USES: list[Callable[[Database], Awaitable[None]]] = [read, write, write_activity, check_and_get_time]


async def test_an_error_of_the_service_itself_is_not_reported_as_unavailable(database: Database) -> None:
    """The danger: a client that tries again and again what can never succeed."""
    await commit_tenant(database, "ten_1")
    with pytest.raises((sqlite3.IntegrityError, asyncpg.UniqueViolationError)):
        await commit_tenant(database, "ten_1")


class TestPostgresql:
    """On a server that the tests may end."""

    @pytest.fixture
    def url(self, dedicated_postgres: RunningPostgres, dedicated_template: str) -> str:
        return copy_template(dedicated_postgres, dedicated_template, next(_names))

    @pytest.fixture
    async def database(self, url: str, tmp_path: Path) -> AsyncIterator[Database]:
        async with opened(settings_for(tmp_path, url)) as database:
            yield database

    @pytest.fixture
    async def by_hand(self, url: str) -> AsyncIterator[Any]:
        connection = await asyncpg.connect(url)
        yield connection
        await connection.close()

    @pytest.mark.parametrize("end", [RunningPostgres.stop, RunningPostgres.kill])
    async def test_a_server_that_is_down_is_unavailable_until_it_is_back(
        self, dedicated_postgres: RunningPostgres, database: Database, end: Callable[[RunningPostgres], None]
    ) -> None:
        for use in USES:
            await use(database)
        end(dedicated_postgres)
        try:
            for use in USES * 2:
                with pytest.raises(Unavailable) as refusal:
                    await use(database)
                assert refusal.value.retry_after_seconds == 1
        finally:
            dedicated_postgres.restart()
        for use in USES:
            await use(database)

    async def test_connections_that_were_cut_are_replaced_before_anybody_notices(
        self, dedicated_postgres: RunningPostgres, database: Database
    ) -> None:
        """A restart between two requests, or a proxy that cuts idle connections."""
        for use in USES:
            await use(database)
        # The event loop goes on meanwhile, as in a service, and sees that connections end.
        await asyncio.to_thread(dedicated_postgres.restart)
        for use in USES:
            await use(database)

    async def test_a_transaction_that_the_server_does_not_survive_is_unavailable(
        self, dedicated_postgres: RunningPostgres, database: Database
    ) -> None:
        async def lose_the_server() -> None:
            async with held(database.write, "operator", AT) as run:
                await run(add_tenant, "ten_lost")
                dedicated_postgres.kill()

        with pytest.raises(Unavailable):
            await lose_the_server()
        dedicated_postgres.restart()
        assert "ten_lost" not in await tenant_ids(database)

    async def test_what_was_committed_before_a_crash_is_there_after_it(
        self, dedicated_postgres: RunningPostgres, database: Database
    ) -> None:
        await commit_tenant(database, "ten_kept")
        dedicated_postgres.kill()
        await asyncio.to_thread(dedicated_postgres.restart)
        assert await tenant_ids(database) == {"ten_kept"}

    async def test_a_lock_that_another_holds_too_long_is_unavailable(
        self, database: Database, by_hand: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(postgresql.SESSION, "lock_timeout", "100ms")
        await by_hand.execute("BEGIN")
        await by_hand.execute("UPDATE counter SET n = n")
        with pytest.raises(Unavailable):
            async with asyncio.timeout(WAIT_SECONDS):
                await write(database)
        await by_hand.execute("ROLLBACK")
        await write(database)

    async def test_a_freshness_check_without_an_answer_in_time_is_unavailable(
        self, database: Database, by_hand: Any
    ) -> None:
        """The answer that comes late must not reach a later check."""
        freshness, feed = FreshnessCheck(database.feed, ()), database.feed
        assert isinstance(feed, PostgresqlChangeFeed)
        await freshness.check_and_get_time()
        await by_hand.execute("BEGIN")
        await by_hand.execute("LOCK TABLE changes IN ACCESS EXCLUSIVE MODE")
        patience_seconds, feed.answer_seconds = feed.answer_seconds, 0.1
        with pytest.raises(Unavailable):
            async with asyncio.timeout(WAIT_SECONDS):
                await freshness.check_and_get_time()
        feed.answer_seconds = patience_seconds
        await by_hand.execute("ROLLBACK")
        await freshness.check_and_get_time()


class TestSqlite:
    pytestmark = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)

    @pytest.fixture
    async def settings(
        self, new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
    ) -> Settings:
        monkeypatch.setattr("seatpreview.database.sqlite.BUSY_SECONDS", 0.1)
        return new_settings()

    @pytest.fixture
    async def database(self, settings: Settings) -> AsyncIterator[Database]:
        async with opened(settings) as database:
            yield database

    async def test_a_file_that_another_process_writes_to_is_unavailable_for_writing_alone(
        self, settings: Settings, database: Database
    ) -> None:
        records = DatabaseFiles(settings.data_dir).records
        with closing(sqlite3.connect(records, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable):
                await write(database)
            for use in (read, write_activity, check_and_get_time):
                await use(database)
            other.execute("ROLLBACK")
        await write(database)

    async def test_a_writer_that_waits_too_long_for_its_turn_is_unavailable(self, database: Database) -> None:
        """In the same process writers wait for the one connection."""
        async with held(database.write, "operator", AT):
            with pytest.raises(Unavailable):
                await write(database)
        await write(database)


async def test_a_lost_connection_of_the_change_log_is_told_to_the_pool(
    postgres: RunningPostgres, database_url: str
) -> None:
    """A firewall that forgot its connections forgot all of them: the others need not find out one by one."""
    with running_proxy(postgres.port) as proxy:
        lost: list[bool] = []
        url = database_url.replace(f":{postgres.port}/", f":{proxy.port}/")
        feed = PostgresqlChangeFeed(url, Clock(), Outages(), on_lost=lambda: lost.append(True))
        await feed.last()
        proxy.drop_open_connections()
        patience_seconds, feed.answer_seconds = feed.answer_seconds, 0.1
        with pytest.raises(Unavailable) as refusal:
            await feed.last()
        feed.answer_seconds = patience_seconds
        assert refusal.value.cause is Cause.SILENT
        assert lost == [True]
        await feed.last()
        await feed.close()


async def test_a_pool_without_a_free_connection_says_so(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "POOL_SECONDS", 0.01)
    pool = ConnectionPool(database_url, connections=1, session=SESSION)

    async def take_another(_: PostgresqlConnection) -> None:
        await pool.run(take_another)

    with pytest.raises(PoolFull):
        await pool.run(take_another)
    assert sum(pool.waits.counts) == 2
    pool.end_idle_connections()
    await pool.close()


async def test_the_kernel_ends_a_connection_whose_peer_is_gone(database_url: str) -> None:
    """It does so after two seconds, where the driver would wait for as long as a statement may take."""
    connection = await postgresql._connect(database_url)
    descriptor = connection._transport.get_extra_info("socket").fileno()
    with socket.socket(fileno=os.dup(descriptor)) as copy:
        timeout_ms = copy.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert timeout_ms == postgresql.ACKNOWLEDGEMENT_MS
        assert copy.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    await connection.close()


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (asyncpg.ReadOnlySQLTransactionError(), Cause.READ_ONLY),
        (asyncpg.TooManyConnectionsError(), Cause.TOO_MANY_CONNECTIONS),
        (asyncpg.DiskFullError(), Cause.STORAGE_FULL),
        (asyncpg.InvalidPasswordError(), Cause.REFUSED),
        (asyncpg.UndefinedTableError(), Cause.MISSING),
        (asyncpg.CannotConnectNowError(), Cause.UNREACHABLE),
        (ConnectionRefusedError(errno.ECONNREFUSED, ""), Cause.UNREACHABLE),
        (OSError(errno.EMFILE, ""), Cause.TOO_MANY_FILES),
        (TimeoutError(), Cause.SILENT),
        (asyncpg.UniqueViolationError(), None),
        (asyncpg.PostgresSyntaxError(), None),
        (ValueError(), None),
    ],
)
async def test_the_cause_is_told_from_the_error(error: Exception, cause: Cause | None) -> None:
    assert cause_of(error) is cause


async def test_both_files_are_open_before_a_disk_can_be_full(tmp_path: Path) -> None:
    """Whoever opens a file first creates the index of its log. On a full disk not even a reader could."""
    files = DatabaseFiles(tmp_path)
    files.create()
    feed = SqliteChangeFeed(files, Clock(), Outages())
    names = {name for name in os.listdir(tmp_path) if name.endswith("-shm")}
    assert names == {"seatpreview.sqlite-shm", "activity.sqlite-shm"}
    await feed.close()
