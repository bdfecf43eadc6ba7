"""Groups of commands, and what the help of all commands has in common."""

from collections.abc import Callable, MutableMapping
from functools import cached_property
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class Group(TyperGroup):
    """A group of commands whose help shows flags without a value."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _with_bare_flags(super().get_params(ctx))


class LazyGroup(Group):
    """A group whose commands are in the module of its name in `commands`. The module is loaded when somebody
    looks into the group, because it loads most of the service."""

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """The commands by their names."""
        return self._commands

    @commands.setter
    def commands(self, commands: MutableMapping[str, Any]) -> None:
        """Keeps nothing: Typer knows of no commands yet."""

    @cached_property
    def _commands(self) -> MutableMapping[str, Any]:
        module = import_module(f"seatpreview.cli.commands.{(self.name or '').replace('-', '_')}")
        return typer.main.get_group(module.commands).commands


class _Command(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _with_bare_flags(super().get_params(ctx))


class CommandGroup(typer.Typer):
    """Where commands are registered. Without a command, a group shows its help."""

    def __init__(self, *, cls: type[Group] = Group, **options: Any) -> None:
        super().__init__(cls=cls, no_args_is_help=True, **options)

    def command(self, name: str | None = None, **options: Any) -> Callable[[Any], Any]:
        return super().command(name, cls=_Command, **options)


def _with_bare_flags(parameters: list[Any]) -> list[Any]:
    """Removes the value `<bool>` that Typer's help shows for flags, which take none. For --help, which Typer
    adds to each command, this is the only place to do so."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters
