"""SQL for deliveries as people ask for them: pings, lists, and sending again. The sender has its own."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType
from sqlalchemy import and_, func, insert, literal_column, select, tuple_, update
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.bounded_deletion import delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.tables import webhook_deliveries
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import DeliveryId, WebhookId
from seatpreview.webhooks.delivery_model import DELIVERY_DAYS, Delivery, DeliveryStatus, ping_body
from seatpreview.webhooks.model import PING, StoredWebhook

REDELIVERED_MAX = 1000
"""The most deliveries that one request sends again."""

_C = webhook_deliveries.c
_MEMBERS = Delivery.__struct_fields__
_COLUMNS = [_C[name] for name in _MEMBERS]
_TIMES = ("created_at", "next_attempt_at", "last_attempt_at", "finished_at")


async def add_ping(connection: Connection, webhook: StoredWebhook, at: Moment) -> Delivery:
    """Adds a ping that is due now, and returns it. While one is pending, it is returned, and no other is
    added."""
    is_pending = and_(_C.webhook_id == str(webhook.webhook_id), _has_status("pending"), _C.type == PING)
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


async def newest(
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
        statement = statement.where(tuple_(_C.created_at, _C.delivery_id) < tuple_(*after))
    newest_first = statement.order_by(_C.created_at.desc(), _C.delivery_id.desc()).limit(count)
    return [_delivery(row) for row in await connection.execute(newest_first)]


async def send_again(
    connection: Connection, webhook_id: WebhookId, delivery_id: DeliveryId, at: Moment
) -> Delivery | None:
    """Makes a delivery due now, with all its attempts. Returns None if the webhook has no such delivery."""
    sent = await connection.execute(
        _due_again(at)
        .where(_is_kept(webhook_id, at), _C.delivery_id == str(delivery_id))
        .returning(*_COLUMNS)
    )
    row = sent.first()
    return None if row is None else _delivery(row)


async def send_failed_again(
    connection: Connection, webhook_id: WebhookId, since: Moment, at: Moment
) -> tuple[int, int]:
    """Makes deliveries due now that were given up, the oldest first. Returns how many, and how many are
    left."""
    is_wanted = and_(_is_kept(webhook_id, at), _has_status("failed"), _C.created_at >= since)
    some = select(_C.delivery_id).where(is_wanted).order_by(_C.created_at).limit(REDELIVERED_MAX)
    sent = await connection.execute(_due_again(at).where(_C.delivery_id.in_(some)))
    left = await connection.scalar(select(func.count()).select_from(webhook_deliveries).where(is_wanted))
    return sent.rowcount, int(left)


async def delete_of_webhook(connection: Connection, webhook_id: WebhookId) -> None:
    """Deletes deliveries of a webhook that is gone. Where there are very many, the rest is deleted by its
    age."""
    await delete_some(connection, [_C.delivery_id], _C.webhook_id == str(webhook_id))


def _due_again(at: Moment) -> Any:
    return update(webhook_deliveries).values(
        status="pending", attempts=0, next_attempt_at=at, finished_at=None
    )


def _is_kept(webhook_id: WebhookId, at: Moment) -> ColumnElement[bool]:
    horizon = at - DELIVERY_DAYS * 86_400 * MICROSECONDS
    return and_(_C.webhook_id == str(webhook_id), _C.created_at >= horizon)


def _has_status(status: DeliveryStatus) -> ColumnElement[bool]:
    """Matches deliveries with a status. It is written out: an index of some statuses is not used for a
    parameter."""
    return _C.status == literal_column(f"'{status}'")


def _delivery(row: Any) -> Delivery:
    values = dict(zip(_MEMBERS, row, strict=True))
    for name in _TIMES:
        if values[name] is not None:
            values[name] = datetime_of(values[name])
    return Delivery(**values)
