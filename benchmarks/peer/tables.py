"""The tables of the peer."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData()

_Json = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
_Number = BigInteger().with_variant(Integer(), "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite stores no time zone, so it is added when a row is read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Adds the time zone where it is missing."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def _versioned() -> list[Column[Any]]:
    return [
        Column("created_at", UtcDateTime, nullable=False),
        Column("updated_at", UtcDateTime, nullable=False),
        Column("version", Integer, nullable=False),
    ]


tenants = Table(
    "tenants",
    metadata,
    Column("tenant_id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("rate_limit", _Json, nullable=False),
    *_versioned(),
)

keys = Table(
    "keys",
    metadata,
    Column("key_id", String, primary_key=True),
    Column("secret_hash", String, nullable=False, unique=True),
    Column("kind", String, nullable=False),
    Column("scope", String, nullable=False),
    Column("tenant_id", ForeignKey("tenants.tenant_id")),
    Column("label", String, nullable=False),
    Column("allowed_origins", _Json, nullable=False),
    Column("allow_origin_only", Boolean, nullable=False),
    Column("embed_frame_ancestors", _Json, nullable=False),
    Column("venues", _Json),
    Column("groups", _Json),
    Column("rate_limit", _Json),
    Column("status", String, nullable=False),
    Column("revoke_at", UtcDateTime),
    Column("rotated_from", String),
    Column("rotated_to", String),
    Column("hint", String, nullable=False),
    Column("revoked_at", UtcDateTime),
    Column("last_used_at", UtcDateTime),
    *_versioned(),
)

venues = Table(
    "venues",
    metadata,
    Column("venue_id", String, primary_key=True),
    Column("tenant_id", ForeignKey("tenants.tenant_id"), nullable=False),
    Column("name", String, nullable=False),
    Column("record", _Json, nullable=False),
    Column("imagery_version", Integer, nullable=False),
    *_versioned(),
)

images = Table(
    "images",
    metadata,
    Column("image_id", String, primary_key=True),
    Column("venue_id", ForeignKey("venues.venue_id"), nullable=False),
    Column("name", String, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Index("images_of_venue", "venue_id", "name", unique=True),
)

audit = Table(
    "audit",
    metadata,
    Column("number", _Number, primary_key=True, autoincrement=True),
    Column("at", UtcDateTime, nullable=False),
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("id", String, nullable=False),
    Column("tenant_id", String),
    Column("members", _Json, nullable=False),
    Index("audit_of_tenant", "tenant_id", "number"),
)

events = Table(
    "events",
    metadata,
    Column("tenant_id", String, primary_key=True),
    Column("event_id", String, primary_key=True),
    Column("venue_id", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("key_id", String, nullable=False),
    Column("section", String),
    Column("seat", String),
    Column("ad", String),
    Column("day", String, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    Index("events_of_venue", "venue_id", "day"),
)
