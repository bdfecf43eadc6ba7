"""The revision of the tables, upgrades to the newest one, and parts of tables that no revision explains.

Such parts are left over where an older dump was restored over newer tables, or where one of the two SQLite
files was put back without the other. An upgrade would create them a second time, and fails.
"""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import sqlalchemy.exc
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.schema import CreateIndex

from seatpreview.database import sqlite, sqlite_copy, tenant_amounts
from seatpreview.database.engines import Database
from seatpreview.database.tables import ACTIVITY, metadata
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError

_MIGRATIONS = Path(__file__).parent / "migrations"
_UPGRADE_LOCK = (
    7_328_328_410  # An arbitrary number, the same for every process that upgrades a PostgreSQL database.
)
_LOCK_MS = 500
"""The longest wait of an upgrade for a lock, in milliseconds. Requests that come after it wait as long, and
would give up after two seconds. It is less than PostgreSQL's `deadlock_timeout`, so that a deadlock with a
request ends the upgrade's try, and not the request."""
PAUSE_SECONDS = 2.0
"""The time between two tries."""
_SQLITE_TRIGGERS = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
_CREATED_TRIGGER = re.compile(r"CREATE TRIGGER (\w+)")
_POSTGRESQL_TRIGGERS = (
    "SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal ORDER BY tgname"
)


class SchemaStatus(NamedTuple):
    """The revision of the tables (None: no tables), and the one that this release was built for."""

    current: str | None
    newest: str

    @property
    def is_newest(self) -> bool:
        """Whether the tables have the revision of this release."""
        return self.current == self.newest

    @property
    def is_ahead(self) -> bool:
        """Whether the tables are those of a newer release."""
        return self.current is not None and int(self.current) > int(self.newest)

    @property
    def revisions_behind(self) -> int:
        """How many revisions an upgrade of the tables would run; 0 where there are no tables yet."""
        return 0 if self.current is None else max(0, int(self.newest) - int(self.current))

    @property
    def is_usable(self) -> bool:
        """Whether this release can use the tables. One revision ahead is also usable, so that a cluster can
        be upgraded one machine at a time."""
        return self.current is not None and int(self.newest) <= int(self.current) <= int(self.newest) + 1


async def status(database: Database) -> SchemaStatus:
    """Reads the revision of the tables."""
    return SchemaStatus(await database.migrate(_current), newest())


async def upgrade(
    database: Database,
    to: str = "head",
    *,
    drop_leftovers: bool = False,
    on_waiting: Callable[[], None] = lambda: None,
) -> SchemaStatus:
    """Runs the missing migrations. Concurrent upgrades wait for each other.

    Where PostgreSQL's tables are in use by a long transaction, nothing is changed and it is tried again and
    again, so that requests never queue behind the upgrade. Calls `on_waiting` once before that. Raises
    CommandError where parts of a newer revision are in the way, unless they are to be dropped.
    """
    is_waiting = False
    while True:
        try:
            await database.migrate(_upgrade, to, drop_leftovers=drop_leftovers)
            return await status(database)
        except sqlalchemy.exc.DBAPIError as error:
            if not _is_in_use(error):
                refusal = await find_leftover_refusal(database)
                if refusal is None:
                    raise
                raise refusal from error
        if not is_waiting:
            is_waiting = True
            on_waiting()
        await asyncio.sleep(PAUSE_SECONDS)


def _is_in_use(error: sqlalchemy.exc.DBAPIError) -> bool:
    """Whether PostgreSQL ended a statement since others held a lock for too long, or for a deadlock."""
    return getattr(error.orig, "sqlstate", None) in ("55P03", "40P01")


async def upgrade_sqlite(
    database: Database, settings: Settings, *, drop_leftovers: bool = False
) -> Path | None:
    """Upgrades the SQLite files if they are behind. Returns the copy of the records that was made before."""
    before = await status(database)
    if before.is_newest or before.is_usable:
        return None
    copy = None
    if before.current is not None:
        records = sqlite.DatabaseFiles(settings.data_dir).records
        copy = records.with_name(f"{records.name}.before-{before.newest}")
        sqlite_copy.copy(records, copy)
    await upgrade(database, drop_leftovers=drop_leftovers)
    return copy


