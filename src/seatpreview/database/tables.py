"""All tables. Times are whole microseconds since 1970; documents are JSON text that the service encodes.

Tables of the schema `activity` are written often and have no change log. On SQLite they are in a file of
their own, attached under that name; on PostgreSQL in a schema of that name.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    text,
)

from seatpreview.database.image_tables import discarded_images as discarded_images
from seatpreview.database.image_tables import floor_plans as floor_plans
from seatpreview.database.image_tables import image_copies as image_copies
from seatpreview.database.image_tables import images as images
from seatpreview.database.table_metadata import ACTIVITY as ACTIVITY
from seatpreview.database.table_metadata import metadata as metadata
from seatpreview.database.webhook_tables import webhook_deliveries as webhook_deliveries
from seatpreview.database.webhook_tables import webhook_position as webhook_position
from seatpreview.database.webhook_tables import webhooks as webhooks

SCHEDULED_REVOKE = "revoke_at IS NOT NULL AND revoked_at IS NULL AND end_is_logged IS NULL"
"""The SQL condition for keys whose end is still to be logged."""

counter = Table(
    "counter",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="single"), primary_key=True, autoincrement=False),
    Column("n", BigInteger, nullable=False),
)

changes = Table(
    "changes",
    metadata,
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("stamp", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("tenant_id", Text),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("members", Text, nullable=False),
    # The version of the record after the change. NULL for kinds without versions, and in rows of a release
    # before the change feed.
    Column("version", BigInteger),
    Index("ix_changes_tenant_id_n", "tenant_id", "n"),
    Index("ix_changes_id_n", "id", "n"),
    Index("ix_changes_at", "at"),
)

tenants = Table(
    "tenants",
    metadata,
    Column("tenant_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("rate_limit", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    # The limits that admin scope has set for this tenant. Missing ones are those of the settings.
    Column("quotas", Text),
    Column("archived_at", BigInteger),
    # Sessions that were made before this time have ended: the tenant was archived after it.
    Column("sessions_since", BigInteger),
    Index("ix_tenants_created_at_tenant_id", "created_at", "tenant_id"),
)

tenant_amounts = Table(
    "tenant_amounts",
    metadata,
    # What the tenant stores now. Triggers keep it, and the row is there as long as its tenant is: see
    # `tenant_amounts.py`.
    Column("tenant_id", Text, primary_key=True),
    Column("image_bytes", BigInteger, nullable=False, server_default="0"),
    # Bytes of images that were replaced or deleted but are still on the disk, and of uploads in progress.
    Column("leaving_bytes", BigInteger, nullable=False, server_default="0"),
    Column("venues", BigInteger, nullable=False, server_default="0"),
    # Keys that are not revoked, and whose end is not in the change log.
    Column("keys", BigInteger, nullable=False, server_default="0"),
    # Bytes of records with their compiled layouts, of drafts, and of versions that are kept.
    Column("record_bytes", BigInteger, nullable=False, server_default="0"),
    Column("webhooks", BigInteger, nullable=False, server_default="0"),
)

venues = Table(
    "venues",
    metadata,
    Column("venue_id", Text, primary_key=True),
    Column("tenant_id", Text, ForeignKey("tenants.tenant_id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("compiled", LargeBinary, nullable=False, server_default=text("''")),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("archived_at", BigInteger),
    # Sessions that were made before this time have ended: the venue was archived after it.
    Column("sessions_since", BigInteger),
    Index("ix_venues_tenant_id_created_at_venue_id", "tenant_id", "created_at", "venue_id"),
)

venue_drafts = Table(
    "venue_drafts",
    metadata,
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    # Random, and another one for each draft of the venue: sessions of a draft name it, and end with it.
    Column("draft_id", Text, nullable=False),
    # Rises by one with every save.
    Column("revision", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    # The compiled layout. Empty where the draft cannot be previewed yet.
    Column("compiled", LargeBinary, nullable=False, server_default=text("''")),
    # As JSON: what a publish would refuse, the members that previews leave out for that reason, names that
    # would not lead to their own place, and in which revision each member changed last.
    Column("faults", Text, nullable=False, server_default="[]"),
    Column("left_out", Text, nullable=False, server_default="[]"),
    Column("warnings", Text, nullable=False, server_default="{}"),
    Column("member_changes", Text, nullable=False, server_default="[]"),
    Column("base_version", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("updated_by", Text, nullable=False),
)

venue_versions = Table(
    "venue_versions",
    metadata,
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    Column("version", BigInteger, primary_key=True),
    # The record as JSON, compressed with zlib.
    Column("document", LargeBinary, nullable=False),
    # Eight bytes of a hash of each image that the record names, one after the other.
    Column("image_hashes", LargeBinary, nullable=False),
    # What the version counts for in the bytes that a venue's versions may have.
    Column("stored_bytes", BigInteger, nullable=False),
    # NULL where the upgrade that added this table kept the record.
    Column("seats", BigInteger),
    Column("published_at", BigInteger, nullable=False),
    # NULL where nobody noted it: a release without this table published the record.
    Column("published_by", Text),
    Column("message", Text),
    # The version that was published again.
    Column("restored_from", BigInteger),
)

grants = Table(
    "grants",
    metadata,
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    Column("tenant_id", Text, ForeignKey("tenants.tenant_id"), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("aliases", Text, nullable=False, server_default="[]"),
    Index("ix_grants_tenant_id", "tenant_id"),
)

venue_aliases = Table(
    "venue_aliases",
    metadata,
    Column("tenant_id", Text, ForeignKey("tenants.tenant_id"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("venue_id", Text, ForeignKey("venues.venue_id"), nullable=False),
    Index("ix_venue_aliases_venue_id", "venue_id"),
)

deleted_records = Table(
    "deleted_records",
    metadata,
    # `venue`, `tenant` or `key`.
    Column("kind", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("tenant_id", Text, nullable=False),
    Column("deleted_at", BigInteger, nullable=False),
    # Events of a deleted venue that were received before this time are gone.
    Column("erased_until", BigInteger, nullable=False),
    Index("ix_deleted_records_deleted_at", "deleted_at"),
)

ended_sessions = Table(
    "ended_sessions",
    metadata,
    Column("session_id", Text, primary_key=True),
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_ended_sessions_expires_at", "expires_at"),
)

keys = Table(
    "keys",
    metadata,
    Column("key_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("tenant_id", Text, ForeignKey("tenants.tenant_id")),
    Column("label", Text, nullable=False),
    Column("label_folded", Text, nullable=False),
    Column("allowed_origins", Text, nullable=False),
    Column("allow_origin_only", Boolean, nullable=False),
    Column("embed_frame_ancestors", Text, nullable=False),
    Column("venues", Text),
    Column("groups", Text),
    Column("rate_limit", Text),
    Column("secret_hash", Text),
    Column("hint", Text),
    # Whether a repeat of the request that created the key may still replace the secret: nobody has used it.
    Column("secret_is_unused", Boolean),
    Column("allowance_id", Text, nullable=False),
    Column("revoke_at", BigInteger),
    Column("rotated_from", Text),
    Column("rotated_to", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    # Whether the change log says that the key has passed its revokeAt.
    Column("end_is_logged", Boolean),
    Column("version", BigInteger, nullable=False),
    CheckConstraint("(scope = 'admin') = (tenant_id IS NULL)", name="admin_has_no_tenant"),
    CheckConstraint("(kind = 'keyless') = (secret_hash IS NULL)", name="keyless_has_no_secret"),
    Index("uq_keys_secret_hash", "secret_hash", unique=True),
    Index("ix_keys_created_at_key_id", "created_at", "key_id"),
    Index("ix_keys_tenant_id_created_at_key_id", "tenant_id", "created_at", "key_id"),
    # Only keys with a scheduled revoke: few of them, however many keys there are.
    Index(
        "ix_keys_revoke_at",
        "revoke_at",
        sqlite_where=text(SCHEDULED_REVOKE),
        postgresql_where=text(SCHEDULED_REVOKE),
    ),
    # The same keys by their tenant: those that have passed their revokeAt count no more.
    Index(
        "ix_keys_tenant_id_revoke_at",
        "tenant_id",
        "revoke_at",
        sqlite_where=text(SCHEDULED_REVOKE),
        postgresql_where=text(SCHEDULED_REVOKE),
    ),
)

keyless_origins = Table(
    "keyless_origins",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("key_id", Text, ForeignKey("keys.key_id"), nullable=False),
    Index("ix_keyless_origins_key_id", "key_id"),
)

remembered_requests = Table(
    "remembered_requests",
    metadata,
    Column("key_id", Text, primary_key=True),
    # Hashes of the Idempotency-Key and of the request: neither is stored itself.
    Column("value_hash", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("record_id", Text, nullable=False),
    Column("record_version", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_remembered_requests_expires_at", "expires_at"),
)

clock_mark = Table(
    "clock_mark",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="single"), primary_key=True, autoincrement=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("trusted_at", BigInteger, nullable=False),
    Column("doubted_since", BigInteger),
)

key_usage = Table(
    "key_usage",
    metadata,
    Column("key_id", Text, primary_key=True),
    Column("last_used_at", BigInteger, nullable=False),
    schema=ACTIVITY,
)

uses_without_secret = Table(
    "uses_without_secret",
    metadata,
    Column("key_id", Text, primary_key=True),
    # The day in UTC: `2026-11-17`.
    Column("day", Text, primary_key=True),
    Column("requests", BigInteger, nullable=False),
    Index("ix_uses_without_secret_day", "day"),
    schema=ACTIVITY,
)

recent_previews = Table(
    "recent_previews",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="single"), primary_key=True, autoincrement=False),
    # The previews that were asked for last, the newest first.
    Column("previews", Text, nullable=False),
    schema=ACTIVITY,
)

events = Table(
    "events",
    metadata,
    Column("tenant_id", Text, primary_key=True),
    Column("event_id", Text, primary_key=True),
    Column("owner_id", Text, nullable=False),
    Column("venue_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key_id", Text, nullable=False),
    Column("session_id", Text),
    Column("configuration", Text),
    Column("section", Text),
    Column("seat_key", Text),
    Column("ad_id", Text),
    # The code of an error. Earlier versions stored the page's own text here.
    Column("message", Text),
    Column("day", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("received_at", BigInteger, nullable=False),
    # Whether a buyer or the venue's own staff looked: `buyer` or `staff`.
    Column("purpose", Text, nullable=False, server_default="buyer"),
    Index("ix_events_owner_id_received_at", "owner_id", "received_at"),
    Index("ix_events_tenant_id_received_at", "tenant_id", "received_at"),
    Index("ix_events_session_id_ad_id", "session_id", "ad_id"),
    Index("ix_events_received_at", "received_at"),
    schema=ACTIVITY,
)

event_counts = Table(
    "event_counts",
    metadata,
    # Whether the row is about a day or a month: a report of a year reads months.
    Column("span", Text, primary_key=True),
    # What is counted: the events of a seat, a section or an ad, or all events of a venue (`day`). Those of
    # staff are counted separately: `staff_seat`, `staff_day` and so on.
    Column("dimension", Text, primary_key=True),
    # The tenant that sees these events: the owner of the venue sees all, another tenant those that it
    # reported.
    Column("viewer_id", Text, primary_key=True),
    Column("venue_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    # In the calendar of the venue: `2026-11-15` or `2026-11`.
    Column("period", Text, primary_key=True),
    Column("is_owner", Boolean, nullable=False),
    Column("session_started", BigInteger, nullable=False),
    Column("seat_viewed", BigInteger, nullable=False),
    Column("view_rotated", BigInteger, nullable=False),
    Column("fallback_shown", BigInteger, nullable=False),
    Column("cta_clicked", BigInteger, nullable=False),
    Column("ad_shown", BigInteger, nullable=False),
    Column("ad_clicked", BigInteger, nullable=False),
    Column("error", BigInteger, nullable=False),
    schema=ACTIVITY,
    sqlite_with_rowid=False,
)

event_counting = Table(
    "event_counting",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="single"), primary_key=True, autoincrement=False),
    # Events that were received before this time are part of event_counts.
    Column("counted_until", BigInteger, nullable=False),
    schema=ACTIVITY,
)
