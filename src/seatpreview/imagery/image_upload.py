"""Stores an uploaded image, whatever it is for: checks, quota, files, and the row that names them."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.imagery import store
from seatpreview.imagery.computations import ProcessedFile, ProcessedUpload
from seatpreview.imagery.image_processing import CHECKSUMS
from seatpreview.imagery.model import StoredImage, TileGrid
from seatpreview.limits.quotas import check_before_upload, check_can_add_image, size_on_disk
from seatpreview.objects.store import Objects
from seatpreview.problems import Unavailable, ValidationFailed
from seatpreview.processes.pool import DeadlineExceeded, Function, OutOfMemory
from seatpreview.tenants import usage
from seatpreview.values.ids import ImageId, TenantId, VenueId
from seatpreview.venues import store as venues
from seatpreview.venues.model import ObjectName
from seatpreview.venues.store import StoredVenue

IMAGE_SECONDS_MAX = 60
"""The most seconds for decoding an image and making its preview and tiles."""
_WRITES_MAX = 8
"""The most objects of one image that are written concurrently."""


async def store_upload(
    context: Context,
    venue: StoredVenue,
    name: ObjectName,
    upload: Path,
    process: Function,
    before_replacing: Callable[[Transaction, StoredImage], Awaitable[None]] | None = None,
) -> StoredImage:
    """Stores an image, in place of the one with the same name, and returns it.

    `process` makes the files, in another process (see `imagery/computations.py`). `before_replacing` belongs
    to the transaction that adds the image, and still sees the one that it replaces.
    """
    venue_id, actor, database = venue.venue_id, context.caller.actor, context.resources.database
    with TemporaryDirectory(prefix="picture-", dir=upload.parent) as folder:
        processed = await _process(context, process, upload, folder)
        image = _image(context, venue_id, name, processed)
        # The request may have begun long ago: a large body takes long on a slow connection.
        now = await context.resources.records.check_and_get_time()

        async def register(transaction: Transaction) -> None:
            await _check_quota(context, transaction, venue.owner, image)
            await venues.lock_unarchived(transaction, venue_id)
            await store.register_upload(transaction, image, now)

        await database.write(actor, now, register)
        await write_files(context.resources.objects, image.prefix, processed.files, Path(folder))

    async def write(transaction: Transaction) -> None:
        # Others may have stored images since this one was registered.
        await _check_quota(context, transaction, venue.owner, image)
        await venues.lock_unarchived(transaction, venue_id)
        if before_replacing is not None:
            await before_replacing(transaction, image)
        if not await store.put(transaction, venue.owner, image, now):
            raise Unavailable("The upload took too long, and nothing was kept of it. Try again.")

    await database.write(actor, now, write)
    return image


async def write_files(objects: Objects, prefix: str, files: Sequence[ProcessedFile], folder: Path) -> None:
    """Writes files that are in the folder under their numbers. When this returns or raises, no write is in
    progress any more."""
    remaining = iter(enumerate(files))

    async def write_remaining() -> None:
        for number, file in remaining:
            await objects.put(prefix + file.name, folder / str(number), file.content_type)

    results = await asyncio.gather(*(write_remaining() for _ in range(_WRITES_MAX)), return_exceptions=True)
    for fault in results:
        if fault is not None:
            raise fault


async def check_room(context: Context, venue: StoredVenue, name: ObjectName) -> None:
    """Refuses an upload to a tenant that cannot store another byte, before receiving its body."""
    database = context.resources.database
    stored, quotas = await database.read_row(usage.get, venue.owner, context.resources.quotas, context.at)
    replaced = await database.read_row(store.stored_bytes_of, venue.venue_id, name)
    check_before_upload(stored.images, replaced, quotas)


async def _process(context: Context, process: Function, upload: Path, folder: str) -> ProcessedUpload:
    try:
        processed = await context.hold(
            context.resources.picture_computation.run(
                process,
                os.fsencode(upload),
                os.fsencode(folder),
                share=context.share,
                seconds=IMAGE_SECONDS_MAX,
            )
        )
    except DeadlineExceeded:
        raise ValidationFailed(
            f"The body takes longer than {IMAGE_SECONDS_MAX} seconds of processor time to decode. Send a "
            "simpler image."
        ) from None
    except OutOfMemory:
        raise ValidationFailed(
            "The body needs more memory to decode than an image may use. Send a smaller image."
        ) from None
    return msgspec.msgpack.decode(processed, type=ProcessedUpload)


def _image(context: Context, venue_id: VenueId, name: ObjectName, processed: ProcessedUpload) -> StoredImage:
    tiles = processed.tiles
    return StoredImage(
        venue_id=venue_id,
        name=name,
        image_id=ImageId.new(),
        content_type=processed.content_type,
        width=processed.width,
        height=processed.height,
        size_bytes=processed.files[0].size_bytes,
        stored_bytes=sum(size_on_disk(file.size_bytes) for file in processed.files if file.name != CHECKSUMS),
        tiles=None if tiles is None else TileGrid(columns=tiles[0], rows=tiles[1]),
        has_levels=tiles is not None,
        sha256=processed.sha256,
        created_at=context.at,
    )


async def _check_quota(
    context: Context, transaction: Transaction, owner: TenantId, image: StoredImage
) -> None:
    """Refuses the image if its owner would exceed its quota. The bytes registered for this upload are not
    counted twice."""
    connection = transaction.connection
    tenant = await usage.lock(transaction, owner, context.resources.quotas, context.at)
    stored = tenant.stored.images
    registered = await store.registered_bytes(connection, image.image_id)
    check_can_add_image(
        stored._replace(leaving=stored.leaving - registered),
        image.stored_bytes,
        await store.stored_bytes_of(connection, image.venue_id, image.name),
        tenant.quotas,
    )
