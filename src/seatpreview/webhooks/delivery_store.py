"""Queries for deliveries on their way: what is new in the log, what is due, whose turn it is."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
from sqlalchemy import (
    BigInteger,
    Integer,
    Text,
    bindparam,
    exists,
    func,
    literal_column,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.changes import LogPosition
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import changes
from seatpreview.database.webhook_tables import webhook_deliveries as deliveries
from seatpreview.database.webhook_tables import webhook_position, webhooks
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.webhooks.model import EVENTS_SUMMARY
from seatpreview.webhooks.retry_times import RETRY_AFTER_SECONDS_MAX, DisabledReason
from seatpreview.webhooks.sending_model import Attempt, Backlog, Claimed, Listener, NewDelivery

_CLAIM_LOCK = 7_328_328_413
"""An arbitrary number, the same for all processes that use a PostgreSQL database."""


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
        await connection.execute(_no_conflict(connection, webhook_position), {"id": 1, "n": 0, "stamp": ""})
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
    await connection.execute(_no_conflict(connection, webhook_position), {"id": 1, "n": 0, "stamp": ""})
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
    new = [{**row._asdict(), "created_at": at, "status": "pending", "next_attempt_at": at} for row in rows]
    await connection.execute_many(_no_conflict(connection, deliveries), new)


class Due(NamedTuple):
    """A webhook that something is to be delivered to."""

    webhook_id: str
    tenant_id: str
    is_failing: bool


async def due(connection: Connection, at: Moment, count: int) -> list[Due]:
    """Returns active webhooks to which something is due and nothing is on its way.

    First comes one of each tenant, then the second one of each, and so on: a tenant with a thousand has the
    first place once. Of one tenant's, those whose last delivery succeeded come first.
    """
    rows = await connection.execute(_DUE, {"at": at, "count": count})
    return [Due(row.webhook_id, row.tenant_id, row.failing_since is not None) for row in rows]


async def claim(
    connection: Connection, webhook_ids: Sequence[str], at: Moment, leased_until: Moment
) -> list[Claimed]:
    """Takes the delivery of each webhook that has been due the longest, unless one is on its way already.

    On PostgreSQL one worker claims at a time: two deliveries of one webhook are otherwise claimed together.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(_LOCK_CLAIMS)
    claimed = []
    for webhook_id in webhook_ids:
        values = {"of_webhook": webhook_id, "now": at, "lease": leased_until}
        row = (await connection.execute(_CLAIM, values)).first()
        if row is not None:
            claimed.append(Claimed(*row))
    return claimed


async def finish(connection: Connection, claimed: Claimed, attempt: Attempt, at: Moment) -> bool:
    """Writes the result of an attempt. Returns False, and writes nothing, if the lease is not this one any
    more."""
    values = {
        **attempt._asdict(),
        "attempts": claimed.attempts + 1,
        "leased_until": None,
        "last_attempt_at": at,
        "finished_at": None if attempt.status == "pending" else at,
    }
    return (await connection.execute(_leased(claimed).values(values))).rowcount == 1


async def release(connection: Connection, claimed: Claimed) -> None:
    """Ends a lease without an attempt: the delivery is due as it was."""
    await connection.execute(_leased(claimed).values(leased_until=null()))


async def set_failing_since(transaction: Transaction, webhook_id: str, since: Moment | None) -> None:
    """Writes since when every delivery has failed, if that is not written yet; None: the last one succeeded.
    It is no change of the record."""
    column = webhooks.c.failing_since
    is_other = column.is_not(None) if since is None else column.is_(None)
    await transaction.connection.execute(
        update(webhooks).where(webhooks.c.webhook_id == str(webhook_id), is_other).values(failing_since=since)
    )


async def has_wrong_times(connection: Connection, at: Moment) -> bool:
    """Returns whether a delivery waits for a time that only a clock that was ahead can have written."""
    return await connection.scalar(_HAS_WRONG_TIMES, _horizons(at)) is not None


async def mend_times(connection: Connection, at: Moment) -> int:
    """Makes such deliveries due now. Returns how many."""
    values = {**_horizons(at), "mended_at": at}
    return (await connection.execute(_MEND_TIMES, values)).rowcount


async def prune(connection: Connection, before: Moment) -> DeletedRows:
    """Deletes some of the deliveries that were written before a time."""
    return await delete_some(connection, [deliveries.c.delivery_id], deliveries.c.created_at < before)


async def backlog(connection: Connection, at: Moment) -> Backlog:
    """Counts what is still to be delivered to active webhooks, and webhooks that the service disabled."""
    pending = (await connection.execute(_PENDING)).one()
    disabled = await connection.scalar(_COUNT_DISABLED)
    overdue = 0 if pending.oldest is None else max(0, at - pending.oldest)
    return Backlog(int(pending.count), overdue / MICROSECONDS, int(disabled))


async def disabled_by_service(connection: Connection, count: int) -> list[Any]:
    """Returns webhooks that the service itself has disabled, the last one first: their ids, tenants, labels
    and reasons."""
    return (await connection.execute(_DISABLED.limit(count))).all()


