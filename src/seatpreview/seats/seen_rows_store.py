"""Keeps what is seen from rows in the object store, with a bounded number of objects for each venue.

It is a direct-mapped cache, like that of preview images: rows are stored under one of a fixed number of
names, in place of other rows with the same name. Like preview images, they are deleted with the venue, and
can be left out of a backup.
"""

from seatpreview.imagery.model import previews_prefix_of
from seatpreview.objects.store import Objects
from seatpreview.values.ids import VenueId

OBJECTS_OF_A_VENUE_MAX = 4096
"""The number of names per venue. With 15 kB for 150 seats, they take 60 MB."""

OBJECT_BYTES_MAX = 1_000_000
"""Larger results are not stored. One row may have a thousand seats, and a seat a hundred bytes."""

_CONTENT_TYPE = "application/octet-stream"


async def read_rows(objects: Objects, venue_id: VenueId, digest: bytes) -> bytes | None:
    """Returns the rows with this digest; None if they are not stored."""
    found = await objects.get(_key(venue_id, digest))
    if found is None:
        return None
    data = b"".join([chunk async for chunk in found.chunks()])
    return data[len(digest) :] if data.startswith(digest) else None


async def store_rows(objects: Objects, venue_id: VenueId, digest: bytes, data: bytes) -> None:
    """Stores rows, in place of others with the same name."""
    if len(data) <= OBJECT_BYTES_MAX:
        await objects.put(_key(venue_id, digest), digest + data, _CONTENT_TYPE)


def _key(venue_id: VenueId, digest: bytes) -> str:
    number = int.from_bytes(digest[:4], "big") % OBJECTS_OF_A_VENUE_MAX
    return f"{previews_prefix_of(venue_id)}seen-{number:03x}"
