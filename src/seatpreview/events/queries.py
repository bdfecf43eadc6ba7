"""Events in the database, as they are read: newest first, or added up by seat, section, ad or day."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from sqlalchemy import ColumnElement, Select, func, or_, select, true, tuple_, union
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import Time, datetime_of, moment_of
from seatpreview.database.tables import events
from seatpreview.events.model import (
    KINDS,
    DayOrTime,
    Event,
    EventCounts,
    EventId,
    EventReportRow,
    GroupBy,
    ListEvents,
    ReportEvents,
)
from seatpreview.ids import SessionId, TenantId, VenueId


class Sight(NamedTuple):
    """Which events somebody sees."""

    tenant_id: TenantId | None
    """What its keys reported, and what happened at its venues; None: all."""
    venues: Collection[VenueId] | None
    """At these venues alone; None: at all."""


async def newest(
    connection: AsyncConnection,
    sight: Sight,
    query: ListEvents,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[Event]:
    """Newest first, from the place after (received_at, event_id, tenant_id) on."""
    wanted = _wanted(sight, query)
    if after is not None:
        # The first condition says nothing new, and is the one for which there is an index.
        wanted += [events.c.received_at <= after[0], tuple_(*_PLACE) < tuple(after)]
    newest_first = [column.desc() for column in _PLACE]
    # Each part has an index in this order, and ends early; a session's few events have one of their own.
    parts = _parts(sight) if query.session_id is UNSET else [or_(*_parts(sight))]
    found = [select(events).where(part, *wanted).order_by(*newest_first).limit(count) for part in parts]
    if len(found) == 1:
        return [_event(row) for row in await connection.execute(found[0])]
    both = union(*(select(part.subquery()) for part in found)).subquery()
    order = [both.c[column.name].desc() for column in _PLACE]
    return [_event(row) for row in await connection.execute(select(both).order_by(*order).limit(count))]


async def count(connection: AsyncConnection, sight: Sight, query: ListEvents) -> int:
    """How many events the list holds in all."""
    statement = select(func.count()).select_from(events).where(or_(*_parts(sight)), *_wanted(sight, query))
    counted: int = (await connection.execute(statement)).scalar_one()
    return counted


async def report(
    connection: AsyncConnection,
    sight: Sight,
    query: ReportEvents,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[EventReportRow]:
    """By venue and key, from the place after these on; days are of all venues, and by key alone."""
    key = _KEYS[query.group_by]
    place = [key] if query.group_by == "day" else [events.c.venue_id, key]
    counts = [func.count().filter(events.c.kind == kind).label(kind) for kind in KINDS]
    statement: Select[Any] = (
        select(*place, *counts, func.count().label("total"))
        .where(or_(*_parts(sight)), key.is_not(None), *_counted(sight, query))
        .group_by(*place)
        .order_by(*place)
        .limit(count)
    )
    if after is not None:
        statement = statement.where(tuple_(*place) > tuple(after))
    return [_report_row(row, query.group_by) for row in await connection.execute(statement)]


def place_in_list(event: Event) -> list[Any]:
    """What `newest` goes on after."""
    return [moment_of(event.received_at), event.event_id, event.tenant_id]


def place_in_report(row: EventReportRow) -> list[Any]:
    """What `report` goes on after."""
    return [row.key] if row.venue_id is None else [row.venue_id, row.key]


_PLACE = (events.c.received_at, events.c.event_id, events.c.tenant_id)
_KEYS = {"seat": events.c.seat_key, "section": events.c.section, "ad": events.c.ad_id, "day": events.c.day}


def _parts(sight: Sight) -> list[ColumnElement[bool]]:
    """What is seen is what any of these holds for."""
    if sight.tenant_id is None:
        return [true()]
    return [events.c.owner_id == sight.tenant_id, events.c.tenant_id == sight.tenant_id]


def _wanted(sight: Sight, query: ListEvents) -> list[ColumnElement[bool]]:
    """The filters of a list, which goes by the time of receipt."""
    named = {
        events.c.venue_id: query.venue,
        events.c.kind: query.kind,
        events.c.session_id: query.session_id,
        events.c.section: query.section,
        events.c.ad_id: query.ad,
    }
    found = [column == value for column, value in named.items() if value is not UNSET]
    if isinstance(query.from_, datetime):
        found.append(events.c.received_at >= moment_of(query.from_))
    if isinstance(query.until, datetime):
        found.append(events.c.received_at < moment_of(query.until))
    return [*found, *_at_venues(sight)]


def _counted(sight: Sight, query: ReportEvents) -> Iterator[ColumnElement[bool]]:
    """The filters of a report, which goes by the time when it happened."""
    if query.venue is not UNSET:
        yield events.c.venue_id == query.venue
    if query.kind is not UNSET:
        yield events.c.kind == query.kind
    if isinstance(query.from_, DayOrTime):
        column, value = _moment(query.from_)
        yield column >= value
    if isinstance(query.until, DayOrTime):
        column, value = _moment(query.until)
        yield column < value
    yield from _at_venues(sight)


def _at_venues(sight: Sight) -> Iterator[ColumnElement[bool]]:
    if sight.venues is not None:
        yield events.c.venue_id.in_(sight.venues)


def _moment(given: DayOrTime) -> tuple[ColumnElement[Any], str | int]:
    """A day is a day at the venue, wherever that is."""
    if len(given) == len("2026-11-15"):
        return events.c.day, str(given)
    return events.c.at, moment_of(msgspec.convert(str(given), Time))


def _event(row: Row[Any]) -> Event:
    return Event(
        event_id=EventId(row.event_id),
        kind=row.kind,
        at=datetime_of(row.at),
        received_at=datetime_of(row.received_at),
        day=row.day,
        tenant_id=TenantId(row.tenant_id),
        venue_id=VenueId(row.venue_id),
        key_id=row.key_id,
        session_id=None if row.session_id is None else SessionId(row.session_id),
        configuration=row.configuration,
        section=row.section,
        seat=row.seat_key,
        ad=row.ad_id,
        message=row.message,
    )


def _report_row(row: Row[Any], group_by: GroupBy) -> EventReportRow:
    *place, key = row[: 1 if group_by == "day" else 2]
    return EventReportRow(
        key=key,
        venue_id=VenueId(place[0]) if place else None,
        counts=EventCounts(**{kind: row._mapping[kind] for kind in KINDS}),
        total=row.total,
    )
