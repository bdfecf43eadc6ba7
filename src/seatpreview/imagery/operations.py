"""The API operations on images."""

import os
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.imagery import store
from seatpreview.imagery.computations import (
    ProcessedUpload,
    RecordUses,
    find_uses,
    is_in_draft,
    process_upload,
)
from seatpreview.imagery.model import (
    MISSING_MAX,
    DeleteImage,
    ImageList,
    ImageUse,
    ListImages,
    StoredImage,
    TileGrid,
    UploadedImage,
    Uses,
)
from seatpreview.imagery.object_writer import write_files
from seatpreview.imagery.signed_urls import sign_urls
from seatpreview.limits.quotas import check_before_upload, check_can_add_image, size_on_disk
from seatpreview.problems import Conflict, Fault, NotFound, Unavailable, ValidationFailed
from seatpreview.processes.pool import DeadlineExceeded, OutOfMemory
from seatpreview.results.cursors import Paging
from seatpreview.tenants import usage
from seatpreview.values.clock import datetime_of
from seatpreview.values.ids import ImageId, TenantId, VenueId
from seatpreview.venues import draft_store, version_store
from seatpreview.venues import store as venues
from seatpreview.venues.model import ObjectName
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import changeable_venue, readable_venue

ONLY_UNUSED = DeleteImage()

KEEPERS_TOLD_MAX = 10
"""The most versions in a sentence. The errors of the problem list all of them."""

IMAGE_SECONDS_MAX = 60
"""The most seconds for decoding an image and making its preview and tiles."""


async def put_image(context: Context, venue_id: VenueId, name: ObjectName, upload: Path) -> UploadedImage:
    """Stores an image, in place of the one with the same name. Issued addresses of the old image are valid
    until they expire. The caller deletes the uploaded file."""
    venue = await changeable_venue(context, venue_id)
    with TemporaryDirectory(prefix="picture-", dir=upload.parent) as folder:
        processed = await _process(context, upload, folder)
        image = _image(context, venue_id, name, processed)
        # The request may have begun long ago: a large body takes long on a slow connection.
        now = await context.resources.records.check_and_get_time()
        actor, database = context.caller.actor, context.resources.database

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
        if not await store.put(transaction, venue.owner, image, now):
            raise Unavailable("The upload took too long, and nothing was kept of it. Try again.")

    await database.write(actor, now, write)
    return _uploaded_image(context, image, (await _find_uses(context, venue, [name])).uses)


async def check_before_body(context: Context, venue_id: VenueId, name: ObjectName) -> None:
    """Refuses an upload to a tenant that cannot store another byte, before receiving its body."""
    venue = await changeable_venue(context, venue_id)
    database = context.resources.database
    quotas = context.resources.quotas.apply(await database.read_row(usage.get_quotas, venue.owner))
    stored = await database.read(usage.image_bytes, venue.owner)
    check_before_upload(stored, await database.read_row(store.stored_bytes_of, venue_id, name), quotas)


async def list_images(context: Context, venue_id: VenueId, query: ListImages) -> ImageList:
    """Returns a page of the venue's images and, on the first page, the names of missing ones."""
    venue = await readable_venue(context, venue_id)
    paging = Paging(context.resources.signing, f"images {venue_id}", context.caller.tenant_id, query)
    existing: Collection[str] | None = None
    database = context.resources.database
    found = await database.read(store.list_by_name, venue_id, paging.fetch_limit, paging.last_position)
    if paging.last_position is None:
        existing = await database.read(store.all_names, venue_id)
    page, next_cursor = paging.page_of(found, lambda image: [image.name])
    in_record = await _find_uses(context, venue, [image.name for image in page], existing)
    return ImageList(
        data=[_uploaded_image(context, image, in_record.uses) for image in page],
        next_cursor=next_cursor,
        missing=in_record.missing[:MISSING_MAX],
    )


async def delete_image(
    context: Context, venue_id: VenueId, name: ObjectName, query: DeleteImage = ONLY_UNUSED
) -> None:
    """Deletes an image that nothing refers to; with `force` also one that the draft or kept versions name,
    but never one of the published record. Issued addresses are valid until they expire."""
    venue = await changeable_venue(context, venue_id)
    if await context.resources.database.read_row(store.get, venue_id, name) is None:
        raise _image_not_found()
    used_by = (await _find_uses(context, venue, [name])).uses[name]
    if used_by:
        raise Conflict(
            f"The venue's record refers to the image: {_list_uses(used_by)}. "
            "Replace the record without it first; the version that names it is kept, so send force=true then."
        )
    if not query.force:
        await _refuse_if_kept(context, venue, name)

    async def write(transaction: Transaction) -> None:
        await venues.lock_unarchived(transaction, venue_id)
        if not await store.remove(transaction, venue.owner, venue_id, name, context.at):
            raise _image_not_found()

    await context.write(write)


