"""The schema revision of the database: which one it has, and what a command does about it."""

from pathlib import Path

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import describe_database, make_data_folder, run_with_database
from seatpreview.database import schema
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings import Settings


async def make_usable(settings: Settings, database: Database) -> Path | None:
    """Upgrades SQLite where needed, and refuses a PostgreSQL that has to be upgraded by `db upgrade`.

    Returns the path of the copy that was taken before an upgrade.
    """
    status = await schema.status(database)
    check_not_newer(status)
    if database.is_sqlite:
        return await schema.upgrade_sqlite(database, settings)
    if not status.is_usable:
        state = f"has revision {status.current}" if status.current else "is empty"
        raise CommandError(
            f"{describe_database(settings)} {state}, and this release needs revision {status.newest}: "
            "run `seatpreview db upgrade`."
        )
    make_data_folder(settings)
    return None


async def upgrade(settings: Settings, database: Database) -> Path | None:
    """Upgrades either engine. Returns the path of the copy that was taken of SQLite before."""
    status = await schema.status(database)
    check_not_newer(status)
    if status.is_usable:
        return None
    if database.is_sqlite:
        return await schema.upgrade_sqlite(database, settings)
    await schema.upgrade(database)
    return None


def read_status(settings: Settings) -> schema.SchemaStatus:
    """Reads the revision as it is. A database that does not exist yet is not created for it."""
    if settings.uses_sqlite and not DatabaseFiles(settings.data_dir).records.exists():
        return schema.SchemaStatus(None, schema.newest())
    return run_with_database(settings, schema.status)


def check_not_newer(status: schema.SchemaStatus) -> None:
    """Refuses a database of a newer release, because no release can downgrade one.

    One revision ahead is accepted, so that the machines of a cluster can be upgraded one after the other.
    """
    if status.current is not None and int(status.current) > int(status.newest) + 1:
        raise CommandError(
            f"The database has revision {status.current}, of a newer release than this one, "
            f"which knows {status.newest}: install that release."
        )
