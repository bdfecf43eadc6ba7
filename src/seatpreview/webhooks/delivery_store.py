"""SQL for deliveries: what the change log adds to them, lists for people, and sending again."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import (
    BigInteger,
    Integer,
    Text,
    and_,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.bounded_deletion import delete_some
from seatpreview.database.changes import LogPosition
from seatpreview.database.connection import Connection
from seatpreview.database.json_rows import rows_parameter, select_rows
from seatpreview.database.tables import changes, webhook_deliveries, webhook_position, webhooks
from seatpreview.database.tables import webhook_deliveries as deliveries
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import DeliveryId, TenantId, VenueId, WebhookId
from seatpreview.webhooks.delivery_model import (
    DELIVERY_DAYS,
    Delivery,
    DeliveryStatus,
    Listener,
    NewDelivery,
    ping_body,
)
from seatpreview.webhooks.model import EVENTS_SUMMARY, PING, StoredWebhook

REDELIVERED_MAX = 1000
"""The most deliveries that one request sends again."""

_DELIVERY = webhook_deliveries.c
_MEMBERS = Delivery.__struct_fields__
_COLUMNS = [_DELIVERY[name] for name in _MEMBERS]
_TIMES = ("created_at", "next_attempt_at", "last_attempt_at", "finished_at")


class Outlook(NamedTuple):
    """What there is to do, at the cost of a few look-ups."""

    has_webhooks: bool
    position: LogPosition | None
    """The row up to which deliveries were written; None if none ever was."""
    last_n: int
    next_attempt_at: Moment | None

    @property
    def rows_to_read(self) -> int:
        """How far the log is ahead of what was read; 1 if a backup was restored and it is behind."""
        if not self.has_webhooks:
            return 0
        read = 0 if self.position is None else self.position.n
        return self.last_n - read if self.last_n >= read else 1


async def outlook(connection: Connection) -> Outlook:
    """Reads whether there is anything to do."""
    row = (await connection.execute(_OUTLOOK)).one()
    position = None if row.n is None else LogPosition(row.n, row.stamp)
    return Outlook(row.first_webhook is not None, position, row.last_n or 0, row.next_attempt_at)


async def rows_after(connection: Connection, n: int, count: int) -> list[LogPosition]:
    """Returns rows of the log with larger numbers, in their order."""
    rows = await connection.execute(_ROWS_AFTER, {"n": n, "count": count})
    return [LogPosition(*row) for row in rows]


async def last_before_newest(connection: Connection, microseconds: int) -> int:
    """Returns the largest number of a row that is this much older than the newest one; 0 if there is none. No
    clock decides here: one that is ahead would leave rows out."""
    newest = await connection.scalar(_NEWEST_AT)
    return int(await connection.scalar(_LAST_BEFORE, {"at": (newest or 0) - microseconds}) or 0)


async def first_created_n(connection: Connection) -> int:
    """Returns the number of the row by which the oldest webhook was created; 0 if it is not kept."""
    return int(await connection.scalar(_FIRST_CREATED) or 0)


async def listeners(connection: Connection, tenants: Collection[str]) -> list[Listener]:
    """Returns the active webhooks of these tenants."""
    statement = select(*_LISTENER).where(webhooks.c.active, webhooks.c.tenant_id.in_(sorted(tenants)))
    return [_listener(row) for row in await connection.execute(statement)]


async def summary_listeners(connection: Connection) -> list[Listener]:
    """Returns the active webhooks that named `events.summary`."""
    return [_listener(row) for row in await connection.execute(_SUMMARY_LISTENERS)]


async def write_step(
    connection: Connection,
    before: LogPosition | None,
    after: LogPosition,
    rows: Sequence[NewDelivery],
    at: Moment,
) -> bool:
    """Moves the position, and writes the deliveries of the rows in between. Returns False, and writes
    nothing, if another worker has moved it meanwhile. A delivery that exists is left as it is."""
    if before is None:
        await connection.execute(_first_position(connection), {"id": 1, "n": 0, "stamp": ""})
    old = before or LogPosition(0, "")
    values = {"old_n": old.n, "old_stamp": old.stamp, "new_n": after.n, "new_stamp": after.stamp}
    if (await connection.execute(_MOVE, values)).rowcount == 0:
        return False
    await add(connection, rows, at)
    return True


async def write_summaries(
    connection: Connection, before: Moment | None, until: Moment, rows: Sequence[NewDelivery], at: Moment
) -> bool:
    """Does the same for summaries of events, whose position is a time."""
    await connection.execute(_first_position(connection), {"id": 1, "n": 0, "stamp": ""})
    is_before = (
        webhook_position.c.summed_until.is_(None)
        if before is None
        else webhook_position.c.summed_until == before
    )
    move = update(webhook_position).where(webhook_position.c.id == 1, is_before).values(summed_until=until)
    if (await connection.execute(move)).rowcount == 0:
        return False
    await add(connection, rows, at)
    return True


async def summed_until(connection: Connection) -> Moment | None:
    """Returns up to which time summaries were written."""
    until: Moment | None = await connection.scalar(_GET_SUMMED_UNTIL)
    return until


async def add(connection: Connection, rows: Sequence[NewDelivery], at: Moment) -> None:
    """Writes deliveries that are due at once. One that exists is left as it is."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        # Ids are texts of their own types, which have no form in JSON.
        cells = ([*map(str, row[:3]), *row[3:], at, "pending", at] for row in rows)
        await connection.execute(_ADD_TO_POSTGRESQL, rows_parameter(cells))
        return
    new = [{**row._asdict(), "created_at": at, "status": "pending", "next_attempt_at": at} for row in rows]
    await connection.execute_many(_ADD_TO_SQLITE, new)


