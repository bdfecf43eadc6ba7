"""PostgreSQL: a pool for operations, and one connection in autocommit that reads the change log."""

import asyncio
import os
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import asyncpg
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.pool import NullPool

from seatpreview.database.changes import ROWS_MAX, LogRows
from seatpreview.database.connection import ComposedStatement, Connection, Result
from seatpreview.database.primary_connection import POSTGRESQL_ERRORS, connect_to_primary
from seatpreview.database.unavailability import REPORT_SECONDS_MAX, PoolFull, cause_of, database_unavailable
from seatpreview.observability.measurements import Durations
from seatpreview.observability.outages import Outages, Part
from seatpreview.problems import Cause
from seatpreview.values.clock import Clock

ANSWER_SECONDS = 1.0
"""How long a freshness check waits for the change log before it raises Unavailable."""

IDLE_SECONDS = 0.1
"""A connection that was idle for longer is pinged before use."""

PING_SECONDS = 1.0
"""Seconds to wait for the answer to a ping."""

ACKNOWLEDGEMENT_MS = 2000
"""How long the peer's kernel may leave sent data unacknowledged, in milliseconds."""

POOL_SECONDS = 5.0
"""Seconds that a call waits for a connection."""

T = TypeVar("T")

SESSION = {
    "application_name": "seatpreview",
    "lock_timeout": "2s",
    "statement_timeout": f"{REPORT_SECONDS_MAX}s",
    "idle_in_transaction_session_timeout": "10s",
    "timezone": "UTC",
}
REPORT_SESSION = SESSION | {"max_parallel_workers_per_gather": "0"}
"""Statements over very many rows use one processor each."""

_MIGRATION_SESSION = SESSION | {
    "lock_timeout": "0",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
}

_READ = "SELECT n, stamp, kind, id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM changes"
_SINCE = f"{_READ} WHERE n >= $1 ORDER BY n LIMIT {ROWS_MAX + 1}"
_LAST = f"{_READ} ORDER BY n DESC LIMIT 1"


class PostgresqlConnection(Connection):
    """An asyncpg connection, which prepares statements once and keeps them."""

    __slots__ = ("driver", "used_at")

    dialect = PGDialect_asyncpg()  # type: ignore[no-untyped-call]  # SQLAlchemy gives it no types

    def __init__(self, driver: "asyncpg.Connection[Any]") -> None:
        self.driver = driver
        self.used_at = time.monotonic()

    async def run(self, statement: ComposedStatement, values: list[Any]) -> Result:
        """Runs a statement with the values of its placeholders, in their order."""
        if not statement.returns_rows:
            status = await self.driver.execute(statement.sql, *values)
            return Result([], int(status.rpartition(" ")[2]))
        rows = await self.driver.fetch(statement.sql, *values)
        return Result(statement.rows(tuple(rows[0].keys()), rows) if rows else [], len(rows))

    async def run_many(self, sql: str, rows: list[list[Any]]) -> None:
        """Runs a statement once for each row of values."""
        await self.driver.executemany(sql, rows)


class ConnectionPool:
    """A few connections, each lent for one call."""

    def __init__(self, url: str, connections: int, session: Mapping[str, str]) -> None:
        self._url = url
        self._session = session
        self.waits = Durations()
        self._turns = asyncio.Semaphore(connections)
        self._idle: list[PostgresqlConnection] = []

    async def run(self, use: Callable[[PostgresqlConnection], Awaitable[T]]) -> T:
        """Calls a function with a connection. Raises PoolFull if none becomes free in time."""
        await self._wait_for_turn()
        try:
            connection = await self._take()
            try:
                return await use(connection)
            except BaseException as error:
                if _leaves_state_unknown(error):
                    connection.driver.terminate()
                raise
            finally:
                connection.used_at = time.monotonic()
                self._idle.append(connection)
        finally:
            self._turns.release()

    async def _wait_for_turn(self) -> None:
        if not self._turns.locked():
            await self._turns.acquire()
            self.waits.add(0)
            return
        asked_at = time.perf_counter()
        try:
            async with asyncio.timeout(POOL_SECONDS):
                await self._turns.acquire()
        except TimeoutError as error:
            raise PoolFull(f"no connection became free in {POOL_SECONDS:.0f} seconds") from error
        finally:
            self.waits.add(time.perf_counter() - asked_at)

    async def _take(self) -> PostgresqlConnection:
        """Returns the connection that was used last, if the server still has it, or else a new one.

        A ping costs as much as reading a row, so a connection in constant use is not pinged: its driver knows
        when it was closed.
        """
        while self._idle:
            connection = self._idle.pop()
            if connection.driver.is_closed():
                continue
            if time.monotonic() - connection.used_at < IDLE_SECONDS or await _responds(connection):
                return connection
            self.end_idle_connections()  # The others belong to the same server, and are older.
        return PostgresqlConnection(await _connect(self._url, self._session))

    def end_idle_connections(self) -> None:
        """Closes idle connections, whose server may be gone."""
        for connection in self._idle:
            connection.driver.terminate()
        self._idle.clear()

    async def close(self) -> None:
        """Ends the connections."""
        idle, self._idle = self._idle, []
        for connection in idle:
            await connection.driver.close(timeout=1)


