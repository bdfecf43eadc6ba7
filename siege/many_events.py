"""Many events in the database at once, as a year of a busy shop would leave them there."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg

from seatpreview.events.model import Record
from siege.venue_records import seat_key

_COLUMNS = tuple(Record.__struct_fields__)
_SPREAD_SECONDS = 300 * 86_400


async def insert_events(data_dir: str, database_url: str, tenant_id: str, venue_id: str, count: int) -> None:
    """Writes events of a tenant at its own venue, past the service."""
    rows = _rows(tenant_id, venue_id, count)
    if not database_url:
        await asyncio.to_thread(_insert_into_sqlite, Path(data_dir, "activity.sqlite"), rows)
        return
    connection = await asyncpg.connect(database_url)
    try:
        await connection.copy_records_to_table(
            "events", schema_name="activity", columns=_COLUMNS, records=rows
        )
        await connection.execute("ANALYZE activity.events")
    finally:
        await connection.close()


def _insert_into_sqlite(path: Path, rows: Iterator[tuple[Any, ...]]) -> None:
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        marks = ", ".join("?" * len(_COLUMNS))
        connection.executemany(f"INSERT INTO events ({', '.join(_COLUMNS)}) VALUES ({marks})", rows)


def _rows(tenant_id: str, venue_id: str, count: int) -> Iterator[tuple[Any, ...]]:
    now = time.time()
    for number in range(count):
        at = now - number * _SPREAD_SECONDS / count
        key = seat_key(number * 7, 100_000)
        record = Record(
            tenant_id=tenant_id,
            event_id=f"siege-{number}",
            owner_id=tenant_id,
            venue_id=venue_id,
            kind="seat_viewed",
            key_id="operator",
            session_id=None,
            configuration=None,
            section=key.partition("/")[0],
            seat_key=key,
            ad_id=None,
            message=None,
            day=datetime.fromtimestamp(at, UTC).date().isoformat(),
            at=int(at * 1_000_000),
            received_at=int(at * 1_000_000),
        )
        yield tuple(getattr(record, name) for name in _COLUMNS)
