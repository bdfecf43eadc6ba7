"""The API operations on floor plans, which the venue's owner and admin scope see and nobody else.

The picture is stored as an image of the venue is, under a name that no image can have. Where it lies is not
part of the record: it survives a publish, and it is in no answer to buyers.
"""

from pathlib import Path

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.imagery import floor_plan_store
from seatpreview.imagery.computations import process_floor_plan
from seatpreview.imagery.floor_plan_model import FloorPlan, PlaceFloorPlanRequest
from seatpreview.imagery.floor_plan_store import StoredFloorPlan
from seatpreview.imagery.image_upload import check_room, store_upload
from seatpreview.imagery.model import StoredImage
from seatpreview.imagery.signed_urls import sign_urls
from seatpreview.imagery.store import FLOOR_PLAN
from seatpreview.problems import Conflict, NotFound, PreconditionFailed
from seatpreview.results.etags import etag_matches
from seatpreview.values.clock import datetime_of
from seatpreview.values.ids import VenueId
from seatpreview.venues import store as venues
from seatpreview.venues.venue_access import changeable_venue_only, owned_venue_only


async def get_floor_plan(context: Context, venue_id: VenueId) -> FloorPlan:
    """Returns the floor plan of a venue, with an address of its picture."""
    await owned_venue_only(context, venue_id)
    return _response(context, await _stored(context, venue_id))


async def put_floor_plan(context: Context, venue_id: VenueId, upload: Path) -> FloorPlan:
    """Stores a picture, in place of the present one. It stays where that one lay if it has the same size. The
    caller deletes the uploaded file."""
    venue = await changeable_venue_only(context, venue_id)

    async def note(transaction: Transaction, image: StoredImage) -> None:
        await floor_plan_store.note_picture(transaction, image, context.caller.actor)

    await store_upload(context, venue, FLOOR_PLAN, upload, process_floor_plan, note)
    return _response(context, await _stored(context, venue_id))


async def check_before_body(context: Context, venue_id: VenueId) -> None:
    """Refuses an upload to a tenant that cannot store another byte, before receiving its body."""
    await check_room(context, await changeable_venue_only(context, venue_id), FLOOR_PLAN)


async def place_floor_plan(context: Context, venue_id: VenueId, body: PlaceFloorPlanRequest) -> FloorPlan:
    """Says where the floor plan lies, with optimistic locking: a concurrent change wins, and this one is
    refused. A tenant's placements are made one at a time."""
    await changeable_venue_only(context, venue_id)
    async with context.resources.placements.turn(context.share):
        return await _placed(context, venue_id, body)


async def _placed(context: Context, venue_id: VenueId, body: PlaceFloorPlanRequest) -> FloorPlan:
    stored = await _stored(context, venue_id)
    if not etag_matches(context.if_match, _response(context, stored).etag):
        raise PreconditionFailed(
            "The floor plan was changed since you read it. Read it again, and send its ETag as If-Match."
        )

    async def write(transaction: Transaction) -> None:
        await venues.lock_unarchived(transaction, venue_id)
        if not await floor_plan_store.place(transaction, venue_id, body.placement, stored):
            raise Conflict("The floor plan changed meanwhile, and nothing was written. Read it and retry.")

    await context.write(write)
    return _response(context, await _stored(context, venue_id))


async def delete_floor_plan(context: Context, venue_id: VenueId) -> None:
    """Deletes the floor plan. Issued addresses of its picture are valid until they expire."""
    venue = await changeable_venue_only(context, venue_id)

    async def write(transaction: Transaction) -> None:
        await venues.lock_unarchived(transaction, venue_id)
        if not await floor_plan_store.remove(transaction, venue.owner, venue_id, context.at):
            raise _no_floor_plan()

    await context.write(write)


async def _stored(context: Context, venue_id: VenueId) -> StoredFloorPlan:
    stored = await context.resources.database.read_row(floor_plan_store.get, venue_id)
    if stored is None:
        raise _no_floor_plan()
    return stored


def _response(context: Context, stored: StoredFloorPlan) -> FloorPlan:
    image, addresses = stored.image, sign_urls(context, stored.image)
    return FloorPlan(
        content_type=image.content_type,
        width=image.width,
        height=image.height,
        size_bytes=image.size_bytes,
        sha256=image.sha256,
        url=addresses.url,
        preview_url=addresses.preview_url,
        expires_at=addresses.expires_at,
        stored_at=datetime_of(image.created_at),
        stored_by=stored.stored_by,
        placement=stored.placement,
        image_id=image.image_id,
        revision=stored.revision,
    )


def _no_floor_plan() -> NotFound:
    return NotFound("The venue has no floor plan. PUT .../floor-plan stores one.")
