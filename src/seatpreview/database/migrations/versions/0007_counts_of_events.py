"""Counts of events by day and month, and when the service was last known to run.

Events that are stored already are counted in the background. A clock that is ahead is recognized by the time
when the service last ran.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_KINDS = (
    "session_started",
    "seat_viewed",
    "view_rotated",
    "fallback_shown",
    "cta_clicked",
    "ad_shown",
    "ad_clicked",
    "error",
)

_NEWEST = """
    SELECT max(at) FROM (
        SELECT max(at) AS at FROM changes
        UNION ALL SELECT max(last_used_at) FROM activity.key_usage
        UNION ALL SELECT max(received_at) FROM activity.events
    ) AS newest
"""


def upgrade() -> None:
    _create_event_counts()
    _create_clock_mark()


def _create_event_counts() -> None:
    key = ("span", "dimension", "viewer_id", "venue_id", "key", "period")
    op.create_table(
        "event_counts",
        *(sa.Column(name, sa.Text, nullable=False) for name in key),
        sa.Column("is_owner", sa.Boolean, nullable=False),
        *(sa.Column(kind, sa.BigInteger, nullable=False) for kind in _KINDS),
        sa.PrimaryKeyConstraint(*key, name="pk_event_counts"),
        schema="activity",
        sqlite_with_rowid=False,
    )
    counting = op.create_table(
        "event_counting",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("counted_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_event_counting"),
        sa.CheckConstraint("id = 1", name=op.f("ck_event_counting_single")),
        schema="activity",
    )
    op.bulk_insert(counting, [{"id": 1, "counted_until": 0}])


def _create_clock_mark() -> None:
    clock_mark = op.create_table(
        "clock_mark",
        sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="single"), autoincrement=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("trusted_at", sa.BigInteger, nullable=False),
        sa.Column("doubted_since", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_clock_mark"),
    )
    # The newest record says when the service last ran. A database without records is a new one.
    newest = op.get_bind().scalar(sa.text(_NEWEST))
    if newest:
        op.bulk_insert(clock_mark, [{"id": 1, "seen_at": int(newest), "trusted_at": int(newest)}])
