"""The command `seatpreview`: its parts, and the one place where a refusal becomes an exit code."""

import importlib.metadata
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.commands import db, events, imagery, keys, seat_keys, signing, tenants, venues
from seatpreview.cli.commands.doctor import doctor
from seatpreview.cli.commands.serve import serve


class _Commands(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CommandError as refused:
            for sentence in refused.sentences:
                typer.echo(sentence, err=True)
            raise typer.Exit(refused.exit_code) from refused


app = typer.Typer(
    name="seatpreview",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    # A traceback shows what went wrong with us; the values of its variables might be secrets.
    pretty_exceptions_enable=False,
)
app.command()(serve)
app.add_typer(db.commands, name="db", help="The database: its revision, backups.")
app.add_typer(tenants.commands, name="tenants", help="Tenants: those who own venues and keys.")
app.add_typer(keys.commands, name="keys", help="API keys: who may ask.")
app.add_typer(venues.commands, name="venues", help="Venues: from files and to files, and what is in them.")
app.add_typer(imagery.commands, name="imagery", help="Images: uploaded from a folder, listed, deleted.")
app.add_typer(seat_keys.commands, name="seat-keys", help="Seat keys: what labels resolve to.")
app.add_typer(events.commands, name="events", help="Events: what was reported, as files and counts.")
app.add_typer(signing.commands, name="signing", help="The secret that signs sessions and addresses.")
app.command()(doctor)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"seatpreview {importlib.metadata.version('seatpreview')}")
        raise typer.Exit


@app.callback()
def seatpreview(
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", callback=_show_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Seat Preview: the view from a seat, and who may ask for it.

    Every setting is an environment variable (SEATPREVIEW_PORT) and a flag
    of `serve` (--port). Without any, the service keeps its records in ./data
    and listens on 127.0.0.1:8080.

    Start here:
      seatpreview serve --demo
      seatpreview keys create --scope admin
      seatpreview doctor
    """


if __name__ == "__main__":
    app()
