"""From the change log to deliveries: for each new row, one delivery to each webhook that is to hear of it.

The change log is the outbox: its rows are in the transactions of the changes. Deliveries are written together
with the position up to which the log was read, so none is missing whenever a process is killed. The id of a
delivery follows from its row and its webhook: rows that are read again write nothing twice.
"""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple

import structlog

from seatpreview.change_feed import store as feed
from seatpreview.change_feed.change_types import type_of
from seatpreview.change_feed.store import EVERYBODY, Filter, Viewer
from seatpreview.database.changes import LogPosition
from seatpreview.database.engines import Database
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import DeliveryId, TenantId, base62
from seatpreview.webhooks import delivery_store as store
from seatpreview.webhooks.delivery_model import (
    DELIVERY_DAYS,
    Listener,
    NewDelivery,
    PayloadData,
    encoded_payload,
)

STEP_ROWS_MAX = 200
"""The most rows of the log that a step reads."""

STEP_DELIVERIES_MAX = 500
"""A step ends with the row that reaches this number of deliveries: its transaction is short."""

REST_FACTOR = 1
"""After a step, it rests for this many times as long as the step took: it uses half of a connection's time at
most, however many webhooks there are."""

STEPS_MAX = 20
"""The most steps of a round."""

READ_AGAIN_SECONDS = (DELIVERY_DAYS - 1) * 86_400
"""How far back the log is read again if it does not go on where it was read last. Deliveries of that time are
kept, so that none of them is written a second time."""

_ID_CHARACTERS = 22

_Heard = tuple[Sequence[Any], Sequence[Listener]]
"""Rows of the log, and webhooks whose tenant and venues are the same: all of them may read these rows."""

log = structlog.get_logger("seatpreview")


class FannedOut(NamedTuple):
    """The result of a round."""

    written: int
    left: int
    """Rows of the log that are still to be read."""


async def fan_out(database: Database, at: Moment) -> FannedOut:
    """Writes the deliveries of new rows, a bounded number of them. Where nobody has a webhook, it is one
    small statement. Of several workers that do this at once, one moves on and the others begin again."""
    written = 0
    for _ in range(STEPS_MAX):
        outlook = await database.read_row(store.outlook)
        if outlook.rows_to_read == 0:
            return FannedOut(written, 0)
        begun = monotonic()
        written += await _step(database, outlook.position, at)
        await asyncio.sleep(REST_FACTOR * (monotonic() - begun))
    return FannedOut(written, (await database.read_row(store.outlook)).rows_to_read)


async def _step(database: Database, position: LogPosition | None, at: Moment) -> int:
    start = await _start(database, position)
    rows = await database.read(store.rows_after, start, STEP_ROWS_MAX)
    if not rows:
        # The log ends before the position: a backup was restored, and nothing has changed since.
        last = (await database.read_row(feed.ends, None)).last
        await database.write_activity(store.write_step, position, last, [], at)
        return 0
    heard = await _heard(database, start, rows[-1].n)
    # Off the event loop, since it may be very many.
    deliveries, end = await asyncio.to_thread(_deliveries, heard, rows)
    is_written = await database.write_activity(store.write_step, position, end, deliveries, at)
    return len(deliveries) if is_written else 0


async def _start(database: Database, position: LogPosition | None) -> int:
    """Returns the number after which the log is to be read."""
    if position is None or (await database.read_row(feed.ends, position.n)).wanted != position:
        # The row is gone, or another one has its number: a backup was restored.
        n = await database.read(store.last_before_newest, READ_AGAIN_SECONDS * MICROSECONDS)
        log.warning(
            "the change log does not go on where webhooks read it last: a month is read again", after=n
        )
        return n
    if (await database.read_row(store.outlook)).rows_to_read <= STEP_ROWS_MAX:
        return position.n
    # Nobody hears of what happened before there was a webhook.
    return max(position.n, await database.read(store.first_created_n))


async def _heard(database: Database, after: int, until: int) -> list[_Heard]:
    """Returns rows of the log, and who may read them: by the statement of the change feed."""
    concerned = await database.read(feed.concerned_tenants, after, until)
    listeners = await database.read(store.listeners, concerned - {EVERYBODY}) if concerned else []
    return [
        (await database.read(feed.between, viewer, Filter(), after, until, STEP_ROWS_MAX), group)
        for viewer, group in _by_viewer(listeners).items()
    ]


def _by_viewer(listeners: Iterable[Listener]) -> dict[Viewer, list[Listener]]:
    groups: dict[Viewer, list[Listener]] = defaultdict(list)
    for listener in listeners:
        groups[Viewer(listener.tenant_id, listener.venues)].append(listener)
    return groups


def _deliveries(
    heard: Iterable[_Heard], rows: Sequence[LogPosition]
) -> tuple[list[NewDelivery], LogPosition]:
    """Returns the deliveries of rows in the order of the log, and the last row that is among them: the step
    is then large enough, or there are no more."""
    by_n: dict[int, list[tuple[Any, Sequence[Listener]]]] = defaultdict(list)
    for seen, group in heard:
        for row in seen:
            by_n[row.n].append((row, group))
    deliveries: list[NewDelivery] = []
    for position in rows:
        for row, group in by_n[position.n]:
            deliveries += _deliveries_of_row(row, group)
        if len(deliveries) >= STEP_DELIVERIES_MAX:
            return deliveries, position
    return deliveries, rows[-1]


def _deliveries_of_row(row: Any, group: Iterable[Listener]) -> Iterator[NewDelivery]:
    type_ = type_of(row.kind, row.action)
    if type_ is None:
        return
    body = encoded_payload(type_, row.at, _payload(row))
    for listener in group:
        if listener.hears_of(type_) and row.n > listener.created_n:
            id = delivery_id(listener.webhook_id, str(row.n), row.stamp)
            yield NewDelivery(id, listener.webhook_id, listener.tenant_id, row.n, type_, body)


def _payload(row: Any) -> PayloadData:
    return PayloadData(
        n=row.n,
        kind=row.kind,
        id=row.id,
        version=row.version,
        members=tuple(row.members.split(",")) if row.members else (),
        tenant_id=None if row.tenant_id is None else TenantId(row.tenant_id),
    )


def delivery_id(webhook_id: str, *what: str) -> DeliveryId:
    """Returns the id of the delivery of something to a webhook, always the same one."""
    digest = hashlib.sha256("/".join((webhook_id, *what)).encode()).digest()
    return DeliveryId(DeliveryId.prefix + base62(int.from_bytes(digest[:16], "big"), _ID_CHARACTERS))
