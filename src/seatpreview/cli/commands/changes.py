"""seatpreview changes: lists what changed, and follows what happens."""

from typing import Annotated

import typer

from seatpreview.cli.followed_changes import START, FollowedChanges, print_json, print_line
from seatpreview.cli.options import takes_settings, without_nulls
from seatpreview.settings.settings import Settings


@takes_settings("data_dir", "database_url")
def changes(
    settings: Settings,
    follow: Annotated[bool, typer.Option("--follow", help="Go on with what happens, until Ctrl-C.")] = False,
    after: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION",
            help="Begin after this position, which an earlier run has printed; or with `start` or `now`. "
            "By default, `now` with --follow, and otherwise `start`.",
        ),
    ] = None,
    types: Annotated[
        str | None, typer.Option(metavar="TYPES", help="Only these, such as key.revoked,venue.published.")
    ] = None,
    venue: Annotated[
        str | None, typer.Option(metavar="VENUE", help="Only changes of this venue, its images and grants.")
    ] = None,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Only changes that this tenant may see.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print each change as JSON on its own line.")] = False,
) -> None:
    """List what changed, oldest first, or follow what happens.

    Keys, venues, grants and images, each change on its own line. The last
    line, on standard error, says how to go on later without missing anything.
    A lost connection to the database does not end --follow.

    Examples:
      seatpreview changes --types key.revoked,key.revoke_scheduled
      seatpreview changes --follow --venue harbour
    """
    from seatpreview.cli import display

    position = after or ("now" if follow else START)
    following = FollowedChanges(
        settings,
        without_nulls(types=types, venue=venue, tenantId=tenant),
        position,
        print_json if json else print_line,
    )
    try:
        following.run_until_interrupted() if follow else following.run_to_end()
    except KeyboardInterrupt:
        typer.echo("", err=True)
    display.note(f"To go on from here: --after {following.position}")
