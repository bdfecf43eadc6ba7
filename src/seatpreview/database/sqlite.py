"""SQLite: a records file with one writer and several readers, and a file for activity beside it.

The standard library's SQLite and no other copy in the process: with two, closing one's file would drop the
other's locks.
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
from seatpreview.database.changes import ROWS_MAX, Reading, Row
from seatpreview.database.tables import ACTIVITY
from seatpreview.database.unavailability import unavailable

BUSY_SECONDS = 5

_READ = "SELECT n, stamp, kind, id FROM changes"
_SINCE = f"{_READ} WHERE n >= ? ORDER BY n LIMIT {ROWS_MAX + 1}"
_LAST = f"{_READ} ORDER BY n DESC LIMIT 1"


class Files:
    """The two files in the data folder."""

    def __init__(self, data_dir: Path) -> None:
        self.records = data_dir / "seatpreview.sqlite"
        self.activity = data_dir / "activity.sqlite"

    def make(self) -> None:
        """Empty files that only this user can read, where there are none."""
        self.records.parent.mkdir(parents=True, exist_ok=True)
        for path in (self.records, self.activity):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def writer(files: Files) -> AsyncEngine:
    """One connection to the records: a transaction takes the write lock as it begins."""
    engine = _engine(files.records, connections=1)
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def readers(files: Files) -> AsyncEngine:
    """Connections that read records and activity, a statement at a time."""
    return _engine(files.records, connections=4, attached=files.activity, pragmas=("query_only = ON",))


def activity_writer(files: Files) -> AsyncEngine:
    """One connection to the activity file alone: its writes never wait for records, nor these for it."""
    engine = _engine(":memory:", connections=1, attached=files.activity)
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def migrator(files: Files) -> AsyncEngine:
    """One connection to both files.

    A migration may make a table anew that others refer to: foreign keys are checked when it is through
    (migrations/env.py), not with every statement.
    """
    engine = _engine(files.records, connections=1, attached=files.activity, pragmas=("foreign_keys = OFF",))
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def copy(source: Path, target: Path) -> None:
    """A copy of a file that may be in use, by SQLite's own backup. An existing target is replaced whole."""
    fresh = target.with_name(target.name + ".partial")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(fresh)) as backup:
        original.backup(backup)
    fresh.replace(target)


class SqliteFeed:
    """Reads the log on a connection of its own, on the event loop: it takes a few microseconds."""

    is_immediate = True

    def __init__(self, files: Files, clock: Clock) -> None:
        self._clock = clock
        self._connection = sqlite3.connect(files.records, isolation_level=None, timeout=0.2)
        self._connection.execute("PRAGMA query_only = ON")

    async def since(self, n: int) -> Reading:
        return self._read(_SINCE, (n,))

    async def last(self) -> Reading:
        return self._read(_LAST, ())

    async def close(self) -> None:
        self._connection.close()

    def _read(self, statement: str, arguments: tuple[int, ...]) -> Reading:
        # Read to the end: a cursor left open would hold its snapshot, and the log would stand still.
        try:
            rows: list[Row] = self._connection.execute(statement, arguments).fetchall()
        except sqlite3.Error as fault:
            raise unavailable() from fault
        return Reading(rows, self._clock.now())


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
        connection.isolation_level = None  # The driver begins no transaction of its own.
        cursor = connection.cursor()
        if attached is not None:
            cursor.execute(f"ATTACH DATABASE ? AS {ACTIVITY}", (str(attached),))
        # WAL lets readers read while the writer writes; FULL keeps what was answered through a power cut.
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return prepare


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
