"""Reports: events counted by seat, section, ad or day.

Whole days and months are read from the counts. Events that are not counted yet are added and, if a report
begins or ends at a time, the events of the days that it covers in part. One statement reads all of these, so
that no event is missing or counted twice while counting goes on.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from sqlalchemy import ColumnElement, Select, and_, func, literal_column, or_, select, tuple_, union_all

from seatpreview.database.connection import Connection
from seatpreview.database.tables import event_counts, events, venues
from seatpreview.events.counting import COUNTED_UNTIL
from seatpreview.events.counts import KEY_COLUMNS, TOTAL, Span, dimension_of
from seatpreview.events.model import KINDS, EventCounts, EventReportRow, GroupBy, ReportEvents
from seatpreview.events.periods import DayRange, PartlyCounted, Period, bound_of, divide, time_of
from seatpreview.events.queries import Visibility, visible_parts
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.values.ids import VenueId


async def report(
    connection: Connection,
    visibility: Visibility,
    query: ReportEvents,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[EventReportRow]:
    """Returns rows ordered by venue and key, starting after that position. Rows of days count events of all
    venues, and are ordered by key alone.

    Raises ValidationFailed if the report needs events that are no longer stored.
    """
    oldest_day = select(func.min(event_counts.c.period)).where(
        *_counts_filters(visibility, query, "day", "day")
    )
    oldest = await connection.scalar(oldest_day)
    while True:
        parts = [
            *_counted_parts(visibility, query, oldest, connection.dialect.name),
            *_stored_parts(visibility, query),
        ]
        statement = _sum_of(parts, query, count, after)
        rows = (await connection.execute(statement)).all()
        before, oldest = oldest, await connection.scalar(oldest_day)
        if before == oldest:  # Otherwise days were deleted, or older ones were counted, in the meantime.
            break
    for part in _period(query).partly_counted:
        # Checked afterwards: if the events are complete now, they were complete before.
        await _check_is_complete(connection, visibility, query, part)
    return [_report_row(row, query.group_by) for row in rows]


def report_position(row: EventReportRow) -> list[Any]:
    """Returns the position that `report` takes as `after`."""
    return [row.key] if row.venue_id is None else [row.venue_id, row.key]


def _sum_of(
    parts: list[tuple[Select[Any], list[ColumnElement[Any]]]],
    query: ReportEvents,
    count: int,
    after: Sequence[Any] | None,
) -> Select[Any]:
    """Returns the statement that adds up all parts. Each part has the same row limit: rows beyond it are not
    among the first rows of the sum either."""
    pages = [_page(part, position, count, after).subquery() for part, position in parts]
    merged = union_all(*(select(page) for page in pages)).subquery()
    position = [merged.c[name] for name in _position_names(query.group_by)]
    sums = [func.sum(merged.c[name]).label(name) for name in (*KINDS, "total")]
    return select(*position, *sums).group_by(*position).order_by(*position).limit(count)


def _page(
    part: Select[Any], position: list[ColumnElement[Any]], count: int, after: Sequence[Any] | None
) -> Select[Any]:
    if after is not None:
        part = part.where(tuple_(*position) > tuple(after))
    return part.group_by(*position).order_by(*position).limit(count)


def _counted_parts(
    visibility: Visibility, query: ReportEvents, oldest: str | None, dialect: str
) -> Iterator[tuple[Select[Any], list[ColumnElement[Any]]]]:
    """Yields the parts of a report that are read from the counts, each with the columns of its position."""
    whole = _period(query).whole_days
    if whole is None:
        return
    if query.group_by == "day":
        position: list[ColumnElement[Any]] = [event_counts.c.period]
        filters = _counts_filters(visibility, query, "day", "day")
        yield _counted(query, position, *filters, *_within(event_counts.c.period, whole)), position
        return
    months, days = divide(whole, oldest)
    position = [event_counts.c.venue_id, event_counts.c.key]
    if months is not None:
        filters = _counts_filters(visibility, query, "month", query.group_by)
        yield _counted(query, position, *filters, *_within(event_counts.c.period, months)), position
    for each in days:
        if dialect == "sqlite":
            yield _counted_by_month(visibility, query, each)
        else:
            # PostgreSQL skips the other days of a seat by itself, in a third of the time.
            filters = _counts_filters(visibility, query, "day", query.group_by)
            yield _counted(query, position, *filters, *_within(event_counts.c.period, each)), position


def _counted_by_month(
    visibility: Visibility, query: ReportEvents, days: DayRange
) -> tuple[Select[Any], list[ColumnElement[Any]]]:
    """Returns the part for some days of a month. The counts of the month say which seats have counts on these
    days: rows are ordered by seat, then day, so finding them by day would read a whole year for a few
    days."""
    month, day = event_counts.alias("month"), event_counts.c
    position: list[ColumnElement[Any]] = [month.c.venue_id, month.c.key]
    is_same = [day[name] == month.c[name] for name in ("dimension", "viewer_id", "venue_id", "key")]
    part = _counted(
        query,
        position,
        *_counts_filters(visibility, query, "month", query.group_by, month.c),
        month.c.period == str(days.first)[: len("2026-11")],
        day.span == "day",
        *_within(day.period, days),
        _counted_events(query) > 0,
    )
    return part.join_from(month, event_counts, and_(*is_same)), position


def _counted(
    query: ReportEvents, position: list[ColumnElement[Any]], *conditions: ColumnElement[bool]
) -> Select[Any]:
    kinds = KINDS if query.kind is UNSET else (query.kind,)
    sums = [
        (func.sum(event_counts.c[kind]) if kind in kinds else literal_column("0")).label(kind)
        for kind in KINDS
    ]
    sums.append(func.sum(_counted_events(query)).label("total"))
    return select(*_labelled(position, query.group_by), *sums).where(*conditions)


def _stored_parts(
    visibility: Visibility, query: ReportEvents
) -> Iterator[tuple[Select[Any], list[ColumnElement[Any]]]]:
    """Yields the parts of a report that are counted event by event: uncounted events, and events of days that
    the report covers in part."""
    period = _period(query)
    bounds = [*_bounds(period)]
    uncounted = [and_(part, events.c.received_at >= COUNTED_UNTIL) for part in visible_parts(visibility)]
    yield _stored(visibility, query, uncounted, bounds)
    for part in period.partly_counted:
        counted = _counted_in(part, visibility, query)
        yield _stored(visibility, query, counted, [*_within(events.c.day, part.days), *bounds])


def _stored(
    visibility: Visibility,
    query: ReportEvents,
    alternatives: list[ColumnElement[bool]],
    bounds: list[ColumnElement[bool]],
) -> tuple[Select[Any], list[ColumnElement[Any]]]:
    key = KEY_COLUMNS[query.group_by]
    position: list[ColumnElement[Any]] = [events.c.day] if key is None else [events.c.venue_id, key]
    counts = [func.count().filter(events.c.kind == kind).label(kind) for kind in KINDS]
    part: Select[Any] = select(
        *_labelled(position, query.group_by), *counts, func.count().label("total")
    ).where(*_events_filters(visibility, query, alternatives), position[-1].is_not(None), *bounds)
    return part, position


async def _check_is_complete(
    connection: Connection, visibility: Visibility, query: ReportEvents, part: PartlyCounted
) -> None:
    """Raises ValidationFailed if events of partly covered days are no longer stored."""
    counted = select(func.coalesce(func.sum(_counted_events(query)), literal_column("0"))).where(
        *_counts_filters(visibility, query, "day", "day"), *_within(event_counts.c.period, part.days)
    )
    stored = select(func.count()).where(
        *_events_filters(visibility, query, _counted_in(part, visibility, query)),
        *_within(events.c.day, part.days),
    )
    row = (await connection.execute(select(counted.scalar_subquery(), stored.scalar_subquery()))).one()
    if row[0] == row[1]:
        return
    parameter, given = ("until", query.until) if part.since is None else ("from", query.from_)
    detail = (
        "lies in a day whose events are not stored any more, only their counts by day; give a day, such as "
        f"{str(given)[:10]}, and whole days of the venue are counted"
    )
    raise ValidationFailed(f"{parameter} {detail}.", errors=(Fault(parameter=parameter, detail=detail),))


def _period(query: ReportEvents) -> Period:
    return Period(bound_of(query.from_), bound_of(query.until))


def _position_names(group_by: GroupBy) -> list[str]:
    return ["key"] if group_by == "day" else ["venue_id", "key"]


def _labelled(position: list[ColumnElement[Any]], group_by: GroupBy) -> list[ColumnElement[Any]]:
    return [column.label(name) for column, name in zip(position, _position_names(group_by), strict=True)]


def _counted_events(query: ReportEvents) -> ColumnElement[int]:
    return TOTAL if query.kind is UNSET else event_counts.c[query.kind]


def _counts_filters(
    visibility: Visibility, query: ReportEvents, span: Span, group_by: GroupBy, columns: Any = event_counts.c
) -> Iterator[ColumnElement[bool]]:
    """Yields the conditions for counts that the caller may see and the query asks for."""
    yield columns.span == span
    yield columns.dimension == dimension_of(group_by, query.purpose)
    if visibility.tenant_id is not None:
        yield columns.viewer_id == visibility.tenant_id
    elif query.venue is not UNSET:
        # The owner of a venue, which never changes, sees all its events.
        owner = select(venues.c.tenant_id).where(venues.c.venue_id == query.venue)
        yield columns.viewer_id == owner.scalar_subquery()
    else:
        yield columns.is_owner
    if query.venue is not UNSET:
        yield columns.venue_id == query.venue
    yield from visibility.shows(columns.venue_id)
    if query.kind is not UNSET:
        yield columns[query.kind] > 0


def _events_filters(
    visibility: Visibility, query: ReportEvents, alternatives: list[ColumnElement[bool]]
) -> Iterator[ColumnElement[bool]]:
    """Yields the conditions for events that the caller may see and the query asks for. The time of receipt is
    part of each alternative, because it is part of the alternative's index."""
    yield or_(*alternatives)
    yield events.c.purpose == query.purpose
    if query.venue is not UNSET:
        yield events.c.venue_id == query.venue
    if query.kind is not UNSET:
        yield events.c.kind == query.kind
    yield from visibility.shows(events.c.venue_id)


