"""What the API offers on images, and what is done beside requests."""

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor

from seatpreview.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.context import Context
from seatpreview.cursors import Paging
from seatpreview.database.engines import Database
from seatpreview.ids import ImageId, VenueId
from seatpreview.imagery import store
from seatpreview.imagery.model import (
    MISSING_MAX,
    ImageList,
    ImageUse,
    ListImages,
    StoredImage,
    TileGrid,
    UploadedImage,
    Uses,
    prefix_of,
    uses_in,
)
from seatpreview.imagery.pictures import Picture, read_picture
from seatpreview.imagery.urls import signed
from seatpreview.objects.store import Objects
from seatpreview.problems import Conflict, NotFound, Unavailable, ValidationFailed
from seatpreview.venues.model import ObjectName
from seatpreview.venues.venue_access import owned, reached

SWEPT_MAX = 100
"""Images that one sweep removes."""

_GRACE_SECONDS = 60
"""For a request that was under way when the image was discarded."""

_WRITES_MAX = 8
"""Objects of one image that are written at the same time."""

_pixels = ThreadPoolExecutor(1, "pixels")
"""A panorama takes half a gigabyte while it is worked on, so a worker works on one at a time."""


async def put_image(context: Context, venue_id: VenueId, name: ObjectName, body: bytes) -> UploadedImage:
    """In the place of the image that has the name, whose addresses that are out work until they end."""
    venue = await owned(context, venue_id)
    picture = await asyncio.get_running_loop().run_in_executor(_pixels, _picture, body)
    image = _image(context, venue_id, name, picture, body)
    # The request may have begun long ago: a large body takes its time on a slow line.
    now = await context.resources.records.check_and_get_time()
    async with context.resources.database.write(context.caller.actor, now) as transaction:
        await store.announce(transaction, venue_id, image.image_id, now)
    await _write(context.resources.objects, image, picture)
    async with context.resources.database.write(context.caller.actor, now) as transaction:
        if not await store.put(transaction, venue.owner, image, now):
            raise Unavailable("The upload took too long, and nothing was kept of it. Try again.")
    return _answer(context, image, uses_in(venue.record))


async def list_images(context: Context, venue_id: VenueId, query: ListImages) -> ImageList:
    venue = await reached(context, venue_id)
    paging = Paging(context.resources.signing, f"images {venue_id}", context.caller.tenant_id, query)
    uses = uses_in(venue.record)
    async with context.resources.database.read() as connection:
        found = await store.by_name(connection, venue_id, paging.fetch_limit, paging.last_position)
        there = await store.names(connection, venue_id) if paging.last_position is None else uses.keys()
    page, next_cursor = paging.page_of(found, lambda image: [image.name])
    return ImageList(
        data=[_answer(context, image, uses) for image in page],
        next_cursor=next_cursor,
        missing=sorted(uses.keys() - there)[:MISSING_MAX],
    )


async def delete_image(context: Context, venue_id: VenueId, name: ObjectName) -> None:
    """Only where nothing refers to it. Its addresses that are out work until they end."""
    venue = await owned(context, venue_id)
    async with context.resources.database.read() as connection:
        if await store.get(connection, venue_id, name) is None:
            raise _unknown()
    used_by = uses_in(venue.record).get(name)
    if used_by:
        raise Conflict(
            f"The venue's record refers to the image: {_told(used_by)}. Replace the record without it first."
        )
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        if not await store.remove(transaction, venue.owner, venue_id, name, context.at):
            raise _unknown()


async def sweep(database: Database, objects: Objects, at: Moment, ttl_seconds: int) -> int:
    """Removes the objects of discarded images whose addresses have all run out. Says of how many."""
    horizon = Moment(at - (ttl_seconds + _GRACE_SECONDS) * MICROSECONDS)
    async with database.write("operator", at) as transaction:
        claimed = await store.claim_discarded(transaction, horizon, SWEPT_MAX)
    for venue_id, image_id in claimed:
        await objects.delete_prefix(prefix_of(venue_id, image_id))
    if claimed:
        async with database.write("operator", at) as transaction:
            await store.forget_discarded(transaction, [image_id for _, image_id in claimed])
    return len(claimed)


def _picture(body: bytes) -> Picture:
    try:
        return read_picture(body)
    except ValueError as refusal:
        raise ValidationFailed(f"The body {refusal}.") from refusal


def _image(
    context: Context, venue_id: VenueId, name: ObjectName, picture: Picture, body: bytes
) -> StoredImage:
    tiles = picture.tiles
    return StoredImage(
        venue_id=venue_id,
        name=name,
        image_id=ImageId.new(),
        content_type=picture.content_type,
        width=picture.width,
        height=picture.height,
        size_bytes=len(picture.files[0].data),
        tiles=None if tiles is None else TileGrid(columns=tiles.columns, rows=tiles.rows),
        sha256=hashlib.sha256(body).hexdigest(),
        created_at=context.at,
    )


async def _write(objects: Objects, image: StoredImage, picture: Picture) -> None:
    """When it ends, be it with a fault, nothing is being written any more."""
    waiting = iter(picture.files)

    async def write_on() -> None:
        for file in waiting:
            await objects.put(image.prefix + file.name, file.data, file.content_type)

    ends = await asyncio.gather(*(write_on() for _ in range(_WRITES_MAX)), return_exceptions=True)
    for fault in ends:
        if fault is not None:
            raise fault


def _answer(context: Context, image: StoredImage, uses: Uses) -> UploadedImage:
    addresses = signed(context, image)
    return UploadedImage(
        name=image.name,
        content_type=image.content_type,
        width=image.width,
        height=image.height,
        size_bytes=image.size_bytes,
        sha256=image.sha256,
        tiles=image.tiles,
        url=addresses.url,
        preview_url=addresses.preview_url,
        tiles_url_template=addresses.tiles_url_template,
        expires_at=datetime_of(addresses.expires_at),
        used_by=uses.get(image.name, []),
        created_at=datetime_of(image.created_at),
    )


def _told(used_by: list[ImageUse]) -> str:
    nouns = {"imagerySet": "imagery set", "ad": "ad"}
    return ", ".join(f"{nouns[use.kind]} '{use.id}'" for use in used_by)


def _unknown() -> NotFound:
    return NotFound("The venue has no image with this name.")
