"""Deletes what is left of deleted venues, tenants and keys, in the background: rows of the activity tables,
and preview images.

A record is deleted in one transaction (`archive/store.py`), after which nobody sees anything of it. The
rest may be millions of rows, so each call deletes a bounded number of them and notes how far it came. If a
worker ends halfway, the next call goes on.
"""

from typing import Any

from sqlalchemy import ColumnElement, delete, select, tuple_

from seatpreview.database import deleted_records
from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.deleted_records import DeletedRecord
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.json_rows import rows_from_json, rows_parameter
from seatpreview.database.tables import (
    event_counts,
    events,
    key_usage,
    uses_without_secret,
    webhook_deliveries,
)
from seatpreview.events import retention
from seatpreview.events.counts import DAY_DIMENSIONS, PERIOD_CHARACTERS, PLACE_DIMENSIONS
from seatpreview.imagery.model import previews_prefix_of
from seatpreview.objects.store import Objects
from seatpreview.stills.still_objects import stills_prefix_of
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import VenueId

RECORDS_MAX = 20
"""The most deleted records that one call works on."""

EVENTS_READ_MAX = 10_000
"""The most events of an owner that one call reads to find those of a deleted venue."""

GRACE_SECONDS = 3600
"""Time for requests that were in progress when a record was deleted. What they have still written is deleted
after it."""

HANDLED = {
    ("events", "venue_id"): "venue",
    ("event_counts", "venue_id"): "venue",
    ("event_counts", "viewer_id"): "tenant",
    ("webhook_deliveries", "tenant_id"): "tenant",
    ("key_usage", "key_id"): "key",
    ("uses_without_secret", "key_id"): "key",
}
"""The columns of the activity tables by which rows are deleted, and with which kind of record."""

KEPT = frozenset((("events", "tenant_id"), ("events", "owner_id"), ("events", "key_id")))
"""Columns that name a deleted tenant or key in rows which stay: events that its pages reported at the venue
of another tenant belong to that venue, too. Those of its own venues are deleted with these."""


async def delete_remains(
    database: Database, objects: Objects, at: Moment, ttl_seconds: int
) -> tuple[int, int]:
    """Deletes some of what is left of deleted records. Returns how many steps it took, and how many records
    have more to delete at once."""
    found = await database.read(deleted_records.oldest, RECORDS_MAX)
    done, unfinished = 0, 0
    grace = max(GRACE_SECONDS, ttl_seconds) * MICROSECONDS
    for record in found:
        if record.kind == "venue" and await _erase_events(database, record, at):
            done, unfinished = done + 1, unfinished + 1
        elif at >= record.deleted_at + grace:
            await _finish(database, objects, record)
            await database.write("service", at, _remove, record)
            done += 1
    return done, unfinished


async def _erase_events(database: Database, record: DeletedRecord, at: Moment) -> bool:
    """Erases some events of a venue. Returns whether there may be more."""
    until = await _erase_page(database, record, record.erased_until)
    if until is None:
        return False
    await database.write("service", at, _set_erased_until, record, until)
    return True


async def _erase_page(database: Database, record: DeletedRecord, since: Moment) -> Moment | None:
    """Erases the events of a venue among the next ones of its owner. Returns where to go on; None at the
    end."""
    rows = await database.read(_events_of_owner, record, since)
    own = [(row.tenant_id, row.event_id) for row in rows if row.venue_id == record.id]
    for start in range(0, len(own), retention.PRUNED_ROWS_MAX):
        await database.write_activity(_delete_events, own[start : start + retention.PRUNED_ROWS_MAX])
    if len(rows) < EVENTS_READ_MAX:
        return None
    return Moment(max(rows[-1].received_at, since + 1))


async def _events_of_owner(connection: Connection, record: DeletedRecord, since: Moment) -> list[Any]:
    """Reads events in the order of an index."""
    last = record.deleted_at + GRACE_SECONDS * MICROSECONDS
    statement = (
        select(events.c.tenant_id, events.c.event_id, events.c.venue_id, events.c.received_at)
        .where(events.c.owner_id == record.tenant_id, events.c.received_at.between(since, last))
        .order_by(events.c.received_at)
        .limit(EVENTS_READ_MAX)
    )
    return (await connection.execute(statement)).all()


async def _delete_events(connection: Connection, keys: list[tuple[str, str]]) -> None:
    rows, key = rows_from_json(connection.dialect.name, 2)
    chosen = select(*key).select_from(rows)
    statement = delete(events).where(tuple_(events.c.tenant_id, events.c.event_id).in_(chosen))
    await connection.execute(statement, rows_parameter(keys))


async def _finish(database: Database, objects: Objects, record: DeletedRecord) -> None:
    """Deletes the rest: what requests in progress have written since, counts of events, and objects."""
    if record.kind == "key":
        await database.write_activity(_delete_uses, record.id)
        return
    if record.kind == "tenant":
        await _delete_counts(database, event_counts.c.viewer_id == record.id)
        while (await database.write_activity(_delete_deliveries, record.id)).left:
            pass
        return
    since: Moment | None = Moment(record.deleted_at - GRACE_SECONDS * MICROSECONDS)
    while since is not None:
        since = await _erase_page(database, record, since)
    await _delete_counts(database, event_counts.c.venue_id == record.id)
    venue_id = VenueId(record.id)
    await objects.delete_prefixes((previews_prefix_of(venue_id), stills_prefix_of(venue_id)))


async def _delete_counts(database: Database, condition: ColumnElement[bool]) -> None:
    for span in PERIOD_CHARACTERS:
        for dimension in (*DAY_DIMENSIONS, *PLACE_DIMENSIONS):
            await retention.delete_counts(database, span, dimension, [condition])


async def _delete_deliveries(connection: Connection, tenant_id: str) -> DeletedRows:
    """Deletes some deliveries. Their webhooks are gone, so that nobody sees or sends them."""
    key = [webhook_deliveries.c.delivery_id]
    return await delete_some(connection, key, webhook_deliveries.c.tenant_id == tenant_id)


async def _delete_uses(connection: Connection, key_id: str) -> None:
    for table in (key_usage, uses_without_secret):
        await connection.execute(delete(table).where(table.c.key_id == key_id))


async def _set_erased_until(transaction: Transaction, record: DeletedRecord, until: Moment) -> None:
    await deleted_records.set_erased_until(transaction.connection, record, until)


async def _remove(transaction: Transaction, record: DeletedRecord) -> None:
    await deleted_records.remove(transaction.connection, record)
