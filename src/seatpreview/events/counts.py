"""Counts of events by day and by month: adds events to them, and subtracts erased ones.

A row counts the events of one seat, section or ad, or all events of a venue, for one tenant that may see
them. An event is in one row for each of these and for each span. If a grantee reported it, it is in one more
of each, because the owner of the venue sees it too. Events of staff are counted in their own rows.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, Literal, get_args

from sqlalchemy import (
    CTE,
    BigInteger,
    Column,
    ColumnElement,
    CompoundSelect,
    Executable,
    Select,
    Text,
    bindparam,
    case,
    cast,
    delete,
    false,
    func,
    insert,
    literal,
    literal_column,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.dialects import postgresql, sqlite

from seatpreview.database.connection import Connection
from seatpreview.database.json_rows import rows_from_json, rows_parameter
from seatpreview.database.tables import event_counts, events
from seatpreview.events.model import KINDS, GroupBy
from seatpreview.events.rules import EventKey
from seatpreview.values.caller import Purpose
from seatpreview.values.clock import Moment

Span = Literal["day", "month"]

PERIOD_CHARACTERS: dict[Span, int] = {"day": len("2026-11-15"), "month": len("2026-11")}

KEY_COLUMNS: dict[GroupBy, Column[Any] | None] = {
    "seat": events.c.seat_key,
    "section": events.c.section,
    "ad": events.c.ad_id,
    "day": None,
}
"""The column that holds the key under which an event is counted. All events of a venue share one key."""

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


def dimension_of(group_by: GroupBy, purpose: Purpose) -> str:
    """Returns the value of the column `dimension`: `seat` for buyers, `staff_seat` for staff. The purpose is
    not a separate column, because workers of an earlier version write rows by the same primary key."""
    return group_by if purpose == "buyer" else f"{purpose}_{group_by}"


DAY_DIMENSIONS = tuple(dimension_of("day", purpose) for purpose in PURPOSES)
"""Rows that count all events of a venue."""
PLACE_DIMENSIONS = tuple(
    dimension_of(group_by, purpose)
    for group_by, column in KEY_COLUMNS.items()
    if column is not None
    for purpose in PURPOSES
)
"""Rows that count the events of a seat, a section or an ad."""

ALL_OF_VENUE = ""
"""The key of rows that count all events of a venue."""

TOTAL: ColumnElement[int] = sum((event_counts.c[kind] for kind in KINDS[1:]), start=event_counts.c[KINDS[0]])
"""The events of all kinds in a row."""


async def add_received(connection: Connection, since: Moment, until: Moment) -> None:
    """Adds the events that were received in this period to the counts."""
    await connection.execute(_add_received(connection.dialect.name), {"since": since, "until": until})


async def add(connection: Connection, keys: Collection[EventKey]) -> None:
    """Adds these stored events to the counts."""
    await connection.execute(_add_or_subtract(connection.dialect.name, 1), rows_parameter(keys))


async def subtract(connection: Connection, keys: Collection[EventKey]) -> None:
    """Subtracts these events, which are still stored, from the counts. Rows that reach zero are deleted: they
    would reveal that there was an event."""
    await connection.execute(_add_or_subtract(connection.dialect.name, -1), rows_parameter(keys))
    await connection.execute(_delete_empty(connection.dialect.name), rows_parameter(keys))


async def recount_month(connection: Connection, viewer_id: str, venue_id: str, month: str) -> None:
    """Recomputes the counts of a month from its days, after some of the days were deleted."""
    columns = event_counts.c
    is_theirs = (columns.viewer_id == viewer_id) & (columns.venue_id == venue_id)
    key = [columns.dimension, columns.viewer_id, columns.venue_id, columns.key]
    sums = [cast(func.sum(columns[kind]), BigInteger) for kind in KINDS]
    for dimension in PLACE_DIMENSIONS:
        is_in = (columns.dimension == dimension) & is_theirs
        is_month = (columns.span == "month") & (columns.period == month)
        await connection.execute(delete(event_counts).where(is_month, is_in))
        is_day = (columns.span == "day") & (func.substr(columns.period, 1, len(month)) == month)
        rows = select(literal_column("'month'"), *key, literal(month, Text), columns.is_owner, *sums).where(
            is_day, is_in
        )
        rows = rows.group_by(*key, columns.is_owner)
        await connection.execute(insert(event_counts).from_select(list(columns.keys()), rows))


@cache
def _add_received(dialect: str) -> Executable:
    is_received = (events.c.received_at >= bindparam("since", type_=BigInteger)) & (
        events.c.received_at < bindparam("until", type_=BigInteger)
    )
    return _upsert(dialect, select(events).where(is_received), 1)


@cache
def _add_or_subtract(dialect: str, sign: int) -> Executable:
    return _upsert(dialect, _chosen_by_key(dialect), sign)


@cache
def _delete_empty(dialect: str) -> Executable:
    rows = _rows(_chosen_by_key(dialect), 1).subquery()
    changed = select(*(rows.c[column.name] for column in PRIMARY_KEY))
    return delete(event_counts).where(tuple_(*PRIMARY_KEY).in_(changed), TOTAL == 0)


def _chosen_by_key(dialect: str) -> Select[Any]:
    rows, (tenant_id, event_id) = rows_from_json(dialect, 2)
    is_chosen = (events.c.tenant_id == tenant_id) & (events.c.event_id == event_id)
    return select(events).select_from(rows.join(events, is_chosen))


def _upsert(dialect: str, chosen: Select[Any], sign: int) -> Executable:
    insert_or_update: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
    # Without a WHERE, SQLite would parse the ON of ON CONFLICT as the ON of a join.
    rows = select(_rows(chosen, sign).subquery()).where(true())
    statement = insert_or_update(event_counts).from_select(list(event_counts.columns.keys()), rows)
    sums = {kind: event_counts.c[kind] + statement.excluded[kind] for kind in KINDS}
    upsert: Executable = statement.on_conflict_do_update(index_elements=PRIMARY_KEY, set_=sums)
    return upsert


def _rows(chosen: Select[Any], sign: int) -> CompoundSelect[Any]:
    """Returns rows of the table that count the chosen events."""
    of = chosen.subquery()
    # Equal events are counted first, so that the rest has less to read and to sort. The most selective
    # columns come first, because the others are long and mostly the same.
    same = [of.c[name] for name in _COUNTED_COLUMNS]
    counts = [func.count().filter(of.c.kind == kind).label(kind) for kind in KINDS]
    counted = select(*same, *counts).group_by(*same).cte("counted")
    return union_all(*_parts(counted, sign))


def _parts(counted: CTE, sign: int) -> Iterator[Select[Any]]:
    """Yields the rows of each dimension and span, for owners and for other tenants that reported events."""
    for group_by, column in KEY_COLUMNS.items():
        dimension = _dimension(group_by, counted.c.purpose)
        key = literal_column(f"'{ALL_OF_VENUE}'") if column is None else counted.c[column.name]
        for span, characters in PERIOD_CHARACTERS.items():
            if (group_by, span) == ("day", "month"):
                continue  # Reports by day only read rows of days.
            period = func.substr(counted.c.day, literal_column("1"), literal_column(str(characters)))
            for viewer_id, is_owner, condition in (
                (counted.c.owner_id, true(), true()),
                (counted.c.tenant_id, false(), counted.c.tenant_id != counted.c.owner_id),
            ):
                sums = [func.sum(counted.c[kind]) * literal_column(str(sign)) for kind in KINDS]
                grouped = [counted.c.purpose, viewer_id, counted.c.venue_id, period]
                yield (
                    select(
                        literal_column(f"'{span}'").label("span"),
                        dimension.label("dimension"),
                        viewer_id.label("viewer_id"),
                        counted.c.venue_id,
                        key.label("key"),
                        period.label("period"),
                        is_owner.label("is_owner"),
                        *(
                            cast(total, BigInteger).label(kind)
                            for total, kind in zip(sums, KINDS, strict=True)
                        ),
                    )
                    .where(condition, key.is_not(None))
                    .group_by(*grouped, *([] if column is None else [key]))
                )


def _dimension(group_by: GroupBy, purpose: ColumnElement[str]) -> ColumnElement[str]:
    """Returns the SQL expression for `dimension_of`."""
    of_buyers = literal_column(f"'{group_by}'", Text)
    others = purpose.concat(literal_column(f"'_{group_by}'", Text))
    return case((purpose == literal_column("'buyer'"), of_buyers), else_=others)


PRIMARY_KEY = tuple(event_counts.primary_key.columns)

_COUNTED_COLUMNS = ("seat_key", "day", "ad_id", "section", "venue_id", "owner_id", "tenant_id", "purpose")
