"""Which revision the database has, and what a command does about it."""

from pathlib import Path

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import make_data_folder, named, with_database
from seatpreview.database import schema
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings import Settings


async def prepare(settings: Settings, database: Database) -> Path | None:
    """Sees that the database can be used, and upgrades SQLite; PostgreSQL is left to `db upgrade`.

    Returns the copy that was kept of what was upgraded.
    """
    found = await schema.status(database)
    check_not_newer(found)
    if database.is_sqlite:
        return await schema.upgrade_sqlite(database, settings)
    if not found.is_usable:
        state = f"has revision {found.current}" if found.current else "is empty"
        raise CommandError(
            f"{named(settings)} {state}, and this release needs revision {found.newest}: "
            "run `seatpreview db upgrade`."
        )
    make_data_folder(settings)
    return None


async def upgrade(settings: Settings, database: Database) -> Path | None:
    """On either engine. Returns the copy that was kept of SQLite."""
    found = await schema.status(database)
    check_not_newer(found)
    if found.is_usable:
        return None
    if database.is_sqlite:
        return await schema.upgrade_sqlite(database, settings)
    await schema.upgrade(database)
    return None


def found_in(settings: Settings) -> schema.SchemaStatus:
    """The revision as it is; looking for one makes no database."""
    if settings.uses_sqlite and not DatabaseFiles(settings.data_dir).records.exists():
        return schema.SchemaStatus(None, schema.newest())
    return with_database(settings, schema.status)


def check_not_newer(found: schema.SchemaStatus) -> None:
    """No release can go back. One revision ahead is served, so that a cluster can be upgraded by and by."""
    if found.current is not None and int(found.current) > int(found.newest) + 1:
        raise CommandError(
            f"The database has revision {found.current}, of a newer release than this one, "
            f"which knows {found.newest}: install that release."
        )
