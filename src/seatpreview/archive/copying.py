"""The API operation that copies a venue."""

from seatpreview.archive.model import CopyVenueRequest
from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.imagery import floor_plans, image_copies
from seatpreview.limits.quotas import check_can_add_venue, check_can_copy_images
from seatpreview.tenants import usage
from seatpreview.tenants.usage import LockedTenant
from seatpreview.values.ids import VenueId
from seatpreview.venues import rules, store, version_store
from seatpreview.venues.computations import copied_record
from seatpreview.venues.encoded_results import EncodedVenue
from seatpreview.venues.operations import venue_response
from seatpreview.venues.publication import kept_form
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import owned_venue
from seatpreview.venues.version_store import VersionNote


async def copy_venue(context: Context, venue_id: VenueId, body: CopyVenueRequest) -> EncodedVenue:
    """Stores a copy of a venue for the same owner. Its images follow in the background. A repeat gets the
    copy that the first request made, as it is now."""
    first = context.first_request
    if first is not None:
        return await venue_response(context, await owned_venue(context, VenueId(first.record_id)))
    venue = await owned_venue(context, venue_id)
    rules.owner_of_new_venue(context.caller, venue.owner)
    copy = await _copy(context, venue, body)
    kept = await kept_form(context, copy)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, copy.venue_id)
        defaults = context.resources.quotas
        async with usage.lock_for_records(transaction, venue.owner, defaults, context.at) as tenant:
            await _check_quotas(transaction, tenant, venue_id if body.images else None)
            await store.add(transaction, copy)
            await version_store.add(transaction, copy, kept, VersionNote(context.caller.actor))
            if body.images:
                await image_copies.request_copies(
                    transaction, venue_id, copy.venue_id, venue.owner, context.at
                )
                await floor_plans.copy_placement(transaction, venue_id, copy.venue_id)

    await context.write(write)
    return await venue_response(context, copy)


async def _copy(context: Context, venue: StoredVenue, body: CopyVenueRequest) -> StoredVenue:
    document = await context.compute_if_large(copied_record, venue.document.encode(), body.name.encode())
    return StoredVenue(
        venue_id=VenueId.new(),
        owner=venue.owner,
        name=str(body.name),
        document=document.decode(),
        grantee_aliases=None,
        compiled_layout=venue.compiled_layout,
        created_at=context.at,
        updated_at=context.at,
        version=1,
    )


async def _check_quotas(transaction: Transaction, tenant: LockedTenant, images_of: VenueId | None) -> None:
    check_can_add_venue(tenant.stored.venues, tenant.quotas)
    if images_of is not None:
        added = await image_copies.bytes_to_copy(transaction.connection, images_of)
        check_can_copy_images(tenant.stored.images, added, tenant.quotas)
