"""Returns free pages of SQLite's files to the disk.

Deleted rows leave free pages, which new rows reuse, but a file never shrinks by itself: after a large
deletion it stays as large as it ever was. New files can therefore return pages in small steps (auto_vacuum =
INCREMENTAL). Files of earlier versions cannot, until they are rewritten once (`compact`).
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from seatpreview.database.connection import Connection
from seatpreview.database.tables import ACTIVITY

RECORDS = "main"
FILES = (RECORDS, ACTIVITY)
"""The names of the two files on a connection."""

KEPT_PAGES = 1000
"""Free pages that a file keeps, 4 MB, for the next rows."""

KEPT_SHARE = 10
"""The share of its pages that a file also keeps: the next hour usually fills again what was deleted in this
one."""

STEP_PAGES = 500
"""Pages that one transaction returns, so that writers wait only for some milliseconds."""

_INCREMENTAL = 2
_GIVE_ONE_BACK = {file: text(f"PRAGMA {file}.incremental_vacuum(1)") for file in FILES}


class FilePages(NamedTuple):
    """The pages of a file."""

    pages: int
    free: int
    can_give_back: bool
    """Whether free pages can be returned in steps. A file of an earlier version has to be compacted first."""

    @property
    def due(self) -> int:
        """The number of free pages beyond what the file keeps."""
        return max(0, self.free - max(KEPT_PAGES, self.pages // KEPT_SHARE))


async def read_pages(connection: Connection, file: str) -> FilePages:
    """Counts the pages of a file."""
    pages, free, mode = [
        int(await connection.scalar(text(f"PRAGMA {file}.{name}")))
        for name in ("page_count", "freelist_count", "auto_vacuum")
    ]
    return FilePages(pages, free, mode == _INCREMENTAL)


async def give_back(connection: Connection, file: str) -> int:
    """Returns one step of free pages to the disk, in a transaction of the file's writer. Returns their
    number.

    The file shrinks at the next checkpoint of its log. The driver takes one step of a statement that returns
    no columns, so each page needs a statement.
    """
    count = min(STEP_PAGES, (await read_pages(connection, file)).due)
    for _ in range(count):
        await connection.execute(_GIVE_ONE_BACK[file])
    return count


def prepare_new_file(path: Path) -> None:
    """Lets an empty file return pages later. This must be set before the first table is created."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")


def compact(path: Path) -> None:
    """Rewrites a file without free pages, and so that it can return pages from now on.

    For a while this needs room for two more copies of the file. Others can read meanwhile, and writers wait.
    """
    # By default the copy would be in the system's folder of temporary files, which may be small.
    os.environ["SQLITE_TMPDIR"] = str(path.parent)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
