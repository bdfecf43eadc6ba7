"""Writes stored events as CSV or JSON Lines, page after page."""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from seatpreview.database import deleted_records
from seatpreview.database.engines import Database
from seatpreview.events import queries
from seatpreview.events.model import Event, ListEvents
from seatpreview.events.queries import Visibility
from seatpreview.results import encode
from seatpreview.values.clock import datetime_of
from seatpreview.values.csv_cells import escape_formula

FileFormat = Literal["csv", "jsonl"]

PAGE_SIZE = 1000
COLUMNS = tuple(field.encode_name for field in msgspec.structs.fields(Event))


async def export_events(
    database: Database,
    query: ListEvents,
    file_format: FileFormat,
    write: Callable[[str], object],
    on_progress: Callable[[int, int], None],
) -> int:
    """Writes the events that match the query, the last received first, and returns their number."""
    query = await _until_now(database, query)
    visibility = Visibility(
        query.tenant_id if isinstance(query.tenant_id, str) else None,
        None,
        await database.read_row(deleted_records.venue_ids),
    )
    total = await database.read(queries.count, visibility, query)
    written = 0
    if file_format == "csv":
        write(",".join(COLUMNS) + "\r\n")
    async for page in _pages(database, visibility, query):
        write(csv_of(page) if file_format == "csv" else "".join(map(_json_line, page)))
        written += len(page)
        on_progress(written, total)
    return written


def csv_of(events: Sequence[Event]) -> str:
    """Returns a line for each event, in the order of COLUMNS."""
    output = io.StringIO()
    csv.writer(output).writerows(map(_cells, events))
    return output.getvalue()


async def _until_now(database: Database, query: ListEvents) -> ListEvents:
    """Excludes events that arrive during the export, so that the total of the progress bar stays right."""
    now = datetime_of((await database.feed.last()).at)
    until = min(query.until, now) if isinstance(query.until, datetime) else now
    return replace(query, until=until)


async def _pages(database: Database, visibility: Visibility, query: ListEvents) -> AsyncIterator[list[Event]]:
    """Reads each page on a connection of its own, so that slow output keeps no transaction open."""
    after: list[Any] | None = None
    while True:
        page = await database.read(queries.newest, visibility, query, PAGE_SIZE, after)
        if not page:
            return
        yield page
        after = queries.list_position(page[-1])


def _json_line(event: Event) -> str:
    return encode(event).decode() + "\n"


def _cells(event: Event) -> Iterator[str]:
    members: dict[str, Any] = msgspec.to_builtins(event, enc_hook=str)
    for name in COLUMNS:
        value = "" if members[name] is None else str(members[name])
        yield escape_formula(value)
