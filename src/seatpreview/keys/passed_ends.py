"""Logs that keys have passed their revokeAt, in the background: those who follow the change log hear of it.
The same transaction disables their webhooks.

No request depends on it: a key has ended at its revokeAt, whether that is logged or not.
"""

from sqlalchemy import BigInteger, BindParameter, and_, bindparam, func, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import SCHEDULED_REVOKE, keys
from seatpreview.keys.webhooks_of_keys import disable_webhooks, log_disabled
from seatpreview.values.clock import Moment

LOGGED_KEYS_MAX = 200
"""The most keys that one call of `log_passed_ends` logs. A worker reads a bounded number of rows at once."""

ACTOR = "service"
"""Who revokes a key whose time is over, in the change log."""


async def log_passed_ends(database: Database, at: Moment) -> tuple[int, int]:
    """Logs keys that have passed their revokeAt as revoked, each once, however many workers run this. Returns
    how many were logged, and how many are left."""
    if not await database.read_row(_count, at):
        return 0, 0
    logged = await database.write(ACTOR, at, _log, at)
    return logged, await database.read_row(_count, at)


async def _count(connection: Connection, at: Moment) -> int:
    return int(await connection.scalar(_COUNT_DUE, {"at": at}))


async def _log(transaction: Transaction, at: Moment) -> int:
    """Marks keys and logs them in one transaction. On PostgreSQL, a worker skips those that another one is
    marking. With the mark, they no longer count among the keys of their tenants."""
    due = (
        select(keys.c.key_id)
        .where(_is_due(at))
        .order_by(keys.c.revoke_at)
        .limit(LOGGED_KEYS_MAX)
        .with_for_update(skip_locked=True)
    )
    key_ids = await transaction.connection.scalars(due)
    # Before the keys, which count: whoever deletes a webhook holds it while it waits for the amounts.
    disabled = await disable_webhooks(transaction, key_ids, at)
    marked = await transaction.connection.execute(
        update(keys)
        .where(keys.c.key_id.in_(key_ids))
        .values(end_is_logged=True)
        .returning(keys.c.key_id, keys.c.tenant_id, keys.c.version)
    )
    rows = marked.all()
    for row in rows:
        transaction.changed("key", row.key_id, row.tenant_id, "revoked", version=row.version)
    log_disabled(transaction, disabled)
    return len(rows)


def _is_due(at: Moment | BindParameter[int]) -> ColumnElement[bool]:
    return and_(text(SCHEDULED_REVOKE), keys.c.revoke_at <= at)


_COUNT_DUE = select(func.count()).select_from(keys).where(_is_due(bindparam("at", type_=BigInteger)))
