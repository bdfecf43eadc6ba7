"""The errors by which a database shows that it is unavailable, and their conversion to Unavailable."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
import sqlalchemy.exc

from seatpreview.problems import Unavailable, ValidationFailed

REPORT_SECONDS_MAX = 10
"""The longest that a statement over very many rows may take."""

UNAVAILABILITY_ERRORS: tuple[type[Exception], ...] = (
    OSError,  # TimeoutError is one of them.
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # The server ended in the middle of an exchange.
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.LockNotAvailableError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.TargetServerAttributeNotMatched,
    sqlalchemy.exc.OperationalError,
    sqlalchemy.exc.TimeoutError,
)
"""Errors of connections, locks and timeouts: the same request can succeed later."""


def database_unavailable() -> Unavailable:
    """Creates the problem of a database that does not answer."""
    return Unavailable("The database did not answer. Try again in a moment.", retry_after_seconds=1)


@contextmanager
def database_errors_as_unavailable() -> Iterator[None]:
    """Converts errors of an unavailable database to Unavailable. Other errors are raised as they are."""
    try:
        yield
    except Exception as error:
        if not _means_unavailable(error):
            raise
        raise database_unavailable() from error


@contextmanager
def statement_timeouts_as_validation_failed() -> Iterator[None]:
    """Converts the end of a statement that took too long: a retry would take as long."""
    try:
        yield
    except Exception as error:
        if not _means_timeout(error):
            raise
        raise ValidationFailed(
            f"This takes longer than {REPORT_SECONDS_MAX} seconds to count. Ask for one venue, or for a "
            "shorter period."
        ) from error


def _means_timeout(error: BaseException) -> bool:
    if isinstance(error, asyncpg.QueryCanceledError):
        return True
    if isinstance(error, sqlite3.OperationalError) and str(error) == "interrupted":
        return True
    wrapped = getattr(error, "orig", None) or error.__cause__
    return isinstance(wrapped, Exception) and _means_timeout(wrapped)


def _means_unavailable(error: Exception) -> bool:
    """Looks at the wrapped exception as well: SQLAlchemy wraps the driver's, sometimes twice."""
    if isinstance(error, UNAVAILABILITY_ERRORS):
        return True
    wrapped = getattr(error, "orig", None) or error.__cause__
    return isinstance(wrapped, Exception) and _means_unavailable(wrapped)
