"""SQL for the sender: what is due, whose turn it is, leases, and how deliveries stand."""

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from sqlalchemy import (
    BigInteger,
    Integer,
    Text,
    bindparam,
    func,
    literal_column,
    null,
    or_,
    select,
    union_all,
    update,
)

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import tenants, webhooks
from seatpreview.database.tables import webhook_deliveries as deliveries
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.webhooks.delivery_model import Attempt, Backlog, Claimed
from seatpreview.webhooks.model import StoredWebhook
from seatpreview.webhooks.retry_times import RETRY_AFTER_SECONDS_MAX, DisabledReason
from seatpreview.webhooks.store import disable

_CLAIM_LOCK = 7_328_328_413
"""An arbitrary number, the same for all processes that use a PostgreSQL database."""


COUNTED_MAX = 100_000
"""The most pending deliveries that are counted for metrics, in the order of their next attempts."""


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


async def note_failure(
    transaction: Transaction, webhook: StoredWebhook, reason: DisabledReason | None, at: Moment
) -> bool:
    """Writes since when every delivery has failed, if that is not written yet, which is no change of the
    record; with a reason, disables the webhook. Returns False, and writes nothing, if the webhook is gone or
    has another address by now: that one has not failed."""
    is_it = webhooks.c.webhook_id == str(webhook.webhook_id)
    url = await transaction.connection.scalar(select(webhooks.c.url).where(is_it).with_for_update())
    if url != str(webhook.url):
        return False
    is_first = webhooks.c.failing_since.is_(None)
    await transaction.connection.execute(update(webhooks).where(is_it, is_first).values(failing_since=at))
    if reason is not None:
        await disable(transaction, webhook.webhook_id, reason, at)
    return True


async def note_success(transaction: Transaction, webhook_id: str) -> None:
    """Writes that the last delivery succeeded. It is no change of the record."""
    is_it = webhooks.c.webhook_id == str(webhook_id)
    await transaction.connection.execute(update(webhooks).where(is_it).values(failing_since=null()))


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
    """Counts what is still to be delivered to active webhooks, up to a bound, and webhooks that the service
    disabled."""
    pending = (await connection.execute(_PENDING)).one()
    disabled = await connection.scalar(_COUNT_DISABLED)
    overdue = 0 if pending.oldest is None else max(0, at - pending.oldest)
    return Backlog(int(pending.count), overdue / MICROSECONDS, int(disabled))


async def disabled_by_service(connection: Connection, count: int) -> list[Any]:
    """Returns webhooks that the service itself has disabled, the last one first: their ids, tenants, labels
    and reasons."""
    return (await connection.execute(_DISABLED.limit(count))).all()


def _leased(claimed: Claimed) -> Any:
    return update(deliveries).where(
        deliveries.c.delivery_id == claimed.delivery_id, deliveries.c.leased_until == claimed.leased_until
    )


_AT = bindparam("at", type_=BigInteger)
_COUNT = bindparam("count", type_=Integer)
_IS_PENDING = deliveries.c.status == literal_column("'pending'")


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
        .join(tenants, tenants.c.tenant_id == webhooks.c.tenant_id)
        # What is pending for an archived tenant waits until somebody brings the tenant back.
        .where(webhooks.c.active, tenants.c.archived_at.is_(None), webhooks.c.webhook_id.not_in(on_its_way))
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
    # Few are leased. By the webhook, all of its deliveries would be looked at.
    on_their_way = select(others.c.webhook_id).where(others.c.leased_until > now)
    return (
        update(deliveries)
        .where(deliveries.c.delivery_id == oldest, of_webhook.not_in(on_their_way))
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


_IS_PUT_OFF = deliveries.c.next_attempt_at > bindparam("attempt_horizon", type_=BigInteger)
_IS_LEASED_FOR_LONG = deliveries.c.leased_until > bindparam("lease_horizon", type_=BigInteger)
_HAS_WRONG_TIMES = union_all(
    # Each part has an index.
    select(deliveries.c.delivery_id).where(_IS_PENDING, _IS_PUT_OFF),
    select(deliveries.c.delivery_id).where(_IS_LEASED_FOR_LONG),
).limit(1)
_MEND_TIMES = (
    update(deliveries)
    .where(_IS_PENDING, or_(_IS_PUT_OFF, _IS_LEASED_FOR_LONG))
    .values(next_attempt_at=bindparam("mended_at", type_=BigInteger), leased_until=null())
)
_DUE = _due()
_CLAIM = _claim()
_LOCK_CLAIMS = select(func.pg_advisory_xact_lock(literal_column(str(_CLAIM_LOCK))))
_SOME_PENDING = (
    select(deliveries.c.next_attempt_at)
    .select_from(deliveries.join(webhooks, webhooks.c.webhook_id == deliveries.c.webhook_id))
    .where(_IS_PENDING, webhooks.c.active)
    .order_by(deliveries.c.next_attempt_at)
    .limit(COUNTED_MAX)
    .subquery()
)
_PENDING = select(func.count().label("count"), func.min(_SOME_PENDING.c.next_attempt_at).label("oldest"))
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
