"""seatpreview sessions: ends the session of a buyer's browser."""

from typing import Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import takes_settings
from seatpreview.settings.settings import Settings

commands = CommandGroup()


@commands.callback()
def sessions() -> None:
    """Sessions of buyers' browsers."""


@commands.command()
@takes_settings("data_dir", "database_url")
def end(
    settings: Settings,
    session_id: Annotated[
        str, typer.Argument(metavar="SESSION_ID", help="The id that came with the session, or with an event.")
    ],
) -> None:
    """End a session at once, on every worker and for all of its tokens.

    Example:
      seatpreview sessions end ses_3HcV9kQm2WxZ7tBn4RpL0d6Gy8JsKf1UvPq5TzXa
    """
    from seatpreview.api import local_operations

    local_operations.call(settings, "endSession", session_id)
    typer.echo(f"Ended {session_id}.")