def _counted_in(
    part: PartlyCounted, visibility: Visibility, query: ReportEvents
) -> list[ColumnElement[bool]]:
    """Returns alternatives, one of which holds for visible, counted events of these days.

    Most tenants report only the events of their own venues. Each of these would be read twice: as the owner's
    and as the reporter's. The counts show whether a tenant reported any event of another's venue on these
    days. If not, the reporter of the second alternative is NULL, and nothing is read for it.
    """
    since, until = part.received
    received = [
        events.c.received_at >= since,
        events.c.received_at < until,
        events.c.received_at < COUNTED_UNTIL,
    ]
    if visibility.tenant_id is None:
        return [and_(*received)]
    reporter = select(event_counts.c.viewer_id).where(
        *_counts_filters(visibility, query, "day", "day"),
        ~event_counts.c.is_owner,
        *_within(event_counts.c.period, part.days),
    )
    return [
        and_(events.c.owner_id == visibility.tenant_id, *received),
        and_(events.c.tenant_id == reporter.limit(1).scalar_subquery(), *received),
    ]


def _bounds(period: Period) -> Iterator[ColumnElement[bool]]:
    """Yields the conditions for the time, or the day, at which an event happened."""
    since, until = time_of(period.since), time_of(period.until)
    if since is not None:
        yield events.c.at >= since
    elif period.since is not None:
        yield events.c.day >= str(period.since)
    if until is not None:
        yield events.c.at < until
    elif period.until is not None:
        yield events.c.day < str(period.until)


def _within(column: ColumnElement[Any], days: DayRange) -> Iterator[ColumnElement[bool]]:
    if days.first is not None:
        yield column >= days.first
    if days.end is not None:
        yield column < days.end


def _report_row(row: Any, group_by: GroupBy) -> EventReportRow:
    return EventReportRow(
        key=row.key,
        venue_id=None if group_by == "day" else VenueId(row.venue_id),
        counts=EventCounts(**{kind: int(getattr(row, kind)) for kind in KINDS}),
        total=int(row.total),
    )
