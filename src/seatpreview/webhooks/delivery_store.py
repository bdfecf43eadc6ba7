"""SQL from the change log to deliveries: what is new, and who is to hear of it."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    Integer,
    Text,
    bindparam,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from seatpreview.database.changes import LogPosition
from seatpreview.database.connection import Connection
from seatpreview.database.json_rows import rows_parameter, select_rows
from seatpreview.database.tables import changes, webhook_position, webhooks
from seatpreview.database.tables import webhook_deliveries as deliveries
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.webhooks.model import EVENTS_SUMMARY
from seatpreview.webhooks.sending_model import Listener, NewDelivery


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
    until: Moment | None = await connection.scalar(select(webhook_position.c.summed_until))
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
