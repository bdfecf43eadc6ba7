"""Options that several commands share, and the decorator that gives a command its settings."""

import functools
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any, Concatenate

import typer
from rich.markup import escape

from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings, SettingsFault, text_of, variable

Command = Callable[Concatenate[Settings, ...], None]
"""A command that takes the settings first, then its own arguments and options."""

VenueArgument = Annotated[str, typer.Argument(metavar="VENUE", help="The venue's id, or an alias of it.")]
VENUE_PARAMETERS = ("venue", "venue_id")
"""Parameters of commands that name venues, by an id or an alias. Commands get ids."""
AsJson = Annotated[bool, typer.Option("--json", help="Print only JSON, as the API returns it.")]
Limit = Annotated[int, typer.Option(min=1, help="List at most this many entries.")]
Cursor = Annotated[
    str | None, typer.Option(help="Continue a list: nextCursor of an earlier one with the same filters.")
]
RateLimit = Annotated[
    str | None,
    typer.Option(metavar="RATE", help="requests/seconds or requests/seconds/burst, such as 600/60/100."),
]

LIST_MAX = 1000
"""How many entries a list shows at most where --limit is not given."""


def takes_settings(
    *names: str, works_without_service: bool = False
) -> Callable[[Command], Callable[..., None]]:
    """Adds an option to a command for each of these settings, or for every setting where none is named.

    The command's first parameter gets the loaded Settings: flags over the environment over the defaults. The
    options come after the command's own, in the order of the names. Settings that cannot be used end the
    command before it starts, and so does a data folder without a service, unless the command says that it
    begins one or looks itself. Venues that are named by an alias are looked up before it starts as well.
    """
    options = names or tuple(item.name for item in fields(Settings))

    def decorate(command: Command) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**arguments: Any) -> None:
            flags = {name: _flag_text(arguments.pop(name)) for name in options}
            settings = _load_settings(flags)
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


def parse_rate_limit(text: str | None) -> dict[str, int] | None:
    """Parses `100/60/10` into the member rateLimit. The operation checks whether the numbers are allowed."""
    if text is None:
        return None
    parts = text.split("/")
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() for part in parts):
        raise typer.BadParameter(
            "write requests/seconds or requests/seconds/burst, such as 600/60/100", param_hint="--rate-limit"
        )
    return dict(zip(("requests", "windowSeconds", "burst"), map(int, parts), strict=False))


def without_nulls(**members: object) -> dict[str, object]:
    """Returns the members that were given on the command line: None stands for a flag that was not."""
    return {name: value for name, value in members.items() if value is not None}


def _load_settings(flags: dict[str, str | None]) -> Settings:
    try:
        return load(os.environ, flags)
    except SettingsFault as fault:
        raise CommandError(*fault.faults, exit_code=EXIT_USAGE) from fault


def _log_to_stderr() -> None:
    """Sends log lines to standard error, because standard output is for the command's result. A command may
    set up a log of its own afterwards, as `serve` does."""
    import structlog

    structlog.configure(logger_factory=lambda *_: structlog.WriteLogger(sys.stderr))


def _check_service_exists(settings: Settings) -> None:
    from seatpreview.cli.database_session import check_service_exists

    check_service_exists(settings)


def _venue_ids(settings: Settings, named: str | list[str], tenant_id: str | None) -> str | list[str]:
    """Returns the ids of venues that are named by an id or an alias; with --tenant, an alias of its own."""
    from seatpreview.cli.venue_names import is_alias, venue_id_of

    if isinstance(named, str):
        return venue_id_of(settings, named, tenant_id) if is_alias(named) else named
    return [venue_id_of(settings, each, tenant_id) if is_alias(each) else each for each in named]


def _setting_parameter(name: str) -> inspect.Parameter:
    """The parameter of a setting: its flag, its environment variable, its meaning and its default."""
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
    """The text of a flag as its environment variable would have it. A switch that was not given is None."""
    if isinstance(given, bool):
        return "true" if given else None
    return given
