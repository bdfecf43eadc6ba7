"""Deletes stored objects that no record names, for `seatpreview imagery sweep`."""

import msgspec

from seatpreview.database.engines import Database
from seatpreview.imagery.storage_check import StorageDifferences, find_differences
from seatpreview.objects.store import Objects
from seatpreview.values.command_error import CommandError


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
