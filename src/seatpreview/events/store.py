"""Inserts and deletes events.

All rows of an insert are sent as JSON in one parameter: a parameter for each value would take several times
as much of the event loop's time.
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
from seatpreview.events.deduplication import EventKey, Impression
from seatpreview.events.model import Record

PRUNED_ROWS_MAX = 1000
"""Rows that one transaction deletes, so that inserts do not wait long for it."""


async def add(connection: AsyncConnection, records: Iterable[Record]) -> frozenset[EventKey]:
    """Inserts the events whose keys are not stored yet, and returns those keys.

    Rows are inserted in sorted order, so that two workers with the same events cannot deadlock.
    """
    rows = sorted(records, key=attrgetter("tenant_id", "event_id"))
    return await _keys(connection, _insert(connection.dialect.name), rows)


async def find_impressions(
    connection: AsyncConnection, impressions: Collection[Impression]
) -> frozenset[Impression]:
    """Returns those of the impressions that are stored."""
    return await _keys(connection, _select_impressions(connection.dialect.name), list(impressions))


async def prune(database: Database, days: int, at: Moment) -> None:
    """Deletes events that were received more than `days` ago, in several transactions."""
    horizon = at - days * 86_400 * MICROSECONDS
    # SKIP LOCKED lets workers that prune at the same time take different rows. SQLite has one writer, and no
    # such clause.
    expired = (
        select(events.c.tenant_id, events.c.event_id)
        .where(events.c.received_at < horizon)
        .order_by(events.c.received_at)
        .limit(PRUNED_ROWS_MAX)
        .with_for_update(skip_locked=True)
    )
    pruned = PRUNED_ROWS_MAX
    while pruned == PRUNED_ROWS_MAX:
        async with database.write_activity() as connection:
            statement = delete(events).where(tuple_(events.c.tenant_id, events.c.event_id).in_(expired))
            pruned = (await connection.execute(statement)).rowcount


async def _keys(connection: AsyncConnection, statement: Executable, rows: list[Any]) -> frozenset[Any]:
    result = await connection.execute(statement, {"rows": msgspec.json.encode(rows).decode()})
    return frozenset(map(tuple, result))


@cache
def _insert(dialect: str) -> Executable:
    rows, cells = _rows_from_json(dialect, len(events.columns))
    values = [cast(cell, column.type) for cell, column in zip(cells, events.columns, strict=True)]
    # Without a WHERE, SQLite would parse the ON of ON CONFLICT as the ON of a join.
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
def _select_impressions(dialect: str) -> Executable:
    rows, (session_id, ad_id) = _rows_from_json(dialect, 2)
    is_same_ad = (events.c.session_id == session_id) & (events.c.ad_id == ad_id)
    was_shown = select(events.c.event_id).where(is_same_ad, events.c.kind == "ad_shown").exists()
    return select(session_id, ad_id).select_from(rows).where(was_shown)


def _rows_from_json(dialect: str, width: int) -> tuple[FromClause, list[ColumnElement[Any]]]:
    """Returns the rows of the JSON parameter as a table, and its columns, which are texts."""
    parameter = bindparam("rows", type_=Text)
    if dialect == "postgresql":
        rows = func.jsonb_array_elements(cast(parameter, postgresql.JSONB)).table_valued("value")
        return rows, [rows.c.value.op("->>")(literal_column(str(index))) for index in range(width)]
    rows = func.json_each(parameter).table_valued("value")
    return rows, [func.json_extract(rows.c.value, literal_column(f"'$[{index}]'")) for index in range(width)]
