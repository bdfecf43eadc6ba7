"""Floor plans: the picture that lies below a venue's seats while its owner draws them.

The venue's owner and admin scope see it, and nobody else. It is stored as an image of the venue is, under a
name that no image can have. Where it lies is not part of the record: it survives a publish, and it is in no
answer to buyers.
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict
from sqlalchemy import Text, bindparam, delete, insert, literal, select, update

from seatpreview.context import Context
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import floor_plans, images
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.imagery import store
from seatpreview.imagery.computations import find_seats, process_floor_plan
from seatpreview.imagery.image_upload import check_room, store_upload
from seatpreview.imagery.model import FindSeatsRequest, PicturePart, SeatsInPicture, StoredImage
from seatpreview.imagery.signed_urls import sign_urls
from seatpreview.imagery.store import FLOOR_PLAN
from seatpreview.layouts.model import Degrees, Metres
from seatpreview.problems import Conflict, NotFound, PreconditionFailed, ValidationFailed
from seatpreview.processes.pool import DeadlineExceeded, OutOfMemory
from seatpreview.results import Encoded, encode, etag_matches, etag_of
from seatpreview.values.clock import Moment, Time, datetime_of
from seatpreview.values.ids import ImageId, TenantId, VenueId
from seatpreview.venues import store as venues
from seatpreview.venues.venue_access import changeable_venue_only, owned_venue_only

_C = floor_plans.c

_GET: Any = (
    select(images, _C.placement, _C.stored_by, _C.revision)
    .join_from(images, floor_plans, _C.venue_id == images.c.venue_id)
    .where(images.c.venue_id == bindparam("venue", type_=Text), images.c.name == str(FLOOR_PLAN))
)


class _Placement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    x: Annotated[Metres, Meta(description="Of the middle of the picture, in metres to the east.")]
    y: Annotated[Metres, Meta(description="Of the middle of the picture, in metres to the north.")]
    metres_per_pixel: Annotated[float, Meta(ge=0.0001, le=100)]
    turn_deg: Annotated[Degrees, Meta(description="About its middle, clockwise as seen from above.")] = 0.0
    opacity: Annotated[float, Meta(ge=0, le=1, description="0: it is not seen; 1: it is not faded.")] = 0.5


class FloorPlanPlacement(_Placement, frozen=True, kw_only=True):
    """Where a floor plan lies on the ground plan, and how strongly it is shown."""


class PlaceFloorPlanRequest(_Placement, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a floor plan is to lie on the ground plan, and how strongly it is to be shown."""

    @property
    def placement(self) -> FloorPlanPlacement:
        """The placement as it is stored."""
        return FloorPlanPlacement(**asdict(self))


