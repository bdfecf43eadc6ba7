"""SQL that archives and unarchives venues and tenants."""

from typing import Any

from sqlalchemy import Table, select, update

from seatpreview.archive.rules import sessions_since
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import grants, tenants, venues
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId


async def archive_venue(transaction: Transaction, venue_id: VenueId, at: Moment) -> None:
    """Archives a venue. One that is archived stays as it is. The version does not change: it is that of the
    record, and the record is the same."""
    venue = await _lock(transaction, venues, venue_id)
    if venue is not None and venue.archived_at is None:
        await _set(transaction, venues, venue_id, archived_at=at)
        transaction.changed("venue", venue_id, venue.tenant_id, "archived", version=venue.version)


async def unarchive_venue(transaction: Transaction, venue_id: VenueId, at: Moment) -> None:
    """Unarchives a venue. One that is not archived stays as it is. Its sessions stay ended."""
    venue = await _lock(transaction, venues, venue_id)
    if venue is not None and venue.archived_at is not None:
        since = sessions_since(venue.archived_at, at)
        await _set(transaction, venues, venue_id, archived_at=None, sessions_since=since)
        transaction.changed("venue", venue_id, venue.tenant_id, "unarchived", version=venue.version)


async def archive_tenant(transaction: Transaction, tenant_id: TenantId, at: Moment) -> None:
    """Archives a tenant, and tells those who were granted its venues."""
    tenant = await _lock(transaction, tenants, tenant_id)
    if tenant is not None and tenant.archived_at is None:
        version = tenant.version + 1
        await _set(transaction, tenants, tenant_id, archived_at=at, updated_at=at, version=version)
        transaction.changed("tenant", tenant_id, tenant_id, "archived", version=version)
        await _tell_grantees(transaction, tenant_id, "archived")


async def unarchive_tenant(transaction: Transaction, tenant_id: TenantId, at: Moment) -> None:
    """Unarchives a tenant, and tells those who were granted its venues. Its sessions stay ended."""
    tenant = await _lock(transaction, tenants, tenant_id)
    if tenant is not None and tenant.archived_at is not None:
        version, since = tenant.version + 1, sessions_since(tenant.archived_at, at)
        await _set(
            transaction,
            tenants,
            tenant_id,
            archived_at=None,
            sessions_since=since,
            updated_at=at,
            version=version,
        )
        transaction.changed("tenant", tenant_id, tenant_id, "unarchived", version=version)
        await _tell_grantees(transaction, tenant_id, "unarchived")


async def _tell_grantees(transaction: Transaction, tenant_id: TenantId, action: str) -> None:
    """Logs that the granted venues of a tenant are archived with it. Those that are archived themselves stay
    so."""
    granted = (
        select(venues.c.venue_id, venues.c.version)
        .where(
            venues.c.tenant_id == tenant_id,
            venues.c.archived_at.is_(None),
            venues.c.venue_id.in_(select(grants.c.venue_id)),
        )
        .order_by(venues.c.venue_id)
    )
    for row in await transaction.connection.execute(granted):
        transaction.changed("venue", row.venue_id, tenant_id, action, version=row.version)


async def _lock(transaction: Transaction, table: Table, id: str) -> Any:
    """Locks and returns the row of a record; None if there is none."""
    key = next(iter(table.primary_key))
    columns = (table.c.tenant_id, table.c.archived_at, table.c.version)
    statement = select(*columns).where(key == str(id)).with_for_update(key_share=True)
    return (await transaction.connection.execute(statement)).first()


async def _set(transaction: Transaction, table: Table, id: str, **values: Moment | int | None) -> None:
    key = next(iter(table.primary_key))
    await transaction.connection.execute(update(table).where(key == str(id)).values(values))
