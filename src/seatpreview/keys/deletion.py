"""Deletes keys that were revoked long ago, in the background, if the operator wants that.

A deleted key is as unknown as one that never existed: its id and its secret are random and are never
generated again. Other records keep its id: the key that replaced it, the events, and the audit log for as
long as it is kept.
"""

from collections.abc import Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.bounded_deletion import DeletedRows
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import (
    key_usage,
    keyless_origins,
    keys,
    remembered_requests,
    uses_without_secret,
)
from seatpreview.values.clock import Moment

DELETED_KEYS_MAX = 200
"""The most keys that one call of `delete_ended_keys` deletes. Each adds a row to the change log, and a worker
reads a bounded number of these at once."""


async def delete_ended_keys(database: Database, ended_before: Moment, at: Moment) -> DeletedRows:
    """Deletes keys that were revoked, or passed their revokeAt, before this time. Every worker evicts them,
    because the change log names them. Several workers can run this at once."""
    ended = await database.read(_find, ended_before)
    if not ended:
        return DeletedRows(0, 0)
    # On SQLite, these rows are in another file than the keys. If the worker ends in between, the next run
    # deletes the keys.
    await database.write_activity(_delete_usage, ended)
    deleted = await database.write("operator", at, _delete, ended, ended_before)
    return DeletedRows(deleted, await database.read(_count, ended_before))


def ended_before_sql(moment: Moment) -> ColumnElement[bool]:
    """Returns the SQL condition for `Key.ended_at` before this time; a test checks that the two agree."""
    return func.coalesce(keys.c.revoked_at, keys.c.revoke_at) < moment


async def _find(connection: Connection, ended_before: Moment) -> list[str]:
    statement = select(keys.c.key_id).where(ended_before_sql(ended_before)).limit(DELETED_KEYS_MAX)
    return await connection.scalars(statement)


async def _count(connection: Connection, ended_before: Moment) -> int:
    statement = select(func.count()).select_from(keys).where(ended_before_sql(ended_before))
    return int(await connection.scalar(statement))


async def _delete_usage(connection: Connection, key_ids: Sequence[str]) -> None:
    for table in (key_usage, uses_without_secret):
        await connection.execute(delete(table).where(table.c.key_id.in_(key_ids)))


async def _delete(transaction: Transaction, key_ids: Sequence[str], ended_before: Moment) -> int:
    """Deletes those of the keys that still exist, with the rows that a constraint ties to them. Keys that had
    ended when they were found have still ended, because a revoked key stays revoked."""
    connection = transaction.connection
    await connection.execute(delete(keyless_origins).where(keyless_origins.c.key_id.in_(key_ids)))
    await connection.execute(delete(remembered_requests).where(remembered_requests.c.key_id.in_(key_ids)))
    deleted = await connection.execute(
        delete(keys)
        .where(keys.c.key_id.in_(key_ids), ended_before_sql(ended_before))
        .returning(keys.c.key_id, keys.c.tenant_id)
    )
    rows = deleted.all()
    for row in rows:
        transaction.changed("key", row.key_id, row.tenant_id, "deleted")
    return len(rows)
