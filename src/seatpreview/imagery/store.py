"""Images in the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Text, bindparam, delete, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import Moment
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import counter, discarded_images, images, venues
from seatpreview.freshness.record_cache import Loaded, RecordKind
from seatpreview.ids import ImageId, TenantId, VenueId
from seatpreview.imagery.model import Imagery, StoredImage, TileGrid
from seatpreview.venues.model import ObjectName

_CLAIMED = 0
"""Stands for the time of those whose objects are being deleted: nothing brings them back."""


async def get(connection: AsyncConnection, venue_id: VenueId, name: ObjectName) -> StoredImage | None:
    row = (await connection.execute(select(images).where(*_named(venue_id, name)))).first()
    return None if row is None else _image(row)


async def by_name(
    connection: AsyncConnection, venue_id: VenueId, count: int, after: Sequence[Any] | None = None
) -> list[StoredImage]:
    """In the order of their names, from (name,) on."""
    statement = select(images).where(images.c.venue_id == venue_id)
    if after is not None:
        statement = statement.where(images.c.name > after[0])
    statement = statement.order_by(images.c.name).limit(count)
    return [_image(row) for row in await connection.execute(statement)]


async def names(connection: AsyncConnection, venue_id: VenueId) -> frozenset[str]:
    return frozenset(await connection.scalars(select(images.c.name).where(images.c.venue_id == venue_id)))


async def announce(transaction: Transaction, venue_id: VenueId, image_id: ImageId, at: Moment) -> None:
    """Before its first object is written, an image is on the list to be swept, whatever happens then."""
    await _discard(transaction, venue_id, image_id, at)


async def put(transaction: Transaction, owner: TenantId, image: StoredImage, announced_at: Moment) -> bool:
    """In the place of the one that has the name, which is discarded.

    Says whether it was done: not if the image was announced so long ago that its objects are swept by now.
    """
    await _hold_venue(transaction, image.venue_id)
    kept = await transaction.connection.execute(
        delete(discarded_images).where(
            discarded_images.c.image_id == image.image_id, discarded_images.c.discarded_at == announced_at
        )
    )
    await _take_away(transaction, image.venue_id, image.name, announced_at)
    await transaction.connection.execute(insert(images).values(_values(image)))
    transaction.changed("imagery", image.venue_id, owner, "uploaded", (image.name,))
    return kept.rowcount == 1


async def remove(
    transaction: Transaction, owner: TenantId, venue_id: VenueId, name: ObjectName, at: Moment
) -> bool:
    """Says whether there was one."""
    await _hold_venue(transaction, venue_id)
    if not await _take_away(transaction, venue_id, name, at):
        return False
    transaction.changed("imagery", venue_id, owner, "deleted", (name,))
    return True


async def claim_discarded(
    transaction: Transaction, discarded_before: Moment, count: int
) -> list[tuple[VenueId, ImageId]]:
    """The oldest of those that nobody can have an address of any more. From now on they stay discarded."""
    oldest = (
        select(discarded_images.c.image_id)
        .where(discarded_images.c.discarded_at < discarded_before)
        .order_by(discarded_images.c.discarded_at)
        .limit(count)
    )
    claimed = await transaction.connection.execute(
        update(discarded_images)
        .where(discarded_images.c.image_id.in_(oldest), discarded_images.c.discarded_at < discarded_before)
        .values(discarded_at=_CLAIMED)
        .returning(discarded_images.c.venue_id, discarded_images.c.image_id)
    )
    return [(VenueId(row.venue_id), ImageId(row.image_id)) for row in claimed]


async def forget_discarded(transaction: Transaction, image_ids: Sequence[ImageId]) -> None:
    """Once their objects are gone."""
    await transaction.connection.execute(
        delete(discarded_images).where(discarded_images.c.image_id.in_(list(map(str, image_ids))))
    )


async def _load(database: Database, venue_id: str) -> Loaded[Imagery]:
    """A venue without images, or one that is not there, has an imagery that is empty."""
    async with database.read() as connection:
        rows = (await connection.execute(_LOAD, {"venue_id": venue_id})).all()
    found = {row.name: _image(row) for row in rows if row.name is not None}
    return Loaded(rows[0].n, venue_id, Imagery(found))


_LOAD = select(counter.c.n, images).select_from(
    counter.outerjoin(images, images.c.venue_id == bindparam("venue_id", type_=Text))
)

IMAGERY = RecordKind("imagery", _load, changes=("imagery",), is_named_by_id=True, is_large=True)
"""All images of a venue, by its id."""


def _named(venue_id: VenueId, name: ObjectName) -> tuple[Any, Any]:
    return images.c.venue_id == venue_id, images.c.name == name


async def _hold_venue(transaction: Transaction, venue_id: VenueId) -> None:
    """Two who change a venue's imagery do so one after the other, and the second sees what the first did."""
    await transaction.connection.execute(
        select(venues.c.venue_id).where(venues.c.venue_id == venue_id).with_for_update(key_share=True)
    )


async def _take_away(transaction: Transaction, venue_id: VenueId, name: ObjectName, at: Moment) -> bool:
    taken = await transaction.connection.scalars(
        delete(images).where(*_named(venue_id, name)).returning(images.c.image_id)
    )
    image_ids = taken.all()
    for image_id in image_ids:
        await _discard(transaction, venue_id, ImageId(image_id), at)
    return bool(image_ids)


async def _discard(transaction: Transaction, venue_id: VenueId, image_id: ImageId, at: Moment) -> None:
    await transaction.connection.execute(
        insert(discarded_images).values(venue_id=str(venue_id), image_id=str(image_id), discarded_at=at)
    )


def _values(image: StoredImage) -> dict[str, Any]:
    return {
        "venue_id": str(image.venue_id),
        "name": str(image.name),
        "image_id": str(image.image_id),
        "content_type": image.content_type,
        "width": image.width,
        "height": image.height,
        "size_bytes": image.size_bytes,
        "tile_columns": image.tiles.columns if image.tiles else 0,
        "tile_rows": image.tiles.rows if image.tiles else 0,
        "sha256": image.sha256,
        "created_at": image.created_at,
    }


def _image(row: Row[Any]) -> StoredImage:
    return StoredImage(
        venue_id=VenueId(row.venue_id),
        name=ObjectName(row.name),
        image_id=ImageId(row.image_id),
        content_type=row.content_type,
        width=row.width,
        height=row.height,
        size_bytes=row.size_bytes,
        tiles=TileGrid(columns=row.tile_columns, rows=row.tile_rows) if row.tile_columns else None,
        sha256=row.sha256,
        created_at=row.created_at,
    )
