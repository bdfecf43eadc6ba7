"""What it looks like when a database is out of reach, and what the service then says."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
import sqlalchemy.exc

from seatpreview.problems import Unavailable

CONNECTION_ERRORS: tuple[type[Exception], ...] = (
    OSError,  # TimeoutError among them
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a server that ends in the middle of an exchange
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.LockNotAvailableError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.TargetServerAttributeNotMatched,
    sqlalchemy.exc.OperationalError,
    sqlalchemy.exc.TimeoutError,
)


def unavailable() -> Unavailable:
    return Unavailable("The database did not answer. Try again in a moment.", retry_after_seconds=1)


@contextmanager
def database_errors_as_unavailable() -> Iterator[None]:
    try:
        yield
    except Exception as fault:
        if not _is_out_of_reach(fault):
            raise
        raise unavailable() from fault


def _is_out_of_reach(fault: Exception) -> bool:
    """SQLAlchemy wraps the driver's exception, sometimes twice."""
    if isinstance(fault, CONNECTION_ERRORS):
        return True
    wrapped = getattr(fault, "orig", None) or fault.__cause__
    return isinstance(wrapped, Exception) and _is_out_of_reach(wrapped)
