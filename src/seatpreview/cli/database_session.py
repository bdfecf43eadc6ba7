"""Opens the database for a command, and explains in a sentence why it cannot be used where that is so."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import sqlalchemy.exc

from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.database.engines import Database, open_database
from seatpreview.database.primary_connection import POSTGRESQL_ERRORS
from seatpreview.database.service_lock import FILE_NAME, FolderInUse, service_lock
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings, SettingsFault, variable
from seatpreview.values.clock import Clock

T = TypeVar("T")


def run_with_database(settings: Settings, action: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    """Runs the action on the database in its current revision, whichever that is, and closes it."""

    async def run() -> T:
        database = open_database(settings, Clock())
        try:
            return await action(database)
        finally:
            await database.close()

    with _errors_as_sentences(settings):
        return asyncio.run(run())


def make_data_folder(settings: Settings) -> None:
    """Creates the data folder where it is missing, with access for this user only."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def data_folder_lock(settings: Settings) -> Iterator[None]:
    """Keeps a second service, and a restore, out of a data folder with SQLite files. Raises CommandError
    where another process holds the lock. Services on PostgreSQL may share a folder."""
    if not settings.uses_sqlite:
        yield
        return
    folder = settings.data_dir.absolute()
    with ExitStack() as stack:
        try:
            stack.enter_context(service_lock(folder))
        except FolderInUse as fault:
            raise CommandError(
                f"The data folder {folder} is in use by {fault}: a service or a restore, of which SQLite "
                "takes one at a time.",
                f"Stop that one first, or name another folder with --data-dir or {variable('data_dir')}.",
            ) from fault
        except OSError as fault:
            raise CommandError(f"{folder / FILE_NAME} cannot be opened: {fault.strerror}.") from fault
        yield


def check_service_exists(settings: Settings) -> None:
    """Refuses a data folder that no service has used, as a misspelt name or another working folder gives it.

    Only commands that are meant to begin a service may create one: others would report an empty one.
    """
    missing = missing_part(settings)
    if missing is not None:
        raise CommandError(missing, how_to_name_the_folder(settings))


def missing_part(settings: Settings) -> str | None:
    """Returns the sentence on what the data folder lacks; None where it is complete, or where it is not
    needed, because the settings say where records, images and the signing secret are."""
    folder = settings.data_dir.absolute()
    if settings.database_url and settings.signing_secret and settings.object_store_url:
        return None
    if not os.path.isdir(folder):
        return f"There is no data folder {folder}."
    if not os.access(folder, os.R_OK | os.X_OK):
        return None  # Nobody can say what is missing: opening the files says why they cannot be read.
    if settings.uses_sqlite and not os.path.exists(DatabaseFiles(folder).records):
        return f"The data folder {folder} has no database."
    return None


def how_to_name_the_folder(settings: Settings) -> str:
    """Says how a command is given the data folder of the service."""
    given = f"Give the folder of the service with --data-dir or {variable('data_dir')}"
    if settings.uses_sqlite:
        return f"{given}. `seatpreview serve` begins a new service."
    return f"{given}, or set {variable('signing_secret')} and {variable('object_store_url')}."


def describe_database(settings: Settings) -> str:
    """Names the database for a sentence, without user and password."""
    if settings.uses_sqlite:
        return f"The database in {settings.data_dir}"
    address = urlsplit(settings.database_url)
    return f"The database at {address.netloc.rpartition('@')[2]}{address.path}"


@contextmanager
def _errors_as_sentences(settings: Settings) -> Iterator[None]:
    """Turns problems of operations, and errors of a database that cannot be used, into a CommandError."""
    try:
        yield
    except Problem as problem:
        raise CommandError.from_problem(problem) from problem
    except SettingsFault as fault:
        raise CommandError(*fault.faults, exit_code=EXIT_USAGE) from fault
    except (*POSTGRESQL_ERRORS, sqlalchemy.exc.DBAPIError, sqlite3.Error) as fault:
        reason = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
        raise CommandError(f"{describe_database(settings)} cannot be used: {reason.rstrip('.')}.") from fault
