"""SQL for images."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Text, and_, bindparam, delete, func, insert, literal, not_, or_, select, tuple_, update
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import counter, discarded_images, image_copies, images, venues
from seatpreview.freshness.record_cache import RECORD_BYTES, LoadContext, Loaded, RecordKind
from seatpreview.imagery.model import Imagery, StoredImage, TileGrid
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId, TenantId, VenueId
from seatpreview.venues.model import ObjectName

CLAIM_SECONDS = 600
"""The seconds that a worker has to delete the objects of images that it claimed, before another may claim
them."""

FLOOR_PLAN = ObjectName("floor plan")
"""The name of the row that holds a venue's floor plan. No uploaded image can have it, and no record can name
it, since names of images have no spaces. So a floor plan is stored, counted, copied and deleted as an image
is; whatever lists or shows images leaves it out."""

_RELEASED = 0
"""The `discarded_at` of images that a worker has claimed and released again. While a worker deletes images,
it is the negated time of the claim. Neither kind can be restored: some of their objects may be gone."""


async def get(connection: Connection, venue_id: VenueId, name: ObjectName) -> StoredImage | None:
    """Returns the image with this name; None if there is none."""
    row = (await connection.execute(_GET, {"venue": str(venue_id), "image": str(name)})).first()
    return None if row is None else image_in(row)


async def list_by_name(
    connection: Connection, venue_id: VenueId, count: int, after: Sequence[Any] | None = None
) -> list[StoredImage]:
    """Returns images without the floor plan, ordered by name, starting after the position (name,)."""
    statement = select(images).where(images.c.venue_id == venue_id, images.c.name != FLOOR_PLAN)
    if after is not None:
        statement = statement.where(images.c.name > after[0])
    statement = statement.order_by(images.c.name).limit(count)
    return [image_in(row) for row in await connection.execute(statement)]


async def all_names(connection: Connection, venue_id: VenueId) -> frozenset[str]:
    """Returns the names of all images of a venue, without its floor plan."""
    statement = select(images.c.name).where(images.c.venue_id == venue_id, images.c.name != FLOOR_PLAN)
    return frozenset(await connection.scalars(statement))


async def stored_bytes_of(connection: Connection, venue_id: VenueId, name: ObjectName) -> int:
    """Returns the bytes of the image with this name, as counted in the quota; 0 if there is none."""
    named = {"venue": str(venue_id), "image": str(name)}
    return int(await connection.scalar(_GET_STORED_BYTES, named) or 0)


async def registered_bytes(connection: Connection, image_id: ImageId) -> int:
    """Returns the bytes that an unfinished upload has registered; 0 if there is none."""
    statement = select(discarded_images.c.stored_bytes).where(discarded_images.c.image_id == str(image_id))
    return int(await connection.scalar(statement) or 0)


async def register_upload(transaction: Transaction, image: StoredImage, at: Moment) -> None:
    """Lists an image as discarded before its first object is written. Its objects are then deleted if the
    upload does not finish."""
    await _discard(transaction, image.venue_id, image.image_id, image.stored_bytes, at)


async def lock_venue(transaction: Transaction, venue_id: VenueId) -> None:
    """Locks the venue's row, so that changes of its imagery are serialized and each sees the previous one."""
    await transaction.connection.execute(
        select(venues.c.venue_id).where(venues.c.venue_id == venue_id).with_for_update(key_share=True)
    )


async def put(transaction: Transaction, owner: TenantId, image: StoredImage, registered_at: Moment) -> bool:
    """Inserts an image whose objects are written, and discards the one with the same name.

    Returns False if the upload was registered so long ago that its objects may have been deleted meanwhile.
    """
    await lock_venue(transaction, image.venue_id)
    registration = await transaction.connection.execute(
        delete(discarded_images).where(
            discarded_images.c.image_id == image.image_id, discarded_images.c.discarded_at == registered_at
        )
    )
    await _discard_current(transaction, image.venue_id, image.name, registered_at)
    await transaction.connection.execute(insert(images).values(_values(image)))
    _log(transaction, image.venue_id, owner, "uploaded", image.name)
    return registration.rowcount == 1


async def remove(
    transaction: Transaction, owner: TenantId, venue_id: VenueId, name: ObjectName, at: Moment
) -> bool:
    """Discards an image. Returns whether there was one."""
    await lock_venue(transaction, venue_id)
    if not await _discard_current(transaction, venue_id, name, at):
        return False
    _log(transaction, venue_id, owner, "deleted", name)
    return True


async def count(connection: Connection) -> int:
    """Returns the number of images of all venues, with their floor plans."""
    return int(await connection.scalar(select(func.count()).select_from(images)))


