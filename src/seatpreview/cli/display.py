"""How results are printed: JSON for scripts, aligned lines and tables for people. Nothing is ever cut off."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

import msgspec
import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from seatpreview.results.json_encoding import encode

WIDTH_WITHOUT_TERMINAL = 250
"""Columns where the output is not a terminal, so that a row of a table stays on one line."""
FOLDED_COLUMN_WIDTH_MIN = 12

_shown_bars: WeakSet[Progress] = WeakSet()


def print_record(
    record: object, as_json: bool, nulls: Mapping[str, str], left_out: Sequence[str] = ()
) -> None:
    """Prints JSON exactly as the API returns it, or a line for each member.

    `nulls` says what null means in a member. A plaintext is alone on its line, so that it can be copied.
    Members in `left_out` are in the JSON alone.
    """
    if as_json:
        print_json(record)
        return
    members: dict[str, Any] = msgspec.to_builtins(record, enc_hook=str)
    plaintext = members.pop("plaintext", None)
    for name in left_out:
        members.pop(name)
    print_lines(
        {name: nulls.get(name, "-") if value is None else _text(value) for name, value in members.items()}
    )
    if plaintext is not None:
        Console(highlight=False).print(Text(f"\n{plaintext}\n", style="bold"), soft_wrap=True)
        note("This is the key's plaintext. Copy it now: it is never shown again.")


def print_list(
    page: Any, as_json: bool, columns: Sequence[str], row_of: Callable[[Any], Sequence[object]]
) -> None:
    """Prints a list as the API returns it, or a table row for each entry; and how to get more entries."""
    if as_json:
        print_json(page)
    else:
        print_table(columns, map(row_of, page.data))
    _note_more(page.next_cursor, len(page.data))


def print_json(result: object) -> None:
    """Prints JSON on one line."""
    typer.echo(encode(result).decode())


def print_lines(lines: dict[str, str]) -> None:
    """Prints names and values in two columns. A value that is too long is wrapped by the terminal alone."""
    console = Console(highlight=False)
    width = max(map(len, lines), default=0)
    for name, value in lines.items():
        line = Text.assemble(("  " + name.ljust(width + 2), "dim"), value)
        console.print(line, soft_wrap=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints a table. Where the terminal is narrow, the last column is folded and no other."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in columns[:-1]:
        table.add_column(name, no_wrap=True)
    table.add_column(columns[-1], overflow="fold", min_width=FOLDED_COLUMN_WIDTH_MIN)
    for row in rows:
        table.add_row(*(Text(_text(value)) for value in row))
    console = Console(highlight=False)
    needed = Console(width=WIDTH_WITHOUT_TERMINAL).measure(table).minimum
    console.width = max(console.width, needed) if console.is_terminal else WIDTH_WITHOUT_TERMINAL
    console.print(table, crop=False)


def progress() -> Progress:
    """Returns a progress bar on standard error. It is shown only where that is a terminal."""
    console = Console(stderr=True)
    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    bar = Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal, transient=True
    )
    _shown_bars.add(bar)
    return bar


@contextmanager
def working_on(description: str) -> Iterator[None]:
    """Shows on standard error what is being done, and for how long, where that is a terminal."""
    console = Console(stderr=True)
    columns: list[Any] = [SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()]
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as shown:
        shown.add_task(description, total=None)
        yield


def say_goodbye(sentence: str) -> None:
    """Ends progress bars that other threads still show, which gives the cursor back, and prints a last line
    on a terminal. A program that reads the output needs none."""
    for bar in list(_shown_bars):
        bar.stop()
    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        console.print(f"\n{sentence}")


def note(sentence: str) -> None:
    """Prints a remark on standard error, because standard output is for the result alone."""
    typer.echo(sentence, err=True)


def _note_more(next_cursor: str | None, listed: int) -> None:
    if next_cursor is not None:
        note(f"There are more than the {listed} listed: use a larger --limit, or --cursor {next_cursor}")


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
