"""SQLite: a file of records with one writer and several readers, and a second file of activity.

The process uses only the SQLite of the standard library. With a second copy of the library, closing a file in
one copy would release the locks of the other.
"""

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.pool import NullPool

from seatpreview.database.changes import ROWS_MAX, LogRow, LogRows
from seatpreview.database.connection import ComposedStatement, Connection, Result
from seatpreview.database.file_identity import FileIdentity, FileMoved
from seatpreview.database.free_pages import prepare_new_file
from seatpreview.database.tables import ACTIVITY
from seatpreview.database.unavailability import REPORT_SECONDS_MAX, PoolFull, cause_of, database_unavailable
from seatpreview.observability.measurements import Durations
from seatpreview.observability.outages import Outages, Part
from seatpreview.observability.processor_use import metered_in_thread
from seatpreview.problems import Cause
from seatpreview.values.clock import Clock, processor_deadline

BUSY_SECONDS = 5
"""Seconds that a call waits for a thread, and a statement for a lock."""

SYNCHRONOUS = "FULL"
"""How far a commit waits for the disk: with FULL, a commit survives a power cut."""

LOOP_BUSY_SECONDS = 0.2
"""The same for statements in the event loop's own thread. Readers wait for a lock only while a file is being
recovered."""

STEPS_BETWEEN_CHECKS = 1_000_000
"""Steps of SQLite's virtual machine, some 20 ms, after which a statement checks whether its time is over."""

ACTIVITY_CACHE_KB = 16_000
"""Kilobytes of cache for pages of the activity file."""

ACTIVITY_LOG_PAGES = 4_000
"""Pages in the log of the activity file, 16 MB, after which they are copied to the file (checkpoint)."""

FILES_SECONDS = 0.1
"""How often reads check that the files are still those that were opened. Every write checks."""

LOG_BYTES_MAX = 64_000_000
"""The size that a log is truncated to after a checkpoint. Otherwise one long reader, or one large write,
would leave it large for ever."""

T = TypeVar("T")

_READ = "SELECT n, stamp, kind, id FROM changes"
_SINCE = f"{_READ} WHERE n >= ? ORDER BY n LIMIT {ROWS_MAX + 1}"
_LAST = f"{_READ} ORDER BY n DESC LIMIT 1"


class DatabaseFiles:
    """The paths of the two files in the data folder."""

    def __init__(self, data_dir: Path) -> None:
        self.records = data_dir / "seatpreview.sqlite"
        self.activity = data_dir / "activity.sqlite"
        self.records_identity = FileIdentity(self.records)
        self.activity_identity = FileIdentity(self.activity)

    def create(self) -> None:
        """Creates missing files, empty and readable by this user alone."""
        self.records.parent.mkdir(parents=True, exist_ok=True)
        for path in (self.records, self.activity):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            if path.stat().st_size == 0:
                prepare_new_file(path)


def row_readers(files: DatabaseFiles) -> "LoopConnection":
    """Creates the connection that reads a few rows in the event loop's own thread."""
    return LoopConnection(partial(_open_reader, files, LOOP_BUSY_SECONDS))


def readers(files: DatabaseFiles) -> "ConnectionThreads":
    """Creates the threads that read records and activity."""
    return ConnectionThreads(partial(_open_reader, files), threads=4)


def reports(files: DatabaseFiles, threads: int) -> "ConnectionThreads":
    """Creates the threads that read very many rows. A statement is interrupted when it takes too much
    processor time, and when nobody waits for it any more."""
    return ConnectionThreads(partial(_open_reader, files), threads, ends_late_statements=True)


def writer(files: DatabaseFiles) -> "ConnectionThreads":
    """Creates the only thread that writes records. Each call is a transaction."""
    pragmas = (f"journal_size_limit = {LOG_BYTES_MAX}",)
    return ConnectionThreads(
        partial(_open, files.records, None, pragmas), threads=1, written=files.records_identity
    )


def activity_writer(files: DatabaseFiles) -> "ConnectionThreads":
    """Creates a thread that writes only the activity file, so that writes of activity and of records never
    wait for each other.

    Ids of events are random, so each event changes a different page of their index. Such pages are kept in
    memory, and a page that several transactions change is copied from the log to the file once.
    """
    pragmas = (
        f"{ACTIVITY}.cache_size = -{ACTIVITY_CACHE_KB}",
        f"wal_autocheckpoint = {ACTIVITY_LOG_PAGES}",
        f"{ACTIVITY}.journal_size_limit = {LOG_BYTES_MAX}",
    )
    return ConnectionThreads(
        partial(_open, ":memory:", files.activity, pragmas), threads=1, written=files.activity_identity
    )