def _no_conflict(connection: Connection, table: Any) -> Any:
    if table is deliveries:
        return _ADD_TO_POSTGRESQL if connection.dialect.name == "postgresql" else _ADD_TO_SQLITE
    engine: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return engine.insert(table).on_conflict_do_nothing()


def _leased(claimed: Claimed) -> Any:
    return update(deliveries).where(
        deliveries.c.delivery_id == claimed.delivery_id, deliveries.c.leased_until == claimed.leased_until
    )


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
_ADD_TO_POSTGRESQL = postgresql.insert(deliveries).on_conflict_do_nothing()
_ADD_TO_SQLITE = sqlite.insert(deliveries).on_conflict_do_nothing()


def _due() -> Any:
    """For each webhook its first pending delivery is looked up in an index, so that the statement takes as
    long for a million of them as for one."""
    first = (
        select(func.min(deliveries.c.next_attempt_at))
        .where(_IS_PENDING, deliveries.c.webhook_id == webhooks.c.webhook_id)
        .correlate(webhooks)
        .scalar_subquery()
    )
    on_its_way = select(deliveries.c.webhook_id).where(deliveries.c.leased_until > _AT)
    firsts = (
        select(webhooks.c.webhook_id, webhooks.c.tenant_id, webhooks.c.failing_since, first.label("first_at"))
        .where(webhooks.c.active, webhooks.c.webhook_id.not_in(on_its_way))
        .subquery("firsts")
    )
    place = func.row_number().over(
        partition_by=firsts.c.tenant_id,
        order_by=(firsts.c.failing_since.is_not(None), firsts.c.first_at, firsts.c.webhook_id),
    )
    ranked = select(firsts, place.label("place")).where(firsts.c.first_at <= _AT).subquery("ranked")
    return select(ranked).order_by(ranked.c.place, ranked.c.first_at, ranked.c.webhook_id).limit(_COUNT)


def _claim() -> Any:
    of_webhook, now = bindparam("of_webhook", type_=Text), bindparam("now", type_=BigInteger)
    candidates, others = deliveries.alias("candidates"), deliveries.alias("others")
    oldest = (
        select(candidates.c.delivery_id)
        .where(
            candidates.c.status == literal_column("'pending'"),
            candidates.c.webhook_id == of_webhook,
            candidates.c.next_attempt_at <= now,
        )
        .order_by(candidates.c.next_attempt_at, candidates.c.n, candidates.c.delivery_id)
        .limit(1)
        .scalar_subquery()
    )
    is_on_its_way = exists().where(others.c.webhook_id == of_webhook, others.c.leased_until > now)
    return (
        update(deliveries)
        .where(deliveries.c.delivery_id == oldest, ~is_on_its_way)
        .values(leased_until=bindparam("lease", type_=BigInteger))
        .returning(
            deliveries.c.delivery_id,
            deliveries.c.webhook_id,
            deliveries.c.tenant_id,
            deliveries.c.body,
            deliveries.c.attempts,
            deliveries.c.leased_until,
        )
    )


def _horizons(at: Moment) -> dict[str, int]:
    """Returns times that are later than any pause and any lease that begins now."""
    return {
        "attempt_horizon": at + 2 * RETRY_AFTER_SECONDS_MAX * MICROSECONDS,
        "lease_horizon": at + 3600 * MICROSECONDS,
    }


_HAS_WRONG_TIME = or_(
    deliveries.c.next_attempt_at > bindparam("attempt_horizon", type_=BigInteger),
    deliveries.c.leased_until > bindparam("lease_horizon", type_=BigInteger),
)
_HAS_WRONG_TIMES = select(deliveries.c.delivery_id).where(_IS_PENDING, _HAS_WRONG_TIME).limit(1)
_MEND_TIMES = (
    update(deliveries)
    .where(_IS_PENDING, _HAS_WRONG_TIME)
    .values(next_attempt_at=bindparam("mended_at", type_=BigInteger), leased_until=null())
)
_DUE = _due()
_CLAIM = _claim()
_LOCK_CLAIMS = select(func.pg_advisory_xact_lock(literal_column(str(_CLAIM_LOCK))))
_PENDING = (
    select(func.count().label("count"), func.min(deliveries.c.next_attempt_at).label("oldest"))
    .select_from(deliveries.join(webhooks, webhooks.c.webhook_id == deliveries.c.webhook_id))
    .where(_IS_PENDING, webhooks.c.active)
)
_IS_DISABLED_BY_SERVICE = (~webhooks.c.active, webhooks.c.disabled_reason.in_(get_args(DisabledReason)))
_COUNT_DISABLED = select(func.count()).select_from(webhooks).where(*_IS_DISABLED_BY_SERVICE)
_DISABLED = (
    select(
        webhooks.c.webhook_id,
        webhooks.c.tenant_id,
        webhooks.c.label,
        webhooks.c.disabled_reason,
        webhooks.c.disabled_at,
    )
    .where(*_IS_DISABLED_BY_SERVICE)
    .order_by(webhooks.c.disabled_at.desc(), webhooks.c.webhook_id)
)
