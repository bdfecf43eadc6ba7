"""The API operations that archive, unarchive and delete venues and tenants."""

from seatpreview.archive import store
from seatpreview.archive.model import DeleteTenant, DeleteVenue
from seatpreview.archive.rules import check_can_delete
from seatpreview.context import Context
from seatpreview.problems import NotFound
from seatpreview.tenants import store as tenants
from seatpreview.tenants.model import Tenant
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.encoded_results import EncodedVenue
from seatpreview.venues.operations import venue_response
from seatpreview.venues.venue_access import owned_venue


async def archive_venue(context: Context, venue_id: VenueId) -> EncodedVenue:
    """Archives a venue: nobody sees its views any more, and its sessions end. It stays readable."""
    await owned_venue(context, venue_id)
    await context.write_even_if_full(store.archive_venue, venue_id, context.at)
    return await venue_response(context, await owned_venue(context, venue_id))


async def unarchive_venue(context: Context, venue_id: VenueId) -> EncodedVenue:
    """Brings an archived venue back, with its aliases, images and grants. Sessions that ended stay ended."""
    await owned_venue(context, venue_id)
    await context.write(store.unarchive_venue, venue_id, context.at)
    return await venue_response(context, await owned_venue(context, venue_id))


async def delete_venue(context: Context, venue_id: VenueId, query: DeleteVenue) -> None:
    """Deletes an archived venue whose name the request has typed. Nothing brings it back."""
    venue = await owned_venue(context, venue_id)
    check_can_delete("venue", venue.name, venue.archived_at, query.confirm)
    await context.write(store.delete_venue, venue_id, query.confirm, context.at)


async def archive_tenant(context: Context, tenant_id: TenantId) -> Tenant:
    """Archives a tenant: its keys can only read and end access, its sessions end, and nobody sees the views
    of its venues."""
    await _tenant(context, tenant_id)
    await context.write_even_if_full(store.archive_tenant, tenant_id, context.at)
    return await _tenant(context, tenant_id)


async def unarchive_tenant(context: Context, tenant_id: TenantId) -> Tenant:
    """Brings an archived tenant back, with its keys, venues and grants. Sessions that ended stay ended."""
    await _tenant(context, tenant_id)
    await context.write(store.unarchive_tenant, tenant_id, context.at)
    return await _tenant(context, tenant_id)


async def delete_tenant(context: Context, tenant_id: TenantId, query: DeleteTenant) -> None:
    """Deletes an archived tenant whose name the request has typed, with its keys and venues. Nothing brings
    it back."""
    tenant = await _tenant(context, tenant_id)
    check_can_delete("tenant", tenant.name, tenant.archived_at, query.confirm)
    await context.write(store.delete_tenant, tenant_id, query.confirm, context.at)


async def _tenant(context: Context, tenant_id: TenantId) -> Tenant:
    tenant = await context.resources.database.read_row(tenants.get, tenant_id)
    if tenant is None:
        raise NotFound("There is no tenant with this tenantId.")
    return tenant
