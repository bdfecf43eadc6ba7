"""SQL for the amounts that tenants store, and for their quotas."""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import discarded_images, image_copies, images, keys, tenants, venues
from seatpreview.limits.quotas import ImageBytes, StoredAmounts, TenantQuotas
from seatpreview.problems import Conflict
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId


async def lock_quotas(transaction: Transaction, tenant_id: TenantId) -> TenantQuotas:
    """Returns the tenant's own quotas, and locks its row until the transaction ends: of two transactions that
    add something, the second counts what the first has added. Refuses to add something to a tenant that is
    archived, or was deleted since the request read it."""
    statement = select(tenants.c.quotas, tenants.c.archived_at).where(tenants.c.tenant_id == str(tenant_id))
    row = (await transaction.connection.execute(statement.with_for_update(key_share=True))).first()
    if row is None:
        raise Conflict("The tenant was deleted.")
    check_not_archived(row.archived_at)
    return decoded(row.quotas)


def check_not_archived(archived_at: Moment | None) -> None:
    """Refuses a change of an archived tenant, and everything that it would get."""
    if archived_at is not None:
        raise Conflict("The tenant is archived, so that nothing of it can be changed. Unarchive it first.")


async def get_quotas(connection: Connection, tenant_id: TenantId) -> TenantQuotas:
    """Returns the tenant's own quotas."""
    statement = select(tenants.c.quotas).where(tenants.c.tenant_id == str(tenant_id))
    return decoded(await connection.scalar(statement))


async def count_venues(connection: Connection, tenant_id: TenantId) -> int:
    """Returns the number of venues that a tenant owns."""
    return await _number(connection, _VENUES.where(venues.c.tenant_id == str(tenant_id)))


async def count_keys(connection: Connection, tenant_id: TenantId, at: Moment) -> int:
    """Returns the number of a tenant's keys that are not revoked."""
    return await _number(connection, _KEYS.where(keys.c.tenant_id == str(tenant_id), is_active(at)))


async def image_bytes(connection: Connection, tenant_id: TenantId) -> ImageBytes:
    """Returns the bytes of a tenant's images."""
    is_own = venues.c.tenant_id == str(tenant_id)
    to_copy = await _number(connection, _COPIED_BYTES.where(image_copies.c.tenant_id == str(tenant_id)))
    return ImageBytes(
        await _number(connection, _IMAGE_BYTES.where(is_own)) + to_copy,
        await _number(connection, _LEAVING_BYTES.where(is_own)),
    )


async def amounts(connection: Connection, tenant_id: TenantId, at: Moment) -> StoredAmounts:
    """Returns how much a tenant stores."""
    return StoredAmounts(
        (await image_bytes(connection, tenant_id)).current,
        await count_venues(connection, tenant_id),
        await count_keys(connection, tenant_id, at),
    )


async def amounts_of_all(
    connection: Connection, at: Moment
) -> list[tuple[TenantId, TenantQuotas, StoredAmounts]]:
    """Returns how much each tenant stores, for the operator. This reads every row of these tables."""
    stored = [
        {row[0]: int(row[1]) for row in await connection.execute(_by_tenant(column, statement))}
        for column, statement in (
            (venues.c.tenant_id, _IMAGE_BYTES),
            (venues.c.tenant_id, _VENUES),
            (keys.c.tenant_id, _KEYS.where(is_active(at))),
        )
    ]
    rows = await connection.execute(
        select(tenants.c.tenant_id, tenants.c.quotas).order_by(tenants.c.tenant_id)
    )
    return [
        (
            TenantId(row.tenant_id),
            decoded(row.quotas),
            StoredAmounts(*(numbers.get(row.tenant_id, 0) for numbers in stored)),
        )
        for row in rows
    ]


def decoded(text: str | None) -> TenantQuotas:
    """Decodes stored quotas."""
    return NO_QUOTAS if text is None else msgspec.json.decode(text, type=TenantQuotas)


NO_QUOTAS = TenantQuotas()


async def _number(connection: Connection, statement: Select[Any]) -> int:
    return int(await connection.scalar(statement))


def _by_tenant(column: ColumnElement[Any], statement: Select[Any]) -> Select[Any]:
    columns = (column, *statement.selected_columns)
    return statement.with_only_columns(*columns, maintain_column_froms=True).group_by(column)


def is_active(at: Moment) -> ColumnElement[bool]:
    """Returns the SQL condition for keys that are not revoked, the opposite of `Key.is_revoked`."""
    return and_(keys.c.revoked_at.is_(None), or_(keys.c.revoke_at.is_(None), keys.c.revoke_at > at))


_VENUES = select(func.count()).select_from(venues)
_KEYS = select(func.count()).select_from(keys)
# Earlier releases recorded only the bytes of the full size.
_IMAGE_BYTES = select(
    func.coalesce(func.sum(func.coalesce(images.c.stored_bytes, images.c.size_bytes)), 0)
).select_from(images.join(venues, venues.c.venue_id == images.c.venue_id))
# Images that are still to be copied into a new venue.
_COPIED_BYTES = select(func.coalesce(func.sum(image_copies.c.stored_bytes), 0))
_LEAVING_BYTES = select(func.coalesce(func.sum(discarded_images.c.stored_bytes), 0)).select_from(
    discarded_images.join(venues, venues.c.venue_id == discarded_images.c.venue_id)
)
