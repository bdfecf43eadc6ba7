"""Errors of a database that cannot be used: their causes, and their conversion to problems."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from seatpreview.database.file_identity import FileMoved
from seatpreview.database.primary_connection import PoolerInBetween
from seatpreview.observability.outages import Outages, Part, cause_of_system_error
from seatpreview.problems import Cause, StorageFull, Unavailable, ValidationFailed

REPORT_SECONDS_MAX = 10
"""The most seconds that a statement over very many rows may take."""


class PoolFull(TimeoutError):
    """Raised when no connection became free in time."""


class ReadOnly(Exception):
    """Raised when the database can be read but not changed."""


_CAUSES: tuple[tuple[type[Exception], Cause], ...] = (
    (PoolFull, Cause.POOL_FULL),
    (FileMoved, Cause.MOVED),
    (ReadOnly, Cause.READ_ONLY),
    (PoolerInBetween, Cause.REFUSED),
    # No server of the address is a primary. This is an InternalClientError, so it has to come before that
    # class.
    (asyncpg.TargetServerAttributeNotMatched, Cause.READ_ONLY),
    (asyncpg.InterfaceError, Cause.UNREACHABLE),
    (asyncpg.InternalClientError, Cause.UNREACHABLE),  # The server ended in the middle of an exchange.
    (asyncpg.PostgresConnectionError, Cause.UNREACHABLE),
    (asyncpg.QueryCanceledError, Cause.SILENT),
    (asyncpg.OperatorInterventionError, Cause.UNREACHABLE),
    (asyncpg.TooManyConnectionsError, Cause.TOO_MANY_CONNECTIONS),
    (asyncpg.DiskFullError, Cause.STORAGE_FULL),
    (asyncpg.InsufficientResourcesError, Cause.OTHER),
    (asyncpg.LockNotAvailableError, Cause.LOCKED),
    (asyncpg.DeadlockDetectedError, Cause.LOCKED),
    (asyncpg.IdleInTransactionSessionTimeoutError, Cause.SILENT),
    (asyncpg.ReadOnlySQLTransactionError, Cause.READ_ONLY),
    (asyncpg.DataCorruptedError, Cause.DAMAGED),
    (asyncpg.IndexCorruptedError, Cause.DAMAGED),
    (asyncpg.UndefinedTableError, Cause.MISSING),
    (asyncpg.InvalidCatalogNameError, Cause.MISSING),
    (asyncpg.InvalidAuthorizationSpecificationError, Cause.REFUSED),
    (asyncpg.InsufficientPrivilegeError, Cause.REFUSED),
)
"""The causes of PostgreSQL errors. The first class that fits counts."""

_SQLITE_CAUSES = {
    sqlite3.SQLITE_BUSY: Cause.LOCKED,
    sqlite3.SQLITE_LOCKED: Cause.LOCKED,
    sqlite3.SQLITE_READONLY: Cause.READ_ONLY,
    sqlite3.SQLITE_FULL: Cause.STORAGE_FULL,
    sqlite3.SQLITE_CORRUPT: Cause.DAMAGED,
    sqlite3.SQLITE_NOTADB: Cause.DAMAGED,
    sqlite3.SQLITE_PERM: Cause.REFUSED,
    sqlite3.SQLITE_AUTH: Cause.REFUSED,
}
_SQLITE_CAUSES_OF_FILES = {
    sqlite3.SQLITE_IOERR_SHORT_READ: Cause.DAMAGED,
    sqlite3.SQLITE_IOERR_READ: Cause.DAMAGED,
    sqlite3.SQLITE_IOERR_SHMSIZE: Cause.STORAGE_FULL,
    sqlite3.SQLITE_IOERR_WRITE: Cause.STORAGE_FULL,
}
"""Errors of reading and writing files, which SQLite distinguishes. Reading fails on a damaged disk, writing
on a full one."""

_DETAILS = {
    Cause.READ_ONLY: "The service is read-only at the moment. Try again later.",
    Cause.POOL_FULL: "The database is overloaded. Try again in a moment.",
    Cause.TOO_MANY_CONNECTIONS: "The database is overloaded. Try again in a moment.",
    Cause.MOVED: "The files of the service were moved. Its operator must look after it.",
    Cause.DAMAGED: "The service cannot read what it has stored. Its operator must look after it.",
}


def cause_of(error: Exception) -> Cause | None:
    """Returns why a database cannot be used; None for an error with another reason, such as a fault of a
    statement: that is not an outage."""
    for kind, cause in _CAUSES:
        if isinstance(error, kind):
            return cause
    if isinstance(error, sqlite3.Error):
        return _cause_of_sqlite_error(error)
    return cause_of_system_error(error) if isinstance(error, OSError) else None


def database_unavailable(error: Exception, cause: Cause, part: Part, outages: Outages) -> Unavailable:
    """Reports a failure, and creates the problem for the client, which reveals nothing about the inside of
    the service."""
    outages.report_failure(part, cause, f"{type(error).__name__}: {error}")
    if cause is Cause.STORAGE_FULL:
        return StorageFull()
    detail = _DETAILS.get(cause, "The database did not answer. Try again in a moment.")
    return Unavailable(detail, cause=cause, retry_after_seconds=1)


@contextmanager
def statement_timeouts_as_validation_failed() -> Iterator[None]:
    """Converts the timeout of a statement to ValidationFailed: a retry would take as long."""
    try:
        yield
    except Exception as error:
        if not _means_timeout(error):
            raise
        raise ValidationFailed(
            f"This takes longer than {REPORT_SECONDS_MAX} seconds to count. Ask for one venue, or "
            f"for a "
            "shorter period."
        ) from error


def _means_timeout(error: Exception) -> bool:
    if isinstance(error, asyncpg.QueryCanceledError):
        return True
    return isinstance(error, sqlite3.OperationalError) and str(error) == "interrupted"


def _cause_of_sqlite_error(error: sqlite3.Error) -> Cause | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return _cause_of_unopened_file()
    found = _SQLITE_CAUSES_OF_FILES.get(code) or _SQLITE_CAUSES.get(code & 0xFF)
    return found or (Cause.OTHER if isinstance(error, sqlite3.OperationalError) else None)


def _cause_of_unopened_file() -> Cause:
    """Returns the cause when SQLite only says that it cannot open a file: either the file is gone, or no file
    can be opened at all."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return cause_of_system_error(error)
    return Cause.MISSING
