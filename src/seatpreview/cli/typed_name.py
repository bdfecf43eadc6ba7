"""Asks for the name of a record that a command is about to delete."""

import sys

import typer


def typed_name(record: str, id: str, given: str | None) -> str:
    """Returns the name that a person has typed: after --confirm or, on a terminal, when asked. The operation
    compares it with the name of the record."""
    if given is not None:
        return given
    if not _has_terminal():
        raise typer.BadParameter(
            "is needed, because there is no terminal to ask for the name", param_hint="--confirm"
        )
    typed: str = typer.prompt(f"This cannot be taken back. Type the name of the {record} {id}")
    return typed


def _has_terminal() -> bool:
    return sys.stdin.isatty()
