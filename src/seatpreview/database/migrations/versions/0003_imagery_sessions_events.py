"""Imagery that was uploaded, sessions that ended early, and events."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _images()
    op.create_table(
        "ended_sessions",
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="pk_ended_sessions"),
    )
    op.create_index("ix_ended_sessions_expires_at", "ended_sessions", ["expires_at"])
    _events()


def _images() -> None:
    op.create_table(
        "images",
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("image_id", sa.Text, nullable=False),
        sa.Column("content_type", sa.Text, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("tile_columns", sa.Integer, nullable=False),
        sa.Column("tile_rows", sa.Integer, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("venue_id", "name", name="pk_images"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_images_venue_id"),
    )
    op.create_table(
        "discarded_images",
        sa.Column("image_id", sa.Text, nullable=False),
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("discarded_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("image_id", name="pk_discarded_images"),
    )
    op.create_index("ix_discarded_images_discarded_at", "discarded_images", ["discarded_at"])


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("owner_id", sa.Text, nullable=False),
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("configuration", sa.Text),
        sa.Column("section", sa.Text),
        sa.Column("seat_key", sa.Text),
        sa.Column("ad_id", sa.Text),
        sa.Column("message", sa.Text),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("received_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "event_id", name="pk_events"),
        schema="activity",
    )
    for columns in (
        ["owner_id", "received_at"],
        ["tenant_id", "received_at"],
        ["session_id", "ad_id"],
        ["received_at"],
    ):
        name = f"ix_events_{'_'.join(columns)}"
        op.create_index(name, "events", columns, schema="activity")
