"""Requests that are safe to repeat, and secrets that nobody has used yet."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "remembered_requests",
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("value_hash", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("record_id", sa.Text, nullable=False),
        sa.Column("record_version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key_id", "value_hash", name="pk_remembered_requests"),
    )
    op.create_index("ix_remembered_requests_expires_at", "remembered_requests", ["expires_at"])
    # Null: a secret that no repeat replaces, as every secret of before.
    with op.batch_alter_table("keys") as keys:
        keys.add_column(sa.Column("secret_is_unused", sa.Boolean))
