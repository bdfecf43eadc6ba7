"""SQL for floor plans: where they lie, and who stored them. Their pictures are rows of `images`."""

from typing import Any

import msgspec
from sqlalchemy import Text, bindparam, delete, insert, literal, select, update

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import floor_plans, images
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.imagery import store
from seatpreview.imagery.floor_plan_model import FloorPlanPlacement
from seatpreview.imagery.model import StoredImage
from seatpreview.imagery.store import FLOOR_PLAN
from seatpreview.results.json_encoding import encode
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId

_C = floor_plans.c


class StoredFloorPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A floor plan as it is stored."""

    image: StoredImage
    placement: FloorPlanPlacement | None
    stored_by: str
    revision: int


async def get(connection: Connection, venue_id: VenueId) -> StoredFloorPlan | None:
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
    current = await get(transaction.connection, image.venue_id)
    stays = current is not None and (current.image.width, current.image.height) == (image.width, image.height)
    values = {"stored_by": stored_by} | ({} if stays else {"placement": None})
    new = values | {"venue_id": str(image.venue_id), "revision": 1}
    await transaction.connection.execute(
        insert_on_conflict(floor_plans, transaction.connection.dialect.name)
        .values(new)
        .on_conflict_do_update(index_elements=[_C.venue_id], set_=values | {"revision": _C.revision + 1})
    )


async def place(
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


async def remove(transaction: Transaction, owner: TenantId, venue_id: VenueId, at: Moment) -> bool:
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


_GET: Any = (
    select(images, _C.placement, _C.stored_by, _C.revision)
    .join_from(images, floor_plans, _C.venue_id == images.c.venue_id)
    .where(images.c.venue_id == bindparam("venue", type_=Text), images.c.name == str(FLOOR_PLAN))
)
