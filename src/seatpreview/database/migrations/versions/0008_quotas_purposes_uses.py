"""Quotas of tenants, the purpose of events, how often a key was used without its secret, and the previews
that were asked for last.

Everything is added with a default, so that workers of the release before can go on writing.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tenants", sa.Column("quotas", sa.Text))
    op.add_column("images", sa.Column("stored_bytes", sa.BigInteger))
    op.add_column("discarded_images", sa.Column("stored_bytes", sa.BigInteger))
    op.add_column(
        "events", sa.Column("purpose", sa.Text, nullable=False, server_default="buyer"), schema="activity"
    )
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
