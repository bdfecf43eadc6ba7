"""A database that is down, busy or slow: uses raise Unavailable, and work again once it is back."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy.exc import IntegrityError

from database.opened import add_tenant, commit_tenant, opened, tenant_ids
from database.waiting import WAIT_SECONDS
from parts.postgres import RunningPostgres
from seatpreview.clock import Clock, Moment
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.freshness.check import FreshnessCheck
from seatpreview.keys.usage import Usage
from seatpreview.problems import Unavailable
from seatpreview.settings import Settings
from serving import settings_for

pytestmark = pytest.mark.anyio

AT = Clock().now()

_names = (f"unavailable_{number}" for number in count(1))


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
    with pytest.raises(IntegrityError):
        await commit_tenant(database, "ten_1")


class TestPostgresql:
    """On a server that the tests may end."""

    @pytest.fixture
    def url(self, dedicated_postgres: RunningPostgres) -> str:
        return dedicated_postgres.create_database(next(_names))

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
        dedicated_postgres.restart()
        for use in USES:
            await use(database)

    async def test_a_transaction_that_the_server_does_not_survive_is_unavailable(
        self, dedicated_postgres: RunningPostgres, database: Database
    ) -> None:
        async def lose_the_server() -> None:
            async with database.write("operator", AT) as transaction:
                await add_tenant(transaction, "ten_lost")
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
        dedicated_postgres.restart()
        assert await tenant_ids(database) == {"ten_kept"}

    async def test_a_lock_that_another_holds_too_long_is_unavailable(
        self, database: Database, by_hand: Any
    ) -> None:
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
        freshness = FreshnessCheck(database.feed, ())
        await freshness.check_and_get_time()
        await by_hand.execute("BEGIN")
        await by_hand.execute("LOCK TABLE changes IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(Unavailable):
            async with asyncio.timeout(WAIT_SECONDS):
                await freshness.check_and_get_time()
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
        async with database.write("operator", AT):
            with pytest.raises(Unavailable):
                await write(database)
        await write(database)
