"""Opens the database for a command, and explains in a sentence why it cannot be used where that is so."""

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg
import sqlalchemy.exc
import structlog

from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.clock import Clock
from seatpreview.database.engines import Database, open_database
from seatpreview.database.unavailability import UNAVAILABILITY_ERRORS
from seatpreview.problems import Problem
from seatpreview.settings import Settings, SettingsFault

T = TypeVar("T")


def run_with_database(settings: Settings, action: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    """Runs the action on the database in its current revision, whichever that is, and closes it."""

    async def run() -> T:
        if settings.uses_sqlite:
            make_data_folder(settings)
        database = open_database(settings, Clock())
        try:
            return await action(database)
        finally:
            await database.close()

    log_to_stderr()
    with _errors_as_sentences(settings):
        return asyncio.run(run())


def log_to_stderr() -> None:
    """Sends log lines to standard error, because standard output is for the command's result."""
    structlog.configure(logger_factory=lambda *_: structlog.WriteLogger(sys.stderr))


def make_data_folder(settings: Settings) -> None:
    """Creates the data folder where it is missing, with access for this user only."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


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
    except (*UNAVAILABILITY_ERRORS, asyncpg.PostgresError, sqlalchemy.exc.DBAPIError, sqlite3.Error) as fault:
        reason = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
        raise CommandError(f"{describe_database(settings)} cannot be used: {reason.rstrip('.')}.") from fault
