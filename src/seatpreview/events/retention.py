"""How long events and their counts are stored.

Events are deleted after a number of days, or earlier if a tenant's events exceed its share of a quota. Their
counts stay until they are old themselves. No event is deleted before it is counted.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, select, tuple_

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.json_rows import rows_from_json, rows_parameter
from seatpreview.database.tables import event_counts, events
from seatpreview.events import counting
from seatpreview.events.counting import COUNTED_UNTIL
from seatpreview.events.counts import DAY_DIMENSIONS, PLACE_DIMENSIONS, PRIMARY_KEY, Span
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import TenantId

PRUNED_ROWS_MAX = 1000
"""The most rows that one transaction deletes, so that inserts do not wait long for it."""

EVENT_BYTES = 500
"""The size of an event with its index entries, measured on both engines."""


class Retention(NamedTuple):
    """How much is kept."""

    raw_days: int
    """The number of days for which events are kept."""
    days: int
    """The number of days for which counts are kept, and events at most."""
    quota_bytes: int
    """The bytes that all events together may take; 0 for no limit."""


def retention_of(settings: Settings) -> Retention:
    """Returns the retention in the settings."""
    return Retention(settings.raw_event_days, settings.event_days, settings.event_quota_mb * 1_000_000)


async def prune(database: Database, retention: Retention, at: Moment) -> None:
    """Deletes expired events and counts, in several transactions."""
    horizon = Moment(at - min(retention.raw_days, retention.days) * _DAY)
    await _delete_counted(database, events.c.received_at < horizon)
    if retention.quota_bytes:
        await _prune_to_quota(database, retention.quota_bytes // EVENT_BYTES)
    oldest_kept = datetime_of(at - retention.days * _DAY).date().isoformat()
    await delete_counts_before(database, oldest_kept)


def fair_share(events_by_tenant: Mapping[TenantId, int], quota: int) -> int:
    """Returns how many events a tenant may have so that all tenants together stay within the quota. Tenants
    with fewer keep all of theirs, and leave the rest to the others."""
    remaining, tenants = quota, len(events_by_tenant)
    for stored in sorted(events_by_tenant.values()):
        if stored * tenants > remaining:
            return remaining // tenants
        remaining -= stored
        tenants -= 1
    return quota


async def delete_counts_before(database: Database, day: str) -> None:
    """Deletes the counts of days before this one.

    The rows by which a report finds the oldest day go first, so that it never reads a month with missing days
    (`periods.divide`).
    """
    if not await database.read(_has_counts_before, day):
        return
    for dimension in (*DAY_DIMENSIONS, *PLACE_DIMENSIONS):
        await delete_counts(database, "day", dimension, [event_counts.c.period < day])
    for dimension in PLACE_DIMENSIONS:
        await delete_counts(database, "month", dimension, [event_counts.c.period < day[: len("2026-11")]])


async def delete_counts(
    database: Database, span: Span, dimension: str, conditions: list[ColumnElement[bool]]
) -> None:
    """Deletes counts that match the conditions, in several transactions."""
    # The keys are read beforehand: no index serves such conditions, and nobody waits for a reader.
    last: tuple[Any, ...] = ()
    while True:
        rows = await database.read(_next_counts, span, dimension, conditions, last)
        if rows:
            await database.write_activity(_delete_counts, rows)
        if len(rows) < PRUNED_ROWS_MAX:
            return
        last = rows[-1]


async def delete_some(connection: Connection, some: Select[Any]) -> int:
    """Deletes the events that the statement selects by tenant and id. Returns how many."""
    statement = delete(events).where(tuple_(events.c.tenant_id, events.c.event_id).in_(some))
    return (await connection.execute(statement)).rowcount


async def _delete_counted(
    database: Database, condition: ColumnElement[bool], at_most: int | None = None
) -> None:
    """Deletes the oldest events that match the condition and are counted."""
    while at_most is None or at_most > 0:
        size = PRUNED_ROWS_MAX if at_most is None else min(at_most, PRUNED_ROWS_MAX)
        # SKIP LOCKED lets workers that prune at the same time take different rows. SQLite has a single writer
        # and no such clause.
        expired = (
            select(events.c.tenant_id, events.c.event_id)
            .where(condition, events.c.received_at < COUNTED_UNTIL)
            .order_by(events.c.received_at)
            .limit(size)
            .with_for_update(skip_locked=True, of=events)
        )
        deleted = await database.write_activity(delete_some, expired)
        if deleted < size:
            return
        at_most = None if at_most is None else at_most - deleted


async def _prune_to_quota(database: Database, quota: int) -> None:
    """Deletes the oldest events of tenants that exceed their share. A tenant that reports very many pushes
    out only its own."""
    stored = await database.read(_events_by_tenant)
    share = fair_share(stored, quota)
    for tenant_id, count in stored.items():
        await _delete_counted(database, events.c.tenant_id == tenant_id, at_most=count - share)


async def _events_by_tenant(connection: Connection) -> dict[TenantId, int]:
    statement = select(events.c.tenant_id, func.count().label("stored")).group_by(events.c.tenant_id)
    return {TenantId(row.tenant_id): row.stored for row in await connection.execute(statement)}


async def _has_counts_before(connection: Connection, day: str) -> bool:
    columns = event_counts.c
    found = select(columns.period).where(
        columns.span == "day", columns.dimension.in_(DAY_DIMENSIONS), columns.period < day
    )
    return await connection.scalar(found.limit(1)) is not None


async def _next_counts(
    connection: Connection,
    span: Span,
    dimension: str,
    conditions: list[ColumnElement[bool]],
    last: tuple[Any, ...],
) -> list[tuple[Any, ...]]:
    columns = event_counts.c
    statement = select(*PRIMARY_KEY).where(columns.span == span, columns.dimension == dimension, *conditions)
    if last:
        statement = statement.where(tuple_(*PRIMARY_KEY) > last)
    statement = statement.order_by(*PRIMARY_KEY).limit(PRUNED_ROWS_MAX)
    return [tuple(row) for row in await connection.execute(statement)]


async def _delete_counts(connection: Connection, rows: list[tuple[Any, ...]]) -> None:
    await counting.lock_writers_out(connection)
    given, cells = rows_from_json(connection.dialect.name, len(PRIMARY_KEY))
    chosen = select(*cells).select_from(given)
    await connection.execute(
        delete(event_counts).where(tuple_(*PRIMARY_KEY).in_(chosen)), rows_parameter(rows)
    )


_DAY = 86_400 * MICROSECONDS
