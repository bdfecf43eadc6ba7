"""Erases stored events for good: all of a session, of a venue, or from before a time."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import Moment
from seatpreview.database.engines import Database
from seatpreview.database.tables import events
from seatpreview.events.store import PRUNED_ROWS_MAX
from seatpreview.ids import SessionId, VenueId


class Selection(NamedTuple):
    """The events to erase: those for which all of these hold. At least one must be given."""

    session_id: SessionId | None = None
    venue_id: VenueId | None = None
    before: Moment | None = None
    """Events that were received before this time."""


async def count(connection: AsyncConnection, selection: Selection) -> int:
    """Returns how many events would be erased."""
    statement = select(func.count()).select_from(events).where(*_conditions(selection))
    total: int = (await connection.execute(statement)).scalar_one()
    return total


async def erase(database: Database, selection: Selection, actor: str, at: Moment) -> int:
    """Erases the events, and returns how many. The audit list gets an entry first, so that no erasure goes
    unrecorded. It says which filters were given, and neither the session nor what was erased."""
    given = tuple(name for name, value in zip(_NAMES, selection, strict=True) if value is not None)
    async with database.write(actor, at) as transaction:
        transaction.changed("events", selection.venue_id or ALL_VENUES, None, "erased", given)
    some = select(events.c.tenant_id, events.c.event_id).where(*_conditions(selection)).limit(PRUNED_ROWS_MAX)
    erased = 0
    while True:
        # Several transactions, so that reports that arrive in the meantime do not wait long.
        async with database.write_activity() as connection:
            statement = delete(events).where(tuple_(events.c.tenant_id, events.c.event_id).in_(some))
            rows = (await connection.execute(statement)).rowcount
        if rows == 0:
            return erased
        erased += rows


ALL_VENUES = "all"
"""The id of an entry of the audit list about events of all venues."""

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
