"""Unique names: a table guarantees, even in a race, that each name belongs to one record at most."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import ARRAY, Column, Table, TableValuedAlias, Text, and_, delete, func, literal, select, true
from sqlalchemy.dialects import postgresql, sqlite

from seatpreview.database.connection import Connection


async def claim_names(
    connection: Connection,
    table: Table,
    name: Column[Any],
    holder: Mapping[str, str],
    wanted: Collection[str],
) -> bool:
    """Gives the holder exactly these names. Returns False if another holder has one of them.

    New names are inserted in sorted order before old ones are deleted, so that two holders that exchange
    names cannot deadlock.
    """
    own = and_(*(table.c[column] == value for column, value in holder.items()))
    before = set(await connection.scalars(select(name).where(own)))
    new = sorted(set(wanted) - before)
    if new and not await _insert_all(connection, table, name, holder, new):
        return False
    released = sorted(before.difference(wanted))
    if released:
        names = _as_table(connection, released)
        await connection.execute(delete(table).where(own, name.in_(select(names.c.value))))
    return True


async def _insert_all(
    connection: Connection, table: Table, name: Column[Any], holder: Mapping[str, str], new: list[str]
) -> bool:
    names = _as_table(connection, new)
    columns = (*(literal(value) for value in holder.values()), names.c.value)
    # SQLite needs the WHERE to tell the end of the SELECT from a join.
    rows = select(*columns).where(true()).order_by(names.c.value)
    inserted = await connection.execute(
        insert_on_conflict(table, connection.dialect.name)
        .from_select([*holder, name.name], rows)
        .on_conflict_do_nothing()
    )
    return inserted.rowcount == len(new)


def _as_table(connection: Connection, names: list[str]) -> TableValuedAlias:
    """Returns the names as a table with the column `value`.

    All names are one parameter: with a parameter for each, composing the statement would take longer than
    running it, and that on the event loop.
    """
    if connection.dialect.name == "postgresql":
        return func.unnest(literal(names, ARRAY(Text))).table_valued("value").render_derived()
    return func.json_each(literal(msgspec.json.encode(names).decode())).table_valued("value")


def insert_on_conflict(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """Returns an INSERT that has `on_conflict_do_nothing` and `on_conflict_do_update` on both engines."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
