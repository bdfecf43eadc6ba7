"""Runs `imagery sweep`: compares the object store with the records, and deletes what no record names."""

import msgspec

from seatpreview.cli import schema_revision
from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import run_with_database
from seatpreview.database.engines import Database
from seatpreview.imagery.storage_check import StorageDifferences, find_differences
from seatpreview.objects.store import objects_of
from seatpreview.settings.settings import Settings


class SweepReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What was found, and how many objects were deleted."""

    found: StorageDifferences
    deleted_objects: int


def sweep(settings: Settings, *, deletes: bool, even_most: bool) -> SweepReport:
    """Compares the store with the records. With `deletes`, deletes the objects that no record names.

    Refuses to delete where these are most of what is stored, unless that is said: more often than not the
    command was then given another database.
    """

    async def run(database: Database) -> SweepReport:
        await schema_revision.make_usable(settings, database)
        objects = objects_of(settings.data_dir, settings.object_store_url)
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

    return run_with_database(settings, run)
