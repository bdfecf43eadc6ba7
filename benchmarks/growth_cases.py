"""Pairs of services with little and with much data of one kind, and requests for each operation."""

import asyncio
import itertools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from benchmarks.benchmark_venue import LABELS, BenchmarkVenue
from benchmarks.throughput import Request
from seatpreview.database.engines import open_database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.events import counting
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock

FEW_KEYS = 1_000
KEYS = 1_000_000
VENUES = 10_000
SEATS = 250_000
ALIASES = 200
"""The most that a venue may have."""
EVENTS = 1_000_000
AUDIT_ENTRIES = 50_000

_UPDATED_KEYS = 32
_EVENT_SPACING_US = 86_400
"""The time between two events: a million of them fill a day."""

EVENTS_REPORT = "events report"

Requests = dict[str, list[Request]]
"""Requests by the name of their operation."""
Fill = Callable[[BenchmarkVenue, DatabaseFiles], Requests]
"""Stores data while the service runs. Returns requests that differ from those of other cases."""


class Size(NamedTuple):
    """One side of a pair."""

    fill: Fill
    seats: int = 500
    aliases: int = 1


class Case(NamedTuple):
    """Little and much data of one kind."""

    id: str
    name: str
    small: Size
    large: Size


def requests_for(venue: BenchmarkVenue) -> Requests:
    """Returns requests for every operation. Pages are short, so that they are full even with little data."""
    report = f"/v1/events/report?groupBy=day&venue={venue.venue_id}"
    return {
        "preview": venue.previews(),
        "plan": [_get(venue, f"/v1/seats/plan?venue={venue.venue_id}")],
        "getKey": venue.key_reads(),
        "getTenant": venue.tenant_reads(),
        "listKeys, 10": [_get(venue, "/v1/manage/keys?limit=10")],
        "listVenues, 1": [_get(venue, "/v1/manage/venues?limit=1")],
        "audit, 5": [_get(venue, "/v1/manage/audit?limit=5")],
        EVENTS_REPORT: [_get(venue, report)],
        # What writes comes last: the reads before it find the data of the case.
        "updateKey": venue.key_updates(_UPDATED_KEYS),
        "createKey": venue.key_creations(),
        "100 events": venue.events(),
    }


def _nothing(_venue: BenchmarkVenue, _files: DatabaseFiles) -> Requests:
    return {}


def _few_keys(venue: BenchmarkVenue, files: DatabaseFiles) -> Requests:
    return _with_keys(venue, files, FEW_KEYS)


def _many_keys(venue: BenchmarkVenue, files: DatabaseFiles) -> Requests:
    return _with_keys(venue, files, KEYS)


def _with_keys(venue: BenchmarkVenue, files: DatabaseFiles, count: int) -> Requests:
    """Stores keys of the tenant, and uses five hundred others in turn, each to look at a seat and at
    itself."""
    keys = [venue.create_key() for _ in range(LABELS)]
    columns = {"key_id": "'key_' || printf('%020d', number)", "secret_hash": "hex(randomblob(32))"}
    _copy_newest_row(files.records, "keys", count, columns)
    return {
        "preview": [
            request._replace(headers=venue.headers(key["plaintext"]))
            for request, key in zip(venue.previews(), itertools.cycle(keys), strict=False)
        ],
        "getKey": [
            Request("GET", f"/v1/manage/keys/{key['keyId']}", venue.headers(key["plaintext"])) for key in keys
        ],
    }


def _many_venues(venue: BenchmarkVenue, files: DatabaseFiles) -> Requests:
    """Stores ten thousand venues, and uses one seat in each of five hundred."""
    for table in ("venues", "images"):
        _copy_newest_row(files.records, table, VENUES, {"venue_id": "'ven_' || printf('%020d', number)"})
    numbers = range(1, LABELS + 1)
    return {"preview": [venue.previews(f"ven_{number:020d}")[number - 1] for number in numbers]}


def _by_alias(venue: BenchmarkVenue, _files: DatabaseFiles) -> Requests:
    """Names the venue by each of its aliases in turn, once for each label."""
    aliases = itertools.cycle(venue.aliases)
    return {
        "preview": [
            venue.previews(alias)[position] for position, alias in zip(range(LABELS), aliases, strict=False)
        ]
    }


def _one_event(venue: BenchmarkVenue, _files: DatabaseFiles) -> Requests:
    venue.report_event()
    return {}


def _many_events(venue: BenchmarkVenue, files: DatabaseFiles) -> Requests:
    """Stores a million events of the last day, at even intervals."""
    venue.report_event()
    earlier = f"- number * {_EVENT_SPACING_US}"
    columns = {
        "event_id": "'evt' || printf('%018d', number)",
        "at": f"at {earlier}",
        "received_at": f"received_at {earlier}",
        "day": f"date((at {earlier}) / 1000000, 'unixepoch')",
    }
    _copy_newest_row(files.activity, "events", EVENTS, columns)
    asyncio.run(_count_events(files))
    return {}


async def _count_events(files: DatabaseFiles) -> None:
    """Counts the events at once. The service would take some minutes, since it rests after each step."""
    database = open_database(Settings(data_dir=files.activity.parent), Clock())
    try:
        while await database.write_activity(counting.count_some, Clock().now()):
            pass
    finally:
        await database.close()


def _many_changes(_venue: BenchmarkVenue, files: DatabaseFiles) -> Requests:
    """Stores changes of the tenant, numbered after the last one."""
    move_counter = f"UPDATE counter SET n = n + {AUDIT_ENTRIES}"
    _copy_newest_row(files.records, "changes", AUDIT_ENTRIES, {"n": "n + number"}, move_counter)
    return {}


def _get(venue: BenchmarkVenue, path: str) -> Request:
    return Request("GET", path, venue.headers())


def _copy_newest_row(
    file: Path, table: str, count: int, new_values: dict[str, str], also: str = "SELECT 1"
) -> None:
    """Inserts copies of the newest row in one statement, with SQL expressions for some columns, and runs
    another statement in the same transaction."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(new_values.get(column, column) for column in columns)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            f"INSERT INTO {table} WITH RECURSIVE numbers(number) AS "
            f"(SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count}) "
            f"SELECT {values} FROM numbers, (SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1)"
        )
        connection.execute(also)
        connection.execute("COMMIT")


CASES = (
    Case("keys", f"{FEW_KEYS:,} and {KEYS:,} keys", Size(_few_keys), Size(_many_keys)),
    Case("venues", f"1 and {VENUES:,} venues", Size(_nothing), Size(_many_venues)),
    Case("seats", f"500 and {SEATS:,} seats", Size(_nothing), Size(_nothing, seats=SEATS)),
    Case("aliases", f"1 and {ALIASES:,} aliases", Size(_by_alias), Size(_by_alias, aliases=ALIASES)),
    Case("events", f"1 and {EVENTS:,} events a day", Size(_one_event), Size(_many_events)),
    Case("audit", f"1 and {AUDIT_ENTRIES:,} audit entries", Size(_nothing), Size(_many_changes)),
)
