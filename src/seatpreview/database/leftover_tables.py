"""Finds tables and columns that are newer than the revision of the tables, and deletes them.

They are left over where an older dump was restored over newer tables, or where one of the two SQLite files
was put back without the other. An upgrade would create them a second time, and fails.
"""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, create_engine, inspect, text

from seatpreview.database.tables import ACTIVITY, metadata
from seatpreview.values.command_error import CommandError

Upgrade = Callable[[Connection, str], None]
"""Runs the migrations up to a revision."""


class Leftover(NamedTuple):
    """A table, or a column of one, that the revision of the tables does not have."""

    table: str
    """The name of the table with its schema."""
    column: str | None = None

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        return f"table {self.table}" if self.column is None else f"column {self.table}.{self.column}"

    @property
    def statement(self) -> str:
        """The statement that deletes it. Names are of `tables.py`, and need no quotes."""
        if self.column is None:
            return f"DROP TABLE {self.table}"
        return f"ALTER TABLE {self.table} DROP COLUMN {self.column}"


def find(connection: Connection, revision: str | None, upgrade: Upgrade) -> list[Leftover]:
    """Returns what the database has of the tables of this release, and its revision has not. A table comes
    before those that it refers to."""
    known = _columns_of_revision(revision, upgrade)
    present = _columns(connection)
    found: list[Leftover] = []
    for table in reversed(metadata.sorted_tables):
        columns = present.get(table.fullname)
        if columns is not None and table.fullname not in known:
            found.append(Leftover(table.fullname))
        elif columns is not None:
            newer = columns - known[table.fullname]
            found += [
                Leftover(table.fullname, column.name) for column in table.columns if column.name in newer
            ]
    return found


def delete(connection: Connection, leftovers: list[Leftover]) -> None:
    """Deletes these tables and columns, with what they hold."""
    for leftover in leftovers:
        connection.execute(text(leftover.statement))


def refusal(revision: str | None, leftovers: list[Leftover], *, is_sqlite: bool) -> CommandError:
    """Says what is left over, and what to do about it."""
    names = ", ".join(leftover.name for leftover in leftovers)
    if revision is None:
        return CommandError(
            f"The tables have no revision, but some are there: {names}. Nothing was changed.",
            "Another program has made them, or a restore was not completed: restore into an empty database.",
        )
    restore = (
        "Restore a backup of both files with `seatpreview db restore`"
        if is_sqlite
        else "Restore the dump into an empty database, as docs/backups.md says"
    )
    return CommandError(
        f"The tables have revision {revision}, but parts of a newer release are among them: {names}. "
        "Nothing was changed.",
        "Records of an older release were put back over newer tables.",
        f"{restore}. Or run `seatpreview db upgrade --drop-leftovers`, which keeps everything else: it "
        "deletes these parts with what they hold, and then upgrades.",
    )


def _columns_of_revision(revision: str | None, upgrade: Upgrade) -> dict[str, set[str]]:
    """Returns the columns of each table of a revision, from an empty database in memory that is upgraded."""
    if revision is None:
        return {}
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        connection.execute(text(f"ATTACH DATABASE ':memory:' AS {ACTIVITY}"))
        upgrade(connection, revision)
        columns = _columns(connection)
    engine.dispose()
    return columns


def _columns(connection: Connection) -> dict[str, set[str]]:
    """Returns the columns of every table that the database has, by the table's name with its schema."""
    inspector = inspect(connection)
    return {
        name if schema is None else f"{schema}.{name}": {column["name"] for column in columns}
        for part in (None, ACTIVITY)
        for (schema, name), columns in inspector.get_multi_columns(schema=part).items()
    }
