"""The revision of the tables, and upgrades to the newest one."""

from pathlib import Path
from typing import NamedTuple

import sqlalchemy.exc
from sqlalchemy import Connection, inspect, text

from seatpreview.database import leftover_tables, sqlite, sqlite_copy
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings

_MIGRATIONS = Path(__file__).parent / "migrations"
_UPGRADE_LOCK = (
    7_328_328_410  # An arbitrary number, the same for every process that upgrades a PostgreSQL database.
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


async def upgrade(database: Database, to: str = "head", *, drop_leftovers: bool = False) -> SchemaStatus:
    """Runs the missing migrations. Concurrent upgrades wait for each other.

    Raises CommandError where parts of a newer revision are in the way, unless they are to be dropped.
    """
    try:
        await database.migrate(_upgrade, to, drop_leftovers=drop_leftovers)
    except sqlalchemy.exc.DBAPIError as error:
        revision, leftovers = await database.migrate(_leftovers)
        if not leftovers:
            raise
        raise leftover_tables.refusal(revision, leftovers, is_sqlite=database.is_sqlite) from error
    return await status(database)


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
    if drop_leftovers:
        revision, leftovers = _leftovers(connection)
        # Without a revision, nobody knows which tables are newer: they may be another program's.
        if revision is not None:
            leftover_tables.delete(connection, leftovers)
    _run_migrations(connection, to)


def _leftovers(connection: Connection) -> tuple[str | None, list[leftover_tables.Leftover]]:
    revision = _current(connection)
    return revision, leftover_tables.find(connection, revision, _run_migrations)


def _run_migrations(connection: Connection, to: str) -> None:
    # Imported here, because the import is slow and a starting service rarely has anything to upgrade.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
