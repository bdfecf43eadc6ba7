"""How results are printed: JSON for scripts, aligned lines and tables for people. Nothing is ever cut off."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
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

from seatpreview.results import encode

WIDTH_WITHOUT_TERMINAL = 250
"""Columns of output that is not a terminal: enough to keep each row of a table on one line."""
FOLDED_COLUMN_WIDTH_MIN = 12

_SHOWN_ONCE = {"plaintext": "the key's plaintext", "secret": "the webhook's secret"}
"""Members that only one answer has, and what a sentence calls them."""

NULLS = {
    "tenantId": "(admin)",
    "venues": "all",
    "groups": "all",
    "types": "all but events.summary",
    "rateLimit": "the service's default",
    "archivedAt": "not archived",
    "placement": "not placed yet",
}
"""What null means in members of the API."""

_shown_bars: WeakSet[Progress] = WeakSet()


def print_record(
    record: object, as_json: bool, nulls: Mapping[str, str], left_out: Sequence[str] = ()
) -> None:
    """Prints JSON exactly as the API returns it, or a line for each member.

    `nulls` says what null means in a member. A secret is alone on its line, so that it can be copied.
    Members in `left_out` are printed as JSON only.
    """
    if as_json:
        print_json(record)
        return
    members: dict[str, Any] = msgspec.to_builtins(record, enc_hook=str)
    secrets = {noun: members.pop(name, None) for name, noun in _SHOWN_ONCE.items()}
    for name in left_out:
        members.pop(name)
    print_lines(
        {name: nulls.get(name, "-") if value is None else _text(value) for name, value in members.items()}
    )
    for noun, secret in secrets.items():
        if secret is not None:
            Console(highlight=False).print(Text(f"\n{secret}\n", style="bold"), soft_wrap=True)
            note(f"This is {noun}. Copy it now: it is never shown again.")


def print_list(
    page: Any, as_json: bool, columns: Sequence[str], row_of: Callable[[Any], Sequence[object]]
) -> None:
    """Prints a list as the API returns it, or a table row for each entry; then how to get more entries."""
    if as_json:
        print_json(page)
    else:
        print_table(columns, map(row_of, page.data))
    _note_more(page.next_cursor, len(page.data))


def cell(member: str, value: object) -> str:
    """Returns the text of a member in a table, which has less room than a record."""
    if value is None:
        return NULLS.get(member, "-")
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    return ",".join(map(_text, value)) if isinstance(value, list | tuple) else _text(value)


def print_json(result: object) -> None:
    """Prints JSON on one line."""
    typer.echo(encode(result).decode())


def print_lines(lines: dict[str, str]) -> None:
    """Prints names and values in two columns. Long values are not wrapped here, but by the terminal."""
    console = Console(highlight=False)
    width = max(map(len, lines), default=0)
    for name, value in lines.items():
        line = Text.assemble(("  " + name.ljust(width + 2), "dim"), value)
        console.print(line, soft_wrap=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints a table. On a narrow terminal, only the last column is folded."""
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


@contextmanager
def progress(description: str) -> Iterator[Callable[[int, int], None]]:
    """Shows a progress bar on standard error, if that is a terminal. Yields the function that moves it: it
    takes how much is done, and of how much."""
    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    with _shown(*columns, TimeRemainingColumn()) as bar:
        _shown_bars.add(bar)
        task = bar.add_task(description, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def working_on(description: str) -> Iterator[None]:
    """Shows on standard error what is being done, and for how long, if that is a terminal."""
    with _shown(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as bar:
        bar.add_task(description, total=None)
        yield


def say_goodbye(sentence: str) -> None:
    """Ends progress bars of other threads, so that the cursor is visible again. On a terminal, also prints a
    last line."""
    for bar in list(_shown_bars):
        bar.stop()
    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        console.print(f"\n{sentence}")


def note(sentence: str) -> None:
    """Prints a remark on standard error, because standard output is for the result alone."""
    typer.echo(sentence, err=True)


def _shown(*columns: Any) -> Progress:
    console = Console(stderr=True)
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


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
