"""Quotas of tenants, the purpose of events, how often a key was used without its secret, the previews that
were asked for last, and what the change feed needs: versions in the log, and which ends of keys are logged.

Everything is added with a default, so that workers of the release before can go on writing.
"""

import hashlib
import json
import zlib

import sqlalchemy as sa
from alembic import op

from seatpreview.database import tenant_amounts

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """On PostgreSQL, machines of the release before serve meanwhile. A table that gets a column is closed to
    readers until everything is done, so new tables and what takes long come first. The change log comes last:
    each request reads it, and gives up after a second."""
    _add_drafts_and_versions()
    _add_activity()
    _add_archive()
    _add_floor_plans()
    _add_webhooks()
    op.create_table(
        "tenant_amounts",
        sa.Column("tenant_id", sa.Text, nullable=False),
        *(
            sa.Column(name, sa.BigInteger, nullable=False, server_default="0")
            for name in tenant_amounts.AMOUNTS
        ),
        sa.PrimaryKeyConstraint("tenant_id", name="pk_tenant_amounts"),
    )
    op.add_column(
        "events", sa.Column("purpose", sa.Text, nullable=False, server_default="buyer"), schema="activity"
    )
    op.add_column("tenants", sa.Column("quotas", sa.Text))
    for table in ("tenants", "venues"):
        op.add_column(table, sa.Column("archived_at", sa.BigInteger))
        op.add_column(table, sa.Column("sessions_since", sa.BigInteger))
    op.add_column("images", sa.Column("stored_bytes", sa.BigInteger))
    op.add_column("discarded_images", sa.Column("stored_bytes", sa.BigInteger))
    op.create_index("ix_discarded_images_venue_id", "discarded_images", ["venue_id"])
    _add_logged_ends_of_keys()
    _count_amounts()
    op.create_index("ix_changes_id_n", "changes", ["id", "n"])
    op.add_column("changes", sa.Column("version", sa.BigInteger))


def _add_logged_ends_of_keys() -> None:
    op.add_column("keys", sa.Column("end_is_logged", sa.Boolean))
    # Nobody followed the log when these keys ended.
    keys = sa.table("keys", sa.column("revoke_at"), sa.column("end_is_logged", sa.Boolean))
    op.execute(sa.update(keys).where(keys.c.revoke_at <= _now()).values(end_is_logged=True))
    is_scheduled = sa.text("revoke_at IS NOT NULL AND revoked_at IS NULL AND end_is_logged IS NULL")
    for columns in (["revoke_at"], ["tenant_id", "revoke_at"]):
        op.create_index(
            f"ix_keys_{'_'.join(columns)}",
            "keys",
            columns,
            sqlite_where=is_scheduled,
            postgresql_where=is_scheduled,
        )


