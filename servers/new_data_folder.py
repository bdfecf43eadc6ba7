"""New data folders: SQLite files with all tables, copied from files on which the migrations ran.

The migrations take as long as most tests. tests/database and tests/cli test them.
"""

import asyncio
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path

from seatpreview.database import schema
from seatpreview.database.engines import open_database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock

# A service identifies its database by the stamp, which must be unique, and checks how old the times are.
_MAKE_NEW = (
    "UPDATE changes SET stamp = lower(hex(randomblob(8))), at = :now",
    "UPDATE clock_mark SET seen_at = :now, trusted_at = :now",
)


def fill(folder: Path) -> None:
    """Does what `seatpreview db upgrade` does with a folder that has no database, or does not exist."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, content in _migrated_files().items():
        file = folder / name
        file.touch(mode=0o600, exist_ok=False)
        file.write_bytes(content)
    with closing(sqlite3.connect(DatabaseFiles(folder).records)) as connection, connection:
        for statement in _MAKE_NEW:
            connection.execute(statement, {"now": Clock().now()})


def has_database(folder: Path) -> bool:
    """Returns whether there are SQLite files in a data folder."""
    return DatabaseFiles(folder).records.exists()


@cache
def _migrated_files() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        # In another thread, since the event loop of a test may run in this one.
        thread.submit(asyncio.run, _migrate(Path(folder))).result()
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


async def _migrate(folder: Path) -> None:
    database = open_database(Settings(data_dir=folder), Clock())
    try:
        await schema.upgrade(database)
    finally:
        await database.close()
