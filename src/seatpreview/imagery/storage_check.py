"""Compares the object store with the records: finds images with missing objects, and objects without a
record.

The two diverge when one of them is restored from a backup, when files are deleted by hand, or when a disk
loses bytes.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from seatpreview.database.engines import Database
from seatpreview.imagery import store
from seatpreview.imagery.image_processing import CHECKSUMS, LEVEL_CHECKSUMS
from seatpreview.imagery.model import StoredImage, prefix_of, previews_prefix_of
from seatpreview.objects.digests import ObjectDigest, digest_in, each_of
from seatpreview.objects.store import Objects
from seatpreview.stills.still_objects import FOLDER, stills_prefix_of
from seatpreview.values.clock import MICROSECONDS, Moment, Time, datetime_of
from seatpreview.values.command_error import CommandError
from seatpreview.values.ids import ImageId, VenueId
from seatpreview.venues import store as venues

SETTLED_SECONDS = 86_400
"""Younger objects are left alone: an upload may be writing them."""

PICTURE_BYTES_MIN = 50
"""Anything shorter is cut off: no picture is so small, and the digests of one are not."""

_PAGE = 1000


class IncompleteImage(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """An image with a record, but with objects that are missing or incomplete."""

    venue_id: VenueId
    name: str
    missing_objects: int
    """The number of missing objects. One that is cut off counts as well."""


class UnnamedObjects(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Objects with a common prefix, whose image no record names."""

    prefix: str
    objects: int
    size_bytes: int
    modified_at: Time
    """When the youngest of them was written, by the clock of the store."""


