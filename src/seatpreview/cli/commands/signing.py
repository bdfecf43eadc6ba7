"""seatpreview signing: the secret that signs sessions and addresses of images."""

from typing import Annotated

import typer

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.options import takes_settings
from seatpreview.settings import Settings, variable

commands = typer.Typer(no_args_is_help=True)


@commands.callback()
def signing() -> None:
    """A group, so that `rotate` is a command of it even while it is the only one."""


@commands.command()
@takes_settings("data_dir")
def rotate(
    settings: Settings,
    forget: Annotated[
        bool,
        typer.Option(
            "--forget",
            metavar="",
            help="After a leak: ends every session, address of an image and cursor that is out, at once.",
        ),
    ] = False,
) -> None:
    """Sign with a new secret from now on, and break nothing that is out.

    What the old secret signed stays good until its own time. A service that
    runs takes up the new one by itself, within seconds.

    Examples:
      seatpreview signing rotate
      seatpreview signing rotate --forget
    """
    from seatpreview import signing
    from seatpreview.cli.database_session import make_data_folder
    from seatpreview.clock import Clock

    if settings.signing_secret:
        name = variable("signing_secret")
        raise CommandError(
            f"The secret is the setting {name}, so it is changed where that is set, on every machine:",
            "1. Append a comma and a new secret (openssl rand -base64 36), and restart: now both are taken.",
            "2. Put the new one first, and restart: now it signs.",
            "3. After eight days, remove the old one. After a leak, do so at once.",
        )
    make_data_folder(settings)
    kept = signing.rotate(settings.data_dir, Clock().now(), forget=forget)
    typer.echo("A new secret signs from now on.")
    typer.echo("Nothing signed before is taken any more." if forget else f"{_secrets(kept)} still taken.")


def _secrets(count: int) -> str:
    return "What the one before it signed is" if count == 1 else f"What the {count} before it signed is"