def _first_position(connection: Connection) -> Any:
    engine: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return engine.insert(webhook_position).on_conflict_do_nothing()


def _listener(row: Any) -> Listener:
    types = None if row.types is None else frozenset(msgspec.json.decode(row.types, type=list[str]))
    venues = None if row.venues is None else msgspec.json.decode(row.venues, type=list[str])
    return Listener(
        row.webhook_id,
        TenantId(row.tenant_id),
        types,
        None if venues is None else frozenset(map(VenueId, venues)),
        row.created_at,
        row.created_n,
    )


_AT = bindparam("at", type_=BigInteger)
_COUNT = bindparam("count", type_=Integer)
_CREATED_N = func.coalesce(
    select(func.max(changes.c.n))
    .where(
        changes.c.id == webhooks.c.webhook_id,
        changes.c.kind == literal_column("'webhook'"),
        changes.c.action == literal_column("'created'"),
    )
    .correlate(webhooks)
    .scalar_subquery(),
    0,
)
_LISTENER = (
    webhooks.c.webhook_id,
    webhooks.c.tenant_id,
    webhooks.c.types,
    webhooks.c.venues,
    webhooks.c.created_at,
    _CREATED_N.label("created_n"),
)
_GET_SUMMED_UNTIL = select(webhook_position.c.summed_until)
_SUMMARY_LISTENERS = select(*_LISTENER).where(
    webhooks.c.active, webhooks.c.types.like(f'%"{EVENTS_SUMMARY}"%', escape=None)
)
_IS_PENDING = deliveries.c.status == literal_column("'pending'")
_OUTLOOK = select(
    select(webhooks.c.webhook_id).limit(1).scalar_subquery().label("first_webhook"),
    select(webhook_position.c.n).scalar_subquery().label("n"),
    select(webhook_position.c.stamp).scalar_subquery().label("stamp"),
    select(func.max(changes.c.n)).scalar_subquery().label("last_n"),
    select(func.min(deliveries.c.next_attempt_at))
    .where(_IS_PENDING)
    .scalar_subquery()
    .label("next_attempt_at"),
)
_ROWS_AFTER = (
    select(changes.c.n, changes.c.stamp)
    .where(changes.c.n > bindparam("n", type_=BigInteger))
    .order_by(changes.c.n)
    .limit(_COUNT)
)
_LAST_BEFORE = select(func.max(changes.c.n)).where(changes.c.at < _AT)
_NEWEST_AT = select(changes.c.at).order_by(changes.c.n.desc()).limit(1)
_FIRST_CREATED = select(func.min(_CREATED_N)).select_from(webhooks)
_MOVE = (
    update(webhook_position)
    .where(
        webhook_position.c.id == 1,
        webhook_position.c.n == bindparam("old_n", type_=BigInteger),
        webhook_position.c.stamp == bindparam("old_stamp", type_=Text),
    )
    .values(n=bindparam("new_n", type_=BigInteger), stamp=bindparam("new_stamp", type_=Text))
)
_NEW_COLUMNS = [
    deliveries.c[name] for name in (*NewDelivery._fields, "created_at", "status", "next_attempt_at")
]
_ADD_TO_POSTGRESQL = (
    postgresql.insert(deliveries)
    .from_select([column.name for column in _NEW_COLUMNS], select_rows("postgresql", _NEW_COLUMNS))
    .on_conflict_do_nothing()
)
_ADD_TO_SQLITE = sqlite.insert(deliveries).on_conflict_do_nothing()


