"""SQLite: a file of records with one writer and several readers, and a second file of activity.

The process uses the SQLite of the standard library alone. With a second copy of the library, closing a file
in one would release the locks of the other.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from seatpreview.clock import Clock
from seatpreview.database.changes import ROWS_MAX, LogRow, LogRows
from seatpreview.database.tables import ACTIVITY
from seatpreview.database.unavailability import database_unavailable

BUSY_SECONDS = 5

_READ = "SELECT n, stamp, kind, id FROM changes"
_SINCE = f"{_READ} WHERE n >= ? ORDER BY n LIMIT {ROWS_MAX + 1}"
_LAST = f"{_READ} ORDER BY n DESC LIMIT 1"


class DatabaseFiles:
    """The paths of the two files in the data folder."""

    def __init__(self, data_dir: Path) -> None:
        self.records = data_dir / "seatpreview.sqlite"
        self.activity = data_dir / "activity.sqlite"

    def create(self) -> None:
        """Creates the files where they are missing, empty and readable by this user alone."""
        self.records.parent.mkdir(parents=True, exist_ok=True)
        for path in (self.records, self.activity):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def writer(files: DatabaseFiles) -> AsyncEngine:
    """Creates an engine with one connection to the records, on which BEGIN takes the write lock."""
    engine = _engine(files.records, connections=1)
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def readers(files: DatabaseFiles, connections: int = 4) -> AsyncEngine:
    """Creates an engine whose connections read records and activity, one statement at a time."""
    return _engine(files.records, connections, attached=files.activity, pragmas=("query_only = ON",))


def activity_writer(files: DatabaseFiles) -> AsyncEngine:
    """Creates an engine with one connection to the activity file alone, so that writes of activity and of
    records never wait for each other."""
    engine = _engine(":memory:", connections=1, attached=files.activity)
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def migrator(files: DatabaseFiles) -> AsyncEngine:
    """Creates an engine with one connection to both files.

    A migration may replace a table that others refer to, so foreign keys are checked at its end
    (migrations/env.py), not with every statement.
    """
    engine = _engine(files.records, connections=1, attached=files.activity, pragmas=("foreign_keys = OFF",))
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def copy(source: Path, target: Path) -> None:
    """Copies a file that may be in use, by SQLite's own backup. An existing target is replaced whole."""
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(partial)) as backup:
        original.backup(backup)
    partial.replace(target)


class SqliteChangeFeed:
    """Reads the log on a connection of its own, in the event loop's thread: it takes a few microseconds."""

    is_immediate = True

    def __init__(self, files: DatabaseFiles, clock: Clock) -> None:
        self._clock = clock
        self._connection = sqlite3.connect(files.records, isolation_level=None, timeout=0.2)
        self._connection.execute("PRAGMA query_only = ON")

    async def since(self, n: int) -> LogRows:
        """Returns rows as `ChangeFeed` says."""
        return self._read(_SINCE, (n,))

    async def last(self) -> LogRows:
        """Returns the last row alone."""
        return self._read(_LAST, ())

    async def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _read(self, statement: str, arguments: tuple[int, ...]) -> LogRows:
        # All rows are fetched, since an open cursor would hold its snapshot and hide newer rows.
        try:
            rows: list[LogRow] = self._connection.execute(statement, arguments).fetchall()
        except sqlite3.Error as error:
            raise database_unavailable() from error
        return LogRows(rows, self._clock.now())


def _engine(
    path: Path | str, connections: int, attached: Path | None = None, pragmas: tuple[str, ...] = ()
) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=BUSY_SECONDS,
        hide_parameters=True,
        connect_args={"timeout": BUSY_SECONDS},
    )
    event.listen(engine.sync_engine, "connect", _prepare(attached, pragmas))
    return engine


def _prepare(attached: Path | None, pragmas: tuple[str, ...]) -> Callable[[Any, Any], None]:
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # The driver must not begin transactions of its own.
        cursor = connection.cursor()
        if attached is not None:
            cursor.execute(f"ATTACH DATABASE ? AS {ACTIVITY}", (str(attached),))
        # WAL lets readers read while the writer writes; with FULL, a commit survives a power cut.
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return prepare


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
