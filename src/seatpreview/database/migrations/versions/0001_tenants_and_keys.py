"""Tenants, keys, venues and grants, the change log, and when a key was last used."""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _change_log()
    _tenants()
    _venues()
    _keys()
    _activity()


def _change_log() -> None:
    counter = op.create_table(
        "counter",
        sa.Column("id", sa.Integer, autoincrement=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_counter"),
        sa.CheckConstraint("id = 1", name=op.f("ck_counter_single")),
    )
    changes = op.create_table(
        "changes",
        sa.Column("n", sa.BigInteger, autoincrement=False),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("members", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("n", name="pk_changes"),
    )
    op.create_index("ix_changes_tenant_id_n", "changes", ["tenant_id", "n"])
    op.create_index("ix_changes_at", "changes", ["at"])
    # The log is never empty: its last row is what a worker knows a database by.
    op.bulk_insert(counter, [{"id": 1, "n": 1}])
    op.bulk_insert(
        changes,
        [
            {
                "n": 1,
                "stamp": secrets.token_hex(8),
                "kind": "database",
                "id": "database",
                "tenant_id": None,
                "at": time.time_ns() // 1000,
                "actor": "operator",
                "action": "created",
                "members": "",
            }
        ],
    )


def _tenants() -> None:
    op.create_table(
        "tenants",
        sa.Column("tenant_id", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rate_limit", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name="pk_tenants"),
    )
    op.create_index("ix_tenants_created_at_tenant_id", "tenants", ["created_at", "tenant_id"])


def _venues() -> None:
    op.create_table(
        "venues",
        sa.Column("venue_id", sa.Text),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("venue_id", name="pk_venues"),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], name="fk_venues_tenant_id"),
    )
    op.create_index(
        "ix_venues_tenant_id_created_at_venue_id", "venues", ["tenant_id", "created_at", "venue_id"]
    )
    op.create_table(
        "grants",
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("venue_id", "tenant_id", name="pk_grants"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_grants_venue_id"),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], name="fk_grants_tenant_id"),
    )
    op.create_index("ix_grants_tenant_id", "grants", ["tenant_id"])


def _keys() -> None:
    op.create_table(
        "keys",
        sa.Column("key_id", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("tenant_id", sa.Text),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("label_folded", sa.Text, nullable=False),
        sa.Column("allowed_origins", sa.Text, nullable=False),
        sa.Column("allow_origin_only", sa.Boolean, nullable=False),
        sa.Column("embed_frame_ancestors", sa.Text, nullable=False),
        sa.Column("venues", sa.Text),
        sa.Column("rate_limit", sa.Text),
        sa.Column("secret_hash", sa.Text),
        sa.Column("hint", sa.Text),
        sa.Column("allowance_id", sa.Text, nullable=False),
        sa.Column("revoke_at", sa.BigInteger),
        sa.Column("rotated_from", sa.Text),
        sa.Column("rotated_to", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key_id", name="pk_keys"),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], name="fk_keys_tenant_id"),
        # `op.f`: this is the whole name. The naming convention would put its prefix in front once more.
        sa.CheckConstraint(
            "(scope = 'admin') = (tenant_id IS NULL)", name=op.f("ck_keys_admin_has_no_tenant")
        ),
        sa.CheckConstraint(
            "(kind = 'keyless') = (secret_hash IS NULL)", name=op.f("ck_keys_keyless_has_no_secret")
        ),
    )
    op.create_index("uq_keys_secret_hash", "keys", ["secret_hash"], unique=True)
    op.create_index("ix_keys_created_at_key_id", "keys", ["created_at", "key_id"])
    op.create_index("ix_keys_tenant_id_created_at_key_id", "keys", ["tenant_id", "created_at", "key_id"])
    op.create_table(
        "keyless_origins",
        sa.Column("origin", sa.Text),
        sa.Column("key_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("origin", name="pk_keyless_origins"),
        sa.ForeignKeyConstraint(["key_id"], ["keys.key_id"], name="fk_keyless_origins_key_id"),
    )
    op.create_index("ix_keyless_origins_key_id", "keyless_origins", ["key_id"])


def _activity() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("CREATE SCHEMA IF NOT EXISTS activity")
    op.create_table(
        "key_usage",
        sa.Column("key_id", sa.Text),
        sa.Column("last_used_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key_id", name="pk_key_usage"),
        schema="activity",
    )
