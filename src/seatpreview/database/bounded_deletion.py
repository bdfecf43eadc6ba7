"""Deletes rows in bounded batches, so that every transaction is short, however many rows are due."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, delete, func, select, tuple_
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.connection import Connection

DELETED_ROWS_MAX = 5000
"""The most rows that one statement deletes. That takes some ten milliseconds."""


class DeletedRows(NamedTuple):
    """The number of rows that were deleted with everything that belongs to them, and of rows that are still
    due."""

    deleted: int
    left: int


async def delete_some(
    connection: Connection,
    key: Sequence[Column[Any]],
    condition: ColumnElement[bool],
    count: int | None = None,
) -> DeletedRows:
    """Deletes rows of a table that match the condition, at most `count`, in the order of its key.

    Workers that delete at the same time take different rows: PostgreSQL skips the rows that another has
    locked. SQLite has a single writer and no such clause.
    """
    limit = DELETED_ROWS_MAX if count is None else count
    table = key[0].table
    some = select(*key).where(condition).order_by(*key).limit(limit).with_for_update(skip_locked=True)
    # PostgreSQL may run a subquery for each row, and its LIMIT would bound nothing; a CTE is run once. After
    # one, the driver of SQLite does not count deleted rows.
    found = select(some.cte("some")) if connection.dialect.name == "postgresql" else some
    statement = delete(table).where(tuple_(*key).in_(found))
    deleted = (await connection.execute(statement)).rowcount
    if deleted < limit:
        return DeletedRows(deleted, 0)
    left = await connection.scalar(select(func.count()).select_from(table).where(condition))
    return DeletedRows(deleted, int(left))
