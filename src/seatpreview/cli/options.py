"""Options that several commands share. Those that are settings come from the list in settings.py."""

import inspect
import os
from dataclasses import fields
from typing import Annotated, Any

import typer

from seatpreview.cli.command_errors import MISUSED, CommandError
from seatpreview.settings import Settings, SettingsFault, load, text_of, variable


def setting(name: str) -> Any:
    """The option of a setting: its flag, its environment variable, its meaning and its default."""
    [item] = [item for item in fields(Settings) if item.name == name]
    default = text_of(item.default)
    return typer.Option(
        f"--{name.replace('_', '-')}",
        envvar=variable(name),
        help=item.metadata["meaning"] + (f" Default: {default}." if default else ""),
        rich_help_panel="Settings",
    )


DataDir = Annotated[str | None, setting("data_dir")]
DatabaseUrl = Annotated[str | None, setting("database_url")]
AsJson = Annotated[
    bool, typer.Option("--json", metavar="", help="Print JSON, as the API has it, and no more.")
]
Limit = Annotated[int, typer.Option(min=1, help="Entries to list at most.")]
Cursor = Annotated[
    str | None, typer.Option(help="Go on from here: nextCursor of an earlier list with the same filters.")
]
RateLimit = Annotated[
    str | None,
    typer.Option(metavar="RATE", help="requests/seconds or requests/seconds/burst, such as 600/60/100."),
]

LIST_MAX = 1000
"""Entries that a list shows unless it is asked for more."""


def settings_of(**flags: str | None) -> Settings:
    """Flags over the environment over the defaults."""
    try:
        return load(os.environ, flags)
    except SettingsFault as fault:
        raise CommandError(*fault.faults, exit_code=MISUSED) from fault


def takes_every_setting(command: Any) -> Any:
    """Gives a command one option for each setting; they arrive as its `**flags`."""
    own = inspect.signature(command)
    named = [each for each in own.parameters.values() if each.kind is not each.VAR_KEYWORD]
    flags = [
        inspect.Parameter(
            item.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[str | None, setting(item.name)],
        )
        for item in fields(Settings)
    ]
    command.__signature__ = own.replace(parameters=[*named, *flags])
    return command


def rate_limit_of(text: str | None) -> dict[str, int] | None:
    """`100/60/10` as the member rateLimit. Whether the numbers are allowed is for the operation to say."""
    if text is None:
        return None
    parts = text.split("/")
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() for part in parts):
        raise typer.BadParameter(
            "write requests/seconds or requests/seconds/burst, such as 600/60/100", param_hint="--rate-limit"
        )
    return dict(zip(("requests", "windowSeconds", "burst"), map(int, parts), strict=False))


def sent(**members: object) -> dict[str, object]:
    """The members that were given; what is None was not."""
    return {name: value for name, value in members.items() if value is not None}