class StorageDifferences(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How the object store differs from the records."""

    images: int
    """The number of images that have records."""
    incomplete: list[IncompleteImage]
    unnamed: list[UnnamedObjects]
    unnamed_and_young: int
    """The number of other prefixes that no record names, but whose objects are too young to be deleted."""
    objects: int = 0
    """The number of objects that the images with records have."""


async def find_differences(database: Database, objects: Objects, at: Moment) -> StorageDifferences:
    """Finds the differences, and changes nothing. `at` is the time by the clock of the store if objects are
    to be deleted by age; a mere report may use another clock.

    Records are read before the objects are listed and again afterwards, so that an upload or a deletion
    meanwhile does not count as a difference.
    """
    before = await _read_records(database)
    stored = await _list_objects(objects)
    after = await _read_records(database)
    unnamed = [
        UnnamedObjects(
            prefix=prefix,
            objects=len(found.keys),
            size_bytes=found.size_bytes,
            modified_at=datetime_of(found.modified_at),
        )
        for prefix, found in sorted(stored.items())
        if prefix not in before.prefixes and prefix not in after.prefixes
    ]
    settled_before = datetime_of(at - SETTLED_SECONDS * MICROSECONDS)
    settled = [found for found in unnamed if found.modified_at < settled_before]
    both = [image for prefix, image in before.images.items() if prefix in after.images]
    return StorageDifferences(
        images=len(after.images),
        objects=sum(len(stored[prefix].keys) for prefix in after.images if prefix in stored),
        incomplete=list(_incomplete(both, stored)),
        unnamed=settled,
        unnamed_and_young=len(unnamed) - len(settled),
    )


class _Records(NamedTuple):
    images: dict[str, StoredImage]
    """The images that can be shown, by the prefix of their objects."""
    prefixes: set[str]
    """The prefixes of all objects that have a reason to exist: of these images, of images that are discarded
    or being uploaded, and of a venue's preview images and stills."""


class _StoredObjects:
    """The objects with a common prefix."""

    def __init__(self) -> None:
        self.keys: dict[str, int] = {}
        """The size of each object, by its key."""
        self.size_bytes = 0
        self.modified_at = Moment(0)


async def _read_records(database: Database) -> _Records:
    images: dict[str, StoredImage] = {}
    position = ("", "")
    while page := await database.read(store.list_of_all_venues, _PAGE, position):
        images |= {image.prefix: image for image in page}
        position = (str(page[-1].venue_id), str(page[-1].name))
    discarded = await database.read(store.list_discarded_images)
    venue_ids = await database.read(venues.ids_of_any_tenant)
    prefixes = {
        *images,
        *(prefix_of(venue_id, image_id) for venue_id, image_id in discarded),
        *map(previews_prefix_of, venue_ids),
        *map(stills_prefix_of, venue_ids),
    }
    return _Records(images, prefixes)


async def _list_objects(objects: Objects) -> dict[str, _StoredObjects]:
    """Lists the objects by their prefix. Other keys than those of images and previews are skipped: the bucket
    may also be used for something else, such as backups."""
    stored: dict[str, _StoredObjects] = {}
    async for found in objects.listed():
        venue_id, _, rest = found.key.partition("/")
        image_id, slash, _ = rest.partition("/")
        is_ours = VenueId.matches(venue_id) and (
            ImageId.matches(image_id) or image_id in ("previews", FOLDER)
        )
        if not slash or not is_ours:
            continue
        group = stored.setdefault(f"{venue_id}/{image_id}/", _StoredObjects())
        group.keys[found.key] = found.size_bytes
        group.size_bytes += found.size_bytes
        group.modified_at = max(group.modified_at, found.modified_at)
    return stored


def _incomplete(
    images: Iterable[StoredImage], stored: dict[str, _StoredObjects]
) -> Iterable[IncompleteImage]:
    for image in images:
        found = stored.get(image.prefix)
        sizes = {} if found is None else found.keys
        keys = {
            key
            for key, size in sizes.items()
            if (size == image.size_bytes if key == image.full_key else size >= PICTURE_BYTES_MIN)
        }
        tiles = image.tiles.columns * image.tiles.rows if image.tiles else 0
        tiles += sum(level.columns * level.rows for level in image.levels)
        named = {image.full_key, image.preview_key}
        checksums = {image.prefix + CHECKSUMS, image.prefix + LEVEL_CHECKSUMS}
        missing = len(named - keys) + max(0, tiles - len(keys - named - checksums))
        if missing:
            yield IncompleteImage(venue_id=image.venue_id, name=str(image.name), missing_objects=missing)


class DamagedObjects(NamedTuple):
    """What was found by reading the objects of all images."""

    keys: list[str]
    """Objects that are not what was stored."""
    read: int
    """The number of objects that were read."""
    without_digests: int
    """The number of images of earlier releases, which kept no digests: of these nothing can be said."""


async def find_damaged(database: Database, objects: Objects) -> DamagedObjects:
    """Reads every object of every image, and compares it with the digest that was stored with it. Objects
    that are missing are found by `find_differences`."""
    damaged: list[str] = []
    read = without_digests = 0
    for prefix in sorted((await _read_records(database)).images):
        digests = await _stored_digests(objects, prefix)
        without_digests += not digests
        read += len(digests)

        async def compare(key: str, prefix: str = prefix, digests: dict[str, ObjectDigest] = digests) -> None:
            found = await digest_in(objects, prefix + key)
            if found is not None and found != digests[key]:
                damaged.append(prefix + key)

        await each_of(digests, compare)
    return DamagedObjects(sorted(damaged), read, without_digests)


async def _stored_digests(objects: Objects, prefix: str) -> dict[str, ObjectDigest]:
    """Returns the digests of an image's files by name; none if there are none, or if they cannot be read."""
    digests: dict[str, ObjectDigest] = {}
    for name in (CHECKSUMS, LEVEL_CHECKSUMS):
        found = await objects.get(prefix + name)
        if found is not None:
            text = b"".join([chunk async for chunk in found.chunks()])
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                digests |= msgspec.json.decode(text, type=dict[str, ObjectDigest])
    return digests


class SweepReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What was found, and how many objects were deleted."""

    found: StorageDifferences
    deleted_objects: int


async def sweep(database: Database, objects: Objects, *, deletes: bool, even_most: bool) -> SweepReport:
    """Compares the store with the records. With `deletes`, deletes the objects that no record names.

    Without `even_most`, refuses to delete most of what is stored: the command was probably given the wrong
    database.
    """
    found = await find_differences(database, objects, await objects.time())
    if not deletes:
        return SweepReport(found=found, deleted_objects=0)
    if len(found.unnamed) > found.images and not even_most:
        raise CommandError(
            f"Records name {found.images} images, and {len(found.unnamed)} more are stored. Nothing was "
            "deleted. Check that this is the right database; if it is, give --even-most as well."
        )
    deleted = await objects.delete_prefixes(unnamed.prefix for unnamed in found.unnamed)
    return SweepReport(found=found, deleted_objects=deleted)