def _leaves_state_unknown(error: BaseException) -> bool:
    """Returns whether the connection's state is unknown, or it may be one of the wrong server."""
    return isinstance(error, asyncio.CancelledError) or (
        isinstance(error, Exception) and cause_of(error) is not None
    )


async def _responds(connection: PostgresqlConnection) -> bool:
    try:
        await connection.driver.execute("SELECT 1", timeout=PING_SECONDS)
    except asyncio.CancelledError:
        connection.driver.terminate()
        raise
    except POSTGRESQL_ERRORS:
        connection.driver.terminate()
        return False
    return True


class Readers:
    """Runs functions on connections of a pool. Each statement is its own transaction: one round trip."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self.waits = pool.waits

    async def run(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Calls the function with a connection."""
        return await self._pool.run(lambda connection: function(connection, *arguments, **options))

    async def close(self) -> None:
        """Ends the connections of the pool."""
        await self._pool.close()


class Writers:
    """Runs functions on connections of a pool. Each call is a transaction."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self.waits = pool.waits

    async def run(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Calls the function with a connection, and commits."""

        async def write(connection: PostgresqlConnection) -> T:
            async with connection.driver.transaction():
                return await function(connection, *arguments, **options)

        return await self._pool.run(write)

    async def close(self) -> None:
        """Ends the connections of the pool."""
        await self._pool.close()


class Migrator:
    """Runs upgrades on SQLAlchemy connections without timeouts. Each call is a transaction, and closing its
    connection releases its lock."""

    def __init__(self, url: str) -> None:
        # Imported here, because the import is slow and most commands upgrade nothing.
        from sqlalchemy.ext.asyncio import create_async_engine

        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: _connect(url, _MIGRATION_SESSION, command_seconds=None),
            poolclass=NullPool,
            hide_parameters=True,
        )

    async def run(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Calls the function in a transaction."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(function, *arguments, **options)


class PostgresqlChangeFeed:
    """Reads the log on the primary, and reconnects after losing a connection."""

    is_immediate = False

    def __init__(
        self, url: str, clock: Clock, outages: Outages, on_lost: Callable[[], None] = lambda: None
    ) -> None:
        """Calls `on_lost` when a connection is lost: others of the process may be gone too."""
        self._url = url
        self._clock = clock
        self._outages = outages
        self._on_lost = on_lost
        self.answer_seconds = ANSWER_SECONDS
        self._connection: asyncpg.Connection[Any] | None = None

    async def since(self, n: int) -> LogRows:
        """Returns rows as described in `ChangeFeed`."""
        return await self._read(_SINCE, n)

    async def last(self) -> LogRows:
        """Returns only the last row."""
        return await self._read(_LAST)

    async def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _read(self, statement: str, *arguments: int) -> LogRows:
        try:
            async with asyncio.timeout(self.answer_seconds):
                rows = await self._fetch(statement, *arguments)
        except POSTGRESQL_ERRORS as error:
            await self.close()  # After an error, the state of the connection is unknown.
            self._on_lost()
            cause = cause_of(error) or Cause.OTHER
            raise database_unavailable(error, cause, Part.CHANGE_LOG, self._outages) from error
        if self._outages.causes:
            self._outages.report_success(Part.CHANGE_LOG)
        at = rows[0][4] if rows else 0
        return LogRows([(row[0], row[1], row[2], row[3]) for row in rows], self._clock.from_database(at))

    async def _fetch(self, statement: str, *arguments: int) -> Any:
        """Runs the statement. Retries once on a new connection if the old one was closed meanwhile: reading
        twice is safe."""
        if self._connection is not None:
            try:
                return await self._connection.fetch(statement, *arguments)
            except POSTGRESQL_ERRORS:
                await self.close()
                self._on_lost()
        self._connection = await _connect(self._url)
        return await self._connection.fetch(statement, *arguments)


async def _connect(
    url: str, session: Mapping[str, str] = SESSION, command_seconds: float | None = 15
) -> "asyncpg.Connection[Any]":
    connection = await connect_to_primary(url, session, command_seconds)
    _notice_lost_peer(connection)
    return connection


def _notice_lost_peer(connection: "asyncpg.Connection[Any]") -> None:
    """Lets the kernel close a connection whose peer acknowledges nothing for a while. Without this, a
    statement sent into a network that swallows packets waits for the full statement timeout.

    A slow server is not affected: its kernel acknowledges.
    """
    transport = connection._transport
    if sys.platform != "linux" or transport.get_extra_info("peername", "")[:1] in ("", "/"):
        return
    # The event loop's own socket object cannot set options; a duplicate of the descriptor can.
    with socket.socket(fileno=os.dup(transport.get_extra_info("socket").fileno())) as copy:
        copy.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        copy.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
        copy.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
        copy.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, ACKNOWLEDGEMENT_MS)
