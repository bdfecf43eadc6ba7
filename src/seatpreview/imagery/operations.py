"""The API operations on images."""

from collections.abc import Collection
from pathlib import Path

import msgspec

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.imagery import store
from seatpreview.imagery.computations import RecordUses, find_uses, is_in_draft, process_upload
from seatpreview.imagery.image_upload import check_room, store_upload
from seatpreview.imagery.model import (
    MISSING_MAX,
    DeleteImage,
    ImageList,
    ImageUse,
    ListImages,
    StoredImage,
    UploadedImage,
    Uses,
)
from seatpreview.imagery.signed_urls import sign_urls
from seatpreview.problems import Conflict, Fault, NotFound
from seatpreview.results import Paging
from seatpreview.values.clock import datetime_of
from seatpreview.values.ids import VenueId
from seatpreview.venues import draft_store, version_store
from seatpreview.venues import store as venues
from seatpreview.venues.model import ObjectName
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import changeable_venue, readable_venue

ONLY_UNUSED = DeleteImage()

KEEPERS_TOLD_MAX = 10
"""The most versions in a sentence. The errors of the problem list all of them."""


async def put_image(context: Context, venue_id: VenueId, name: ObjectName, upload: Path) -> UploadedImage:
    """Stores an image, in place of the one with the same name. Issued addresses of the old image are valid
    until they expire. The caller deletes the uploaded file."""
    venue = await changeable_venue(context, venue_id)
    image = await store_upload(context, venue, name, upload, process_upload)
    return _uploaded_image(context, image, (await _find_uses(context, venue, [name])).uses)


async def check_before_body(context: Context, venue_id: VenueId, name: ObjectName) -> None:
    """Refuses an upload to a tenant that cannot store another byte, before receiving its body."""
    await check_room(context, await changeable_venue(context, venue_id), name)


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
