"""seatpreview view: makes a link to the view from a seat."""

from typing import Annotated

import typer

from seatpreview.cli.options import AsJson, VenueArgument, takes_settings
from seatpreview.settings.settings import Settings


@takes_settings("data_dir", "database_url", "host", "port", "public_url")
def view(
    settings: Settings,
    venue: VenueArgument,
    seat: Annotated[
        str, typer.Argument(metavar="SEAT", help="A label as a ticket has it, or a key such as 107/K/9.")
    ],
    configuration: Annotated[
        str | None, typer.Option(metavar="ID", help="The configuration of the venue, such as end-stage.")
    ] = None,
    locale: Annotated[
        str | None, typer.Option(metavar="TAG", help="The language of the viewer, such as de or en-US.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Make a link to the view from a seat, to open in a browser or to send to somebody.

    The link works for a day, and needs no key. It leads to --public-url, if
    that is given; otherwise to the running service of this data folder; and
    if none runs, to --host and --port. Everybody who has the link can look at
    the whole venue. `sessions end` ends it earlier, and so does a revoke of
    the key that it was made with. Its views count as staff's, not as a
    buyer's.

    Examples:
      seatpreview view harbour "Sec 107 Row K Seat 9"
      seatpreview view ven_6RtY1pWq9ZxC3vBn5MkL 107/K/9 --configuration end-stage
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, view_links

    linked = view_links.at_running_service(settings)
    link = local_operations.run_with_client(
        linked,
        lambda client: view_links.make_view_link(client, venue, seat, configuration, locale),
    )
    if json:
        display.print_json(link)
    else:
        typer.echo(link.viewer_url)
        display.note(link.description)
        display.note(
            f"The link works until {link.expires_at:%Y-%m-%d %H:%M} UTC, or until {link.key_id} is revoked."
        )
    if linked is settings and not view_links.is_listening(settings):
        display.note(f"Nothing answers at {settings.address} now: start the service, or give its --port.")