async def list_of_all_venues(connection: Connection, count: int, after: tuple[str, str]) -> list[StoredImage]:
    """Returns images of all venues with their floor plans, after the position (venue, name)."""
    position = tuple_(*map(literal, after))
    statement = select(images).where(tuple_(images.c.venue_id, images.c.name) > position)
    statement = statement.order_by(images.c.venue_id, images.c.name).limit(count)
    return [image_in(row) for row in await connection.execute(statement)]


async def list_discarded_images(connection: Connection) -> list[tuple[VenueId, ImageId]]:
    """Returns all discarded images whose rows still exist, and uploads in progress."""
    statement = select(discarded_images.c.venue_id, discarded_images.c.image_id)
    return [(VenueId(row.venue_id), ImageId(row.image_id)) for row in await connection.execute(statement)]


async def list_without_levels(
    connection: Connection, venue_id: VenueId | None, count: int, after: tuple[str, str]
) -> list[StoredImage]:
    """Returns images with tiles but without levels, of one venue or all, after the position (venue, name)."""
    statement = select(images).where(
        images.c.tile_columns > 0,
        or_(images.c.has_levels.is_(None), images.c.has_levels.is_(False)),
        tuple_(images.c.venue_id, images.c.name) > tuple_(*map(literal, after)),
    )
    if venue_id is not None:
        statement = statement.where(images.c.venue_id == venue_id)
    statement = statement.order_by(images.c.venue_id, images.c.name).limit(count)
    return [image_in(row) for row in await connection.execute(statement)]


async def set_levels(transaction: Transaction, image: StoredImage) -> bool:
    """Records that the levels of an image are stored. Returns False if it was replaced or deleted
    meanwhile."""
    updated = await transaction.connection.execute(
        update(images)
        .where(*_has_name(image.venue_id, image.name), images.c.image_id == str(image.image_id))
        .values(has_levels=True)
    )
    owner = await transaction.connection.scalar(
        select(venues.c.tenant_id).where(venues.c.venue_id == image.venue_id)
    )
    if updated.rowcount == 0 or owner is None:
        return False
    transaction.changed("imagery", image.venue_id, TenantId(owner), "retiled", (image.name,))
    return True


async def claim_discarded_images(
    transaction: Transaction, discarded_before: Moment, at: Moment, count: int
) -> list[tuple[VenueId, ImageId]]:
    """Returns the oldest images that were discarded before this time, and claims them for one worker.

    Two workers that claim at once get different images: on PostgreSQL, rows that the other has locked are
    skipped.
    """
    oldest = (
        select(discarded_images.c.image_id)
        .where(_is_due(discarded_before, at))
        .order_by(discarded_images.c.discarded_at)
        .limit(count)
        .with_for_update(skip_locked=True)
        .cte("oldest")  # Evaluated once: see `delete_some`.
    )
    claimed = await transaction.connection.execute(
        update(discarded_images)
        .where(discarded_images.c.image_id.in_(select(oldest)))
        .values(discarded_at=-at)
        .returning(discarded_images.c.venue_id, discarded_images.c.image_id)
    )
    return [(VenueId(row.venue_id), ImageId(row.image_id)) for row in claimed]


async def count_discarded_images(connection: Connection, discarded_before: Moment, at: Moment) -> int:
    """Returns how many images could be claimed now."""
    statement = select(func.count()).select_from(discarded_images).where(_is_due(discarded_before, at))
    return int(await connection.scalar(statement))


async def release_discarded_images(
    transaction: Transaction, claimed: Sequence[tuple[VenueId, ImageId]]
) -> None:
    """Releases images whose objects could not be deleted, so that they can be claimed again at once."""
    await transaction.connection.execute(
        update(discarded_images).where(_is_one_of(claimed)).values(discarded_at=_RELEASED)
    )


async def delete_discarded_rows(transaction: Transaction, claimed: Sequence[tuple[VenueId, ImageId]]) -> None:
    """Deletes the rows of discarded images, after their objects were deleted."""
    await transaction.connection.execute(delete(discarded_images).where(_is_one_of(claimed)))


def _is_due(discarded_before: Moment, at: Moment) -> ColumnElement[bool]:
    """Matches images that were discarded before this time, and images whose claim is too old or dated in the
    future by a wrong clock. Images that are still to be copied are kept."""
    column, claim = discarded_images.c.discarded_at, CLAIM_SECONDS * MICROSECONDS
    is_copied = select(image_copies.c.name).where(
        image_copies.c.source_image_id == discarded_images.c.image_id
    )
    return or_(
        and_(column >= _RELEASED, column < discarded_before, ~is_copied.exists()),
        and_(column < 0, not_(column.between(-at - claim, -at + claim))),
    )


def _is_one_of(images_: Sequence[tuple[VenueId, ImageId]]) -> ColumnElement[bool]:
    return discarded_images.c.image_id.in_([str(image_id) for _, image_id in images_])


