"""SQL for the amounts that tenants store, and for their quotas.

Each tenant has a row of `tenant_amounts`, which triggers keep, so that nothing is counted for a request. An
exception are keys that have passed their revokeAt a moment ago: no transaction has changed them yet.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Text, and_, bindparam, func, or_, select, text

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import SCHEDULED_REVOKE, keys, tenant_amounts, tenants
from seatpreview.limits.quotas import (
    AppliedQuotas,
    ImageBytes,
    NearQuota,
    QuotaDefaults,
    StoredAmounts,
    TenantQuotas,
    check_can_add_records,
    near_quotas,
)
from seatpreview.problems import Conflict
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId


class LockedTenant(NamedTuple):
    """A tenant to which a transaction adds something: what it stores, and what it may store."""

    stored: StoredAmounts
    quotas: AppliedQuotas


async def lock(
    transaction: Transaction, tenant_id: TenantId, defaults: QuotaDefaults, at: Moment
) -> LockedTenant:
    """Returns what a tenant stores and may store, and locks its row until the transaction ends: of two that
    add something, the second sees what the first has added. Refuses to add something to a tenant that is
    archived, or was deleted since the request read it.

    A transaction that also locks keys, venues or webhooks does that after this, and before it changes what
    counts: with that, the triggers lock the row of the amounts.
    """
    row = (await transaction.connection.execute(_LOCK, {"tenant": str(tenant_id)})).first()
    if row is None:
        raise Conflict("The tenant was deleted.")
    check_not_archived(row.archived_at)
    # Read by a statement of its own: the one that waited for the lock may see what was there before.
    stored = await amounts(transaction.connection, tenant_id, at)
    return LockedTenant(stored, defaults.apply(decoded(row.quotas)))


@asynccontextmanager
async def lock_for_records(
    transaction: Transaction, tenant_id: TenantId, defaults: QuotaDefaults, at: Moment
) -> AsyncIterator[LockedTenant]:
    """Does the same for a block that writes records, drafts or versions, and refuses them at its end if the
    tenant then has more bytes of them than it may have."""
    tenant = await lock(transaction, tenant_id, defaults, at)
    yield tenant
    after = await amounts(transaction.connection, tenant_id, at)
    check_can_add_records(tenant.stored.record_bytes, after.record_bytes, tenant.quotas)


def check_not_archived(archived_at: Moment | None) -> None:
    """Refuses a change of an archived tenant, and everything that it would get."""
    if archived_at is not None:
        raise Conflict("The tenant is archived and cannot be changed. Unarchive it first.")


async def get(
    connection: Connection, tenant_id: TenantId, defaults: QuotaDefaults, at: Moment
) -> tuple[StoredAmounts, AppliedQuotas]:
    """Returns what a tenant stores, and what it may store: nothing and the defaults, if it was deleted."""
    row = (await connection.execute(_GET_WITH_QUOTAS, {"tenant": str(tenant_id), "at": at})).first()
    if row is None:
        return _NOTHING, defaults.apply(NO_QUOTAS)
    return amounts_in(row[1:]), defaults.apply(decoded(row[0]))


async def amounts(connection: Connection, tenant_id: TenantId, at: Moment) -> StoredAmounts:
    """Returns how much a tenant stores: nothing, if it was deleted meanwhile."""
    row = (await connection.execute(_GET, {"tenant": str(tenant_id), "at": at})).first()
    return _NOTHING if row is None else amounts_in(row)


async def near_quotas_of_all(
    connection: Connection, defaults: QuotaDefaults, at: Moment
) -> list[tuple[TenantId, NearQuota]]:
    """Returns every quota that a tenant has almost used up, for the operator: doctor and the metrics."""
    return [
        (TenantId(row[0]), near)
        for row in await connection.execute(_GET_ALL, {"at": at})
        for near in near_quotas(amounts_in(row[2:]).within(defaults.apply(decoded(row[1]))))
    ]


def amounts_in(row: Sequence[Any]) -> StoredAmounts:
    """Returns the amounts of a row of AMOUNT_COLUMNS."""
    current, leaving, *others = map(int, row)
    return StoredAmounts(ImageBytes(current, leaving), *others)


def decoded(encoded: str | None) -> TenantQuotas:
    """Decodes stored quotas."""
    return NO_QUOTAS if encoded is None else msgspec.json.decode(encoded, type=TenantQuotas)


NO_QUOTAS = TenantQuotas()
_NOTHING = StoredAmounts(ImageBytes(0, 0), venues=0, keys=0, record_bytes=0, webhooks=0)


def is_active(at: Moment) -> ColumnElement[bool]:
    """Returns the SQL condition for keys that are not revoked, the opposite of `Key.is_revoked`."""
    return and_(keys.c.revoked_at.is_(None), or_(keys.c.revoke_at.is_(None), keys.c.revoke_at > at))


_LOCK = (
    select(tenants.c.quotas, tenants.c.archived_at)
    .where(tenants.c.tenant_id == bindparam("tenant", type_=Text))
    .with_for_update(key_share=True)
)
# Keys that have passed their revokeAt, which the log does not say yet. A job logs them within seconds, so
# that there are few of them, and the index has no others but those that are scheduled.
_PASSED_KEYS = (
    select(func.count())
    .select_from(keys)
    .where(
        keys.c.tenant_id == tenant_amounts.c.tenant_id,
        text(SCHEDULED_REVOKE),
        keys.c.revoke_at <= bindparam("at", type_=BigInteger),
    )
    .scalar_subquery()
)
AMOUNT_COLUMNS: tuple[ColumnElement[Any], ...] = (
    tenant_amounts.c.image_bytes,
    tenant_amounts.c.leaving_bytes,
    tenant_amounts.c.venues,
    tenant_amounts.c["keys"] - _PASSED_KEYS,
    tenant_amounts.c.record_bytes,
    tenant_amounts.c.webhooks,
)
"""The columns of a statement that reads `tenant_amounts` for `amounts_in`, with the time as `at`."""
_GET = select(*AMOUNT_COLUMNS).where(tenant_amounts.c.tenant_id == bindparam("tenant", type_=Text))
_GET_WITH_QUOTAS = (
    select(tenants.c.quotas, *AMOUNT_COLUMNS)
    .join(tenant_amounts, tenant_amounts.c.tenant_id == tenants.c.tenant_id)
    .where(tenants.c.tenant_id == bindparam("tenant", type_=Text))
)
_GET_ALL = (
    select(tenants.c.tenant_id, tenants.c.quotas, *AMOUNT_COLUMNS)
    .join(tenant_amounts, tenant_amounts.c.tenant_id == tenants.c.tenant_id)
    .order_by(tenants.c.tenant_id)
)
