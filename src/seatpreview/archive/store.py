"""SQL that archives, unarchives and deletes venues and tenants.

A deletion finds the tables by the names of their columns, so that one that is added later is covered as well:
rows with the `venue_id` of a deleted venue, the `key_id` of a deleted key and the `tenant_id` of a deleted
tenant are deleted, in one transaction. The activity tables, which may have millions of rows, are left to
`archive/remains.py`: what is deleted is noted for it, and hides these rows at once.
"""

from typing import Any

from sqlalchemy import ColumnElement, Select, Table, delete, func, insert, literal, select, update

from seatpreview.archive.rules import check_can_delete, logged_name, sessions_since
from seatpreview.database import deleted_records
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import (
    ACTIVITY,
    changes,
    discarded_images,
    grants,
    images,
    keys,
    metadata,
    tenants,
    venues,
    webhooks,
)
from seatpreview.problems import NotFound
from seatpreview.tenants.usage import is_active
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId

KEPT_TABLES = frozenset((changes.name, discarded_images.name, "deleted_records"))
"""Tables whose rows outlive the record. The log keeps that it was there; the others say what is still to be
deleted."""


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


async def delete_venue(transaction: Transaction, venue_id: VenueId, confirmed_name: str, at: Moment) -> None:
    """Deletes a venue. Raises what `check_can_delete` raises, and NotFound if the venue is gone."""
    owner = tenants.c.archived_at
    statement = (
        select(venues.c.name, func.coalesce(venues.c.archived_at, owner).label("archived_at"))
        .join_from(venues, tenants, tenants.c.tenant_id == venues.c.tenant_id)
        .where(venues.c.venue_id == venue_id)
        .with_for_update(of=venues)
    )
    venue = (await transaction.connection.execute(statement)).first()
    if venue is None:
        raise NotFound("There is no venue with this venueId among those that you may use.")
    check_can_delete("venue", venue.name, venue.archived_at, confirmed_name)
    await _delete_venues(transaction, venues.c.venue_id == venue_id, at)


async def delete_tenant(
    transaction: Transaction, tenant_id: TenantId, confirmed_name: str, at: Moment
) -> None:
    """Deletes a tenant with its venues, and revokes its keys. Raises what `check_can_delete` raises, and
    NotFound if the tenant is gone."""
    connection = transaction.connection
    # This lock lets others finish that refer to the tenant: a stronger one could deadlock with them.
    statement = select(tenants).where(tenants.c.tenant_id == tenant_id).with_for_update(key_share=True)
    tenant = (await connection.execute(statement)).first()
    if tenant is None:
        raise NotFound("There is no tenant with this tenantId.")
    check_can_delete("tenant", tenant.name, tenant.archived_at, confirmed_name)
    await _lock_keys_and_webhooks(connection, tenant_id)
    await _delete_venues(transaction, venues.c.tenant_id == tenant_id, at)
    await _log_ended_grants(transaction, grants.c.tenant_id == tenant_id)
    await _revoke_keys(transaction, tenant_id, at)
    of_tenant = select(tenants.c.tenant_id).where(tenants.c.tenant_id == tenant_id)
    await deleted_records.add(
        connection, "tenant", of_tenant.add_columns(tenants.c.tenant_id.label("of")), at
    )
    await _delete_rows(connection, tenants, of_tenant)
    transaction.changed(
        "tenant", tenant_id, tenant_id, "deleted", logged_name(tenant.name), version=tenant.version
    )


async def _lock_keys_and_webhooks(connection: Connection, tenant_id: TenantId) -> None:
    """Waits for those that change keys or webhooks of a tenant, such as a rotation, whose new key is found
    after it. What comes later changes the tenant's amounts, for which a revoke would wait with its key."""
    for table in (keys, webhooks):
        statement = select(*table.primary_key).where(table.c.tenant_id == tenant_id)
        await connection.execute(statement.order_by(*table.primary_key).with_for_update())


async def _delete_venues(transaction: Transaction, is_deleted: ColumnElement[bool], at: Moment) -> None:
    connection = transaction.connection
    statement = (
        select(venues.c.venue_id, venues.c.tenant_id, venues.c.name, venues.c.version)
        .where(is_deleted)
        .order_by(venues.c.venue_id)
        .with_for_update()
    )
    deleted = (await connection.execute(statement)).all()
    of_venues = select(venues.c.venue_id).where(is_deleted)
    await _log_ended_grants(transaction, grants.c.venue_id.in_(of_venues))
    await _discard_images(connection, of_venues, at)
    await deleted_records.add(
        connection, "venue", select(venues.c.venue_id, venues.c.tenant_id).where(is_deleted), at
    )
    await _delete_rows(connection, venues, of_venues)
    for venue in deleted:
        name = logged_name(venue.name)
        transaction.changed("venue", venue.venue_id, venue.tenant_id, "deleted", name, version=venue.version)


async def _log_ended_grants(transaction: Transaction, is_ended: ColumnElement[bool]) -> None:
    """Logs grants as ended, so that the grantees hear of it. The rows are deleted with those of other
    tables."""
    statement = select(grants.c.venue_id, grants.c.tenant_id).where(is_ended)
    ordered = statement.order_by(grants.c.venue_id, grants.c.tenant_id).with_for_update()
    for grant in await transaction.connection.execute(ordered):
        transaction.changed("grant", grant.venue_id, grant.tenant_id, "ended")


async def _discard_images(connection: Connection, of_venues: Select[Any], at: Moment) -> None:
    """Leaves the objects of images to the background job, which deletes them once no address of them is
    valid."""
    stored_bytes = func.coalesce(images.c.stored_bytes, images.c.size_bytes)
    discarded = select(
        images.c.image_id, images.c.venue_id, literal(at, images.c.created_at.type), stored_bytes
    )
    columns = ["image_id", "venue_id", "discarded_at", "stored_bytes"]
    await connection.execute(
        insert(discarded_images).from_select(columns, discarded.where(images.c.venue_id.in_(of_venues)))
    )


async def _revoke_keys(transaction: Transaction, tenant_id: TenantId, at: Moment) -> None:
    """Revokes the keys of a tenant: once this is committed, no worker accepts one. Their origins become
    available again."""
    connection = transaction.connection
    statement = select(keys.c.key_id, keys.c.version, is_active(at)).where(keys.c.tenant_id == tenant_id)
    for key_id, version, was_active in await connection.execute(statement.order_by(keys.c.key_id)):
        if was_active:
            transaction.changed("key", key_id, tenant_id, "revoked", version=version)
    of_tenant = keys.c.tenant_id == tenant_id
    await deleted_records.add(connection, "key", select(keys.c.key_id, keys.c.tenant_id).where(of_tenant), at)
    await _delete_rows(connection, keys, select(keys.c.key_id).where(of_tenant))


async def _delete_rows(connection: Connection, records: Table, ids: Select[Any]) -> None:
    """Deletes some records, and before them the rows of all other tables of records that have their ids.
    Rows that refer to others are deleted first."""
    [column] = records.primary_key.columns.keys()
    others = [
        table
        for table in reversed(metadata.sorted_tables)
        if table.schema != ACTIVITY and column in table.c and table.name not in KEPT_TABLES
    ]
    others.remove(records)
    for table in (*others, records):
        await connection.execute(delete(table).where(table.c[column].in_(ids)))
