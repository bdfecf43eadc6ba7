"""Deletes discarded images in the background: first their objects, then their rows."""

from seatpreview.database.bounded_deletion import DeletedRows
from seatpreview.database.engines import Database
from seatpreview.imagery import store
from seatpreview.imagery.model import prefix_of, previews_prefix_of
from seatpreview.objects.store import Objects
from seatpreview.problems import Unavailable
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId, VenueId

DELETED_IMAGES_MAX = 500
"""The most images that one call of `delete_discarded_images` deletes."""

_GRACE_SECONDS = 60
"""Time for requests that were in progress when the image was discarded."""


async def delete_discarded_images(
    database: Database, objects: Objects, at: Moment, ttl_seconds: int
) -> DeletedRows:
    """Deletes the objects of discarded images whose addresses have all expired, and then their rows.

    Several workers can do this at once: each image is claimed by one of them. If a worker ends halfway,
    others take over its images `store.CLAIM_SECONDS` later.
    """
    horizon = Moment(at - (ttl_seconds + _GRACE_SECONDS) * MICROSECONDS)
    claimed = await database.write(
        "operator", at, store.claim_discarded_images, horizon, at, DELETED_IMAGES_MAX
    )
    if claimed:
        try:
            await objects.delete_prefixes(_prefixes(claimed))
        except Unavailable:
            await database.write("operator", at, store.release_discarded_images, claimed)
            raise
        await database.write("operator", at, store.delete_discarded_rows, claimed)
    left = await database.read(store.count_discarded_images, horizon, at)
    return DeletedRows(len(claimed), left)


def _prefixes(images: list[tuple[VenueId, ImageId]]) -> list[str]:
    """Returns the prefixes of the objects of these images, and of all preview images of their venues. Preview
    images of other seats are made again."""
    venues = {venue_id for venue_id, _ in images}
    return [
        *(prefix_of(venue_id, image_id) for venue_id, image_id in images),
        *map(previews_prefix_of, sorted(venues)),
    ]
