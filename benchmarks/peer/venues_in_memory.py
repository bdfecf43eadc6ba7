"""Venues in memory: a bounded number of them, by id and version. Each request reads the version anew."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer.layouts import CompiledLayout, Place, compile_layout
from benchmarks.peer.problems import Problem
from benchmarks.peer.tables import images, venues
from benchmarks.peer.venue_models import ImagerySet, SetImage, VenueRecord

_VENUES_MAX = 500

_VERSION = select(venues.c.tenant_id, venues.c.version, venues.c.imagery_version).where(
    venues.c.venue_id == bindparam("venue_id")
)
_RECORD = select(venues.c.record).where(venues.c.venue_id == bindparam("venue_id"))
_IMAGES = select(images.c.name, images.c.image_id, images.c.width, images.c.height).where(
    images.c.venue_id == bindparam("venue_id")
)


@dataclass(frozen=True)
class StoredImage:
    """An uploaded image."""

    image_id: str
    width: int
    height: int


@dataclass(frozen=True)
class Picture:
    """An image of a set that is uploaded, and the seat that its camera stood nearest to."""

    imagery_set: ImagerySet
    image: SetImage
    camera: Place | None


@dataclass(frozen=True)
class LoadedVenue:
    """A venue with everything that a preview needs."""

    venue_id: str
    tenant_id: str
    record: VenueRecord
    layout: CompiledLayout
    images: dict[str, StoredImage]
    pictures: list[Picture]


class VenuesInMemory:
    """Loads venues, and keeps those that were used last."""

    def __init__(self) -> None:
        self._venues: OrderedDict[tuple[str, int, int], LoadedVenue] = OrderedDict()

    async def get(self, connection: AsyncConnection, tenant_id: str | None, venue_id: str) -> LoadedVenue:
        """Returns a venue of the tenant as it is now. An admin key has no tenant and sees every venue."""
        row = (await connection.execute(_VERSION, {"venue_id": venue_id})).first()
        if row is None or (tenant_id is not None and row.tenant_id != tenant_id):
            raise Problem(404, "There is no such venue.")
        name = (venue_id, row.version, row.imagery_version)
        found = self._venues.get(name)
        if found is None:
            found = self._venues[name] = await _load(connection, venue_id, row)
            if len(self._venues) > _VENUES_MAX:
                self._venues.popitem(last=False)
        self._venues.move_to_end(name)
        return found


async def _load(connection: AsyncConnection, venue_id: str, row: Any) -> LoadedVenue:
    stored = (await connection.execute(_RECORD, {"venue_id": venue_id})).scalar_one()
    record = VenueRecord.model_validate(stored)
    layout = compile_layout(record)
    found = await connection.execute(_IMAGES, {"venue_id": venue_id})
    stored_images = {image.name: StoredImage(image.image_id, image.width, image.height) for image in found}
    pictures = [
        Picture(imagery_set, image, layout.nearest(image.pose.x, image.pose.y, image.pose.z))
        for imagery_set in record.imagery_sets
        for image in imagery_set.images
        if image.object in stored_images
    ]
    return LoadedVenue(venue_id, row.tenant_id, record, layout, stored_images, pictures)
