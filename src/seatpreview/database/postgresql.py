"""PostgreSQL: a pool for operations, and one connection in autocommit that reads the change log."""

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from seatpreview.clock import Clock
from seatpreview.database.changes import ROWS_MAX, LogRows
from seatpreview.database.unavailability import (
    REPORT_SECONDS_MAX,
    UNAVAILABILITY_ERRORS,
    database_unavailable,
)

ANSWER_SECONDS = 1.0
"""How long a freshness check waits for the change log before it raises Unavailable."""

_SESSION = {
    "application_name": "seatpreview",
    "lock_timeout": "2s",
    "statement_timeout": f"{REPORT_SECONDS_MAX}s",
    "idle_in_transaction_session_timeout": "10s",
    "timezone": "UTC",
}
_MIGRATION_SESSION = _SESSION | {
    "lock_timeout": "0",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
}

_READ = "SELECT n, stamp, kind, id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM changes"
_SINCE = f"{_READ} WHERE n >= $1 ORDER BY n LIMIT {ROWS_MAX + 1}"
_LAST = f"{_READ} ORDER BY n DESC LIMIT 1"


def pool(url: str) -> AsyncEngine:
    """Creates the pool of connections for operations."""
    return _pool(url, connections=10, session=_SESSION)


def reports(url: str, connections: int) -> AsyncEngine:
    """Creates the pool of connections for statements over very many rows. Each uses one processor alone."""
    return _pool(url, connections, _SESSION | {"max_parallel_workers_per_gather": "0"})


def _pool(url: str, connections: int, session: dict[str, str]) -> AsyncEngine:
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: _connect(url, session),
        pool_size=connections,
        max_overflow=0,
        pool_timeout=5,
        pool_pre_ping=True,
        hide_parameters=True,
    )


def migrator(url: str) -> AsyncEngine:
    """Creates an engine for upgrades: each has a connection without timeouts, whose end releases its lock."""
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: _connect(url, _MIGRATION_SESSION, command_seconds=None),
        poolclass=NullPool,
        hide_parameters=True,
    )


class PostgresqlChangeFeed:
    """Reads the log on the primary, and reconnects after a connection was lost."""

    is_immediate = False

    def __init__(self, url: str, clock: Clock) -> None:
        self._url = url
        self._clock = clock
        self._connection: asyncpg.Connection[Any] | None = None

    async def since(self, n: int) -> LogRows:
        """Returns rows as `ChangeFeed` says."""
        return await self._read(_SINCE, n)

    async def last(self) -> LogRows:
        """Returns the last row alone."""
        return await self._read(_LAST)

    async def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _read(self, statement: str, *arguments: int) -> LogRows:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                rows = await self._fetch(statement, *arguments)
        except (*UNAVAILABILITY_ERRORS, asyncpg.PostgresError) as error:
            await self.close()  # After an error, the state of the connection is unknown.
            raise database_unavailable() from error
        at = rows[0][4] if rows else 0
        return LogRows([(row[0], row[1], row[2], row[3]) for row in rows], self._clock.from_database(at))

    async def _fetch(self, statement: str, *arguments: int) -> Any:
        """Retries once on a new connection if the old one was closed meanwhile: reading twice is safe."""
        if self._connection is not None:
            try:
                return await self._connection.fetch(statement, *arguments)
            except UNAVAILABILITY_ERRORS:
                await self.close()
        self._connection = await _connect(self._url)
        return await self._connection.fetch(statement, *arguments)


async def _connect(
    url: str, session: dict[str, str] = _SESSION, command_seconds: float | None = 15
) -> "asyncpg.Connection[Any]":
    return await asyncpg.connect(
        url,
        server_settings=session,
        target_session_attrs="primary",
        timeout=5,
        command_timeout=command_seconds,
    )
