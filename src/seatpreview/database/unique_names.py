"""Unique names: a table guarantees, also in a race, that each name belongs to one record at most."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Column, Table, and_, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def claim_names(
    connection: AsyncConnection,
    table: Table,
    name: Column[Any],
    holder: Mapping[str, str],
    wanted: Collection[str],
) -> bool:
    """Gives the holder exactly these names. Returns False where another holder has one of them.

    New names are inserted, in sorted order, before old ones are deleted, so that two holders that exchange
    names cannot deadlock.
    """
    own = and_(*(table.c[column] == value for column, value in holder.items()))
    before = set(await connection.scalars(select(name).where(own)))
    new = sorted(set(wanted) - before)
    if new and not await _insert_all(connection, table, name, holder, new):
        return False
    released = sorted(before.difference(wanted))
    if released:
        await connection.execute(delete(table).where(own, name.in_(released)))
    return True


async def _insert_all(
    connection: AsyncConnection, table: Table, name: Column[Any], holder: Mapping[str, str], new: list[str]
) -> bool:
    inserted = await connection.scalars(
        insert_on_conflict(table, connection.dialect.name)
        .values([{**holder, name.name: value} for value in new])
        .on_conflict_do_nothing()
        .returning(name)
    )
    return len(inserted.all()) == len(new)


def insert_on_conflict(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """Returns an INSERT that has `on_conflict_do_nothing` and `on_conflict_do_update` on both engines."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
