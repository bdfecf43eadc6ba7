"""Names of which each can be held by one record at most: uniqueness that a table keeps, also in a race."""

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
    """Gives the holder exactly these names; says whether all of them were free, or its own already.

    New ones are taken, in sorted order, before old ones are let go, so that two holders that exchange names
    cannot wait for each other.
    """
    own = and_(*(table.c[column] == value for column, value in holder.items()))
    before = set(await connection.scalars(select(name).where(own)))
    new = sorted(set(wanted) - before)
    if new and not await _take(connection, table, name, holder, new):
        return False
    given_up = sorted(before.difference(wanted))
    if given_up:
        await connection.execute(delete(table).where(own, name.in_(given_up)))
    return True


async def _take(
    connection: AsyncConnection, table: Table, name: Column[Any], holder: Mapping[str, str], new: list[str]
) -> bool:
    taken = await connection.scalars(
        insert_into(table, connection.dialect.name)
        .values([{**holder, name.name: one} for one in new])
        .on_conflict_do_nothing()
        .returning(name)
    )
    return len(taken.all()) == len(new)


def insert_into(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """With `on_conflict_do_nothing` and `on_conflict_do_update`, which both engines know."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
