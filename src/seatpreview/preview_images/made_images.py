"""Preview images that were made, in the object store: a bounded number for each venue.

An image is stored under one of a fixed number of names, which follows from what it shows. One that is stored
later under the same name takes its place (a direct-mapped cache). So there is nothing to count and nothing to
evict, in any number of workers, and whatever clients ask for, a venue takes no more room than that.
"""

import hashlib

from seatpreview.imagery.model import previews_prefix_of
from seatpreview.objects.store import Objects
from seatpreview.values.ids import VenueId

IMAGES_OF_A_VENUE_MAX = 4096
"""Names of a venue. At 300 kB each, which is the most, they take 1.2 GB."""

DIGEST_BYTES = 20
_CONTENT_TYPE = "application/octet-stream"


def digest_of(request: bytes) -> bytes:
    """Returns the digest of everything that an image depends on."""
    return hashlib.blake2b(request, digest_size=DIGEST_BYTES).digest()


async def read_made(objects: Objects, venue_id: VenueId, digest: bytes) -> bytes | None:
    """Returns the image with this digest; None where it is not stored."""
    found = await objects.get(_key(venue_id, digest))
    if found is None:
        return None
    data = b"".join([chunk async for chunk in found.chunks()])
    return data[DIGEST_BYTES:] if data.startswith(digest) else None


async def keep_made(objects: Objects, venue_id: VenueId, digest: bytes, image: bytes) -> None:
    """Stores an image, in place of another one that has the same name."""
    await objects.put(_key(venue_id, digest), digest + image, _CONTENT_TYPE)


def _key(venue_id: VenueId, digest: bytes) -> str:
    number = int.from_bytes(digest[:4], "big") % IMAGES_OF_A_VENUE_MAX
    return f"{previews_prefix_of(venue_id)}{number:03x}"
