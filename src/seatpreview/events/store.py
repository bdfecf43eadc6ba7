"""Events in the database, as they are written.

A group goes as JSON in one parameter: one for each value would take several times as much of the event loop's
time.
"""

from collections.abc import Collection, Iterable
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Executable,
    FromClause,
    Text,
    bindparam,
    cast,
    delete,
    func,
    literal_column,
    select,
    true,
    tuple_,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.database.engines import Database
from seatpreview.database.tables import events
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.events.deduplication import Key, Shown
from seatpreview.events.model import Record

PRUNED_ROWS_MAX = 1000
"""Of one transaction, so that events that come in meanwhile do not wait long."""


async def add(connection: AsyncConnection, records: Iterable[Record]) -> frozenset[Key]:
    """Keeps those whose key is not taken, and returns their keys.

    In sorted order, so that two workers with the same events cannot wait for each other.
    """
    rows = sorted(records, key=attrgetter("tenant_id", "event_id"))
    return await _keys(connection, _insert(connection.dialect.name), rows)


async def shown(connection: AsyncConnection, asked: Collection[Shown]) -> frozenset[Shown]:
    """Those of the ads that were shown in their session."""
    return await _keys(connection, _shown(connection.dialect.name), list(asked))


async def prune(database: Database, days: int, at: Moment) -> None:
    """Forgets what was received more than so many days ago, some of it at a time."""
    horizon = at - days * 86_400 * MICROSECONDS
    # Workers that prune at once take different rows; SQLite has one writer, and no such clause.
    old = (
        select(events.c.tenant_id, events.c.event_id)
        .where(events.c.received_at < horizon)
        .order_by(events.c.received_at)
        .limit(PRUNED_ROWS_MAX)
        .with_for_update(skip_locked=True)
    )
    pruned = PRUNED_ROWS_MAX
    while pruned == PRUNED_ROWS_MAX:
        async with database.write_activity() as connection:
            statement = delete(events).where(tuple_(events.c.tenant_id, events.c.event_id).in_(old))
            pruned = (await connection.execute(statement)).rowcount


async def _keys(connection: AsyncConnection, statement: Executable, rows: list[Any]) -> frozenset[Any]:
    result = await connection.execute(statement, {"rows": msgspec.json.encode(rows).decode()})
    return frozenset(map(tuple, result))


@cache
def _insert(dialect: str) -> Executable:
    rows, cells = _sent(dialect, len(events.columns))
    values = [cast(cell, column.type) for cell, column in zip(cells, events.columns, strict=True)]
    # Without a WHERE, SQLite would take the ON of ON CONFLICT for that of a join.
    statement: Executable = (
        insert_on_conflict(events, dialect)
        .from_select(
            [column.name for column in events.columns], select(*values).select_from(rows).where(true())
        )
        .on_conflict_do_nothing()
        .returning(events.c.tenant_id, events.c.event_id)
    )
    return statement


@cache
def _shown(dialect: str) -> Executable:
    rows, (session_id, ad_id) = _sent(dialect, 2)
    of_the_ad = (events.c.session_id == session_id) & (events.c.ad_id == ad_id)
    there = select(events.c.event_id).where(of_the_ad, events.c.kind == "ad_shown").exists()
    return select(session_id, ad_id).select_from(rows).where(there)


def _sent(dialect: str, width: int) -> tuple[FromClause, list[ColumnElement[Any]]]:
    """The rows that the parameter holds, as a table, and its columns, which are texts."""
    sent = bindparam("rows", type_=Text)
    if dialect == "postgresql":
        rows = func.jsonb_array_elements(cast(sent, postgresql.JSONB)).table_valued("value")
        return rows, [rows.c.value.op("->>")(literal_column(str(place))) for place in range(width)]
    rows = func.json_each(sent).table_valued("value")
    return rows, [func.json_extract(rows.c.value, literal_column(f"'$[{place}]'")) for place in range(width)]
