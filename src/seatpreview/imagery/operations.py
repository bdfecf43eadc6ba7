"""The API operations on images, and the background deletion of discarded ones."""

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
from seatpreview.imagery.urls import sign_urls
from seatpreview.objects.store import Objects
from seatpreview.problems import Conflict, NotFound, Unavailable, ValidationFailed
from seatpreview.venues.model import ObjectName
from seatpreview.venues.venue_access import owned_venue, readable_venue

DELETED_IMAGES_MAX = 100
"""The most images that one call of `delete_discarded_images` deletes."""

_GRACE_SECONDS = 60
"""Time for requests that were in progress when the image was discarded."""

_WRITES_MAX = 8
"""The most objects of one image that are written concurrently."""

_decoding_executor = ThreadPoolExecutor(1, "pixels")
"""Decodes images one at a time, since a panorama takes half a gigabyte while it is processed."""


async def put_image(context: Context, venue_id: VenueId, name: ObjectName, body: bytes) -> UploadedImage:
    """Stores an image, in place of the one with the same name. Addresses of the old image that were issued
    before are valid until they expire."""
    venue = await owned_venue(context, venue_id)
    picture = await asyncio.get_running_loop().run_in_executor(_decoding_executor, _read_or_refuse, body)
    image = _image(context, venue_id, name, picture, body)
    # The request may have begun long ago, since a large body takes long on a slow connection.
    now = await context.resources.records.check_and_get_time()
    async with context.resources.database.write(context.caller.actor, now) as transaction:
        await store.register_upload(transaction, venue_id, image.image_id, now)
    await _write(context.resources.objects, image, picture)
    async with context.resources.database.write(context.caller.actor, now) as transaction:
        if not await store.put(transaction, venue.owner, image, now):
            raise Unavailable("The upload took too long, and nothing was kept of it. Try again.")
    return _uploaded_image(context, image, uses_in(venue.record))


async def list_images(context: Context, venue_id: VenueId, query: ListImages) -> ImageList:
    """Returns a page of the venue's images, and on the first page the names of missing ones."""
    venue = await readable_venue(context, venue_id)
    paging = Paging(context.resources.signing, f"images {venue_id}", context.caller.tenant_id, query)
    uses = uses_in(venue.record)
    async with context.resources.database.read() as connection:
        found = await store.list_by_name(connection, venue_id, paging.fetch_limit, paging.last_position)
        uploaded = (
            await store.all_names(connection, venue_id) if paging.last_position is None else uses.keys()
        )
    page, next_cursor = paging.page_of(found, lambda image: [image.name])
    return ImageList(
        data=[_uploaded_image(context, image, uses) for image in page],
        next_cursor=next_cursor,
        missing=sorted(uses.keys() - uploaded)[:MISSING_MAX],
    )


async def delete_image(context: Context, venue_id: VenueId, name: ObjectName) -> None:
    """Deletes an image that nothing refers to. Issued addresses are valid until they expire."""
    venue = await owned_venue(context, venue_id)
    async with context.resources.database.read() as connection:
        if await store.get(connection, venue_id, name) is None:
            raise _image_not_found()
    used_by = uses_in(venue.record).get(name)
    if used_by:
        raise Conflict(
            f"The venue's record refers to the image: {_list_uses(used_by)}. "
            "Replace the record without it first."
        )
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        if not await store.remove(transaction, venue.owner, venue_id, name, context.at):
            raise _image_not_found()


async def delete_discarded_images(database: Database, objects: Objects, at: Moment, ttl_seconds: int) -> int:
    """Deletes the objects of discarded images whose addresses have all expired; returns how many images."""
    horizon = Moment(at - (ttl_seconds + _GRACE_SECONDS) * MICROSECONDS)
    async with database.write("operator", at) as transaction:
        claimed = await store.claim_discarded_images(transaction, horizon, DELETED_IMAGES_MAX)
    for venue_id, image_id in claimed:
        await objects.delete_prefix(prefix_of(venue_id, image_id))
    if claimed:
        async with database.write("operator", at) as transaction:
            await store.delete_discarded_rows(transaction, [image_id for _, image_id in claimed])
    return len(claimed)


def _read_or_refuse(body: bytes) -> Picture:
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
    """Writes all files of an image. When it returns or raises, no write is in progress any more."""
    remaining = iter(picture.files)

    async def write_remaining() -> None:
        for file in remaining:
            await objects.put(image.prefix + file.name, file.data, file.content_type)

    results = await asyncio.gather(*(write_remaining() for _ in range(_WRITES_MAX)), return_exceptions=True)
    for fault in results:
        if fault is not None:
            raise fault


def _uploaded_image(context: Context, image: StoredImage, uses: Uses) -> UploadedImage:
    addresses = sign_urls(context, image)
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


def _list_uses(used_by: list[ImageUse]) -> str:
    nouns = {"imagerySet": "imagery set", "ad": "ad"}
    return ", ".join(f"{nouns[use.kind]} '{use.id}'" for use in used_by)


def _image_not_found() -> NotFound:
    return NotFound("The venue has no image with this name.")
