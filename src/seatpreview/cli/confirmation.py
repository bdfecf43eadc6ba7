"""Asks a person before something that cannot be undone. Without a terminal to ask on, a flag is needed."""

import sys

import typer


def has_terminal() -> bool:
    """Returns whether a person can be asked."""
    return sys.stdin.isatty()


def check_can_ask() -> None:
    """Refuses to go on without --yes where nobody can be asked."""
    if not has_terminal():
        raise typer.BadParameter(
            "is needed, because there is no terminal to ask for confirmation", param_hint="--yes"
        )


def typed_name(record: str, id: str) -> str:
    """Returns the name that a person types. The operation compares it with the name of the record."""
    if not has_terminal():
        raise typer.BadParameter(
            "is needed, because there is no terminal to ask for the name", param_hint="--confirm"
        )
    typed: str = typer.prompt(f"This cannot be taken back. Type the name of the {record} {id}")
    return typed
