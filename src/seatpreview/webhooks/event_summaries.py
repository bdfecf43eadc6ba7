"""Summaries of events, by minute and venue, for webhooks that named `events.summary`: counts and no more.

They are made in the background from stored events, by an index in the order of their receipt. Nothing is
written where nobody asked for them.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import BigInteger, Text, bindparam, func, literal_column, select, union_all

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import events
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import TenantId
from seatpreview.webhooks import delivery_store as store
from seatpreview.webhooks.delivery_model import Listener, NewDelivery, SummaryData, encoded_payload
from seatpreview.webhooks.fan_out import delivery_id
from seatpreview.webhooks.model import EVENTS_SUMMARY

MINUTE = 60 * MICROSECONDS

DELAY_SECONDS = 60
"""The age at which a minute is summed up. Nearly all events are committed by then; the few that come later
are in reports."""

STEP_MINUTES_MAX = 5
"""The most minutes that one call sums up, after an outage."""

BEHIND_MINUTES_MAX = 24 * 60
"""Older minutes are left out: nobody wants to know last week by the minute."""


async def summarize_events(database: Database, at: Moment) -> tuple[int, int]:
    """Writes deliveries with the counts of minutes that are over, a bounded number of minutes. Returns how
    many deliveries, and how many minutes are left. Of several workers, one sums a minute up."""
    listeners = await database.read(store.summary_listeners)
    if not listeners:
        return 0, 0
    before = await database.read_row(store.summed_until)
    end = _begin_of_minute(at - DELAY_SECONDS * MICROSECONDS)
    written = 0
    for minute in _minutes(before, end)[:STEP_MINUTES_MAX]:
        deliveries = await _deliveries(database, listeners, minute)
        until = Moment(minute + MINUTE)
        if not await database.write_activity(store.write_summaries, before, until, deliveries, at):
            break
        before, written = until, written + len(deliveries)
    return written, len(_minutes(before, end))


def _minutes(before: Moment | None, end: Moment) -> range:
    """Returns the beginnings of minutes to sum up: from the last one of them on, or only the one that is just
    over if that is long ago, or a clock was far ahead."""
    if before is None or abs(end - before) > BEHIND_MINUTES_MAX * MINUTE:
        return range(end - MINUTE, end, MINUTE)
    return range(before, end, MINUTE)


async def _deliveries(database: Database, listeners: Iterable[Listener], minute: int) -> list[NewDelivery]:
    by_tenant: dict[TenantId, list[Listener]] = defaultdict(list)
    for listener in listeners:
        if listener.created_at < minute + MINUTE:
            by_tenant[listener.tenant_id].append(listener)
    found = []
    for tenant_id, group in by_tenant.items():
        for (venue_id, owner_id), counts in (await database.report(_counts, tenant_id, minute)).items():
            found += [
                _delivery(listener, minute, venue_id, owner_id, counts)
                for listener in group
                if listener.venues is None or venue_id in listener.venues
            ]
    return found


async def _counts(
    connection: Connection, tenant_id: TenantId, minute: int
) -> dict[tuple[str, str], dict[str, int]]:
    """Counts the events of a minute that a tenant may see, by venue and owner, and by kind: all of its own
    venues, and those that its own keys reported at others. Events of staff are left out."""
    found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    values = {"tenant": str(tenant_id), "since": minute, "until": minute + MINUTE}
    for row in await connection.execute(_COUNT_EVENTS, values):
        found[row.venue_id, row.owner_id][row.kind] = int(row.count)
    return found


def _delivery(
    listener: Listener, minute: int, venue_id: str, owner_id: str, counts: dict[str, int]
) -> NewDelivery:
    data = SummaryData(
        n=None,
        kind="events",
        id=venue_id,
        version=None,
        members=(),
        tenant_id=TenantId(owner_id),
        minute=datetime_of(minute),
        counts=counts,
    )
    body = encoded_payload(EVENTS_SUMMARY, Moment(minute + MINUTE), data)
    id = delivery_id(listener.webhook_id, EVENTS_SUMMARY, venue_id, str(minute))
    return NewDelivery(id, listener.webhook_id, listener.tenant_id, None, EVENTS_SUMMARY, body)


def _begin_of_minute(moment: int) -> Moment:
    return Moment(moment - moment % MINUTE)


def _count_events() -> Any:
    tenant = bindparam("tenant", type_=Text)
    is_of_minute = (
        events.c.received_at >= bindparam("since", type_=BigInteger),
        events.c.received_at < bindparam("until", type_=BigInteger),
        events.c.purpose == literal_column("'buyer'"),
    )
    seen = union_all(
        # Each part has an index by tenant and time.
        select(events.c.venue_id, events.c.owner_id, events.c.kind).where(
            events.c.owner_id == tenant, *is_of_minute
        ),
        select(events.c.venue_id, events.c.owner_id, events.c.kind).where(
            events.c.tenant_id == tenant, events.c.owner_id != tenant, *is_of_minute
        ),
    ).subquery()
    group = (seen.c.venue_id, seen.c.owner_id, seen.c.kind)
    return select(*group, func.count().label("count")).group_by(*group)


_COUNT_EVENTS = _count_events()
