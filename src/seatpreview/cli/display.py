"""How results look: JSON for scripts, aligned lines and tables for people. Nothing is ever cut off."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from seatpreview.json_encoding import encode

WIDE = 250
"""Columns where the output is not a terminal, so that a line of a table stays one line."""
FOLDED_MIN = 12


def print_answer(answer: object, as_json: bool, nulls: Mapping[str, str]) -> None:
    """JSON, exactly as the API has it; or a line for each member, where `nulls` says what null means.

    A plaintext stands alone on its line, so that it can be copied whole.
    """
    if as_json:
        print_json(answer)
        return
    members: dict[str, Any] = msgspec.to_builtins(answer, enc_hook=str)
    plaintext = members.pop("plaintext", None)
    print_lines(
        {name: nulls.get(name, "-") if value is None else _text(value) for name, value in members.items()}
    )
    if plaintext is not None:
        Console(highlight=False).print(Text(f"\n{plaintext}\n", style="bold"), soft_wrap=True)
        note("This is the plaintext. It is shown now and never again: keep it.")


def print_list(
    found: Any, as_json: bool, columns: Sequence[str], row_of: Callable[[Any], Sequence[object]]
) -> None:
    """A list as the API has it, or a row for each entry; and where it stopped, if there is more."""
    if as_json:
        print_json(found)
    else:
        print_table(columns, map(row_of, found.data))
    _note_more(found.next_cursor, len(found.data))


def print_json(result: object) -> None:
    typer.echo(encode(result).decode())


def print_lines(lines: dict[str, str]) -> None:
    """Names and values. A value that is too long for the terminal is wrapped by the terminal alone."""
    console = Console(highlight=False)
    width = max(map(len, lines), default=0)
    for name, value in lines.items():
        line = Text.assemble(("  " + name.ljust(width + 2), "dim"), value)
        console.print(line, soft_wrap=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """The last column is the one that is folded where the terminal is narrow."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in columns[:-1]:
        table.add_column(name, no_wrap=True)
    table.add_column(columns[-1], overflow="fold", min_width=FOLDED_MIN)
    for row in rows:
        table.add_row(*(Text(_text(value)) for value in row))
    console = Console(highlight=False)
    needed = Console(width=WIDE).measure(table).minimum
    console.width = max(console.width, needed) if console.is_terminal else WIDE
    console.print(table, crop=False)


def progress() -> Progress:
    """A bar for long work: on standard error, and only where somebody watches."""
    console = Console(stderr=True)
    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    return Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal, transient=True
    )


def note(sentence: str) -> None:
    """Something to know beside the result, which has standard output for itself."""
    typer.echo(sentence, err=True)


def _note_more(next_cursor: str | None, shown: int) -> None:
    if next_cursor is not None:
        note(f"There are more than the {shown} listed: give a larger --limit, or --cursor {next_cursor}")


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value)) or "(none)"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(inner)}" for name, inner in value.items())
    return str(value)
