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
    MetaData,
    Table,
    Text,
    text,
)

SCHEDULED_REVOKE = "revoke_at IS NOT NULL AND revoked_at IS NULL AND end_is_logged IS NULL"
"""The SQL condition for keys whose end is still to be logged."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

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
ACTIVITY = "activity"

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
images = Table(
    "images",
    metadata,
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("image_id", Text, nullable=False),
    Column("content_type", Text, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    # The bytes of its files in the quota, with tiles and preview. NULL in rows of a release before quotas.
    Column("stored_bytes", BigInteger),
    Column("tile_columns", Integer, nullable=False),
    Column("tile_rows", Integer, nullable=False),
    Column("has_levels", Boolean),
    Column("sha256", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

discarded_images = Table(
    "discarded_images",
    metadata,
    Column("image_id", Text, primary_key=True),
    Column("venue_id", Text, nullable=False),
    Column("discarded_at", BigInteger, nullable=False),
    Column("stored_bytes", BigInteger),
    Index("ix_discarded_images_discarded_at", "discarded_at"),
    # A trigger reads those of a venue that is deleted: see `tenant_amounts.py`.
    Index("ix_discarded_images_venue_id", "venue_id"),
)

image_copies = Table(
    "image_copies",
    metadata,
    # The venue that gets the image, and the name of the image in it.
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    Column("name", Text, primary_key=True),
    # The owner of that venue.
    Column("tenant_id", Text, nullable=False),
    # The image that is copied. It may have been deleted since: its objects are kept until this row is gone.
    Column("source_venue_id", Text, nullable=False),
    Column("source_image_id", Text, nullable=False),
    # As in `images`.
    Column("content_type", Text, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("stored_bytes", BigInteger, nullable=False),
    Column("tile_columns", Integer, nullable=False),
    Column("tile_rows", Integer, nullable=False),
    Column("has_levels", Boolean),
    Column("sha256", Text, nullable=False),
    Column("requested_at", BigInteger, nullable=False),
    # When a worker began to copy it. Another worker takes over long after that.
    Column("claimed_at", BigInteger),
    Index("ix_image_copies_tenant_id_requested_at", "tenant_id", "requested_at"),
    Index("ix_image_copies_source_image_id", "source_image_id"),
)

floor_plans = Table(
    "floor_plans",
    metadata,
    # The picture is the venue's row of `images` whose name no uploaded image can have (see imagery/store.py).
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    # Rises by one with every change. With the image's id, it is the ETag.
    Column("revision", BigInteger, nullable=False),
    # Where it lies, as JSON. NULL: nobody has said that yet.
    Column("placement", Text),
    Column("stored_by", Text, nullable=False),
)
# Webhooks are records: the revoke of a key disables some in its own transaction. Deliveries are activity, and
# so is the position in the change log up to which they were written: on SQLite both are in the file of
# activity, and one transaction writes both. A delivery changes with each attempt, and would otherwise make
# the writers of records wait. No delivery refers to its webhook by a foreign key, which cannot cross the two
# files.
PENDING_DELIVERY = "status = 'pending'"
"""The SQL condition for deliveries that are still to be made."""

FAILED_DELIVERY = "status = 'failed'"
"""The SQL condition for deliveries that were given up."""

LEASED_DELIVERY = "leased_until IS NOT NULL"
"""The SQL condition for deliveries that a worker is making."""

webhooks = Table(
    "webhooks",
    metadata,
    Column("webhook_id", Text, primary_key=True),
    Column("tenant_id", Text, ForeignKey("tenants.tenant_id"), nullable=False),
    Column("url", Text, nullable=False),
    Column("label", Text, nullable=False),
    # JSON arrays. NULL: all types but `events.summary`; all venues that the tenant may use.
    Column("types", Text),
    Column("venues", Text),
    Column("active", Boolean, nullable=False),
    # Why nothing is delivered; NULL while it is active.
    Column("disabled_reason", Text),
    Column("disabled_at", BigInteger),
    # The keyId, or `operator` for the command line. A rotation puts the new key in place of the old one.
    Column("made_by", Text, nullable=False),
    Column("changed_by", Text, nullable=False),
    # Whether admin scope chose the url: only then may it lead to SEATPREVIEW_WEBHOOK_NETWORKS.
    Column("is_by_admin", Boolean, nullable=False),
    # Encrypted, see webhooks/secrets.py.
    Column("secret", Text, nullable=False),
    # The secret before the last rotation, which signs too until its time is over.
    Column("old_secret", Text),
    Column("old_secret_until", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    # Since when every delivery has failed; NULL after one that succeeded. Its changes are no versions.
    Column("failing_since", BigInteger),
    Index("ix_webhooks_tenant_id_created_at_webhook_id", "tenant_id", "created_at", "webhook_id"),
    Index("ix_webhooks_created_at_webhook_id", "created_at", "webhook_id"),
    Index("ix_webhooks_made_by", "made_by"),
    Index("ix_webhooks_changed_by", "changed_by"),
)

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    # Also the `webhook-id` of the request: a delivery that is sent again keeps it.
    Column("delivery_id", Text, primary_key=True),
    Column("webhook_id", Text, nullable=False),
    Column("tenant_id", Text, nullable=False),
    # The row of the change log; NULL for pings and summaries.
    Column("n", BigInteger),
    Column("type", Text, nullable=False),
    # The body of the request, exactly as it is signed and sent.
    Column("body", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # `pending`, `delivered` or `failed`.
    Column("status", Text, nullable=False),
    # The number of attempts since it was created or sent again.
    Column("attempts", Integer, nullable=False, server_default="0"),
    # While it is pending: when the next attempt is due.
    Column("next_attempt_at", BigInteger),
    # While a worker makes an attempt: until when no other worker does.
    Column("leased_until", BigInteger),
    Column("last_attempt_at", BigInteger),
    # The HTTP status of the last answer; NULL: there was none, and `last_error` says why.
    Column("last_status", Integer),
    Column("last_error", Text),
    # The first kilobyte of the last answer.
    Column("last_answer", Text),
    Column("finished_at", BigInteger),
    Index("ix_webhook_deliveries_webhook_id_created_at", "webhook_id", "created_at", "delivery_id"),
    Index("ix_webhook_deliveries_tenant_id", "tenant_id"),
    Index("ix_webhook_deliveries_created_at", "created_at"),
    # Only what is still to be delivered: little of it, however many deliveries there are.
    Index(
        "ix_webhook_deliveries_next_attempt_at",
        "next_attempt_at",
        sqlite_where=text(PENDING_DELIVERY),
        postgresql_where=text(PENDING_DELIVERY),
    ),
    # The first one of each webhook is found without reading the others.
    Index(
        "ix_webhook_deliveries_webhook_id_next_attempt_at",
        "webhook_id",
        "next_attempt_at",
        sqlite_where=text(PENDING_DELIVERY),
        postgresql_where=text(PENDING_DELIVERY),
    ),
    # Those that were given up are few among many that arrived.
    Index(
        "ix_webhook_deliveries_failed",
        "webhook_id",
        "created_at",
        "delivery_id",
        sqlite_where=text(FAILED_DELIVERY),
        postgresql_where=text(FAILED_DELIVERY),
    ),
    Index(
        "ix_webhook_deliveries_leased_until",
        "leased_until",
        sqlite_where=text(LEASED_DELIVERY),
        postgresql_where=text(LEASED_DELIVERY),
    ),
    schema=ACTIVITY,
)

webhook_position = Table(
    "webhook_position",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="single"), primary_key=True, autoincrement=False),
    # The last row of the change log for which deliveries were written.
    Column("n", BigInteger, nullable=False),
    Column("stamp", Text, nullable=False),
    # Summaries of events were written up to this time; NULL while nobody has asked for one.
    Column("summed_until", BigInteger),
    schema=ACTIVITY,
)
