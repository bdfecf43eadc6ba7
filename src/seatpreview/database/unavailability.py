"""The errors by which a database shows that it is unavailable, and their conversion to Unavailable."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
import sqlalchemy.exc

from seatpreview.problems import Unavailable

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


def _means_unavailable(error: Exception) -> bool:
    """Looks at the wrapped exception as well: SQLAlchemy wraps the driver's, sometimes twice."""
    if isinstance(error, UNAVAILABILITY_ERRORS):
        return True
    wrapped = getattr(error, "orig", None) or error.__cause__
    return isinstance(wrapped, Exception) and _means_unavailable(wrapped)
