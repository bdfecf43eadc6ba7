"""Settings of the peer, its tables, and its connections to PostgreSQL or to a SQLite file with one writer.

Records are stored as JSON, as responses show them.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    JSON,
    URL,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    event,
    make_url,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

_SETTINGS_VARIABLE = "PEER_SETTINGS"
_CONNECTIONS = 10
_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000")
_WITHOUT_TRANSACTIONS: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
"""A request reads by single statements, which need neither a BEGIN nor a ROLLBACK."""


@dataclass(frozen=True)
class Settings:
    """Where the data is, and the secrets. Without URLs, records are in the folder, limits in memory."""

    data_dir: str
    address: str
    admin_key: str
    signing_secret: str
    database_url: str = ""
    valkey_url: str = ""

    @classmethod
    def from_environment(cls) -> "Settings":
        return cls(**json.loads(os.environ[_SETTINGS_VARIABLE]))

    def as_environment(self) -> dict[str, str]:
        return {_SETTINGS_VARIABLE: json.dumps(asdict(self))}


_Json = JSON().with_variant(JSONB(), "postgresql")

metadata = MetaData()
tenants = Table(
    "tenants",
    metadata,
    Column("tenant_id", String, primary_key=True),
    Column("record", _Json, nullable=False),
)
keys = Table(
    "keys",
    metadata,
    Column("key_id", String, primary_key=True),
    Column("tenant_id", ForeignKey(tenants.c.tenant_id), nullable=False),
    Column("secret_hash", String, nullable=False, unique=True),
    Column("record", _Json, nullable=False),
    Column("version", Integer, nullable=False),
)
venues = Table(
    "venues",
    metadata,
    Column("venue_id", String, primary_key=True),
    Column("tenant_id", ForeignKey(tenants.c.tenant_id), nullable=False),
    Column("record", _Json, nullable=False),
    Column("version", Integer, nullable=False),
)
audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),
    Column("key_id", String, nullable=False),
    Column("tenant_id", String, nullable=False, index=True),
    Column("members", _Json, nullable=False),
)
events = Table(
    "events",
    metadata,
    Column("tenant_id", String, primary_key=True),
    Column("event_id", String, primary_key=True),
    Column("venue_id", String, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("key_id", String, nullable=False),
    Column("section", String),
    Column("seat", String),
    Column("ad", String),
    Column("day", String, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("received_at", DateTime(timezone=True), nullable=False),
)


class Database(NamedTuple):
    """One engine to read without a transaction, and one to write with one."""

    reader: AsyncEngine
    writer: AsyncEngine


def connect(settings: Settings) -> Database:
    """Returns the database that the settings name. Connections are opened when they are needed."""
    if settings.database_url:
        url = make_url(settings.database_url).set(drivername="postgresql+asyncpg")
        # Two pools: a request that holds a connection to read may wait for one to write.
        return Database(_engine(url, _CONNECTIONS, **_WITHOUT_TRANSACTIONS), _engine(url, _CONNECTIONS))
    url = URL.create("sqlite+aiosqlite", database=str(Path(settings.data_dir) / "peer.sqlite"))
    # SQLite has one writer at a time: the pool queues them, instead of the lock of the file.
    database = Database(_engine(url, _CONNECTIONS, **_WITHOUT_TRANSACTIONS), _engine(url, 1))
    for engine in database:
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(database.writer.sync_engine, "begin", lambda each: each.exec_driver_sql("BEGIN IMMEDIATE"))
    return database


def _engine(url: URL, connections: int, **options: Any) -> AsyncEngine:
    return create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        json_serializer=lambda value: msgspec.json.encode(value).decode(),
        json_deserializer=msgspec.json.decode,
        **options,
    )


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver begins no transactions by itself, so that BEGIN IMMEDIATE can.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
