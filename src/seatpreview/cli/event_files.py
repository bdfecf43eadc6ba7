"""Exports events to a file, as CSV or JSON Lines. A file appears complete or not at all."""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec
import typer
from msgspec.structs import replace

from seatpreview.cli import display, schema_revision
from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import run_with_database
from seatpreview.cli.text_files import check_is_new
from seatpreview.database.engines import Database
from seatpreview.decoding.inputs import decode
from seatpreview.events import queries
from seatpreview.events.model import Event, ListEvents
from seatpreview.events.queries import Visibility
from seatpreview.results.json_encoding import encode
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import datetime_of

FileFormat = Literal["csv", "jsonl"]
Write = Callable[[str], object]

PAGE_SIZE = 1000
COLUMNS = tuple(field.encode_name for field in msgspec.structs.fields(Event))

_FORMULA_STARTS = ("=", "+", "-", "@")


def export(settings: Settings, file: Path | None, file_format: FileFormat, filters: dict[str, object]) -> int:
    """Writes the events that match the filters, the last received first, and returns their number.

    Without a file they go to standard output.
    """
    if file is not None:
        check_is_new(file)

    async def run(database: Database) -> int:
        await schema_revision.make_usable(settings, database)
        query = await _until_now(database, decode(filters, ListEvents))
        with _open_output(file) as write:
            return await _write(database, query, file_format, write)

    return run_with_database(settings, run)


def csv_of(events: Sequence[Event]) -> str:
    """A line for each event, in the order of COLUMNS."""
    output = io.StringIO()
    csv.writer(output).writerows(map(_cells, events))
    return output.getvalue()


async def _until_now(database: Database, query: ListEvents) -> ListEvents:
    """Excludes events that arrive during the export, so that the total of the progress bar stays right."""
    now = datetime_of((await database.feed.last()).at)
    until = min(query.until, now) if isinstance(query.until, datetime) else now
    return replace(query, until=until)


async def _write(database: Database, query: ListEvents, file_format: FileFormat, write: Write) -> int:
    visibility = Visibility(query.tenant_id if isinstance(query.tenant_id, str) else None, None)
    total = await database.read(queries.count, visibility, query)
    written = 0
    with display.progress() as progress:
        task = progress.add_task("Events", total=total)
        if file_format == "csv":
            write(",".join(COLUMNS) + "\r\n")
        async for page in _pages(database, visibility, query):
            write(csv_of(page) if file_format == "csv" else "".join(map(_json_line, page)))
            written += len(page)
            progress.advance(task, len(page))
    return written


async def _pages(database: Database, visibility: Visibility, query: ListEvents) -> AsyncIterator[list[Event]]:
    """Reads each page on a connection of its own, so that slow output keeps no transaction open."""
    after: list[Any] | None = None
    while True:
        page = await database.read(queries.newest, visibility, query, PAGE_SIZE, after)
        if not page:
            return
        yield page
        after = queries.list_position(page[-1])


@contextmanager
def _open_output(file: Path | None) -> Iterator[Write]:
    """Opens standard output, or a temporary file that gets its name once everything is written."""
    if file is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    try:
        with TemporaryDirectory(prefix=".seatpreview-export-", dir=file.parent) as folder:
            unfinished = Path(folder) / "events"
            with unfinished.open("x", encoding="utf-8", newline="") as opened:
                yield opened.write
            check_is_new(file)
            unfinished.rename(file)
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from fault


def _json_line(event: Event) -> str:
    return encode(event).decode() + "\n"


def _cells(event: Event) -> Iterator[str]:
    members: dict[str, Any] = msgspec.to_builtins(event, enc_hook=str)
    for name in COLUMNS:
        value = "" if members[name] is None else str(members[name])
        # A spreadsheet takes such a text for a formula, and would run what a page reported.
        yield f"'{value}" if value.startswith(_FORMULA_STARTS) else value
