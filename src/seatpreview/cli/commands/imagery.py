"""seatpreview imagery: uploads a folder of images to a venue, renders, lists, retiles and sweeps images."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.api.local_client import LocalClient
from seatpreview.assembly import assemble_resources
from seatpreview.cli import display, folder_upload
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.operation_commands import Call, add_operations
from seatpreview.cli.options import AsJson, VenueArgument, parse_text, takes_settings
from seatpreview.database.command_session import run_with_usable_database
from seatpreview.database.engines import Database
from seatpreview.imagery import retiling
from seatpreview.imagery.filename_pattern import FilenamePattern
from seatpreview.imagery.record_entries import TargetSet
from seatpreview.imagery.retiling import RetiledImage
from seatpreview.imagery.storage_check import SweepReport
from seatpreview.imagery.storage_check import sweep as sweep_objects
from seatpreview.objects.store import objects_of
from seatpreview.rendering import venue_panoramas, venue_stills
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_FAILURE, EXIT_USAGE, CommandError
from seatpreview.values.ids import VenueId
from seatpreview.venues.imagery_kinds import IMAGERY_KINDS

commands = CommandGroup()


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def upload(
    settings: Settings,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the images.")],
    venue: Annotated[str, typer.Option(metavar="VENUE", help="The venue that the images are of.")],
    pattern: Annotated[
        str, typer.Option(help="How the path of a file names its {section}, {row}, {rows} and {seat}.")
    ],
    set_: Annotated[
        str, typer.Option("--set", metavar="ID", help="The imagery set, created if it is missing.")
    ] = "photos",
    kind: Annotated[
        str | None, typer.Option(help="panorama, photo or rendered. A new set has photo by default.")
    ] = None,
    configuration: Annotated[
        str | None, typer.Option(metavar="ID", help="The set is only for this configuration.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Upload a folder of images, and enter into the venue's record which seats they are for.

    The path of a file below FOLDER has to match the pattern, and its
    {section}, {row} and {seat} have to be ids of the layout; a section may
    also be given by its name. {rows} is the first and the last of some rows,
    such as G-J. Case and leading zeros do not matter. Images
    that the venue has already are skipped, so an interrupted upload can be
    run again. Files that cannot be used are listed with the reason, and the
    command exits with 1.

    Examples:
      seatpreview imagery upload photos --venue ven_6RtY1pWq9ZxC3vBn5MkL \\
        --pattern '{section}/{row}.jpg'
      seatpreview imagery upload panos --venue ven_6RtY1pWq9ZxC3vBn5MkL \\
        --pattern '{section}.jpg' --set panos --kind panorama
    """
    if kind not in (None, *IMAGERY_KINDS):
        raise CommandError("--kind must be panorama, photo or rendered.", exit_code=EXIT_USAGE)
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder.", exit_code=EXIT_USAGE)
    try:
        filename_pattern = FilenamePattern(pattern)
    except ValueError as refusal:
        raise CommandError(f"--pattern {refusal}.", exit_code=EXIT_USAGE) from refusal
    target = TargetSet(set_, kind, configuration)
    report = folder_upload.upload(settings, venue, folder, filename_pattern, target)
    if json:
        display.print_json(report)
    else:
        display.print_lines(
            {
                "uploaded": str(len(report.uploaded)),
                "unchanged": str(len(report.unchanged)),
                "failed": str(len(report.failed)),
            }
        )
        for failure in report.failed:
            display.note(f"{failure.file}: {failure.reason}.")
    if report.failed:
        raise typer.Exit(EXIT_FAILURE)


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url", "chromium", "stills_memory_mb")
def render(
    settings: Settings,
    venue_id: VenueArgument,
    more_seats: Annotated[
        list[str] | None, typer.Argument(metavar="[LABEL]...", help="More labels, after the one of --seats.")
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL", help="A seat, a row or a section: a key, or any label. Repeatable."),
    ] = None,
    configuration: Annotated[
        str | None, typer.Option(metavar="ID", help="The configuration that is drawn.")
    ] = None,
    set_: Annotated[
        str | None,
        typer.Option(
            "--set", metavar="ID", help="The imagery set, created if it is missing. Default: rendered-ID."
        ),
    ] = None,
    size: Annotated[
        int, typer.Option(metavar="PIXELS", help="The width of a panorama, which is half as high.")
    ] = 4096,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the panoramas here, and upload nothing.")
    ] = None,
    stills: Annotated[
        bool, typer.Option("--stills", help="Draw one still for each row of the venue, and no panoramas.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Render panoramas of seats from the seating plan, with the viewer's drawing.

    Needs Chromium on this machine, and a layout with geometry. The panoramas
    are uploaded, and entered into an imagery set of the kind "rendered" for
    the configuration. A panorama of a row or a section is taken from a seat
    that sees the focus, and is used for the whole row or section. Viewers
    label them as renderings, and prefer a real picture of the seat. A second
    run replaces the same panoramas. At most 200 can be rendered at once.

    With --stills, one still is drawn for each row, as the service does when
    a row is first asked for. Stills that are stored already are kept.

    Examples:
      seatpreview imagery render ven_6RtY1pWq9ZxC3vBn5MkL \\
        --configuration end-stage --seats 107/K/9 112/A/1 "Floor 2"
      seatpreview imagery render ven_6RtY1pWq9ZxC3vBn5MkL --seats 104 --output panoramas
      seatpreview imagery render ven_6RtY1pWq9ZxC3vBn5MkL --stills --configuration end-stage
    """
    labels = [*(seats or ()), *(more_seats or ())]
    if stills:
        if labels or set_ is not None or output is not None:
            raise CommandError(
                "--stills draws the rows of the whole venue: leave out --seats, --set and --output.",
                exit_code=EXIT_USAGE,
            )
        with display.progress("Stills") as on_progress:
            drawn = venue_stills.draw_stills(settings, venue_id, configuration, on_progress)
        if json:
            display.print_json(drawn)
        else:
            display.print_lines({"drawn": str(drawn.drawn), "kept": str(drawn.kept)})
        return
    request = venue_panoramas.RenderRequest(venue_id, labels, configuration, set_, size, output)
    with display.progress("Panoramas") as on_progress:
        report = venue_panoramas.render(settings, request, on_progress)
    if json:
        display.print_json(report)
        return
    where = f"set {report.set_id}" if output is None else str(output)
    display.print_lines({"rendered": str(len(report.rendered)), "into": where})


def list_(call: Call) -> None:
    images = call.run()
    computed = {
        "type": lambda image: image.content_type.removeprefix("image/"),
        "pixels": lambda image: f"{image.width} x {image.height}",
        "bytes": lambda image: image.size_bytes,
        "image": lambda image: image.name,
        "usedBy": lambda image: ", ".join(use.id for use in image.used_by) or "(none)",
    }
    call.show(images, computed=computed)
    if images.missing and not call.as_json:
        display.note(f"Not uploaded yet: {', '.join(images.missing)}.")


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def retile(
    settings: Settings,
    venue_id: Annotated[
        str | None, typer.Argument(metavar="[VENUE]", help="The venue's id, or an alias of it.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="The images of all venues.")] = False,
    json: AsJson = False,
) -> None:
    """Cut panoramas of earlier versions into tiles for every level of zoom.

    New panoramas get these tiles when they are uploaded. Older ones are shown
    without them, and load more slowly. The command can be stopped at any time
    and run again, and buyers see the panoramas meanwhile. Images that cannot
    be cut are listed with the reason, and the command exits with 1.

    Examples:
      seatpreview imagery retile ven_6RtY1pWq9ZxC3vBn5MkL
      seatpreview imagery retile --all
    """
    if (venue_id is None) != all_:
        raise CommandError("Name a venue, or give --all.", exit_code=EXIT_USAGE)
    images = _retile(settings, venue_id)
    retiled = [f"{image.venue_id}/{image.name}" for image in images if image.failure is None]
    failed = {f"{image.venue_id}/{image.name}": image.failure for image in images if image.failure}
    if json:
        failures = [{"image": image, "reason": reason} for image, reason in failed.items()]
        display.print_json({"retiled": retiled, "failed": failures})
    else:
        display.print_lines({"retiled": str(len(retiled)), "failed": str(len(failed))})
        for image, reason in failed.items():
            display.note(f"{image}: {reason}")
    if failed:
        raise typer.Exit(EXIT_FAILURE)


def _retile(settings: Settings, venue_id: str | None) -> "list[RetiledImage]":
    """Cuts the images of a venue, or of all venues, with a progress bar."""
    venue: VenueId | None = None if venue_id is None else parse_text("VENUE", VenueId, venue_id)

    async def run(database: "Database") -> "list[RetiledImage]":
        if venue is not None:
            await LocalClient(settings, database).call("getVenue", venue)
        resources = assemble_resources(settings, database)
        images = await retiling.images_to_retile(resources, venue)
        done: list[RetiledImage] = []
        with display.progress("Cutting") as on_progress:

            def on_done(image: "RetiledImage") -> None:
                done.append(image)
                on_progress(len(done), len(images))

            await retiling.retile(resources, images, on_done)
        return done

    return run_with_usable_database(settings, run)


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def sweep(
    settings: Settings,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete the objects that no record names.")
    ] = False,
    even_most: Annotated[
        bool, typer.Option("--even-most", help="Delete even if they are most of what is stored.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Compare the stored images with the records. Without --delete, nothing is changed.

    Run it after a restore. It lists images whose objects are missing, which
    have to be uploaded again, and objects that no record names, which take up
    space. Objects younger than a day, by the clock of the storage, are never
    deleted: an upload may be writing them. The service may be running. Exits
    with 1 if objects are missing.

    Examples:
      seatpreview imagery sweep
      seatpreview imagery sweep --delete
    """

    async def run(database: "Database") -> SweepReport:
        objects = objects_of(settings.data_dir, settings.object_store_url)
        return await sweep_objects(database, objects, deletes=delete, even_most=even_most)

    report = run_with_usable_database(settings, run)
    if json:
        display.print_json(report)
    else:
        display.print_lines(
            {
                "images": str(report.found.images),
                "with missing objects": str(len(report.found.incomplete)),
                "without a record": str(len(report.found.unnamed)),
                "the same, younger than a day": str(report.found.unnamed_and_young),
                "deleted objects": str(report.deleted_objects),
            }
        )
        for image in report.found.incomplete:
            display.note(
                f"{image.venue_id}: {image.name} lacks {image.missing_objects} objects. Upload it again."
            )
        for unnamed in report.found.unnamed:
            display.note(f"No record names {unnamed.prefix}: {unnamed.objects} objects.")
    if report.found.incomplete:
        raise typer.Exit(EXIT_FAILURE)


add_operations(commands, "imagery", {"listImages": list_})
