"""The database as operations see it: reads, transactions that log what they change, and the log's feed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from seatpreview.clock import Clock, Moment
from seatpreview.database import changes, postgresql, sqlite
from seatpreview.database.changes import Change, Feed
from seatpreview.database.unavailability import database_errors_as_unavailable
from seatpreview.settings import Settings


class Transaction:
    """A transaction that remembers which records it changed; they are logged as its last statements."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.changes: list[Change] = []

    def changed(
        self, kind: str, id: str, tenant_id: str | None, action: str, members: tuple[str, ...] = ()
    ) -> None:
        self.changes.append(Change(kind, id, tenant_id, action, members))


class Database:
    """Where the engine cannot be reached or does not answer in time, everything here raises Unavailable."""

    def __init__(
        self,
        readers: AsyncEngine,
        writer: AsyncEngine,
        activity: AsyncEngine,
        migrator: AsyncEngine,
        feed: Feed,
    ) -> None:
        self._readers = readers
        self._writer = writer
        self._activity = activity
        self._migrator = migrator
        self.feed = feed

    @property
    def is_sqlite(self) -> bool:
        return self._writer.dialect.name == "sqlite"

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which every statement sees the newest commits."""
        with database_errors_as_unavailable():
            async with self._readers.connect() as connection:
                yield await connection.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def write(self, actor: str, at: Moment) -> AsyncIterator[Transaction]:
        """Commits all or nothing. What was marked as changed is in the log from that moment on."""
        with database_errors_as_unavailable():
            async with self._writer.begin() as connection:
                transaction = Transaction(connection)
                yield transaction
                if transaction.changes:
                    await changes.write(connection, transaction.changes, actor, at)

    @asynccontextmanager
    async def write_activity(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on the tables of activity, outside the change log."""
        with database_errors_as_unavailable():
            async with self._activity.begin() as connection:
                yield connection

    @asynccontextmanager
    async def migrate(self) -> AsyncIterator[AsyncConnection]:
        """A connection that reaches every table, for database/schema.py. Its faults rise as they are."""
        async with self._migrator.connect() as connection:
            yield connection

    async def close(self) -> None:
        await self.feed.close()
        for engine in {self._readers, self._writer, self._activity, self._migrator}:
            await engine.dispose()


def open_database(settings: Settings, clock: Clock) -> Database:
    if settings.uses_sqlite:
        files = sqlite.Files(settings.data_dir)
        files.make()
        return Database(
            readers=sqlite.readers(files),
            writer=sqlite.writer(files),
            activity=sqlite.activity_writer(files),
            migrator=sqlite.migrator(files),
            feed=sqlite.SqliteFeed(files, clock),
        )
    pool = postgresql.pool(settings.database_url)
    return Database(
        readers=pool,
        writer=pool,
        activity=pool,
        migrator=postgresql.migrator(settings.database_url),
        feed=postgresql.PostgresqlFeed(settings.database_url, clock),
    )
