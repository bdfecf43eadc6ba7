"""A cache of preview images in the object store, with a bounded number for each venue.

It is a direct-mapped cache: an image is stored under one of a fixed number of names, which depends on the
view that it is of, and replaces an earlier image under the same name. So there is nothing to count and
nothing to evict, with any number of workers, and no client can make a venue use more room.

An image says what it shows, and which release drew it. So after an upgrade, what the release before drew of
the same record is still found, and is good until something better is there.
"""

import hashlib
from typing import NamedTuple

from seatpreview.imagery.model import previews_prefix_of
from seatpreview.objects.store import Objects
from seatpreview.values.ids import VenueId

IMAGES_OF_A_VENUE_MAX = 4096
"""The number of names per venue. With at most 300 kB each, they take 1.2 GB."""

DIGEST_BYTES = 20
_CONTENT_TYPE = "application/octet-stream"
_FORMAT = b"view"
"""What an object begins with. Those of releases before 0.4.0 begin with a digest."""


def digest_of(request: bytes) -> bytes:
    """Returns the digest of everything that an image depends on."""
    return hashlib.blake2b(request, digest_size=DIGEST_BYTES).digest()


class KeptImage(NamedTuple):
    """An image in the cache."""

    shown: bytes
    """The digest of the version of the record, and of the uploaded image, that it shows."""
    release: bytes
    """The digest of the release that drew it."""
    drawing: bytes
    """The digest of everything that it depends on, which identifies it for clients."""
    image: bytes


async def read_cached(objects: Objects, venue_id: VenueId, subject: bytes) -> KeptImage | None:
    """Returns the image of a view, whoever drew it and whatever of the record it shows; None if there is
    none. `subject` is the digest of the view."""
    data = await _read(objects, _key(venue_id, subject))
    if not data.startswith(_FORMAT + subject):
        return None
    start = len(_FORMAT) + DIGEST_BYTES
    shown, release, drawing = (
        data[start + number * DIGEST_BYTES : start + (number + 1) * DIGEST_BYTES] for number in range(3)
    )
    return KeptImage(shown, release, drawing, data[start + 3 * DIGEST_BYTES :])


async def read_of_earlier_release(objects: Objects, venue_id: VenueId, drawing: bytes) -> bytes | None:
    """Returns an image that was stored under the digest of its drawing, as before 0.4.0."""
    data = await _read(objects, _key(venue_id, drawing))
    return data[DIGEST_BYTES:] if data.startswith(drawing) else None


async def store_cached(objects: Objects, venue_id: VenueId, subject: bytes, kept: KeptImage) -> None:
    """Stores an image, in place of another one with the same name."""
    await objects.put(_key(venue_id, subject), _FORMAT + subject + b"".join(kept), _CONTENT_TYPE)


async def _read(objects: Objects, key: str) -> bytes:
    found = await objects.get(key)
    return b"" if found is None else b"".join([chunk async for chunk in found.chunks()])


def _key(venue_id: VenueId, digest: bytes) -> str:
    number = int.from_bytes(digest[:4], "big") % IMAGES_OF_A_VENUE_MAX
    return f"{previews_prefix_of(venue_id)}{number:03x}"
