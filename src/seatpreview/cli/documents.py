"""Pages of docs/ that are written from the code: settings and the command line."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import typer.main

from seatpreview.cli.main import app
from seatpreview.settings import Settings, text_of, variable


def settings_page() -> str:
    """docs/settings.md: every setting, its default and what it means."""
    lines = [
        "# Settings",
        "",
        "Environment variables, and flags of `seatpreview serve` with the same names: `SEATPREVIEW_PORT` is",
        "`--port`. A flag comes before the environment. A variable with the prefix `SEATPREVIEW_` that is",
        "not a setting is refused at start, so that a mistyped one is noticed.",
        "",
        "| Variable | Default | Meaning |",
        "| --- | --- | --- |",
    ]
    for item in fields(Settings):
        default = text_of(item.default)
        shown = f"`{default}`" if default else ""
        lines.append(f"| `{variable(item.name)}` | {shown} | {item.metadata['meaning']} |")
    return "\n".join([*lines, ""])


def command_line_page() -> str:
    """docs/command-line.md: every command, its arguments and options."""
    lines = [
        "# Command line",
        "",
        "`seatpreview --help` and `seatpreview COMMAND --help` say the same at a terminal. Commands that",
        "touch the database call the operations of the API as the operator, and find it by `--data-dir` or",
        "`--database-url`, or by the [settings](settings.md). With `--json` they print the API's own JSON.",
        "",
    ]
    return "\n".join([*lines, *_commands(typer.main.get_command(app), "seatpreview")])


def _commands(command: Any, path: str) -> Iterator[str]:
    for name, child in getattr(command, "commands", {}).items():
        if hasattr(child, "commands"):
            yield from _commands(child, f"{path} {name}")
        else:
            yield from _command(child, f"{path} {name}")


def _command(command: Any, path: str) -> Iterator[str]:
    summary, _, rest = inspect.cleandoc(command.help or "").partition("\n\n")
    explanation, *examples = re.split(r"Examples?:", rest, maxsplit=1)
    arguments = [
        parameter.name.upper() for parameter in command.params if not parameter.opts[0].startswith("-")
    ]
    yield from (f"## `{' '.join([path, *arguments])}`", "", " ".join(summary.split()), "")
    if explanation.strip():
        yield from (" ".join(explanation.split()), "")
    for text in examples:
        yield from ("```sh", *(line.strip() for line in text.strip().splitlines()), "```", "")
    options = [parameter for parameter in command.params if parameter.opts[0].startswith("-")]
    settings = {item.name for item in fields(Settings)}
    if settings.issubset(option.name for option in options):
        yield from ("It takes a flag for each of the [settings](settings.md), and:", "")
        options = [option for option in options if option.name not in settings]
    if options:
        yield from ("| Option | Meaning |", "| --- | --- |")
        yield from (f"| `{' '.join(_spelling(option))}` | {option.help or ''} |" for option in options)
        yield ""


def _spelling(option: Any) -> Iterator[str]:
    yield from option.opts[:1]
    if option.metavar:
        yield option.metavar
