"""The database of the peer: a pool of connections to PostgreSQL, or to a SQLite file with one writer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from benchmarks.peer.settings import Settings
from benchmarks.peer.tables import metadata

_CONNECTIONS = 10
_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000")

_JSON: dict[str, Any] = {
    "json_serializer": lambda value: msgspec.json.encode(value).decode(),
    "json_deserializer": msgspec.json.decode,
}
_WITHOUT_TRANSACTIONS: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
"""A request reads by single statements, which need neither a BEGIN nor a ROLLBACK."""


class Database:
    """One engine to read without a transaction, and one to write with one."""

    def __init__(self, reader: AsyncEngine, writer: AsyncEngine) -> None:
        self.reader = reader
        self.writer = writer

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Commits at the end of the block, or rolls back."""
        async with self.writer.begin() as connection:
            yield connection

    async def create_tables(self) -> None:
        """Creates the tables that are missing."""
        async with self.transaction() as connection:
            await connection.run_sync(metadata.create_all)

    async def close(self) -> None:
        """Closes all connections."""
        await self.reader.dispose()
        await self.writer.dispose()


def connect(settings: Settings) -> Database:
    """Returns the database that the settings name. Connections are opened when they are needed."""
    if settings.database_url:
        return _postgres(settings.database_url)
    return _sqlite(Path(settings.data_dir) / "peer.sqlite")


def _postgres(url: str) -> Database:
    asyncpg_url = make_url(url).set(drivername="postgresql+asyncpg")
    options = {"pool_size": _CONNECTIONS, "max_overflow": 0, **_JSON}
    # Two pools: a request that holds a connection to read may wait for one to write.
    return Database(
        create_async_engine(asyncpg_url, **options, **_WITHOUT_TRANSACTIONS),
        create_async_engine(asyncpg_url, **options),
    )


def _sqlite(path: Path) -> Database:
    path.parent.mkdir(parents=True, exist_ok=True)
    url = URL.create("sqlite+aiosqlite", database=str(path))
    reader = _sqlite_engine(url, _CONNECTIONS, **_WITHOUT_TRANSACTIONS)
    # SQLite has one writer at a time: the pool queues them, instead of the lock of the file.
    writer = _sqlite_engine(url, 1)
    event.listen(
        writer.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE")
    )
    return Database(reader, writer)


def _sqlite_engine(url: URL, connections: int, **options: Any) -> AsyncEngine:
    engine = create_async_engine(
        url, poolclass=AsyncAdaptedQueuePool, pool_size=connections, max_overflow=0, **_JSON, **options
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver begins no transactions by itself, so that BEGIN IMMEDIATE can.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
