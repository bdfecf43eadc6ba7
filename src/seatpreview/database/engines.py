"""The database as operations use it: reads, transactions that log their changes, and the change feed.

Stores are asynchronous functions of a connection. The database runs each one whole, where it delays nobody
else: with SQLite in a thread that has its own connection, with PostgreSQL on a connection of the pool.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import sqlalchemy

from seatpreview.database import changes, postgresql, sqlite
from seatpreview.database.changes import Change, ChangeFeed
from seatpreview.database.connection import Connection
from seatpreview.database.reserved_room import ReservedRoom, UrgentWriter
from seatpreview.database.unavailability import (
    cause_of,
    database_unavailable,
    statement_timeouts_as_validation_failed,
)
from seatpreview.observability.measurements import Durations
from seatpreview.observability.outages import Outages, Part
from seatpreview.problems import Cause, Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, Moment

REPORTS_MAX = 2
"""The most statements over very many rows that a worker runs at once."""

_PROBED = (Part.DATABASE_READS, Part.DATABASE_WRITES, Part.ACTIVITY_WRITES)
"""The parts of the database that are probed. The change log is not among them, because every heartbeat reads
it."""

T = TypeVar("T")
P = ParamSpec("P")


class Transaction:
    """A transaction that collects the changes of records. Its last statements log them."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.changes: list[Change] = []

    def changed(
        self,
        kind: str,
        id: str,
        tenant_id: str | None,
        action: str,
        members: tuple[str, ...] = (),
        version: int | None = None,
    ) -> None:
        """Notes that the transaction changed a record, which has this version now."""
        self.changes.append(Change(kind, id, tenant_id, action, members, version))