class SqliteConnection(Connection):
    """A connection of Python's own driver. Its methods complete at once, in any thread (`_run_to_end`)."""

    __slots__ = ("driver",)

    dialect = SQLiteDialect_pysqlite()

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver

    async def run(self, statement: ComposedStatement, values: list[Any]) -> Result:
        """Runs a statement with the values of its placeholders, in their order."""
        cursor = self.driver.execute(statement.sql, values)
        if cursor.description is None:
            return Result([], cursor.rowcount)
        rows = cursor.fetchall()
        return Result(statement.rows([column[0] for column in cursor.description], rows), cursor.rowcount)

    async def run_many(self, sql: str, rows: list[list[Any]]) -> None:
        """Runs a statement once for each row of values."""
        self.driver.executemany(sql, rows)


class ConnectionThreads:
    """Threads, each with its own connection.

    A call is passed to a thread once, however many statements it runs. With `written`, it is a transaction,
    which begins by taking the lock and ends with the commit. Nothing is committed to a file that was moved.
    """

    def __init__(
        self,
        open_connection: Callable[[], SqliteConnection],
        threads: int,
        *,
        written: FileIdentity | None = None,
        ends_late_statements: bool = False,
    ) -> None:
        self.waits = Durations()
        self._open = open_connection
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="sqlite")
        self._of_this_thread = threading.local()
        self._opened: list[SqliteConnection] = []
        self._written = written
        self._ends_late_statements = ends_late_statements

    async def run(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Calls the function in one of the threads. Raises PoolFull if none becomes free in time."""
        if not self._ends_late_statements:
            return await self.submit(partial(self.call, function, *arguments, **options))
        end = _StatementEnd()
        return await self.submit(partial(self._call_until, end, function, *arguments, **options), end)

    async def submit(self, call: Callable[[], T], end: "_StatementEnd | None" = None) -> T:
        """Does the same with a function that calls `call` itself. With `end`, a call that nobody waits for
        any more is interrupted, and its thread is free again when the caller goes on."""
        submitted_at = begun_at = time.perf_counter()
        call = metered_in_thread(call)

        def begin() -> T:
            nonlocal begun_at
            begun_at = time.perf_counter()
            return call()

        submitted = self._threads.submit(begin)
        is_late = False

        def give_up() -> None:
            nonlocal is_late
            is_late = submitted.cancel()  # A call that has begun cannot be cancelled, and goes on.

        timer = asyncio.get_running_loop().call_later(BUSY_SECONDS, give_up)
        try:
            return await asyncio.wrap_future(submitted)
        except asyncio.CancelledError:
            if is_late:
                begun_at = time.perf_counter()
                raise PoolFull("every thread is busy") from None
            if end is not None:
                end.is_abandoned = True
                await asyncio.gather(asyncio.wrap_future(submitted), return_exceptions=True)
            raise
        finally:
            self.waits.add(begun_at - submitted_at)
            timer.cancel()

    def call(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Calls the function with the connection of this thread, in a transaction if it writes."""
        if self._written is not None:
            self._written.check()  # Opening a missing file would create another one.
        connection = self._connection()
        if self._written is None:
            return _run_to_end(function(connection, *arguments, **options))
        with _transaction(connection):
            result = _run_to_end(function(connection, *arguments, **options))
            self._written.check()
            return result

    def _call_until(
        self, end: "_StatementEnd", function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any
    ) -> T:
        end.interrupt(self._connection(), REPORT_SECONDS_MAX)
        return self.call(function, *arguments, **options)

    def _connection(self) -> SqliteConnection:
        opened: SqliteConnection | None = getattr(self._of_this_thread, "connection", None)
        if opened is None:
            opened = self._of_this_thread.connection = self._open()
            self._opened.append(opened)
        return opened

    async def close(self) -> None:
        """Closes the connections after the calls that have begun."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        for connection in self._opened:
            connection.driver.close()


class LoopConnection:
    """A connection for the event loop's own thread, for statements that take some microseconds."""

    def __init__(self, open_connection: Callable[[], SqliteConnection]) -> None:
        self.waits = Durations()  # Nobody waits for it.
        self._open = open_connection
        self._connection: SqliteConnection | None = None

    async def run(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Calls the function immediately."""
        if self._connection is None:
            self._connection = self._open()
        return await function(self._connection, *arguments, **options)

    async def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            self._connection.driver.close()
            self._connection = None


class Migrator:
    """Runs upgrades in a thread, on an SQLAlchemy connection to both files. Each call is a transaction.

    A migration may replace a table that others refer to, so foreign keys are checked at its end
    (migrations/env.py) and not with every statement.
    """

    def __init__(self, files: DatabaseFiles) -> None:
        self._files = files

    async def run(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Calls the function in a transaction."""
        return await asyncio.to_thread(self._call, function, *arguments, **options)

    def _call(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        engine = create_engine("sqlite+pysqlite://", creator=self._connect, poolclass=NullPool)
        event.listen(engine, "begin", _begin_immediate)
        with engine.begin() as connection:
            return function(connection, *arguments, **options)

    def _connect(self) -> sqlite3.Connection:
        return _open(self._files.records, self._files.activity, ("foreign_keys = OFF",)).driver


class SqliteChangeFeed:
    """Reads the log on its own connection, in the event loop's thread: that takes a few microseconds.

    The connection also keeps both files open as long as the process runs. Whoever opens a file first creates
    the index of its log (`-shm`). There may be no room for that later, and then not even readers could open
    the file.
    """

    is_immediate = True

    def __init__(self, files: DatabaseFiles, clock: Clock, outages: Outages) -> None:
        self._clock = clock
        self._outages = outages
        self._connection = _open_reader(files, LOOP_BUSY_SECONDS).driver
        for schema in ("main", ACTIVITY):
            self._connection.execute(f"PRAGMA {schema}.schema_version")  # Reads a page.
        self._identity = files.records_identity
        for identity in (files.records_identity, files.activity_identity):
            identity.check()
        self._looked_at, self._is_moved = time.monotonic(), False

    async def since(self, n: int) -> LogRows:
        """Returns rows as described in `ChangeFeed`."""
        return self._read(_SINCE, (n,))

    async def last(self) -> LogRows:
        """Returns only the last row."""
        return self._read(_LAST, ())

    async def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _read(self, statement: str, arguments: tuple[int, ...]) -> LogRows:
        # All rows are fetched, because an open cursor would hold its snapshot and hide newer rows.
        try:
            self._check_file()
            rows: list[LogRow] = self._connection.execute(statement, arguments).fetchall()
        except (sqlite3.Error, FileMoved) as error:
            cause = cause_of(error) or Cause.OTHER
            raise database_unavailable(error, cause, Part.CHANGE_LOG, self._outages) from error
        if self._outages.causes:
            self._outages.report_success(Part.CHANGE_LOG)
        return LogRows(rows, self._clock.now())

    def _check_file(self) -> None:
        """Raises FileMoved if the file of records is not the one that is open: a revoke written to the new
        file must not be missed."""
        now = time.monotonic()
        if now - self._looked_at >= FILES_SECONDS or self._is_moved:
            self._is_moved = True
            self._identity.check()
            self._looked_at, self._is_moved = now, False


def _open_reader(files: DatabaseFiles, busy_seconds: float | None = None) -> SqliteConnection:
    return _open(files.records, files.activity, ("query_only = ON",), busy_seconds)


def _open(
    path: Path | str,
    attached: Path | None = None,
    pragmas: tuple[str, ...] = (),
    busy_seconds: float | None = None,
) -> SqliteConnection:
    driver = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS if busy_seconds is None else busy_seconds,
        isolation_level=None,  # The driver must not begin transactions by itself.
        check_same_thread=False,
    )
    try:
        if attached is not None:
            driver.execute(f"ATTACH DATABASE ? AS {ACTIVITY}", (str(attached),))
        # WAL lets readers read while the writer writes.
        for pragma in ("journal_mode = WAL", f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON", *pragmas):
            driver.execute(f"PRAGMA {pragma}")
    except BaseException:
        # A damaged or locked file is opened again and again, and each attempt would keep it open.
        driver.close()
        raise
    return SqliteConnection(driver)


def _run_to_end(function_call: Awaitable[T]) -> T:
    """Runs an asynchronous store function in a thread without an event loop. It awaits only its connection,
    which completes at once, so its first step is its last."""
    steps = function_call.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("A function that the database runs waited for something other than its connection.")


@contextmanager
def _transaction(connection: SqliteConnection) -> Iterator[None]:
    """Takes the write lock at once: a transaction that reads first could not take it later."""
    connection.driver.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.driver.execute("COMMIT")
    except BaseException:
        if connection.driver.in_transaction:  # SQLite itself rolls back after some errors.
            connection.driver.execute("ROLLBACK")
        raise


class _StatementEnd:
    """Decides whether a statement has to end."""

    def __init__(self) -> None:
        self.is_abandoned = False
        """Whether nobody waits for the statement any more."""

    def interrupt(self, connection: SqliteConnection, seconds: float) -> None:
        """Interrupts statements of this connection, in this thread, when this much processor time is used
        up: on a busy machine, a statement that takes longer by the clock on the wall is not at fault."""
        is_over = processor_deadline(seconds)
        connection.driver.set_progress_handler(lambda: self.is_abandoned or is_over(), STEPS_BETWEEN_CHECKS)


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