class FloorPlan(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The floor plan of a venue. Its address is signed and needs no key; it is valid until `expiresAt`."""

    content_type: Annotated[str, Meta(description="The media type, detected from the content.")]
    width: Annotated[int, Meta(description="In pixels.")]
    height: Annotated[int, Meta(description="In pixels.")]
    size_bytes: Annotated[int, Meta(description="The size without metadata, which are removed.")]
    sha256: Annotated[str, Meta(description="The hash of the uploaded bytes, in hexadecimal.")]
    url: str
    preview_url: Annotated[str, Meta(description="A JPEG with at most 1024 pixels per side.")]
    expires_at: Time
    stored_at: Time
    stored_by: Annotated[str, Meta(description="The keyId that uploaded the picture, or `operator`.")]
    placement: Annotated[
        FloorPlanPlacement | None,
        Meta(
            description=(
                "Null: nobody has said yet where it lies. A picture of another size takes the placement away."
            )
        ),
    ]
    image_id: Annotated[ImageId, Meta(description="Another one for each picture.")]
    revision: Annotated[
        int, Meta(ge=1, description="Rises with each new picture and with each change of the placement.")
    ]

    @property
    def etag(self) -> str:
        """The ETag of the floor plan with its placement."""
        return etag_of(self.revision, str(self.image_id))


async def get_floor_plan(context: Context, venue_id: VenueId) -> FloorPlan:
    """Returns the floor plan of a venue, with an address of its picture."""
    await owned_venue_only(context, venue_id)
    return _response(context, await _stored(context, venue_id))


async def put_floor_plan(context: Context, venue_id: VenueId, upload: Path) -> FloorPlan:
    """Stores a picture, in place of the present one. It stays where that one lay if it has the same size. The
    caller deletes the uploaded file."""
    venue = await changeable_venue_only(context, venue_id)

    async def note(transaction: Transaction, image: StoredImage) -> None:
        await note_picture(transaction, image, context.caller.actor)

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
        if not await write_placement(transaction, venue_id, body.placement, stored):
            raise Conflict("The floor plan changed meanwhile, and nothing was written. Read it and retry.")

    await context.write(write)
    return _response(context, await _stored(context, venue_id))


async def find_seats_in_floor_plan(context: Context, venue_id: VenueId, body: FindSeatsRequest) -> Encoded:
    """Looks for seats in a part of the floor plan. Nothing is written."""
    await owned_venue_only(context, venue_id)
    image = (await _stored(context, venue_id)).image
    part = body.part_of(image.width, image.height)
    if part is None:
        return Encoded(encode(SeatsInPicture(rows=[], size_px=0)))
    stored = await context.resources.objects.get(image.full_key)
    if stored is None:
        raise _no_floor_plan()
    with NamedTemporaryFile(prefix="floor-plan-", buffering=0) as file:
        async for chunk in stored.chunks():
            file.write(chunk)
        return Encoded(await _search(context, Path(file.name), part))


async def _search(context: Context, picture: Path, part: PicturePart) -> bytes:
    wanted = msgspec.msgpack.encode(part)
    try:
        found = context.resources.picture_computation.run(
            find_seats, os.fsencode(picture), wanted, share=context.share, seconds=SEARCH_SECONDS_MAX
        )
        return await context.hold(found)
    except DeadlineExceeded:
        raise ValidationFailed(
            f"The search takes longer than {SEARCH_SECONDS_MAX} seconds of processor time. Mark a smaller "
            "part."
        ) from None
    except OutOfMemory:
        raise ValidationFailed("The search needs too much memory. Mark a smaller part.") from None


SEARCH_SECONDS_MAX = 40


async def delete_floor_plan(context: Context, venue_id: VenueId) -> None:
    """Deletes the floor plan. Issued addresses of its picture are valid until they expire."""
    venue = await changeable_venue_only(context, venue_id)

    async def write(transaction: Transaction) -> None:
        await venues.lock_unarchived(transaction, venue_id)
        if not await remove_placement(transaction, venue.owner, venue_id, context.at):
            raise _no_floor_plan()

    await context.write(write)


class StoredFloorPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A floor plan as it is stored."""

    image: StoredImage
    placement: FloorPlanPlacement | None
    stored_by: str
    revision: int


async def _stored(context: Context, venue_id: VenueId) -> StoredFloorPlan:
    stored = await context.resources.database.read_row(read_placement, venue_id)
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


async def read_placement(connection: Connection, venue_id: VenueId) -> StoredFloorPlan | None:
    """Returns the floor plan of a venue; None if it has none, or if its picture is still to be copied.
    Whoever calls has checked that the caller may change the venue."""
    row = (await connection.execute(_GET, {"venue": str(venue_id)})).first()
    if row is None:
        return None
    return StoredFloorPlan(
        image=store.image_in(row),
        placement=None
        if row.placement is None
        else msgspec.json.decode(row.placement, type=FloorPlanPlacement),
        stored_by=row.stored_by,
        revision=row.revision,
    )


async def note_picture(transaction: Transaction, image: StoredImage, stored_by: str) -> None:
    """Notes that a picture takes the place of the present one, if there is one. The placement stays if both
    have the same size in pixels. The transaction has locked the venue."""
    current = await read_placement(transaction.connection, image.venue_id)
    stays = current is not None and (current.image.width, current.image.height) == (image.width, image.height)
    values = {"stored_by": stored_by} | ({} if stays else {"placement": None})
    new = values | {"venue_id": str(image.venue_id), "revision": 1}
    await transaction.connection.execute(
        insert_on_conflict(floor_plans, transaction.connection.dialect.name)
        .values(new)
        .on_conflict_do_update(index_elements=[_C.venue_id], set_=values | {"revision": _C.revision + 1})
    )


async def write_placement(
    transaction: Transaction, venue_id: VenueId, placement: FloorPlanPlacement, read: StoredFloorPlan
) -> bool:
    """Writes the placement if the floor plan still is the one that was read. Returns whether it was."""
    is_same = select(images.c.image_id).where(
        images.c.venue_id == str(venue_id), images.c.image_id == str(read.image.image_id)
    )
    written = await transaction.connection.execute(
        update(floor_plans)
        .where(_C.venue_id == str(venue_id), _C.revision == read.revision, is_same.exists())
        .values(placement=encode(placement).decode(), revision=_C.revision + 1)
    )
    return written.rowcount == 1


async def remove_placement(transaction: Transaction, owner: TenantId, venue_id: VenueId, at: Moment) -> bool:
    """Discards the picture and forgets where it lay. Returns whether there was one."""
    await transaction.connection.execute(delete(floor_plans).where(_C.venue_id == str(venue_id)))
    return await store.remove(transaction, owner, venue_id, FLOOR_PLAN, at)


async def copy_placement(transaction: Transaction, source: VenueId, target: VenueId) -> None:
    """Notes in a copied venue where its floor plan lies. The picture follows as its images do."""
    rows = select(literal(str(target)), _C.revision, _C.placement, _C.stored_by).where(
        _C.venue_id == str(source)
    )
    columns = ["venue_id", "revision", "placement", "stored_by"]
    await transaction.connection.execute(insert(floor_plans).from_select(columns, rows))
