"""seatpreview imagery: a folder of pictures to a venue's seats, listed and deleted."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.cli.command_errors import FAILED, MISUSED, CommandError
from seatpreview.cli.options import LIST_MAX, AsJson, Limit, VenueIdArgument, takes_settings
from seatpreview.settings import Settings

commands = typer.Typer(no_args_is_help=True)


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def upload(
    settings: Settings,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pictures are.")],
    venue: Annotated[str, typer.Option(metavar="VENUE_ID", help="Whose seats they are for.")],
    pattern: Annotated[
        str, typer.Option(help="Where a file's path has the {section}, {row} and {seat} it is for.")
    ],
    set_: Annotated[
        str, typer.Option("--set", metavar="ID", help="The imagery set; made where it is missing.")
    ] = "photos",
    kind: Annotated[str | None, typer.Option(help="panorama or photo; a new set's default: photo.")] = None,
    configuration: Annotated[
        str | None, typer.Option(metavar="ID", help="The set is for this configuration alone.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Upload a folder of pictures, and say in the venue's record which seats they are for.

    A path below FOLDER has to fit the pattern, and what stands there for
    {section}, {row} and {seat} has to be in the layout: by id, or a section
    by its name; case and zeros in front of a number do not matter. What is
    there already with the same content is passed over, so an upload that was
    stopped goes on where it stopped. Files that cannot be placed are said,
    and the command exits with 1.

    Examples:
      seatpreview imagery upload photos --venue ven_6RtY1pWq9ZxC3vBn5MkL \\
        --pattern '{section}/{row}.jpg'
      seatpreview imagery upload panos --venue ven_6RtY1pWq9ZxC3vBn5MkL \\
        --pattern '{section}.jpg' --set panos --kind panorama
    """
    from seatpreview.cli import display, uploads
    from seatpreview.cli.filename_pattern import Pattern
    from seatpreview.venues.imagery_kinds import IMAGERY_KINDS

    if kind is not None and kind not in IMAGERY_KINDS:
        raise CommandError(f"--kind must be {' or '.join(IMAGERY_KINDS)}.", exit_code=MISUSED)
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder.", exit_code=MISUSED)
    try:
        read = Pattern(pattern)
    except ValueError as refusal:
        raise CommandError(f"--pattern {refusal}.", exit_code=MISUSED) from refusal
    report = uploads.upload(settings, venue, folder, read, uploads.Target(set_, kind, configuration))
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
        raise typer.Exit(FAILED)


@commands.command("list")
@takes_settings("data_dir", "database_url", "object_store_url")
def list_(
    settings: Settings,
    venue_id: VenueIdArgument,
    limit: Limit = LIST_MAX,
    json: AsJson = False,
) -> None:
    """List a venue's images by name, and what its record refers to that nobody has uploaded.

    Example:
      seatpreview imagery list ven_6RtY1pWq9ZxC3vBn5MkL
    """
    from seatpreview.cli import display, operations, uploads

    found = operations.visit(settings, lambda desk: uploads.all_images(desk, venue_id, limit))
    display.print_list(
        found,
        json,
        ("TYPE", "PIXELS", "BYTES", "USED BY", "IMAGE"),
        lambda image: (
            image.content_type.removeprefix("image/"),
            f"{image.width} x {image.height}",
            image.size_bytes,
            [use.id for use in image.used_by],
            image.name,
        ),
    )
    if found.missing and not json:
        display.note(f"Not uploaded: {', '.join(found.missing)}.")


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def delete(
    settings: Settings,
    venue_id: VenueIdArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `imagery list` shows it.")],
) -> None:
    """Delete an image that the venue's record does not refer to.

    Example:
      seatpreview imagery delete ven_6RtY1pWq9ZxC3vBn5MkL photos/101/a.jpg
    """
    from seatpreview.cli import operations

    operations.ask(settings, "deleteImage", venue_id, name)
    typer.echo(f"{name} is deleted.")
