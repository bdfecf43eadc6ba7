"""A SQLite database that commands of tests use."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from cli.program import result_of
from servers import new_data_folder


class SqliteDatabase:
    """A new SQLite database, and commands that use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.records = folder / "seatpreview.sqlite"
        self.flags = ["--data-dir", str(folder)]
        if not new_data_folder.has_database(folder):
            new_data_folder.fill(folder)

    def make_tenant(self, name: str) -> Any:
        return result_of("tenants", "create", "--name", name, *self.flags)

    def tenants(self) -> Any:
        return result_of("tenants", "list", *self.flags)["data"]

    def set_revision(self, revision: str) -> None:
        with closing(sqlite3.connect(self.records)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
