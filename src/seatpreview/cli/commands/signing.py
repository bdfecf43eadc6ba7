"""seatpreview signing: rotates the secret that signs sessions, image addresses, links and cursors."""

from typing import Annotated

import typer

from seatpreview import signing
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import takes_settings
from seatpreview.settings.settings import Settings, variable
from seatpreview.values.clock import Clock
from seatpreview.values.command_error import CommandError

commands = CommandGroup()


@commands.command()
@takes_settings("data_dir")
def rotate(
    settings: Settings,
    forget: Annotated[
        bool,
        typer.Option(
            "--forget",
            help="After a leak: end every session, image address, link and cursor that was issued, at once.",
        ),
    ] = False,
) -> None:
    """Sign with a new secret from now on. Everything signed before stays valid.

    What was signed with the old secret is valid until it expires: sessions,
    image addresses and cursors for eight days at most, links to preview
    images for 400 days. After eight days an old secret verifies only such
    links. A running service uses the new secret within seconds, without a
    restart.

    Examples:
      seatpreview signing rotate
      seatpreview signing rotate --forget
    """
    if settings.signing_secret:
        name = variable("signing_secret")
        raise CommandError(
            f"The signing secret is the setting {name}. Change it where it is set, on every machine:",
            "1. Append a comma and a new secret (openssl rand -base64 36), and restart: now both are valid.",
            "2. Put the new secret first, and restart: now it signs.",
            f"3. After eight days, move the old secret to {variable('link_secrets')}. There it verifies only "
            "links to preview images. Remove it after 400 days.",
            "After a leak, remove it everywhere at once.",
        )
    old_secrets = signing.rotate(settings.data_dir, Clock().now(), forget=forget)
    typer.echo("A new secret signs from now on.")
    if forget:
        typer.echo("Everything signed before is refused.")
        return
    typer.echo(f"Everything signed with the {_previous(old_secrets.for_all)} is still accepted.")
    if old_secrets.for_links:
        older = "older secret verifies" if old_secrets.for_links == 1 else "older secrets verify"
        typer.echo(f"{old_secrets.for_links} {older} links to preview images, and nothing else.")


def _previous(count: int) -> str:
    return "previous secret" if count == 1 else f"previous {count} secrets"
