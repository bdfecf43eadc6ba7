"""A cache of preview images in the object store, with a bounded number for each venue.

It is a direct-mapped cache: an image is stored under one of a fixed number of names, which depends on what it
shows, and replaces an earlier image under the same name. So there is nothing to count and nothing to evict,
with any number of workers, and no client can make a venue use more room.
"""

import hashlib

from seatpreview.imagery.model import previews_prefix_of
from seatpreview.objects.store import Objects
from seatpreview.values.ids import VenueId

IMAGES_OF_A_VENUE_MAX = 4096
"""The number of names per venue. With at most 300 kB each, they take 1.2 GB."""

DIGEST_BYTES = 20
_CONTENT_TYPE = "application/octet-stream"


def digest_of(request: bytes) -> bytes:
    """Returns the digest of everything that an image depends on."""
    return hashlib.blake2b(request, digest_size=DIGEST_BYTES).digest()


async def read_cached(objects: Objects, venue_id: VenueId, digest: bytes) -> bytes | None:
    """Returns the image with this digest; None if it is not stored."""
    found = await objects.get(_key(venue_id, digest))
    if found is None:
        return None
    data = b"".join([chunk async for chunk in found.chunks()])
    return data[DIGEST_BYTES:] if data.startswith(digest) else None


async def store_cached(objects: Objects, venue_id: VenueId, digest: bytes, image: bytes) -> None:
    """Stores an image, in place of another one with the same name."""
    await objects.put(_key(venue_id, digest), digest + image, _CONTENT_TYPE)


def _key(venue_id: VenueId, digest: bytes) -> str:
    number = int.from_bytes(digest[:4], "big") % IMAGES_OF_A_VENUE_MAX
    return f"{previews_prefix_of(venue_id)}{number:03x}"