def _add_activity() -> None:
    op.create_table(
        "uses_without_secret",
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("requests", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key_id", "day", name="pk_uses_without_secret"),
        sa.Index("ix_uses_without_secret_day", "day"),
        schema="activity",
    )
    op.create_table(
        "recent_previews",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("previews", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_recent_previews"),
        sa.CheckConstraint("id = 1", name=op.f("ck_recent_previews_single")),
        schema="activity",
    )


def _add_drafts_and_versions() -> None:
    """Adds drafts of records, and the versions that are kept; today's record is the first of them."""
    op.create_table(
        "venue_drafts",
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("draft_id", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("compiled", sa.LargeBinary, nullable=False, server_default=sa.text("''")),
        sa.Column("faults", sa.Text, nullable=False, server_default="[]"),
        sa.Column("left_out", sa.Text, nullable=False, server_default="[]"),
        sa.Column("warnings", sa.Text, nullable=False, server_default="{}"),
        sa.Column("member_changes", sa.Text, nullable=False, server_default="[]"),
        sa.Column("base_version", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("updated_by", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("venue_id", name="pk_venue_drafts"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_venue_drafts_venue_id"),
    )
    op.create_table(
        "venue_versions",
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("image_hashes", sa.LargeBinary, nullable=False),
        sa.Column("stored_bytes", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.BigInteger),
        sa.Column("published_at", sa.BigInteger, nullable=False),
        sa.Column("published_by", sa.Text),
        sa.Column("message", sa.Text),
        sa.Column("restored_from", sa.BigInteger),
        sa.PrimaryKeyConstraint("venue_id", "version", name="pk_venue_versions"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_venue_versions_venue_id"),
    )
    _keep_published_records()


def _keep_published_records() -> None:
    """Keeps the record of each venue as its first version. One record at a time is in memory, however many
    venues there are."""
    connection, last = op.get_bind(), ""
    while (venue := connection.execute(_NEXT_VENUE, {"last": last}).first()) is not None:
        document, hashes = zlib.compress(venue.document.encode()), _image_hashes(venue.document)
        version = {
            "venue_id": venue.venue_id,
            "version": venue.version,
            "document": document,
            "image_hashes": hashes,
            "stored_bytes": len(document) + len(hashes),
            "published_at": venue.updated_at,
            "published_by": connection.scalar(_PUBLISHED_BY, {"venue_id": venue.venue_id}),
        }
        connection.execute(sa.insert(_VERSIONS).values(version))
        last = venue.venue_id


def _image_hashes(document: str) -> bytes:
    """Returns what the release that follows finds the names of images by."""
    record = json.loads(document)
    images = [image for each in record.get("imagerySets", ()) for image in each.get("images", ())]
    named = [image.get("object") for image in images] + [ad.get("image") for ad in record.get("ads", ())]
    names = {name for name in named if name}
    return b"".join(hashlib.blake2b(name.encode(), digest_size=8).digest() for name in sorted(names))


_NEXT_VENUE = sa.text(
    "SELECT venue_id, version, document, updated_at FROM venues WHERE venue_id > :last "
    "ORDER BY venue_id LIMIT 1"
)
_PUBLISHED_BY = sa.text(
    "SELECT actor FROM changes WHERE id = :venue_id AND kind = 'venue' AND action IN ('created', 'replaced') "
    "ORDER BY n DESC LIMIT 1"
)
_VERSIONS = sa.table(
    "venue_versions",
    sa.column("venue_id"),
    sa.column("version"),
    sa.column("document", sa.LargeBinary),
    sa.column("image_hashes", sa.LargeBinary),
    sa.column("stored_bytes"),
    sa.column("published_at"),
    sa.column("published_by"),
)


def _add_archive() -> None:
    """Adds the images that are still to be copied into a new venue, and the deleted records of which
    something is still to be deleted."""
    op.create_table(
        "image_copies",
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("source_venue_id", sa.Text, nullable=False),
        sa.Column("source_image_id", sa.Text, nullable=False),
        sa.Column("content_type", sa.Text, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("stored_bytes", sa.BigInteger, nullable=False),
        sa.Column("tile_columns", sa.Integer, nullable=False),
        sa.Column("tile_rows", sa.Integer, nullable=False),
        sa.Column("has_levels", sa.Boolean),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("requested_at", sa.BigInteger, nullable=False),
        sa.Column("claimed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("venue_id", "name", name="pk_image_copies"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_image_copies_venue_id"),
        sa.Index("ix_image_copies_tenant_id_requested_at", "tenant_id", "requested_at"),
        sa.Index("ix_image_copies_source_image_id", "source_image_id"),
    )
    op.create_table(
        "deleted_records",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("deleted_at", sa.BigInteger, nullable=False),
        sa.Column("erased_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("kind", "id", name="pk_deleted_records"),
        sa.Index("ix_deleted_records_deleted_at", "deleted_at"),
    )


def _add_floor_plans() -> None:
    """Adds where the floor plan of a venue lies. Its picture is a row of `images`."""
    op.create_table(
        "floor_plans",
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("placement", sa.Text),
        sa.Column("stored_by", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("venue_id", name="pk_floor_plans"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_floor_plans_venue_id"),
    )


def _add_webhooks() -> None:
    """Adds webhooks, and what was delivered to them. They hear of what changes from now on."""
    op.create_table(
        "webhooks",
        sa.Column("webhook_id", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("types", sa.Text),
        sa.Column("venues", sa.Text),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("disabled_reason", sa.Text),
        sa.Column("disabled_at", sa.BigInteger),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("changed_by", sa.Text, nullable=False),
        sa.Column("is_by_admin", sa.Boolean, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("old_secret", sa.Text),
        sa.Column("old_secret_until", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("failing_since", sa.BigInteger),
        sa.PrimaryKeyConstraint("webhook_id", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], name="fk_webhooks_tenant_id"),
        sa.Index("ix_webhooks_tenant_id_created_at_webhook_id", "tenant_id", "created_at", "webhook_id"),
        sa.Index("ix_webhooks_created_at_webhook_id", "created_at", "webhook_id"),
        sa.Index("ix_webhooks_made_by", "made_by"),
        sa.Index("ix_webhooks_changed_by", "changed_by"),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("delivery_id", sa.Text, nullable=False),
        sa.Column("webhook_id", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("next_attempt_at", sa.BigInteger),
        sa.Column("leased_until", sa.BigInteger),
        sa.Column("last_attempt_at", sa.BigInteger),
        sa.Column("last_status", sa.Integer),
        sa.Column("last_error", sa.Text),
        sa.Column("last_answer", sa.Text),
        sa.Column("finished_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("delivery_id", name="pk_webhook_deliveries"),
        sa.Index("ix_webhook_deliveries_webhook_id_created_at", "webhook_id", "created_at", "delivery_id"),
        sa.Index("ix_webhook_deliveries_tenant_id", "tenant_id"),
        sa.Index("ix_webhook_deliveries_created_at", "created_at"),
        schema="activity",
    )
    is_pending = sa.text("status = 'pending'")
    op.create_index(
        "ix_webhook_deliveries_next_attempt_at",
        "webhook_deliveries",
        ["next_attempt_at"],
        schema="activity",
        sqlite_where=is_pending,
        postgresql_where=is_pending,
    )
    op.create_index(
        "ix_webhook_deliveries_webhook_id_next_attempt_at",
        "webhook_deliveries",
        ["webhook_id", "next_attempt_at"],
        schema="activity",
        sqlite_where=is_pending,
        postgresql_where=is_pending,
    )
    is_leased = sa.text("leased_until IS NOT NULL")
    is_failed = sa.text("status = 'failed'")
    op.create_index(
        "ix_webhook_deliveries_failed",
        "webhook_deliveries",
        ["webhook_id", "created_at", "delivery_id"],
        schema="activity",
        sqlite_where=is_failed,
        postgresql_where=is_failed,
    )
    op.create_index(
        "ix_webhook_deliveries_leased_until",
        "webhook_deliveries",
        ["leased_until"],
        schema="activity",
        sqlite_where=is_leased,
        postgresql_where=is_leased,
    )
    op.create_table(
        "webhook_position",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("summed_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_position"),
        sa.CheckConstraint("id = 1", name=op.f("ck_webhook_position_single")),
        schema="activity",
    )
    op.execute(
        "INSERT INTO activity.webhook_position (id, n, stamp) "
        "SELECT 1, n, stamp FROM changes WHERE n = (SELECT max(n) FROM changes)"
    )


def _count_amounts() -> None:
    """Counts what each tenant stores, and adds the triggers that keep it. No other transaction changes what
    is counted meanwhile: this one holds the lock of SQLite's file, and on PostgreSQL has added columns to the
    tables of the release before, so that their locks are its own."""
    dialect = op.get_bind().dialect.name
    for statement in (tenant_amounts.fill(dialect), *tenant_amounts.triggers(dialect)):
        op.execute(statement)


def _now() -> sa.TextClause:
    """Returns the time now by the database's clock, in microseconds."""
    if op.get_bind().dialect.name == "postgresql":
        return sa.text("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    return sa.text("CAST(strftime('%s', 'now') AS INTEGER) * 1000000")
