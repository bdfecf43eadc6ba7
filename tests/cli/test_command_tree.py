"""The commands, arguments and options that scripts may use, as command_tree.txt has them: none is lost."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import typer.main

from seatpreview.cli.main import app
from seatpreview.settings.settings import Settings

RECORDED = Path(__file__).parent / "command_tree.txt"
SETTINGS = {f"--{item.name.replace('_', '-')}" for item in fields(Settings)}


def test_no_command_argument_or_option_is_lost_and_new_ones_are_recorded() -> None:
    """A line of the file is a command, then its parameters: `--name:type`, with `*` if it may be repeated,
    `!` if it is required, and `=` before a default. If this fails for an addition, add it to the file."""
    recorded = RECORDED.read_text().splitlines()
    assert list(lines_of(typer.main.get_command(app))) == recorded


def lines_of(root: Any) -> Iterator[str]:
    for path, command in sorted(commands_of(root)):
        yield " ".join([*path, *parameters_of(command)])


def commands_of(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    children = getattr(command, "commands", None)
    if children is None:
        yield path, command
        return
    for name, child in children.items():
        yield from commands_of(child, (*path, name))


def parameters_of(command: Any) -> list[str]:
    """Returns the arguments in their order, then the options by name. All settings together are one word."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = {"/".join([*each.opts, *each.secondary_opts]): each for each in command.params}
    names = sorted(name for name in options if name.startswith("-"))
    takes_all = set(names) >= SETTINGS
    if takes_all:
        names = [name for name in names if name not in SETTINGS]
    return [
        *(word_of(each.metavar or each.name.upper(), each) for each in arguments),
        *(word_of(name, options[name]) for name in names),
        *(["SETTINGS"] if takes_all else []),
    ]


def word_of(name: str, parameter: Any) -> str:
    annotation = parameter.type_descriptor.annotation
    [type_] = get_args(annotation) or [annotation]
    several = "*" if get_args(annotation) else ""
    needed = "!" if parameter.required else ""
    least = "" if parameter.min is None else f">={parameter.min}"
    default = "" if parameter.default in (None, False) else f"={parameter.default}"
    return f"{name}:{type_.__name__}{least}{several}{needed}{default}"


if __name__ == "__main__":
    RECORDED.write_text("".join(f"{line}\n" for line in lines_of(typer.main.get_command(app))))
