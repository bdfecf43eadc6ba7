"""seatpreview venues floor-plan: shows, stores and removes the floor plan of a venue."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import AsJson, VenueArgument, takes_settings
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError

if TYPE_CHECKING:
    from seatpreview.imagery.floor_plans import FloorPlan

commands = CommandGroup()


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def show(settings: Settings, venue_id: VenueArgument, json: AsJson = False) -> None:
    """Show the size of a venue's floor plan, who stored it, and where it lies.

    Example:
      seatpreview venues floor-plan show harbour
    """
    from seatpreview.api import local_operations

    _print(local_operations.call(settings, "getFloorPlan", venue_id), json)


@commands.command(name="set")
@takes_settings("data_dir", "database_url", "object_store_url")
def set_(
    settings: Settings,
    venue_id: VenueArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JPEG, PNG, WebP or AVIF image.")],
    json: AsJson = False,
) -> None:
    """Store a picture as the floor plan of a venue, which lies below its seats in the console.

    It takes the place of the present one, and stays where that lay if both
    have the same size. Buyers see nothing of it. The console also takes SVG
    and PDF files.

    Example:
      seatpreview venues floor-plan set harbour ground-floor.png
    """
    from seatpreview.api import local_operations

    content = _content_of(file)
    _print(
        local_operations.run_with_client(
            settings, lambda client: client.call("putFloorPlan", venue_id, raw_body=content)
        ),
        json,
    )


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def remove(settings: Settings, venue_id: VenueArgument) -> None:
    """Remove the floor plan of a venue.

    Example:
      seatpreview venues floor-plan remove harbour
    """
    from seatpreview.api import local_operations

    local_operations.call(settings, "deleteFloorPlan", venue_id)
    typer.echo(f"Removed the floor plan of {venue_id}.")


def _content_of(file: Path) -> bytes:
    from seatpreview.imagery.image_processing import BYTES_MAX

    try:
        size_bytes = file.stat().st_size
        if size_bytes > BYTES_MAX:
            raise CommandError(f"{file} has {size_bytes:,} bytes. At most {BYTES_MAX:,} can be stored.")
        return file.read_bytes()
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault


def _print(floor_plan: "FloorPlan", as_json: bool) -> None:
    from seatpreview.cli import display

    display.print_record(
        floor_plan, as_json, {"placement": "not placed yet"}, ("url", "previewUrl", "expiresAt")
    )
