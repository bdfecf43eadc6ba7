"""The deletion of keys that were revoked long ago, in the background, where the operator wants it.

A deleted key is as unknown as one that never existed. Its id and its secret are random texts that are never
made again. Other records keep its id: the key that replaced it, the events, and the audit log for its days.
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
"""The most keys that one call of `delete_ended_keys` deletes. Each of them is a row of the change log, of
which a worker reads a bounded number at once."""


async def delete_ended_keys(database: Database, ended_before: Moment, at: Moment) -> DeletedRows:
    """Deletes keys that were revoked, or passed their revokeAt, before this time. Every worker forgets them,
    as the change log names them. Several workers can do it at once."""
    ended = await database.read(_find, ended_before)
    if not ended:
        return DeletedRows(0, 0)
    # In another file than the keys on SQLite. If the worker ends in between, the keys are deleted next time.
    await database.write_activity(_delete_usage, ended)
    deleted = await database.write("operator", at, _delete, ended, ended_before)
    return DeletedRows(deleted, await database.read(_count, ended_before))


def ended_before_sql(moment: Moment) -> ColumnElement[bool]:
    """Returns whether `Key.ended_at` is before this time as an SQL condition; a test checks that the two
    agree."""
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
    """Deletes those of the keys that are still there, with what refers to them by a constraint. A revoked key
    stays revoked, so that they have ended as they had when they were found."""
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