async def add_ping(connection: Connection, webhook: StoredWebhook, at: Moment) -> Delivery:
    """Adds a ping that is due now, and returns it. While one is pending, it is returned, and no other is
    added."""
    is_pending = and_(
        _DELIVERY.webhook_id == str(webhook.webhook_id), _has_status("pending"), _DELIVERY.type == PING
    )
    pending = (await connection.execute(select(*_COLUMNS).where(is_pending).limit(1))).first()
    if pending is not None:
        return _delivery(pending)
    values = {
        "delivery_id": str(DeliveryId.new()),
        "webhook_id": str(webhook.webhook_id),
        "tenant_id": str(webhook.tenant_id),
        "n": None,
        "type": PING,
        "body": ping_body(webhook.webhook_id, webhook.tenant_id, at),
        "created_at": at,
        "status": "pending",
        "attempts": 0,
        "next_attempt_at": at,
    }
    added = await connection.execute(insert(webhook_deliveries).returning(*_COLUMNS), values)
    return _delivery(added.one())


async def newest_deliveries(
    connection: Connection,
    webhook_id: WebhookId,
    status: DeliveryStatus | UnsetType,
    count: int,
    at: Moment,
    after: Sequence[Any] | None = None,
) -> list[Delivery]:
    """Returns deliveries of a webhook, newest first, starting after (created_at, delivery_id)."""
    statement = select(*_COLUMNS).where(_is_kept(webhook_id, at))
    if status is not UNSET:
        statement = statement.where(_has_status(status))
    if after is not None:
        statement = statement.where(tuple_(_DELIVERY.created_at, _DELIVERY.delivery_id) < tuple_(*after))
    newest_first = statement.order_by(_DELIVERY.created_at.desc(), _DELIVERY.delivery_id.desc()).limit(count)
    return [_delivery(row) for row in await connection.execute(newest_first)]


async def send_again(
    connection: Connection, webhook_id: WebhookId, delivery_id: DeliveryId, at: Moment
) -> Delivery | None:
    """Makes a delivery due now, with all its attempts. Returns None if the webhook has no such delivery."""
    sent = await connection.execute(
        _due_again(at)
        .where(_is_kept(webhook_id, at), _DELIVERY.delivery_id == str(delivery_id))
        .returning(*_COLUMNS)
    )
    row = sent.first()
    return None if row is None else _delivery(row)


async def send_failed_again(
    connection: Connection, webhook_id: WebhookId, since: Moment, at: Moment
) -> tuple[int, int]:
    """Makes deliveries due now that were given up, the oldest first. Returns how many, and how many are
    left."""
    is_wanted = and_(_is_kept(webhook_id, at), _has_status("failed"), _DELIVERY.created_at >= since)
    some = (
        select(_DELIVERY.delivery_id).where(is_wanted).order_by(_DELIVERY.created_at).limit(REDELIVERED_MAX)
    )
    sent = await connection.execute(_due_again(at).where(_DELIVERY.delivery_id.in_(some)))
    left = await connection.scalar(select(func.count()).select_from(webhook_deliveries).where(is_wanted))
    return sent.rowcount, int(left)


async def delete_deliveries_of_webhook(connection: Connection, webhook_id: WebhookId) -> None:
    """Deletes deliveries of a webhook that is gone. Where there are very many, the rest is deleted by its
    age."""
    await delete_some(connection, [_DELIVERY.delivery_id], _DELIVERY.webhook_id == str(webhook_id))


def _due_again(at: Moment) -> Any:
    return update(webhook_deliveries).values(
        status="pending", attempts=0, next_attempt_at=at, finished_at=None
    )


def _is_kept(webhook_id: WebhookId, at: Moment) -> ColumnElement[bool]:
    horizon = at - DELIVERY_DAYS * 86_400 * MICROSECONDS
    return and_(_DELIVERY.webhook_id == str(webhook_id), _DELIVERY.created_at >= horizon)


def _has_status(status: DeliveryStatus) -> ColumnElement[bool]:
    """Matches deliveries with a status. It is written out: an index of some statuses is not used for a
    parameter."""
    return _DELIVERY.status == literal_column(f"'{status}'")


def _delivery(row: Any) -> Delivery:
    values = dict(zip(_MEMBERS, row, strict=True))
    for name in _TIMES:
        if values[name] is not None:
            values[name] = datetime_of(values[name])
    return Delivery(**values)
