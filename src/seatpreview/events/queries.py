"""Lists of events, newest first."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import UNSET
from sqlalchemy import ColumnElement, func, or_, select, true, tuple_, union

from seatpreview.database.connection import Connection
from seatpreview.database.tables import events
from seatpreview.events.model import ERROR_CODES, Event, EventId, ListEvents
from seatpreview.values.clock import datetime_of, moment_of
from seatpreview.values.ids import SessionId, TenantId, VenueId


class Visibility(NamedTuple):
    """Which events a caller may see."""

    tenant_id: TenantId | None
    """Limits to events that this tenant's keys reported or that happened at its venues; None: no limit."""
    venues: Collection[VenueId] | None
    """Limits to events at these venues; None: no limit."""
    deleted_venues: Collection[str] = ()
    """Nobody sees events at these venues, which are being deleted."""

    def shows(self, venue_id: ColumnElement[str]) -> Iterator[ColumnElement[bool]]:
        """Yields the conditions for venues whose events the caller may see."""
        if self.venues is not None:
            yield venue_id.in_(self.venues)
        if self.deleted_venues:
            yield venue_id.not_in(self.deleted_venues)


async def newest(
    connection: Connection,
    visibility: Visibility,
    query: ListEvents,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[Event]:
    """Returns events, newest first, starting after the position (received_at, event_id, tenant_id)."""
    filters = _list_filters(visibility, query)
    if after is not None:
        # The first condition is redundant, but only this one can use the index.
        filters += [events.c.received_at <= after[0], tuple_(*_POSITION) < tuple(after)]
    newest_first = [column.desc() for column in _POSITION]
    # Each part has an index in this order, so the LIMIT ends its scan early. A session's few events have
    # their own index.
    parts = visible_parts(visibility) if query.session_id is UNSET else [or_(*visible_parts(visibility))]
    found = [select(events).where(part, *filters).order_by(*newest_first).limit(count) for part in parts]
    if len(found) == 1:
        return [_event(row, visibility) for row in await connection.execute(found[0])]
    merged = union(*(select(part.subquery()) for part in found)).subquery()
    order = [merged.c[column.name].desc() for column in _POSITION]
    ordered = select(merged).order_by(*order).limit(count)
    return [_event(row, visibility) for row in await connection.execute(ordered)]


async def count(connection: Connection, visibility: Visibility, query: ListEvents) -> int:
    """Returns the number of events in the whole list."""
    statement = (
        select(func.count())
        .select_from(events)
        .where(or_(*visible_parts(visibility)), *_list_filters(visibility, query))
    )
    total: int = await connection.scalar(statement)
    return total


def list_position(event: Event) -> list[Any]:
    """Returns the position that `newest` takes as `after`."""
    return [moment_of(event.received_at), event.event_id, event.tenant_id]


_POSITION = (events.c.received_at, events.c.event_id, events.c.tenant_id)


def visible_parts(visibility: Visibility) -> list[ColumnElement[bool]]:
    """Returns conditions, at least one of which holds for every visible event."""
    if visibility.tenant_id is None:
        return [true()]
    return [events.c.owner_id == visibility.tenant_id, events.c.tenant_id == visibility.tenant_id]


def _list_filters(visibility: Visibility, query: ListEvents) -> list[ColumnElement[bool]]:
    """Returns the filters of a list. Their times are times of receipt."""
    named = {
        events.c.venue_id: query.venue,
        events.c.kind: query.kind,
        events.c.session_id: query.session_id,
        events.c.section: query.section,
        events.c.ad_id: query.ad,
    }
    found = [column == value for column, value in named.items() if value is not UNSET]
    found += _purpose_filter(query)
    if query.session_id is not UNSET and visibility.tenant_id is not None:
        # A caller does not see to which session another tenant's events belong, so it cannot filter by it
        # either.
        found.append(events.c.tenant_id == visibility.tenant_id)
    if isinstance(query.from_, datetime):
        found.append(events.c.received_at >= moment_of(query.from_))
    if isinstance(query.until, datetime):
        found.append(events.c.received_at < moment_of(query.until))
    return [*found, *visibility.shows(events.c.venue_id)]


def _purpose_filter(query: ListEvents) -> Iterator[ColumnElement[bool]]:
    """Yields the condition for the purpose: buyers' events, unless the query names another purpose or a
    session."""
    if query.purpose is not UNSET:
        yield events.c.purpose == query.purpose
    elif query.session_id is UNSET:
        yield events.c.purpose == "buyer"


def _event(row: Any, visibility: Visibility) -> Event:
    """Returns the event of a row. The owner of a venue sees what happened there under other tenants' keys,
    but not the key or the session."""
    is_own = visibility.tenant_id in (None, row.tenant_id)
    is_code = row.message in ERROR_CODES
    return Event(
        event_id=EventId(row.event_id),
        kind=row.kind,
        at=datetime_of(row.at),
        received_at=datetime_of(row.received_at),
        day=row.day,
        tenant_id=TenantId(row.tenant_id),
        venue_id=VenueId(row.venue_id),
        key_id=row.key_id if is_own else None,
        session_id=SessionId(row.session_id) if is_own and row.session_id is not None else None,
        configuration=row.configuration,
        section=row.section,
        seat=row.seat_key,
        ad=row.ad_id,
        code=row.message if is_code else None,
        message=row.message if is_own and not is_code else None,
        purpose=row.purpose,
    )