async def _refuse_if_kept(context: Context, venue: StoredVenue, name: ObjectName) -> None:
    """Refuses to delete an image that the draft or a kept version of the record names."""
    database = context.resources.database
    versions = await database.read(version_store.versions_naming, venue.venue_id, name)
    draft = await database.read(draft_store.get, venue.venue_id)
    is_in_that = draft is not None and await context.compute_if_large(
        is_in_draft, draft.document.encode(), name.encode()
    )
    faults = [Fault(detail=f"version {version} names the image") for version in versions]
    if is_in_that:
        faults.insert(0, Fault(detail="the draft names the image"))
    if faults:
        raise Conflict(
            f"The image is named by {_list_keepers(bool(is_in_that), versions)}. Delete the draft or the "
            "versions first, or send force=true: they then say that the image is gone, and a version is "
            "restored without it.",
            errors=tuple(faults),
        )


async def _check_quota(
    context: Context, transaction: Transaction, owner: TenantId, image: StoredImage
) -> None:
    """Refuses the image if its owner would exceed its quota. The bytes registered for this upload are not
    counted twice."""
    connection = transaction.connection
    quotas = context.resources.quotas.apply(await usage.lock_quotas(transaction, owner))
    stored = await usage.image_bytes(connection, owner)
    registered = await store.registered_bytes(connection, image.image_id)
    check_can_add_image(
        stored._replace(leaving=stored.leaving - registered),
        image.stored_bytes,
        await store.stored_bytes_of(connection, image.venue_id, image.name),
        quotas,
    )


async def _process(context: Context, upload: Path, folder: str) -> ProcessedUpload:
    try:
        processed = await context.resources.picture_computation.run(
            process_upload,
            os.fsencode(upload),
            os.fsencode(folder),
            share=context.share,
            seconds=IMAGE_SECONDS_MAX,
        )
    except DeadlineExceeded:
        raise ValidationFailed(
            f"The body takes longer than {IMAGE_SECONDS_MAX} seconds to decode. Send a simpler image."
        ) from None
    except OutOfMemory:
        raise ValidationFailed(
            "The body needs more memory to decode than an image may use. Send a smaller image."
        ) from None
    return msgspec.msgpack.decode(processed, type=ProcessedUpload)


async def _find_uses(
    context: Context, venue: StoredVenue, wanted: list[str], existing: Collection[str] | None = None
) -> RecordUses:
    """Finds the uses of images in the record and, if existing names are given, the names that do not
    exist."""
    found = await context.compute_if_large(
        find_uses,
        venue.document.encode(),
        msgspec.msgpack.encode([str(name) for name in wanted]),
        b"" if existing is None else msgspec.msgpack.encode([str(name) for name in existing]),
    )
    return msgspec.msgpack.decode(found, type=RecordUses)


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
        stored_bytes=sum(size_on_disk(file.size_bytes) for file in processed.files),
        tiles=None if tiles is None else TileGrid(columns=tiles[0], rows=tiles[1]),
        has_levels=tiles is not None,
        sha256=processed.sha256,
        created_at=context.at,
    )


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
        tiles_url_template=None if addresses.tiles is None else addresses.tiles.url,
        expires_at=addresses.expires_at,
        used_by=uses.get(image.name, []),
        created_at=datetime_of(image.created_at),
    )


def _list_uses(used_by: list[ImageUse]) -> str:
    nouns = {"imagerySet": "imagery set", "ad": "ad"}
    return ", ".join(f"{nouns[use.kind]} '{use.id}'" for use in used_by)


def _list_keepers(is_draft: bool, versions: list[int]) -> str:
    numbers = ", ".join(map(str, versions[:KEEPERS_TOLD_MAX]))
    more = f" and {len(versions) - KEEPERS_TOLD_MAX} more" if len(versions) > KEEPERS_TOLD_MAX else ""
    noun = "version" if len(versions) == 1 else "versions"
    return " and ".join(
        [*(["the draft"] if is_draft else []), *([f"{noun} {numbers}{more}"] if versions else [])]
    )


def _image_not_found() -> NotFound:
    return NotFound("The venue has no image with this name.")
