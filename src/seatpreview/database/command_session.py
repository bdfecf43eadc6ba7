"""Opens the database for a command, checks its revision, and says why it cannot be used."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import sqlalchemy.exc
from sqlalchemy import Connection, text

from seatpreview.database import schema
from seatpreview.database.engines import Database, open_database
from seatpreview.database.postgresql import SESSION
from seatpreview.database.primary_connection import POSTGRESQL_ERRORS
from seatpreview.database.service_lock import holder_of
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.observability.outages import REMEDIES
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock
from seatpreview.values.command_error import CommandError

T = TypeVar("T")
Action = Callable[[Database], Coroutine[Any, Any, T]]
_ADDRESSES = text(
    "SELECT DISTINCT host(client_addr) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = :name AND pid <> pg_backend_pid() ORDER BY 1"
)


def run_with_database(settings: Settings, action: Action[T]) -> T:
    """Runs the action on the database, whatever its revision, and closes the database.

    Raises CommandError where the database, or another part of the service, cannot be used. What an operation
    refuses stays a Problem: the command line says it in its own words.
    """

    async def run() -> T:
        database = open_database(settings, Clock())
        try:
            return await action(database)
        finally:
            await database.close()

    with _errors_as_sentences(settings):
        return asyncio.run(run())


def run_with_usable_database(settings: Settings, action: Action[T]) -> T:
    """Runs the action on the database in the revision of this release, as `make_usable` prepares it."""

    async def run(database: Database) -> T:
        await make_usable(settings, database)
        return await action(database)

    return run_with_database(settings, run)


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
            f"{_describe_database(settings)} {state}, and this release needs revision {status.newest}: "
            "run `seatpreview db upgrade`."
        )
    return None


async def upgrade(
    settings: Settings,
    database: Database,
    *,
    drop_leftovers: bool = False,
    warn: Callable[[str], None] = lambda _sentence: None,
) -> Path | None:
    """Upgrades either engine. Returns the path of the copy that was taken of SQLite before. Warns where
    services run whose release will not know the tables any more."""
    status = await schema.status(database)
    check_not_newer(status)
    if status.revisions_behind > 1:
        for service in await find_running_services(settings, database):
            warn(_will_not_work(service, status))
    if database.is_sqlite:
        return await schema.upgrade_sqlite(database, settings, drop_leftovers=drop_leftovers)
    if not status.is_usable:
        await schema.upgrade(
            database, drop_leftovers=drop_leftovers, on_waiting=lambda: warn(_WAITS_FOR_OTHERS)
        )
    return None


_WAITS_FOR_OTHERS = (
    "The tables are in use by a transaction that goes on for long, such as a dump or a report. Nothing is "
    "changed yet: this is tried again every two seconds, and requests go on meanwhile. To see who it is: "
    "SELECT pid, application_name, xact_start, query FROM pg_stat_activity ORDER BY xact_start;"
)


async def find_running_services(settings: Settings, database: Database) -> list[str]:
    """Names each process or machine that uses the database, for the beginning of a sentence. Commands on the
    same PostgreSQL count as well: they connect as services do."""
    if not database.is_sqlite:
        return await database.migrate(_machines)
    pid = holder_of(settings.data_dir)
    return [] if pid is None else [f"Process {pid}"]


def _machines(connection: Connection) -> list[str]:
    addresses = connection.scalars(_ADDRESSES, {"name": SESSION["application_name"]}).all()
    # The connections of a Unix socket have no address.
    return [
        "A service on the machine of PostgreSQL" if each is None else f"A service on {each}"
        for each in addresses
    ]


def newer_revision(settings: Settings) -> str | None:
    """Returns the revision of tables that are newer than this release. Returns None where they are not, or
    where there are none or they cannot be read: whatever comes next says why."""
    if settings.uses_sqlite and not DatabaseFiles(settings.data_dir).records.exists():
        return None
    try:
        status = read_status(settings)
    except CommandError:
        return None
    return status.current if status.is_ahead else None


def read_status(settings: Settings) -> schema.SchemaStatus:
    """Reads the revision, and changes nothing."""
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


def _will_not_work(service: str, status: schema.SchemaStatus) -> str:
    return (
        f"{service} uses this database, which is upgraded by {status.revisions_behind} revisions, from "
        f"{status.current} to {status.newest}. A release works with tables that are one revision ahead: stop "
        "that service, or it fails until it has this release."
    )


def _is_newer(status: schema.SchemaStatus) -> bool:
    return status.current is not None and int(status.current) > int(status.newest) + 1


def _newer_release(status: schema.SchemaStatus) -> str:
    return (
        f"The database has revision {status.current}, of a newer release than this one, "
        f"which knows {status.newest}: install that release."
    )


def _describe_database(settings: Settings) -> str:
    """Names the database for a sentence, without user and password."""
    if settings.uses_sqlite:
        return f"The database in {settings.data_dir}"
    address = urlsplit(settings.database_url)
    return f"The database at {address.netloc.rpartition('@')[2]}{address.path}"


@contextmanager
def _errors_as_sentences(settings: Settings) -> Iterator[None]:
    try:
        yield
    except Problem as problem:
        if problem.cause is None or problem.__cause__ is None:
            raise
        # Whoever runs a command may know why a part of the service fails.
        reason = f"{problem.__cause__}."
        raise CommandError(problem.detail, reason, REMEDIES[problem.cause]) from problem
    except (*POSTGRESQL_ERRORS, sqlalchemy.exc.DBAPIError, sqlite3.Error) as fault:
        reason = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
        raise CommandError(f"{_describe_database(settings)} cannot be used: {reason.rstrip('.')}.") from fault
