"""The program `seatpreview`: its commands, and the one place that turns errors into exit codes."""

import io
import sys
from typing import Annotated, Any

import typer

from seatpreview import API_VERSION
from seatpreview.cli.command_group import CommandGroup, Group, LazyGroup
from seatpreview.cli.commands.changes import changes
from seatpreview.cli.commands.doctor import doctor
from seatpreview.cli.commands.rehearse import rehearse
from seatpreview.cli.commands.serve import serve
from seatpreview.cli.commands.view import view
from seatpreview.cli.problem_text import sentences_of
from seatpreview.problems import Problem
from seatpreview.values.command_error import EXIT_FAILURE, EXIT_INTERRUPTED, CommandError


class _Commands(Group):
    """Prints expected errors in sentences, or that Ctrl-C ended the command, and never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A terminal that has not all letters shows their codes. Standard error does so by itself.
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except CommandError as error:
            typer.echo("\n".join(error.sentences), err=True)
            raise typer.Exit(error.exit_code) from error
        except Problem as problem:
            typer.echo("\n".join(sentences_of(problem)), err=True)
            raise typer.Exit(EXIT_FAILURE) from problem
        except KeyboardInterrupt:
            typer.echo("\nStopped.", err=True)
            raise typer.Exit(EXIT_INTERRUPTED) from None


app = CommandGroup(
    name="seatpreview",
    cls=_Commands,
    add_completion=False,
    rich_markup_mode="rich",
    # A traceback with the values of variables, as rich prints it, might show secrets.
    pretty_exceptions_enable=False,
)
for command in (serve, view, changes, doctor, rehearse):
    app.command()(command)

GROUPS = {
    "db": "Upgrade, back up and restore the database.",
    "tenants": "Tenants, which own venues and keys.",
    "keys": "API keys.",
    "venues": "Venues: import, export and show them, and check their files.",
    "imagery": "Images of venues: upload a folder of them, list and delete them.",
    "seat-keys": "Seat keys: try out which seats labels resolve to.",
    "events": "Events that pages reported: export and count them.",
    "sessions": "Sessions of buyers' browsers: end one that leaked.",
    "signing": "The secret that signs sessions and image addresses.",
    "webhooks": "Webhooks: addresses that are told what changes, and deliveries.",
}
for name, help_ in GROUPS.items():
    app.add_typer(CommandGroup(cls=LazyGroup), name=name, help=help_)


def _show_version(is_given: bool) -> None:
    if is_given:
        import importlib.metadata

        typer.echo(f"seatpreview {importlib.metadata.version('seatpreview')}, interface {API_VERSION}")
        raise typer.Exit


@app.callback()
def seatpreview(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Print the versions of the software and of the interface.",
        ),
    ] = False,
) -> None:
    """Seat Preview shows a ticket buyer the view from a seat.

    Every setting is an environment variable (SEATPREVIEW_PORT) and a flag
    of `serve` (--port). Without any, the service stores its data in ./data
    and listens on 127.0.0.1:8080.

    Start here:
      seatpreview serve --demo
      seatpreview view harbour "Sec 107 Row K Seat 9"
      seatpreview keys create --scope admin
      seatpreview doctor
    """


if __name__ == "__main__":
    app()