def newest() -> str:
    """Returns the newest revision, from the names of the migration files: each begins with its number."""
    return max(file.name.partition("_")[0] for file in (_MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _upgrade(connection: Connection, to: str, *, drop_leftovers: bool) -> None:
    """Runs the migrations in one transaction. On SQLite it holds the file's lock from the beginning; on
    PostgreSQL, its connection holds a lock that all upgrades take."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_lock({_UPGRADE_LOCK})"))
        connection.execute(text(f"SET LOCAL lock_timeout = '{_LOCK_MS}ms'"))
    if drop_leftovers:
        revision, leftovers = _leftovers(connection)
        # Without a revision, nobody knows which tables are newer: they may be another program's.
        if revision is not None:
            delete_leftovers(connection, leftovers)
    _run_migrations(connection, to)


class Leftover(NamedTuple):
    """A table, or a column, an index or a trigger of one, that the revision of the tables does not have."""

    table: str
    """The name of the table with its schema."""
    column: str | None = None
    index_name: str | None = None
    trigger: str | None = None

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        if self.trigger is not None:
            return f"trigger {self.trigger}"
        if self.index_name is not None:
            return f"index {self.index_name}"
        return f"table {self.table}" if self.column is None else f"column {self.table}.{self.column}"

    @property
    def statement(self) -> str:
        """The statement that deletes it. Names are of `tables.py`, and need no quotes."""
        if self.trigger is not None:
            return f"DROP TRIGGER {self.trigger}"
        if self.index_name is not None:
            schema, dot, _ = self.table.rpartition(".")
            return f"DROP INDEX {schema}{dot}{self.index_name}"
        if self.column is None:
            return f"DROP TABLE {self.table}"
        return f"ALTER TABLE {self.table} DROP COLUMN {self.column}"


def _leftovers(connection: Connection) -> tuple[str | None, list[Leftover]]:
    revision = _current(connection)
    return revision, find_leftovers(connection, revision)


def _run_migrations(connection: Connection, to: str) -> None:
    # Imported here, because the import is slow and a starting service rarely has anything to upgrade.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def find_leftovers(connection: Connection, revision: str | None) -> list[Leftover]:
    """Returns what the database has of the tables of this release, and its revision has not. A trigger comes
    before what it uses, a table before those that it refers to, and an index before the columns that it may
    have."""
    known = _parts_of_revision(revision)
    present = _parts(connection)
    found = [
        Leftover(table, trigger=trigger)
        for table, trigger in _triggers(connection)
        if trigger not in known.get(table, ())
    ]
    for table in reversed(metadata.sorted_tables):
        parts = present.get(table.fullname)
        if parts is not None and table.fullname not in known:
            found.append(Leftover(table.fullname))
        elif parts is not None:
            newer = parts - known[table.fullname]
            indexes = sorted(str(index.name) for index in table.indexes if index.name in newer)
            found += [Leftover(table.fullname, index_name=name) for name in indexes]
            found += [
                Leftover(table.fullname, column.name) for column in table.columns if column.name in newer
            ]
    return found


class Missing(NamedTuple):
    """A part that the tables of a revision have, and the database has not."""

    name: str
    """What a sentence calls it."""
    statement: str | None
    """The statement that makes it anew; None where that would not bring back what it held."""


def find_missing(connection: Connection) -> list[Missing]:
    """Returns what tables of the newest revision lack: nothing, unless somebody has deleted it."""
    present = _parts(connection)
    found = []
    for table in metadata.sorted_tables:
        parts = present.get(table.fullname)
        if parts is None:
            found.append(Missing(f"table {table.fullname}", None))
            continue
        found += [
            Missing(f"column {table.fullname}.{column.name}", None)
            for column in table.columns
            if column.name not in parts
        ]
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            if index.name not in parts:
                statement = str(CreateIndex(index).compile(dialect=connection.dialect))
                found.append(Missing(f"index {index.name}", " ".join(statement.split())))
    triggers = {name for _, name in _triggers(connection)}
    for statement in tenant_amounts.triggers(connection.dialect.name):
        created = _CREATED_TRIGGER.match(statement)
        if created is not None and created[1] not in triggers:
            found.append(Missing(f"trigger {created[1]}", " ".join(statement.split())))
    return found


def delete_leftovers(connection: Connection, leftovers: list[Leftover]) -> None:
    """Deletes these triggers, tables, indexes and columns, with what they hold."""
    for leftover in leftovers:
        # Names of triggers are those of a table on PostgreSQL, and of the database on SQLite.
        is_of_table = leftover.trigger is not None and connection.dialect.name == "postgresql"
        connection.execute(text(leftover.statement + (f" ON {leftover.table}" if is_of_table else "")))


async def find_leftover_refusal(database: Database) -> CommandError | None:
    """Says what is left over of a newer release, and what to do about it; None if nothing is."""
    revision, leftovers = await database.migrate(_leftovers)
    if not leftovers:
        return None
    if revision is not None and not await database.migrate(find_missing):
        return CommandError(
            f"The tables say that they have revision {revision}, but every part of {newest()} is there: "
            "somebody has changed their number, and nothing else. Nothing was changed.",
            f"Set it right: UPDATE alembic_version SET version_num = '{newest()}';",  # noqa: S608  # our own
            "Do not restore a backup for it, and drop nothing: the records are whole.",
        )
    return _leftover_refusal(revision, leftovers, is_sqlite=database.is_sqlite)


def _leftover_refusal(revision: str | None, leftovers: list[Leftover], *, is_sqlite: bool) -> CommandError:
    """Says what is left over, and what to do about it."""
    # Triggers go with their tables, and would make a long list.
    named = [leftover for leftover in leftovers if leftover.trigger is None] or leftovers
    names = ", ".join(leftover.name for leftover in named)
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


def _parts_of_revision(revision: str | None) -> dict[str, set[str]]:
    """Returns the columns and indexes of each table of a revision, from an empty database in memory that is
    upgraded."""
    if revision is None:
        return {}
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        connection.execute(text(f"ATTACH DATABASE ':memory:' AS {ACTIVITY}"))
        _run_migrations(connection, revision)
        parts = _parts(connection)
        for table, trigger in _triggers(connection):
            parts[table].add(trigger)
    engine.dispose()
    return parts


def _parts(connection: Connection) -> dict[str, set[str]]:
    """Returns the names of the columns and indexes of every table that the database has, by the table's name
    with its schema."""
    inspector = inspect(connection)
    found: dict[str, set[str]] = {}
    for part in (None, ACTIVITY):
        columns, indexes = inspector.get_multi_columns(schema=part), inspector.get_multi_indexes(schema=part)
        for (schema, name), of_table in columns.items():
            names = {column["name"] for column in of_table}
            names |= {str(index["name"]) for index in indexes.get((schema, name), ())}
            found[name if schema is None else f"{schema}.{name}"] = names
    return found


def _triggers(connection: Connection) -> list[tuple[str, str]]:
    """Returns the triggers of this service, each with its table. An operator may have others."""
    statement = _SQLITE_TRIGGERS if connection.dialect.name == "sqlite" else _POSTGRESQL_TRIGGERS
    rows = connection.execute(text(statement))
    return [(table, name) for table, name in rows if name.startswith(tenant_amounts.PREFIX)]
