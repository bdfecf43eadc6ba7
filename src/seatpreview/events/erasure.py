"""Erases stored events permanently: all events of a session, of a venue, or from before a time."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, Executable, delete, func, select, tuple_

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.json_rows import rows_from_json, rows_parameter
from seatpreview.database.tables import event_counts, events
from seatpreview.events import counting, counts, retention
from seatpreview.events.counting import COUNTED_UNTIL
from seatpreview.events.periods import end_of_days_before
from seatpreview.events.retention import PRUNED_ROWS_MAX
from seatpreview.events.rules import AGE_MAX
from seatpreview.values.clock import Moment
from seatpreview.values.ids import SessionId, VenueId


class Selection(NamedTuple):
    """The filters for events to erase, all of which must match. At least one must be given."""

    session_id: SessionId | None = None
    venue_id: VenueId | None = None
    before: Moment | None = None
    """Events that were received before this time."""


class Found(NamedTuple):
    """The number of events that a selection would erase."""

    stored: int
    """Stored events."""
    only_counted: int
    """Events that are no longer stored, but still counted."""


async def count(connection: Connection, selection: Selection) -> Found:
    """Returns how many events would be erased."""
    statement = select(func.count()).select_from(events).where(*_conditions(selection))
    stored: int = await connection.scalar(statement)
    if selection.session_id is not None:
        return Found(stored, 0)
    columns = event_counts.c
    counted = select(func.coalesce(func.sum(counts.TOTAL), 0)).where(
        columns.span == "day",
        columns.dimension.in_(counts.DAY_DIMENSIONS),
        columns.is_owner,
        *_counts_conditions(selection),
    )
    of_these = select(func.count()).where(
        events.c.received_at < COUNTED_UNTIL,
        *_conditions(selection),
        *_day_condition(events.c.day, selection),
    )
    row = (await connection.execute(select(counted.scalar_subquery(), of_these.scalar_subquery()))).one()
    return Found(stored, int(row[0]) - row[1])


async def erase(database: Database, selection: Selection, actor: str, at: Moment) -> int:
    """Erases the events, and returns how many. An audit entry is written first, so that no erasure goes
    unrecorded. It says which filters were given, but neither the session nor the erased data."""
    given = tuple(name for name, value in zip(_NAMES, selection, strict=True) if value is not None)
    await database.write(actor, at, _log_erasure, selection.venue_id, given)
    erased = 0
    while True:
        # Several transactions are used, so that reports arriving meanwhile do not wait long.
        rows = await database.write_activity(_erase_some, selection)
        if rows == 0:
            break
        erased += rows
    if selection.session_id is None:
        await _erase_counts(database, selection)
    return erased


async def _erase_some(connection: Connection, selection: Selection) -> int:
    """Erases some of the events, and subtracts them from the counts. Returns how many."""
    await counting.lock_writers_out(connection)
    is_counted = (events.c.received_at < COUNTED_UNTIL).label("is_counted")
    statement = select(events.c.tenant_id, events.c.event_id, is_counted).where(*_conditions(selection))
    found = (await connection.execute(statement.limit(PRUNED_ROWS_MAX))).all()
    if not found:
        return 0
    counted = [(row.tenant_id, row.event_id) for row in found if row.is_counted]
    if counted:
        await counts.subtract(connection, counted)
    await connection.execute(
        _delete_by_key(connection.dialect.name),
        rows_parameter((row.tenant_id, row.event_id) for row in found),
    )
    return len(found)


async def _erase_counts(database: Database, selection: Selection) -> None:
    """Erases the counts of events that are no longer stored."""
    viewers = await database.read(_viewers, selection.venue_id)
    for span in counts.PERIOD_CHARACTERS:
        for dimension in (*counts.DAY_DIMENSIONS, *counts.PLACE_DIMENSIONS):
            conditions = [*_counts_conditions(selection, span)]
            await retention.delete_counts(database, span, dimension, conditions)
    if selection.before is not None:
        month = _end_of_days(selection.before)[: len("2026-11")]
        for viewer_id, venue_id in viewers:
            await database.write_activity(_recount_month, viewer_id, venue_id, month)


async def _recount_month(connection: Connection, viewer_id: str, venue_id: str, month: str) -> None:
    await counting.lock_writers_out(connection)
    await counts.recount_month(connection, viewer_id, venue_id, month)


async def _viewers(connection: Connection, venue_id: VenueId | None) -> list[tuple[str, str]]:
    """Returns the tenants that see counts, each with the venue."""
    columns = event_counts.c
    statement = select(columns.viewer_id, columns.venue_id).where(
        columns.span == "day", columns.dimension.in_(counts.DAY_DIMENSIONS)
    )
    if venue_id is not None:
        statement = statement.where(columns.venue_id == venue_id)
    return [(row.viewer_id, row.venue_id) for row in await connection.execute(statement.distinct())]


async def _log_erasure(transaction: Transaction, venue_id: VenueId | None, given: tuple[str, ...]) -> None:
    transaction.changed("events", venue_id or ALL_VENUES, None, "erased", given)


ALL_VENUES = "all"
"""The id in audit entries about events of all venues."""

_NAMES = ("session", "venue", "before")


def _conditions(selection: Selection) -> Iterator[ColumnElement[bool]]:
    if not any(value is not None for value in selection):
        raise ValueError("a selection without a filter would erase everything")
    if selection.session_id is not None:
        yield events.c.session_id == selection.session_id
    if selection.venue_id is not None:
        yield events.c.venue_id == selection.venue_id
    if selection.before is not None:
        yield events.c.received_at < selection.before


def _counts_conditions(selection: Selection, span: counts.Span = "day") -> Iterator[ColumnElement[bool]]:
    if selection.venue_id is not None:
        yield event_counts.c.venue_id == selection.venue_id
    if span == "day":
        yield from _day_condition(event_counts.c.period, selection)
    elif selection.before is not None:
        yield event_counts.c.period < _end_of_days(selection.before)[: len("2026-11")]


def _day_condition(day: ColumnElement[str], selection: Selection) -> Iterator[ColumnElement[bool]]:
    if selection.before is not None:
        yield day < _end_of_days(selection.before)


def _end_of_days(before: Moment) -> str:
    """Returns the first day whose events may have been received after `before`. From that day on, only stored
    events can be erased."""
    return end_of_days_before(Moment(before - AGE_MAX))


@cache
def _delete_by_key(dialect: str) -> Executable:
    rows, key = rows_from_json(dialect, 2)
    chosen = select(*key).select_from(rows)
    return delete(events).where(tuple_(events.c.tenant_id, events.c.event_id).in_(chosen))
