"""Gives the free pages of SQLite's files back to the disk.

Rows that are deleted leave free pages, which new rows use. A file never shrinks by itself: after much was
deleted at once, it stays as large as it ever was. So a new file can give pages back in small steps
(auto_vacuum = INCREMENTAL). A file of an earlier version cannot, until it was written anew once (`compact`).
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
"""Free pages that a file keeps, 4 MB: the next rows use them."""

KEPT_SHARE = 10
"""It also keeps a tenth of its pages: what is deleted in a usual hour is filled again in the next."""

STEP_PAGES = 500
"""Pages that one transaction gives back, so that writers wait for some milliseconds only."""

_INCREMENTAL = 2
_GIVE_ONE_BACK = {file: text(f"PRAGMA {file}.incremental_vacuum(1)") for file in FILES}


class FilePages(NamedTuple):
    """The pages of a file."""

    pages: int
    free: int
    can_give_back: bool
    """Whether free pages can be given back in steps; a file of an earlier version has to be compacted."""

    @property
    def due(self) -> int:
        """How many free pages are more than the file keeps."""
        return max(0, self.free - max(KEPT_PAGES, self.pages // KEPT_SHARE))


async def read_pages(connection: Connection, file: str) -> FilePages:
    """Counts the pages of a file."""
    pages, free, mode = [
        int(await connection.scalar(text(f"PRAGMA {file}.{name}")))
        for name in ("page_count", "freelist_count", "auto_vacuum")
    ]
    return FilePages(pages, free, mode == _INCREMENTAL)


async def give_back(connection: Connection, file: str) -> int:
    """Gives a step's free pages back, in a transaction of the file's writer; returns how many.

    The file shrinks when its log is copied to it next. The driver takes one step of a statement that returns
    no columns, so that each page is a statement of its own.
    """
    count = min(STEP_PAGES, (await read_pages(connection, file)).due)
    for _ in range(count):
        await connection.execute(_GIVE_ONE_BACK[file])
    return count


def prepare_new_file(path: Path) -> None:
    """Lets a file that is still empty give back pages one day. It has to be said before the first table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")


def compact(path: Path) -> None:
    """Writes a file anew, without free pages, and so that it can give back pages from now on.

    It needs as much room again as the file takes, twice for a while. Others can read meanwhile, and whoever
    writes waits.
    """
    # By default the copy would be in the system's folder of temporary files, which may be small.
    os.environ["SQLITE_TMPDIR"] = str(path.parent)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
