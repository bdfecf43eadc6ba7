"""Opens the database for a command, and says in a sentence why where it cannot be used."""

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

from seatpreview.cli.command_errors import MISUSED, CommandError, of_problem
from seatpreview.clock import Clock
from seatpreview.database.engines import Database, open_database
from seatpreview.database.unavailability import UNAVAILABILITY_ERRORS
from seatpreview.problems import Problem
from seatpreview.settings import Settings, SettingsFault

T = TypeVar("T")


def with_database(settings: Settings, errand: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    """Runs the errand on the database as it is found, whatever its revision."""

    async def run() -> T:
        if settings.uses_sqlite:
            make_data_folder(settings)
        database = open_database(settings, Clock())
        try:
            return await errand(database)
        finally:
            await database.close()

    log_to_stderr()
    with _refusals(settings):
        return asyncio.run(run())


def log_to_stderr() -> None:
    """What a part of ours has to say beside the answer must not stand in the answer."""
    structlog.configure(logger_factory=lambda *_: structlog.WriteLogger(sys.stderr))


def make_data_folder(settings: Settings) -> None:
    """For this user alone, where it is missing."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


def named(settings: Settings) -> str:
    """The database, for a sentence. User and password stay out of it."""
    if settings.uses_sqlite:
        return f"The database in {settings.data_dir}"
    address = urlsplit(settings.database_url)
    return f"The database at {address.netloc.rpartition('@')[2]}{address.path}"


@contextmanager
def _refusals(settings: Settings) -> Iterator[None]:
    """Turns problems, and whatever a database throws that cannot be used, into sentences."""
    try:
        yield
    except Problem as problem:
        raise of_problem(problem) from problem
    except SettingsFault as fault:
        raise CommandError(*fault.faults, exit_code=MISUSED) from fault
    except (*UNAVAILABILITY_ERRORS, asyncpg.PostgresError, sqlalchemy.exc.DBAPIError, sqlite3.Error) as fault:
        reason = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
        raise CommandError(f"{named(settings)} cannot be used: {reason.rstrip('.')}.") from fault
