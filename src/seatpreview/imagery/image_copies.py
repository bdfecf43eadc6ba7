"""Copies the images of a venue into a new one, in the background.

The request that copies a venue writes a row for each image. Jobs of all workers take these rows, a few at a
time, and those of every tenant in turn: a venue with thousands of images delays nobody else's. A worker that
ends halfway leaves objects that no record names; they were registered before, and are deleted like those of
an upload that did not finish.
"""

import asyncio
from typing import Any

from sqlalchemy import delete, func, insert, literal, not_, or_, select, tuple_, update
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import image_copies, images
from seatpreview.imagery import store
from seatpreview.imagery.model import StoredImage, TileGrid, prefix_of
from seatpreview.objects.store import Objects
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId, TenantId, VenueId
from seatpreview.venues.model import ObjectName

COPIES_MAX = 8
"""The most images that one call of `copy_images` copies."""

_OBJECTS_AT_ONCE = 8
"""The most objects of one image that are copied concurrently."""

_COPIED = (
    "content_type",
    "width",
    "height",
    "size_bytes",
    "tile_columns",
    "tile_rows",
    "has_levels",
    "sha256",
)
"""Columns of an image that its copy has too."""

_C = image_copies.c
_STORED_BYTES = func.coalesce(images.c.stored_bytes, images.c.size_bytes)


async def bytes_to_copy(connection: Connection, venue_id: VenueId) -> int:
    """Returns the bytes of all images of a venue, as counted in the quota."""
    statement = select(func.coalesce(func.sum(_STORED_BYTES), 0)).where(images.c.venue_id == venue_id)
    return int(await connection.scalar(statement))


async def request_copies(
    transaction: Transaction, source: VenueId, target: VenueId, owner: TenantId, at: Moment
) -> None:
    """Writes a row for each image of a venue that the target is to get. Their objects are kept until then."""
    given = {
        "venue_id": literal(str(target)),
        "name": images.c.name,
        "tenant_id": literal(str(owner)),
        "source_venue_id": images.c.venue_id,
        "source_image_id": images.c.image_id,
        "stored_bytes": _STORED_BYTES,
        "requested_at": literal(at, _C.requested_at.type),
    } | {name: images.c[name] for name in _COPIED}
    rows = select(*given.values()).where(images.c.venue_id == source)
    await transaction.connection.execute(insert(image_copies).from_select(list(given), rows))


async def copy_images(database: Database, objects: Objects, at: Moment) -> tuple[int, int]:
    """Copies some images. Returns how many, and how many are left to copy. Several workers can do this at
    once."""
    if not await database.read_row(_count):
        return 0, 0
    claimed = await database.write("service", at, _claim, at)
    for row in claimed:
        await _copy(database, objects, row, at)
    return len(claimed), await database.read_row(_count)


async def _claim(transaction: Transaction, at: Moment) -> list[Any]:
    """Claims images for this worker: the first of each tenant, then the second of each, and so on. If another
    worker claims the same ones, the second of them finds them claimed."""
    turn = func.row_number().over(partition_by=_C.tenant_id, order_by=(_C.requested_at, _C.name))
    waiting = select(_C.venue_id, _C.name, _C.requested_at, turn.label("turn")).where(_is_free(at)).subquery()
    next_ones = (
        select(waiting.c.venue_id, waiting.c.name)
        .order_by(waiting.c.turn, waiting.c.requested_at)
        .limit(COPIES_MAX)
        .cte("next_ones")
    )
    claimed = await transaction.connection.execute(
        update(image_copies)
        .where(tuple_(_C.venue_id, _C.name).in_(select(next_ones)), _is_free(at))
        .values(claimed_at=at)
        .returning(*_C)
    )
    return claimed.all()


def _is_free(at: Moment) -> ColumnElement[bool]:
    """Matches images that nobody copies, and those whose worker has taken so long that it must have ended."""
    claim = store.CLAIM_SECONDS * MICROSECONDS
    return or_(_C.claimed_at.is_(None), not_(_C.claimed_at.between(at - claim, at + claim)))


async def _count(connection: Connection) -> int:
    return int(await connection.scalar(_COUNT))


async def _copy(database: Database, objects: Objects, row: Any, at: Moment) -> None:
    image = _image(row, at)
    await database.write("service", at, store.register_upload, image, at)
    source = prefix_of(VenueId(row.source_venue_id), ImageId(row.source_image_id))
    is_complete = await _copy_objects(objects, source, image)
    await database.write("service", at, _put, row, image, at, is_complete)


async def _copy_objects(objects: Objects, source: str, image: StoredImage) -> bool:
    """Copies all objects of an image. Returns False if the image itself is not among them."""
    keys = await objects.keys(source)
    remaining = iter(keys)

    async def copy_remaining() -> None:
        for key in remaining:
            await objects.copy(key, image.prefix + key.removeprefix(source))

    results = await asyncio.gather(
        *(copy_remaining() for _ in range(_OBJECTS_AT_ONCE)), return_exceptions=True
    )
    for fault in results:
        if fault is not None:
            raise fault
    return image.full_key.replace(image.prefix, source) in keys


async def _put(transaction: Transaction, row: Any, image: StoredImage, at: Moment, is_complete: bool) -> None:
    """Adds the copied image to its venue, unless somebody has uploaded another one under its name, or has
    deleted the venue. Without the image's objects it is given up: the record's name is then missing."""
    # Before the row that counts: others that change the venue's images hold it, and wait for the amounts.
    await store.lock_venue(transaction, image.venue_id)
    taken = await transaction.connection.execute(
        delete(image_copies).where(
            _C.venue_id == row.venue_id, _C.name == row.name, _C.claimed_at == row.claimed_at
        )
    )
    if taken.rowcount == 1 and is_complete:
        await store.put(transaction, TenantId(row.tenant_id), image, at)


def _image(row: Any, at: Moment) -> StoredImage:
    return StoredImage(
        venue_id=VenueId(row.venue_id),
        name=ObjectName(row.name),
        image_id=ImageId.new(),
        content_type=row.content_type,
        width=row.width,
        height=row.height,
        size_bytes=row.size_bytes,
        stored_bytes=row.stored_bytes,
        tiles=TileGrid(columns=row.tile_columns, rows=row.tile_rows) if row.tile_columns else None,
        has_levels=bool(row.has_levels),
        sha256=row.sha256,
        created_at=at,
    )


_COUNT = select(func.count()).select_from(image_copies)
