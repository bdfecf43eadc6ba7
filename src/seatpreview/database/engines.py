"""The database as operations use it: reads, transactions that log what they change, and the change feed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from seatpreview.clock import Clock, Moment
from seatpreview.database import changes, postgresql, sqlite
from seatpreview.database.changes import Change, ChangeFeed
from seatpreview.database.unavailability import (
    REPORT_SECONDS_MAX,
    database_errors_as_unavailable,
    statement_timeouts_as_validation_failed,
)
from seatpreview.settings import Settings

REPORTS_MAX = 2
"""Statements over very many rows that a worker runs at once."""


class Transaction:
    """A transaction that collects the changes of records; they are logged by its last statements."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.changes: list[Change] = []

    def changed(
        self, kind: str, id: str, tenant_id: str | None, action: str, members: tuple[str, ...] = ()
    ) -> None:
        """Notes that the transaction changed a record."""
        self.changes.append(Change(kind, id, tenant_id, action, members))


class Database:
    """The database. Reads and writes raise Unavailable where it does not answer, or not in time."""

    def __init__(
        self,
        readers: AsyncEngine,
        reports: AsyncEngine,
        writer: AsyncEngine,
        activity: AsyncEngine,
        migrator: AsyncEngine,
        feed: ChangeFeed,
    ) -> None:
        self._readers = readers
        self._reports = reports
        self._writer = writer
        self._activity = activity
        self._migrator = migrator
        self.feed = feed

    @property
    def is_sqlite(self) -> bool:
        """Whether the engine is SQLite rather than PostgreSQL."""
        return self._writer.dialect.name == "sqlite"

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Opens a connection on which every statement sees the newest commits."""
        with database_errors_as_unavailable():
            async with self._readers.connect() as connection:
                yield await connection.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def report(self) -> AsyncIterator[AsyncConnection]:
        """Opens one of the few connections for statements that may read very many rows, so that such
        statements leave the others to those that read few.

        Raises ValidationFailed where a statement takes longer than `REPORT_SECONDS_MAX`.
        """
        with statement_timeouts_as_validation_failed(), database_errors_as_unavailable():
            async with self._reports.connect() as connection:
                connection = await connection.execution_options(isolation_level="AUTOCOMMIT")
                async with self._interrupted_when_late(connection):
                    yield connection

    @asynccontextmanager
    async def _interrupted_when_late(self, connection: AsyncConnection) -> AsyncIterator[None]:
        """Ends the statement that runs on SQLite when its time is over. PostgreSQL does that by itself."""
        if not self.is_sqlite:
            yield
            return
        driver: Any = (await connection.get_raw_connection()).driver_connection

        def interrupt() -> None:
            interruptions.append(asyncio.ensure_future(driver.interrupt()))

        interruptions: list[asyncio.Future[None]] = []
        timer = asyncio.get_running_loop().call_later(REPORT_SECONDS_MAX, interrupt)
        try:
            yield
        finally:
            timer.cancel()

    @asynccontextmanager
    async def write(self, actor: str, at: Moment) -> AsyncIterator[Transaction]:
        """Opens a transaction, which commits all or nothing, the rows of the change log included."""
        with database_errors_as_unavailable():
            async with self._writer.begin() as connection:
                transaction = Transaction(connection)
                yield transaction
                if transaction.changes:
                    await changes.write(connection, transaction.changes, actor, at)

    @asynccontextmanager
    async def write_activity(self) -> AsyncIterator[AsyncConnection]:
        """Opens a transaction on the tables of activity, which have no change log."""
        with database_errors_as_unavailable():
            async with self._activity.begin() as connection:
                yield connection

    @asynccontextmanager
    async def migration_connection(self) -> AsyncIterator[AsyncConnection]:
        """Opens a connection to all tables, for database/schema.py. Its errors are not converted."""
        async with self._migrator.connect() as connection:
            yield connection

    async def close(self) -> None:
        """Ends all connections."""
        await self.feed.close()
        for engine in {self._readers, self._reports, self._writer, self._activity, self._migrator}:
            await engine.dispose()


def open_database(settings: Settings, clock: Clock) -> Database:
    """Opens the database of the settings. SQLite files are created where they are missing."""
    if settings.uses_sqlite:
        files = sqlite.DatabaseFiles(settings.data_dir)
        files.create()
        return Database(
            readers=sqlite.readers(files),
            reports=sqlite.readers(files, connections=REPORTS_MAX),
            writer=sqlite.writer(files),
            activity=sqlite.activity_writer(files),
            migrator=sqlite.migrator(files),
            feed=sqlite.SqliteChangeFeed(files, clock),
        )
    pool = postgresql.pool(settings.database_url)
    return Database(
        readers=pool,
        reports=postgresql.reports(settings.database_url, REPORTS_MAX),
        writer=pool,
        activity=pool,
        migrator=postgresql.migrator(settings.database_url),
        feed=postgresql.PostgresqlChangeFeed(settings.database_url, clock),
    )
