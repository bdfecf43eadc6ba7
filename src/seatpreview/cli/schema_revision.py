"""The schema revision of the database: which one it has, and what a command does about it."""

from pathlib import Path

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import describe_database, run_with_database
from seatpreview.database import schema
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings


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
    """Reads the revision as it is."""
    return run_with_database(settings, schema.status)


def check_not_newer(status: schema.SchemaStatus) -> None:
    """Refuses a database of a newer release, because no release can downgrade one.

    One revision ahead is accepted, so that the machines of a cluster can be upgraded one after the other.
    """
    if _is_newer(status):
        raise CommandError(_newer_release(status))


def advice(status: schema.SchemaStatus) -> str:
    """Says what to do about a database that this release cannot use."""
    return _newer_release(status) if _is_newer(status) else "Run `seatpreview db upgrade`."


def _is_newer(status: schema.SchemaStatus) -> bool:
    return status.current is not None and int(status.current) > int(status.newest) + 1


def _newer_release(status: schema.SchemaStatus) -> str:
    return (
        f"The database has revision {status.current}, of a newer release than this one, "
        f"which knows {status.newest}: install that release."
    )
