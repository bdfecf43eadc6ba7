"""Events as files: CSV or JSON Lines, written page by page with a progress bar, whole or not at all."""

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
from seatpreview.cli.database_session import with_database
from seatpreview.cli.venue_files import check_new
from seatpreview.clock import datetime_of
from seatpreview.database.engines import Database
from seatpreview.decoding.inputs import decode
from seatpreview.events import queries
from seatpreview.events.model import Event, ListEvents
from seatpreview.events.queries import Sight
from seatpreview.json_encoding import encode
from seatpreview.settings import Settings

FileFormat = Literal["csv", "jsonl"]
Write = Callable[[str], object]

PAGE = 1000
COLUMNS = tuple(field.encode_name for field in msgspec.structs.fields(Event))

_FORMULAS = ("=", "+", "-", "@")


def export(settings: Settings, file: Path | None, form: FileFormat, filters: dict[str, object]) -> int:
    """Writes the events that the filters leave, the last received first, and says how many."""
    if file is not None:
        check_new(file)

    async def run(database: Database) -> int:
        await schema_revision.prepare(settings, database)
        query = await _until_now(database, decode(filters, ListEvents))
        with _opened(file) as write:
            return await _write(database, query, form, write)

    return with_database(settings, run)


def csv_of(events: Sequence[Event]) -> str:
    """A line for each event, in the order of COLUMNS."""
    written = io.StringIO()
    csv.writer(written).writerows(map(_cells, events))
    return written.getvalue()


async def _until_now(database: Database, query: ListEvents) -> ListEvents:
    """What comes in while it is written is not in it, so that the count holds."""
    now = datetime_of((await database.feed.last()).at)
    until = min(query.until, now) if isinstance(query.until, datetime) else now
    return replace(query, until=until)


async def _write(database: Database, query: ListEvents, form: FileFormat, write: Write) -> int:
    sight = Sight(query.tenant_id if isinstance(query.tenant_id, str) else None, None)
    async with database.read() as connection:
        total = await queries.count(connection, sight, query)
    written = 0
    with display.progress() as progress:
        task = progress.add_task("Events", total=total)
        if form == "csv":
            write(",".join(COLUMNS) + "\r\n")
        async for page in _pages(database, sight, query):
            write(csv_of(page) if form == "csv" else "".join(map(_json_line, page)))
            written += len(page)
            progress.advance(task, len(page))
    return written


async def _pages(database: Database, sight: Sight, query: ListEvents) -> AsyncIterator[list[Event]]:
    """Each read for itself, so that a slow reader of ours holds up nothing in the database."""
    after: list[Any] | None = None
    while True:
        async with database.read() as connection:
            page = await queries.newest(connection, sight, query, PAGE, after)
        if not page:
            return
        yield page
        after = queries.place_in_list(page[-1])


@contextmanager
def _opened(file: Path | None) -> Iterator[Write]:
    """Standard output; or a new file, which appears under its name once all is written."""
    if file is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    try:
        with TemporaryDirectory(prefix=".seatpreview-export-", dir=file.parent) as folder:
            whole = Path(folder) / "events"
            with whole.open("x", encoding="utf-8", newline="") as opened:
                yield opened.write
            check_new(file)
            whole.rename(file)
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from fault


def _json_line(event: Event) -> str:
    return encode(event).decode() + "\n"


def _cells(event: Event) -> Iterator[str]:
    members: dict[str, Any] = msgspec.to_builtins(event, enc_hook=str)
    for name in COLUMNS:
        value = "" if members[name] is None else str(members[name])
        # A spreadsheet takes such a text for a formula, and would run what a page reported.
        yield f"'{value}" if value.startswith(_FORMULAS) else value
