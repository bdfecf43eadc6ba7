"""seatpreview venues archive, unarchive, delete and copy: puts venues away, and makes new ones of them."""

from typing import Annotated

import typer

from seatpreview.cli.options import AsJson, VenueArgument, takes_settings
from seatpreview.settings.settings import Settings


@takes_settings("data_dir", "database_url")
def archive(settings: Settings, venue_id: VenueArgument, json: AsJson = False) -> None:
    """Archive a venue: nobody sees its views, until `venues unarchive` brings it back.

    Its sessions end for good. Its record, aliases, images and grants stay.

    Example:
      seatpreview venues archive ven_6RtY1pWq9ZxC3vBn5MkL
    """
    _archive_or_not(settings, "archiveVenue", venue_id, json)


@takes_settings("data_dir", "database_url")
def unarchive(settings: Settings, venue_id: VenueArgument, json: AsJson = False) -> None:
    """Bring an archived venue back, with its aliases, images and grants.

    Example:
      seatpreview venues unarchive ven_6RtY1pWq9ZxC3vBn5MkL
    """
    _archive_or_not(settings, "unarchiveVenue", venue_id, json)


@takes_settings("data_dir", "database_url")
def delete(
    settings: Settings,
    venue_id: VenueArgument,
    confirm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name of the venue; without it, the command asks for it."),
    ] = None,
) -> None:
    """Delete an archived venue for good, with its images and events.

    You type its name, so that no other one is deleted. Nothing brings it back
    but a backup.

    Example:
      seatpreview venues delete ven_6RtY1pWq9ZxC3vBn5MkL --confirm "Harbour Arena"
    """
    from seatpreview.api import local_operations
    from seatpreview.cli.typed_name import typed_name

    name = typed_name("venue", venue_id, confirm)
    local_operations.run_with_client(
        settings, lambda client: client.call("deleteVenue", venue_id, query={"confirm": name})
    )
    typer.echo(f"Deleted {venue_id}.")


@takes_settings("data_dir", "database_url")
def copy(
    settings: Settings,
    venue_id: VenueArgument,
    name: Annotated[str, typer.Option(help="The name of the copy.")],
    images: Annotated[
        bool, typer.Option("--images/--no-images", help="Copy the uploaded images, too.")
    ] = True,
    json: AsJson = False,
) -> None:
    """Copy a venue: the same record under another name.

    The running service copies the images in the background. Aliases of the
    venue itself are not copied, because each names one venue only.

    Example:
      seatpreview venues copy ven_6RtY1pWq9ZxC3vBn5MkL --name "Harbour Arena, new seats"
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    venue = local_operations.call(settings, "copyVenue", venue_id, body={"name": name, "images": images})
    if json:
        display.print_json(venue)
        return
    members = {"venueId": venue.venue_id, "tenantId": venue.tenant_id, "name": venue.name}
    display.print_record(members, False, {})


def _archive_or_not(settings: Settings, operation_id: str, venue_id: str, json: bool) -> None:
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    venue = local_operations.call(settings, operation_id, venue_id)
    if json:
        display.print_json(venue)
        return
    members = {"venueId": venue.venue_id, "name": venue.name, "archivedAt": venue.archived_at}
    display.print_record(members, False, {"archivedAt": "not archived"})


COMMANDS = (archive, unarchive, delete, copy)
