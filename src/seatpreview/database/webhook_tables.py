"""Tables of webhooks, and of what is delivered to them. `tables.py` imports them.

Webhooks are records: the revoke of a key disables some in its own transaction. Deliveries are activity, and
so is the position in the change log up to which they were written: on SQLite both are in the file of
activity, and one transaction writes both. A delivery changes with each attempt, and would otherwise make the
writers of records wait. No delivery refers to its webhook by a foreign key, which cannot cross the two files.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    text,
)

from seatpreview.database.table_metadata import ACTIVITY, metadata

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
