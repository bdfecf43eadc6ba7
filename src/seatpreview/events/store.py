"""Writes batches of events, and finds stored ones.

On PostgreSQL, all rows of an insert are sent as JSON in one parameter: a parameter for each value would take
several times as much of the event loop's time. On SQLite, one statement inserts many rows, with a parameter
for each value: that takes half as long as reading them from JSON. A statement for each row would be slower,
because the thread would wait for the interpreter after each.
"""

from collections.abc import Collection, Iterable
from functools import cache
from itertools import chain, islice
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import astuple
from sqlalchemy import (
    BigInteger,
    Executable,
    Text,
    bindparam,
    case,
    cast,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from seatpreview.database.connection import ComposedStatement, Connection
from seatpreview.database.engines import Database
from seatpreview.database.json_rows import rows_from_json, rows_parameter, select_rows
from seatpreview.database.sqlite import SqliteConnection
from seatpreview.database.tables import events
from seatpreview.events import counting
from seatpreview.events.counting import COUNTED_UNTIL
from seatpreview.events.model import Record
from seatpreview.events.rules import EventKey, Impression, Outcome, classify, event_key, impression_of
from seatpreview.values.clock import Moment

STATEMENT_ROWS = (100, 10, 1)
"""The number of rows that a statement inserts on SQLite. The driver prepares each of these statements
once."""

_NULL = 0
"""Stands for None in the parameters of these statements, where all nullable columns are texts. For each None,
the driver would search for an adapter, which takes a seventh of the insert's time."""
BATCHES_MAX = 20
"""The most batches per transaction: two thousand events at most, so that a large transaction does not delay
other requests."""

Batch = tuple[Record, ...]


class Added(NamedTuple):
    """The result of an insert."""

    keys: frozenset[EventKey]
    """The keys of the events that were not stored before."""
    counted_until: Moment
    """Events that were received before this time are counted. It is not later than the insert."""


async def add(connection: Connection, records: Iterable[Record]) -> Added:
    """Inserts the events whose keys are not stored yet.

    Rows are inserted in sorted order, so that two workers with the same events cannot deadlock.
    """
    rows = sorted(records, key=attrgetter("tenant_id", "event_id"))
    if connection.dialect.name == "sqlite":
        added = await _add_to_sqlite(connection, rows)
        return Added(added, Moment(await connection.scalar(_SELECT_COUNTED_UNTIL)))
    parameters = {**rows_parameter(rows), "given": len(rows)}
    row = (await connection.execute(_INSERT_INTO_POSTGRESQL, parameters)).one()
    if row.inserted == len(rows):
        return Added(frozenset(map(event_key, rows)), row.counted_until)
    return Added(frozenset(map(tuple, msgspec.json.decode(row.keys or "[]"))), row.counted_until)


async def find_impressions(
    connection: Connection, impressions: Collection[Impression]
) -> frozenset[Impression]:
    """Returns the stored ones among the impressions."""
    return await _keys(connection, _select_impressions(connection.dialect.name), list(impressions))


async def _keys(connection: Connection, statement: Executable, rows: list[Any]) -> frozenset[Any]:
    return frozenset(map(tuple, await connection.execute(statement, rows_parameter(rows))))


async def _add_to_sqlite(connection: Connection, records: list[Record]) -> frozenset[EventKey]:
    added, done = 0, 0
    for size in STATEMENT_ROWS:
        while len(records) - done >= size:
            rows = map(astuple, records[done : done + size])
            values = [_NULL if value is None else value for row in rows for value in row]
            added += (await connection.run(_insert_into_sqlite(size), values)).rowcount
            done += size
    if added == len(records):
        return frozenset(map(event_key, records))
    # SQLite has a single writer, and gives a new row a higher number than all others.
    newest = select(events.c.tenant_id, events.c.event_id).order_by(literal_column("rowid").desc())
    return frozenset(map(tuple, await connection.execute(newest.limit(added))))


@cache
def _insert_into_sqlite(rows: int) -> ComposedStatement:
    row = {
        column.name: func.nullif(literal(""), literal_column(str(_NULL))) if column.nullable else None
        for column in events.columns
    }
    statement = sqlite.insert(events).values([row] * rows).on_conflict_do_nothing()
    compiled: Any = statement.compile(dialect=SqliteConnection.dialect)
    return ComposedStatement(compiled, {})


_INSERTED = (
    postgresql.insert(events)
    .from_select(list(events.columns.keys()), select_rows("postgresql", events.columns))
    .on_conflict_do_nothing()
    .returning(events.c.tenant_id, events.c.event_id)
    .cte("inserted")
)
_KEYS_AS_JSON = cast(func.json_agg(func.json_build_array(_INSERTED.c.tenant_id, _INSERTED.c.event_id)), Text)
# The keys are returned only if some were already stored, which is rare. The time is the one that was
# committed when the statement began, and the transaction has its lock by then.
_INSERT_INTO_POSTGRESQL = select(
    COUNTED_UNTIL.label("counted_until"),
    func.count().label("inserted"),
    case((func.count() < bindparam("given", type_=BigInteger), _KEYS_AS_JSON)).label("keys"),
).select_from(_INSERTED)
_SELECT_COUNTED_UNTIL = select(COUNTED_UNTIL)


@cache
def _select_impressions(dialect: str) -> Executable:
    rows, (session_id, ad_id) = rows_from_json(dialect, 2)
    is_same_ad = (events.c.session_id == session_id) & (events.c.ad_id == ad_id)
    was_shown = select(events.c.event_id).where(is_same_ad, events.c.kind == "ad_shown").exists()
    return select(session_id, ad_id).select_from(rows).where(was_shown)


class _OutcomesChanged(Exception):
    """Raised when the outcomes were computed without knowing that some events were already stored."""


class _AreLate(Exception):
    """Raised when some of the events were received before others that are already counted."""


async def write_batches(database: Database, batches: list[Batch]) -> list[list[Outcome]]:
    """Writes the batches and commits. Outcomes are as if the batches had been written one after the other."""
    records = list(chain.from_iterable(batches))
    stored: set[EventKey] = set()
    write = _try_write
    while True:
        try:
            outcomes = await database.write_activity(write, records, stored)
        except _OutcomesChanged:
            continue  # `stored` has grown, so each retry knows more of the stored events.
        except _AreLate:
            write = _try_write_and_count
            continue
        remaining = iter(outcomes)
        return [list(islice(remaining, len(batch))) for batch in batches]


async def _try_write(connection: Connection, records: list[Record], stored: set[EventKey]) -> list[Outcome]:
    """Writes the events beside other writers. Raises `_AreLate` if some have to be counted at once."""
    await counting.lock_as_writer(connection)
    outcomes, late = await _write(connection, records, stored)
    if late:
        raise _AreLate
    return outcomes


async def _try_write_and_count(
    connection: Connection, records: list[Record], stored: set[EventKey]
) -> list[Outcome]:
    """Writes the events while nobody else writes, and counts those that are late."""
    await counting.lock_writers_out(connection)
    outcomes, late = await _write(connection, records, stored)
    if late:
        await counting.count_late(connection, late)
    return outcomes


async def _write(
    connection: Connection, records: list[Record], stored: set[EventKey]
) -> tuple[list[Outcome], list[Record]]:
    """Returns the outcomes, and the accepted events that were received before others that are counted.

    Classifies the events without querying which are stored, because few are: the insert reveals those, and
    they are added to `stored`. Raises `_OutcomesChanged` if that changes the outcome of other events.
    """
    clicked = {impression_of(record) for record in records if record.kind == "ad_clicked"}
    impressions: frozenset[Impression] = (
        await find_impressions(connection, clicked) if clicked else frozenset()
    )
    outcomes = classify(records, impressions, stored)
    accepted = _accepted(records, outcomes)
    if not accepted:
        return outcomes, []
    added, counted_until = await add(connection, accepted.values())
    late = [accepted[key] for key in added if accepted[key].received_at < counted_until]
    if len(added) == len(accepted):
        return outcomes, late
    stored.update(accepted.keys() - added)
    outcomes = classify(records, impressions, stored)
    if _accepted(records, outcomes) != {key: accepted[key] for key in added}:
        raise _OutcomesChanged
    return outcomes, late


def _accepted(records: Iterable[Record], outcomes: Iterable[Outcome]) -> dict[EventKey, Record]:
    return {
        event_key(record): record
        for record, outcome in zip(records, outcomes, strict=True)
        if outcome == "accepted"
    }
