"""Which revision the tables have, and bringing them to the newest one."""

from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, inspect, text

from seatpreview.database import sqlite
from seatpreview.database.engines import Database
from seatpreview.settings import Settings

_MIGRATIONS = Path(__file__).parent / "migrations"
_UPGRADE_LOCK = 7_328_328_410  # Any number, the same for everyone who upgrades a PostgreSQL database.


class SchemaStatus(NamedTuple):
    """The revision that the tables have (None: no tables) and the one that this release was built for."""

    current: str | None
    newest: str

    @property
    def is_newest(self) -> bool:
        return self.current == self.newest

    @property
    def is_usable(self) -> bool:
        """One revision ahead is served too, so that a cluster can be upgraded a machine at a time."""
        return self.current is not None and int(self.newest) <= int(self.current) <= int(self.newest) + 1


async def status(database: Database) -> SchemaStatus:
    async with database.migrate() as connection:
        current = await connection.run_sync(_current)
    return SchemaStatus(current, newest())


async def upgrade(database: Database, to: str = "head") -> SchemaStatus:
    """Runs the migrations that are missing. Those who upgrade at once wait for each other."""
    async with database.migrate() as connection:
        if database.is_sqlite:
            await connection.begin()  # One transaction for all: it takes the file's lock and keeps it.
        else:
            await connection.execute(text(f"SELECT pg_advisory_lock({_UPGRADE_LOCK})"))
            await connection.commit()
        await connection.run_sync(_upgrade, to)
        await connection.commit()
    return await status(database)


async def upgrade_sqlite(database: Database, settings: Settings) -> Path | None:
    """Upgrades the SQLite files where they are behind; the records are copied first. Returns the copy."""
    found = await status(database)
    if found.is_newest or found.is_usable:
        return None
    kept = None
    if found.current is not None:
        records = sqlite.Files(settings.data_dir).records
        kept = records.with_name(f"{records.name}.before-{found.newest}")
        sqlite.copy(records, kept)
    await upgrade(database)
    return kept


def newest() -> str:
    """By the names of the files: each begins with its number."""
    return max(file.name.partition("_")[0] for file in (_MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _upgrade(connection: Connection, to: str) -> Any:
    # Here, since it takes a while to import, and a service that starts has nothing to upgrade as a rule.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