class Connections(Protocol):
    """Connections for one purpose, such as reading."""

    waits: Durations
    """How long calls waited for a connection."""

    async def run(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Calls the function with a connection and these arguments, and returns its result."""
        ...

    async def close(self) -> None:
        """Ends the connections."""
        ...


class Migrator(Protocol):
    """Connections of SQLAlchemy, for upgrades."""

    async def run(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Calls the function with a connection and these arguments, in a transaction."""
        ...


class Database:
    """The database. Reads and writes raise Unavailable if it does not answer in time.

    Each takes a function and its arguments, and calls it with a connection or a transaction before them. The
    function must not await anything but its connection, which others use afterwards.
    """

    def __init__(
        self,
        *,
        row_readers: Connections,
        readers: Connections,
        reports: Connections,
        writer: Connections,
        urgent_writer: Connections,
        activity: Connections,
        migrator: Migrator,
        feed: ChangeFeed,
        is_sqlite: bool,
        outages: Outages,
        check_activity_file: Callable[[], None] = lambda: None,
    ) -> None:
        self._check_activity_file = check_activity_file
        self._row_readers = row_readers
        self._readers = readers
        self._reports = reports
        self._writer = writer
        self._urgent_writer = urgent_writer
        self._activity = activity
        self._migrator = migrator
        self.feed = feed
        self.is_sqlite = is_sqlite
        """Whether the engine is SQLite rather than PostgreSQL."""
        self._outages = outages
        self.waits = {"reads": readers.waits, "writes": writer.waits, "reports": reports.waits}
        """How long calls waited for a connection, by its purpose."""

    async def read_row(
        self,
        function: Callable[Concatenate[Connection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Reads a few rows by their keys, less than 100 kB in all. SQLite reads them in the event loop's
        thread, which takes less of its time than passing them between threads."""
        with self._reporting(Part.DATABASE_READS):
            return await self._row_readers.run(function, *arguments, **options)

    async def read(
        self,
        function: Callable[Concatenate[Connection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Reads any number of rows. Every statement sees the newest commits."""
        with self._reporting(Part.DATABASE_READS):
            return await self._readers.run(function, *arguments, **options)

    async def report(
        self,
        function: Callable[Concatenate[Connection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Runs a statement that may read very many rows, on one of the few connections for such statements:
        the others are left to small reads.

        Raises ValidationFailed if the statement takes longer than `REPORT_SECONDS_MAX`.
        """
        with self._reporting(Part.DATABASE_READS), statement_timeouts_as_validation_failed():
            return await self._reports.run(function, *arguments, **options)

    async def write(
        self,
        actor: str,
        at: Moment,
        function: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Runs a transaction. It commits everything, including the rows of the change log, or nothing."""
        return await self._write(self._writer, actor, at, function, *arguments, **options)

    async def write_even_if_full(
        self,
        actor: str,
        at: Moment,
        function: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Does the same for a change that ends access, such as a revoke: it must not wait until somebody has
        made room. On a full disk SQLite writes it in reserved room. A server of PostgreSQL has none."""
        return await self._write(self._urgent_writer, actor, at, function, *arguments, **options)

    async def _write(
        self,
        writer: Connections,
        actor: str,
        at: Moment,
        function: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        async def write(connection: Connection) -> T:
            transaction = Transaction(connection)
            result = await function(transaction, *arguments, **options)
            if transaction.changes:
                await changes.write(connection, transaction.changes, actor, at)
            return result

        with self._reporting(Part.DATABASE_WRITES):
            return await writer.run(write)

    async def write_activity(
        self,
        function: Callable[Concatenate[Connection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Runs a transaction on the activity tables, which have no change log."""
        with self._reporting(Part.ACTIVITY_WRITES):
            return await self._activity.run(function, *arguments, **options)

    async def migrate(
        self,
        function: Callable[Concatenate[sqlalchemy.Connection, P], T],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Runs a function on an SQLAlchemy connection to all tables, for database/schema.py. Its errors are
        not converted."""
        return await self._migrator.run(function, *arguments, **options)

    async def probe(self) -> None:
        """Checks whether failed parts work again, because nobody may use them during an outage. Also checks
        whether a server has become read-only, which nobody notices by reading. Reports outages, and raises
        nothing. While nothing fails, SQLite is not queried at all."""
        await asyncio.gather(*(self._probe(part) for part in _PROBED if self._is_in_doubt(part)))

    def _is_in_doubt(self, part: Part) -> bool:
        cause = self._outages.causes.get(part)
        if cause is None:
            return part is Part.DATABASE_WRITES and not self.is_sqlite
        return cause is not Cause.DAMAGED

    async def _probe(self, part: Part) -> None:
        with suppress(Unavailable), self._reporting(part):
            if part is Part.DATABASE_READS:
                for readers in (self._row_readers, self._readers, self._reports):
                    await readers.run(changes.read_single_rows)
            elif part is Part.ACTIVITY_WRITES:
                await self._activity.run(changes.rewrite_activity)
            elif part in self._outages.causes:
                await self._writer.run(changes.rewrite_counter)
            else:
                await self._readers.run(changes.check_is_writable)

    def check_activity_file(self) -> None:
        """Raises Unavailable if the activity file was moved under the running service. Every read of the
        change log checks the file of records."""
        if self._outages.causes.get(Part.ACTIVITY_WRITES) in (None, Cause.MOVED):
            with self._reporting(Part.ACTIVITY_WRITES):
                self._check_activity_file()

    @property
    def is_read_only(self) -> bool:
        """Whether the database can be read but not changed, because another server has taken its place."""
        return self._outages.causes.get(Part.DATABASE_WRITES) is Cause.READ_ONLY

    @contextmanager
    def _reporting(self, part: Part) -> Iterator[None]:
        """Reports failures and successes of a part. An error that shows an outage becomes its problem; other
        errors are raised unchanged."""
        try:
            yield
        except Exception as error:
            cause = cause_of(error)
            if cause is None:
                raise
            raise database_unavailable(error, cause, part, self._outages) from error
        self._outages.report_success(part)

    async def close(self) -> None:
        """Ends all connections."""
        await self.feed.close()
        for connections in {
            self._row_readers,
            self._readers,
            self._reports,
            self._writer,
            self._activity,
        }:
            await connections.close()


def open_database(settings: Settings, clock: Clock, outages: Outages | None = None) -> Database:
    """Opens the database of the settings. Missing SQLite files are created."""
    outages = outages or Outages()
    if settings.uses_sqlite:
        files = sqlite.DatabaseFiles(settings.data_dir)
        room = ReservedRoom(settings.data_dir)
        files.create()
        writer = sqlite.writer(files)
        return Database(
            row_readers=sqlite.row_readers(files),
            readers=sqlite.readers(files),
            reports=sqlite.reports(files, REPORTS_MAX),
            writer=writer,
            urgent_writer=UrgentWriter(writer, room),
            activity=sqlite.activity_writer(files),
            migrator=sqlite.Migrator(files),
            feed=room.call(lambda: sqlite.SqliteChangeFeed(files, clock, outages)),
            is_sqlite=True,
            outages=outages,
            check_activity_file=files.activity_identity.check,
        )
    url = settings.database_url
    pool = postgresql.ConnectionPool(url, connections=10, session=postgresql.SESSION)
    reports = postgresql.ConnectionPool(url, REPORTS_MAX, postgresql.REPORT_SESSION)
    readers, writers = postgresql.Readers(pool), postgresql.Writers(pool)

    def drop_connections() -> None:
        for each in (pool, reports):
            each.end_idle_connections()

    return Database(
        row_readers=readers,
        readers=readers,
        reports=postgresql.Readers(reports),
        writer=writers,
        urgent_writer=writers,
        activity=writers,
        migrator=postgresql.Migrator(url),
        feed=postgresql.PostgresqlChangeFeed(url, clock, outages, on_lost=drop_connections),
        is_sqlite=False,
        outages=outages,
    )
