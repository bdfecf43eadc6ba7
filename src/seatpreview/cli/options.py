"""Options that several commands share, and the decorator that gives a command its settings."""

import functools
import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Concatenate

import typer
from rich.markup import escape

from seatpreview.settings.loader import load
from seatpreview.settings.setting_values import text_of, variable
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError

Command = Callable[Concatenate[Settings, ...], None]
"""A command that takes the settings first, then its own arguments and options."""

VenueArgument = Annotated[str, typer.Argument(metavar="VENUE", help="The venue's id, or an alias of it.")]
VENUE_PARAMETERS = ("venue", "venue_id", "over")
"""Parameters that name venues. A person gives an id or an alias, and the command gets the id."""
AsJson = Annotated[bool, typer.Option("--json", help="Print only JSON, as the API returns it.")]
Archived = Annotated[bool, typer.Option("--archived", help="List archived ones as well.")]
Limit = Annotated[int, typer.Option(min=1, help="List at most this many entries.")]
Cursor = Annotated[
    str | None, typer.Option(help="Continue a list: nextCursor of an earlier one with the same filters.")
]
NewFile = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
]

LIST_MAX = 1000
"""The default of --limit."""


def takes_settings(
    *names: str, works_without_service: bool = False
) -> Callable[[Command], Callable[..., None]]:
    """Adds an option to a command for each of these settings, or for every setting where none is named.

    The command's first parameter gets the loaded Settings: flags over the environment over the defaults. The
    options come after the command's own, in the order of the names. Before the command starts, settings that
    cannot be used are refused, aliases of venues are replaced by ids, and a data folder without a service is
    refused. A command that begins a service, or checks the folder itself, sets `works_without_service`.
    """
    options = names or tuple(item.name for item in fields(Settings))

    def decorate(command: Command) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**arguments: Any) -> None:
            flags = {name: _flag_text(arguments.pop(name)) for name in options}
            settings = load(os.environ, flags, _warns_of_unknown)
            _log_to_stderr()
            if not works_without_service:
                _check_service_exists(settings)
            for name in VENUE_PARAMETERS:
                if arguments.get(name) is not None:
                    arguments[name] = _venue_ids(settings, arguments[name], arguments.get("tenant"))
            command(settings, **arguments)

        signature = inspect.signature(command)
        _, *own = signature.parameters.values()
        # Typer makes options of what inspect.signature returns, and that is this attribute (PEP 362).
        parameters = [*own, *map(_setting_parameter, options)]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # PEP 362 has it
        return run

    return decorate


def parse_rate_limit(text: str) -> dict[str, int]:
    """Parses `100/60/10` into the member rateLimit. The operation checks the numbers."""
    parts = text.split("/")
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() for part in parts):
        raise typer.BadParameter(
            "write requests/seconds or requests/seconds/burst, such as 600/60/100", param_hint="--rate-limit"
        )
    return dict(zip(("requests", "windowSeconds", "burst"), map(int, parts), strict=False))


def parse_quota(text: str, flag: str, unit: int) -> int | None:
    """Parses a quota in these units of the API. None stands for `default`: what the setting says."""
    if text == "default":
        return None
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise typer.BadParameter("write a whole number from 1 on, or `default`", param_hint=flag)
    return int(text) * unit


def parse_time(text: str, flag: str) -> datetime:
    """Parses a time with its zone."""
    moment = None
    with suppress(ValueError):
        moment = datetime.fromisoformat(text)
    if moment is None or moment.tzinfo is None:
        raise typer.BadParameter("is a time with its zone, such as 2026-11-16T12:00:00Z", param_hint=flag)
    return moment


def parse_text(name: str, type_: Any, text: str) -> Any:
    """Parses the value of an argument or an option, as the type of the API's validated texts does."""
    try:
        return type_.parse(text)
    except ValueError as fault:
        raise CommandError(f"{name} {fault}.", exit_code=EXIT_USAGE) from fault


def without_nulls(**members: object) -> dict[str, object]:
    """Returns the members that are not None, which stands for a flag that was not given."""
    return {name: value for name, value in members.items() if value is not None}


def split_names(texts: list[str]) -> list[str]:
    """Splits lists that are written with commas. The operation checks the names."""
    return [name.strip() for text in texts for name in text.split(",")]


def _warns_of_unknown(settings: Settings, sentences: list[str]) -> bool:
    """Warns of unknown settings, and ignores them, while the tables are those of a newer release. Machines
    that share their settings are upgraded, or taken back, one after the other."""
    from seatpreview.database.command_session import newer_revision

    revision = newer_revision(settings)
    if revision is None:
        return False
    for sentence in sentences:
        typer.echo(
            f"{sentence} It is ignored, because the tables have revision {revision}, of a newer release.",
            err=True,
        )
    return True


def _log_to_stderr() -> None:
    """Sends log lines to standard error, because standard output is for the command's result. `serve` sets up
    a log of its own later."""
    import structlog

    structlog.configure(logger_factory=lambda *_: structlog.WriteLogger(sys.stderr))


def _check_service_exists(settings: Settings) -> None:
    from seatpreview.data_folder import check_service_exists

    check_service_exists(settings)


def _venue_ids(settings: Settings, named: str | list[str], tenant_id: str | None) -> str | list[str]:
    """Returns the ids of the named venues. With --tenant, an alias is looked up among that tenant's."""
    from seatpreview.cli.venue_argument import is_alias, venue_id_of

    if isinstance(named, str):
        return venue_id_of(settings, named, tenant_id) if is_alias(named) else named
    return [venue_id_of(settings, each, tenant_id) if is_alias(each) else each for each in named]


def _setting_parameter(name: str) -> inspect.Parameter:
    """Returns the parameter of a setting: its flag, its environment variable, its meaning and its default."""
    [item] = [item for item in fields(Settings) if item.name == name]
    is_switch = item.metadata["is_switch"]
    default = "" if is_switch else text_of(item.default)
    option = typer.Option(
        f"--{name.replace('_', '-')}",
        envvar=variable(name),
        help=escape(item.metadata["meaning"] + (f" Default: {default}." if default else "")),
        # A switch has no panel: it is one of the command's own options, at the top of the help.
        rich_help_panel=None if is_switch else "Settings",
    )
    type_ = bool if is_switch else str
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[type_ | None, option]
    )


def _flag_text(given: str | bool | None) -> str | None:
    """Returns a flag's text as its environment variable would have it; None for a switch that is absent."""
    if isinstance(given, bool):
        return "true" if given else None
    return given
