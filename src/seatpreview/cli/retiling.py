"""Runs `imagery retile`: finds the images, cuts them with a progress bar, and reports."""

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.assembly import assemble_resources
from seatpreview.cli import display, schema_revision
from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.cli.database_session import run_with_database
from seatpreview.database.engines import Database
from seatpreview.imagery import retiling
from seatpreview.settings.settings import Settings
from seatpreview.values.ids import VenueId


class RetileFailure(msgspec.Struct, frozen=True):
    """An image that could not be cut, and why."""

    image: str
    reason: str


class RetileReport(msgspec.Struct):
    """Images by what was done with them, each as its venue's id and its name."""

    retiled: list[str] = []
    failed: list[RetileFailure] = []


def retile(settings: Settings, venue_id: str | None) -> RetileReport:
    """Cuts the images of a venue, or of all."""
    report = RetileReport()

    async def run(database: Database) -> RetileReport:
        await schema_revision.make_usable(settings, database)
        venue = None if venue_id is None else _parse(venue_id)
        if venue is not None:
            await LocalClient(settings, database).call("getVenue", str(venue))
        resources = assemble_resources(settings, database)
        images = await retiling.images_to_retile(resources, venue)
        with display.progress() as bar:
            task = bar.add_task("Cutting", total=len(images))

            def on_done(image: retiling.RetiledImage) -> None:
                name = f"{image.venue_id}/{image.name}"
                if image.failure is None:
                    report.retiled.append(name)
                else:
                    report.failed.append(RetileFailure(name, image.failure))
                bar.advance(task)

            await retiling.retile(resources, images, on_done)
        return report

    return run_with_database(settings, run)


def _parse(venue_id: str) -> VenueId:
    try:
        return VenueId.parse(venue_id)
    except ValueError as refusal:
        raise CommandError(f"VENUE {refusal}.", exit_code=EXIT_USAGE) from refusal