async def _load(loading: LoadContext, venue_id: str) -> Loaded[Imagery]:
    """Loads all images of a venue, without its floor plan. A venue without images, or one that does not
    exist, has empty imagery."""
    rows = await loading.database.read(_rows_of_venue, venue_id)
    # A venue may have many images, and other requests must not wait for them.
    imagery = (
        await asyncio.to_thread(_imagery, rows) if len(rows) > IMAGES_ON_THE_LOOP_MAX else _imagery(rows)
    )
    return Loaded(rows[0].n, venue_id, imagery)


async def _rows_of_venue(connection: Connection, venue_id: str) -> list[Any]:
    return (await connection.execute(_LOAD, {"venue_id": venue_id})).all()


def _imagery(rows: Iterable[Any]) -> Imagery:
    return Imagery({row.name: image_in(row) for row in rows if row.name is not None})


_HAS_NAME = (
    images.c.venue_id == bindparam("venue", type_=Text),
    images.c.name == bindparam("image", type_=Text),
)
_GET = select(images).where(*_HAS_NAME)
_GET_STORED_BYTES = select(func.coalesce(images.c.stored_bytes, images.c.size_bytes)).where(*_HAS_NAME)
_LOAD = select(counter.c.n, images).select_from(
    counter.outerjoin(
        images,
        and_(images.c.venue_id == bindparam("venue_id", type_=Text), images.c.name != str(FLOOR_PLAN)),
    )
)

IMAGES_ON_THE_LOOP_MAX = 500

IMAGE_BYTES = 1500
"""The memory of an image's record with its entry in the venue's list, measured and rounded up."""

IMAGERY = RecordKind(
    "imagery",
    _load,
    changes=("imagery",),
    is_named_by_id=True,
    is_large=True,
    memory="venues",
    size_of=lambda imagery: RECORD_BYTES + IMAGE_BYTES * len(imagery.images),
)
"""All images of a venue, cached by the venue's id."""


def _has_name(venue_id: VenueId, name: ObjectName) -> tuple[Any, Any]:
    return images.c.venue_id == venue_id, images.c.name == name


async def _discard_current(transaction: Transaction, venue_id: VenueId, name: ObjectName, at: Moment) -> bool:
    """Discards the image with this name, and does not wait for a copy that would get the name later."""
    is_named = (image_copies.c.venue_id == venue_id, image_copies.c.name == name)
    await transaction.connection.execute(delete(image_copies).where(*is_named))
    deleted = await transaction.connection.execute(
        delete(images)
        .where(*_has_name(venue_id, name))
        .returning(images.c.image_id, func.coalesce(images.c.stored_bytes, images.c.size_bytes))
    )
    rows = deleted.all()
    for image_id, stored_bytes in rows:
        await _discard(transaction, venue_id, ImageId(image_id), stored_bytes, at)
    return bool(rows)


async def _discard(
    transaction: Transaction, venue_id: VenueId, image_id: ImageId, stored_bytes: int, at: Moment
) -> None:
    await transaction.connection.execute(
        insert(discarded_images).values(
            venue_id=str(venue_id), image_id=str(image_id), discarded_at=at, stored_bytes=stored_bytes
        )
    )


def _log(transaction: Transaction, venue_id: VenueId, owner: TenantId, action: str, name: ObjectName) -> None:
    """Logs a change of an image. One of the floor plan is in the audit list of the owner alone: nobody who
    was granted the venue hears of it."""
    if name == FLOOR_PLAN:
        transaction.changed("floor_plan", venue_id, owner, action)
    else:
        transaction.changed("imagery", venue_id, owner, action, (name,))


def _values(image: StoredImage) -> dict[str, Any]:
    return {
        "venue_id": str(image.venue_id),
        "name": str(image.name),
        "image_id": str(image.image_id),
        "content_type": image.content_type,
        "width": image.width,
        "height": image.height,
        "size_bytes": image.size_bytes,
        "stored_bytes": image.stored_bytes,
        "tile_columns": image.tiles.columns if image.tiles else 0,
        "tile_rows": image.tiles.rows if image.tiles else 0,
        "has_levels": image.has_levels,
        "sha256": image.sha256,
        "created_at": image.created_at,
    }


def image_in(row: Any) -> StoredImage:
    """Returns the image of a row of `images`."""
    return StoredImage(
        venue_id=VenueId(row.venue_id),
        name=ObjectName(row.name),
        image_id=ImageId(row.image_id),
        content_type=row.content_type,
        width=row.width,
        height=row.height,
        size_bytes=row.size_bytes,
        stored_bytes=row.size_bytes if row.stored_bytes is None else row.stored_bytes,
        tiles=TileGrid(columns=row.tile_columns, rows=row.tile_rows) if row.tile_columns else None,
        # NULL in rows of a release that made no levels.
        has_levels=bool(row.has_levels),
        sha256=row.sha256,
        created_at=row.created_at,
    )
