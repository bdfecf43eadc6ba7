"""The cost of a preview with much data, against the same service with little data."""

import itertools
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.benchmark_venue import LABELS, BenchmarkVenue
from benchmarks.pinned_server import Cores
from benchmarks.service_under_test import start_new_service, start_service
from benchmarks.throughput import Request, Target
from parts.processes import readiness_status
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings import Settings, as_environment
from serving import free_port

ROUNDS = 4
ROUND_SECONDS = 2

KEYS = 1_000_000
VENUES = 10_000
SEATS = 250_000
ALIASES = 1000


class Growth(msgspec.Struct, frozen=True, rename="camel"):
    """A small and a large case of the same data, compared."""

    name: str
    cost: float
    """The cost of a preview in the large case, as a multiple of the small case."""
    small_memory_mb: float
    large_memory_mb: float


class Start(msgspec.Struct, frozen=True, rename="camel"):
    """The time that the service's own command takes with 1,000,000 keys until its first response."""

    keys: int
    seconds: float


class _PreparedCase(NamedTuple):
    """A case whose data is stored, ready to be started and measured."""

    settings: Settings
    target: Target


class _Round(NamedTuple):
    cost: float
    memory_mb: tuple[float, float]


def measure_growth(folder: Path, print_status: Callable[[str], None]) -> list[Growth]:
    """Measures every pair of cases. Their data stays in the folder."""
    folder.mkdir()
    growths = []
    for name, cases in _CASES.items():
        print_status(f"growth: {name}")
        small, large = (
            _prepare(case, folder / f"{name}, {size}") for size, case in zip(_SIZES, cases, strict=True)
        )
        rounds = [_measure_round(small, large) for _ in range(ROUNDS)]
        cost = round(statistics.median(each.cost for each in rounds), 3)
        growths.append(Growth(name, cost, *rounds[-1].memory_mb))
    return growths


def _measure_round(small: _PreparedCase, large: _PreparedCase) -> _Round:
    """Starts and measures both cases. How threads are scheduled differs from start to start."""
    cores = Cores.of_this_machine()
    with ExitStack() as stack:
        cases = (small, large)
        servers = [stack.enter_context(start_service(case.settings, cores.server)) for case in cases]
        for case in cases:
            case.target.throughput(cores.load, ROUND_SECONDS)  # Warms up.
        small_rate, large_rate = (case.target.throughput(cores.load, ROUND_SECONDS) for case in cases)
        small_mb, large_mb = (round(server.memory_mb, 1) for server in servers)
        return _Round(small_rate / large_rate, (small_mb, large_mb))


class _Case(NamedTuple):
    requests: Callable[[BenchmarkVenue, Path], list[Request]]
    """Returns the requests for a venue. May add rows to the SQLite file, whose path it gets."""
    seats: int = 500
    aliases: int = 1


def _prepare(case: _Case, data_dir: Path) -> _PreparedCase:
    settings = Settings(data_dir=data_dir, port=free_port(), metrics_port=0)
    with start_new_service(settings, Cores.of_this_machine().server) as (_, admin_key):
        venue = BenchmarkVenue(settings.address, admin_key, case.seats, case.aliases)
        requests = case.requests(venue, DatabaseFiles(data_dir).records)
    return _PreparedCase(settings, Target.write(settings.port, requests, data_dir / "requests"))


def _ten_keys(venue: BenchmarkVenue, _records: Path) -> list[Request]:
    return _with_keys(venue, 10)


def _many_keys(venue: BenchmarkVenue, records: Path) -> list[Request]:
    """Stores a million keys, and uses five hundred of them."""
    requests = _with_keys(venue, LABELS)
    _copy_newest_row(
        records, "keys", KEYS, key_id="'key_' || printf('%020d', number)", secret_hash="hex(randomblob(32))"
    )
    return requests


def _with_keys(venue: BenchmarkVenue, count: int) -> list[Request]:
    secrets = itertools.cycle([venue.create_key()["plaintext"] for _ in range(count)])
    return [
        request._replace(headers=venue.headers(secret))
        for request, secret in zip(venue.previews(), secrets, strict=False)
    ]


def _previews(venue: BenchmarkVenue, _records: Path) -> list[Request]:
    return venue.previews()


def _many_venues(venue: BenchmarkVenue, records: Path) -> list[Request]:
    """Stores ten thousand venues, and uses one seat in each of five hundred."""
    venue_ids = [f"ven_{number:020d}" for number in range(1, LABELS + 1)]
    for table in ("venues", "images"):
        _copy_newest_row(records, table, VENUES, venue_id="'ven_' || printf('%020d', number)")
    return [venue.previews(venue_id)[position] for position, venue_id in enumerate(venue_ids)]


def _by_alias(venue: BenchmarkVenue, _records: Path) -> list[Request]:
    """Names the venue by each of its aliases in turn, once for each label."""
    aliases = itertools.cycle(venue.aliases)
    return [venue.previews(alias)[position] for position, alias in zip(range(LABELS), aliases, strict=False)]


_SIZES = ("small", "large")
_CASES = {
    f"10 and {KEYS:,} keys": (_Case(_ten_keys), _Case(_many_keys)),
    f"1 and {VENUES:,} venues": (_Case(_previews), _Case(_many_venues)),
    f"500 and {SEATS:,} seats": (_Case(_previews), _Case(_previews, seats=SEATS)),
    f"1 and {ALIASES:,} aliases": (_Case(_by_alias), _Case(_by_alias, aliases=ALIASES)),
}


def _copy_newest_row(records: Path, table: str, count: int, **new_values: str) -> None:
    """Inserts copies of the newest row, with SQL expressions for some columns, while the service runs."""
    with closing(sqlite3.connect(records, isolation_level=None, timeout=30)) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(new_values.get(column, column) for column in columns)
        connection.execute(
            f"INSERT INTO {table} WITH RECURSIVE numbers(number) AS "
            f"(SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count}) "
            f"SELECT {values} FROM numbers, (SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1)"
        )


def measure_start(folder: Path) -> Start:
    """Starts the service with the keys that `measure_growth` stored in the folder."""
    settings = Settings(
        data_dir=folder / f"{next(iter(_CASES))}, {_SIZES[-1]}", port=free_port(), metrics_port=0
    )
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "seatpreview.cli.main", "serve"],
        # Nothing is inherited: a developer's PYTHONDONTWRITEBYTECODE, for example, would slow the start down.
        env=as_environment(settings),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while readiness_status(settings.port) != 200:
            time.sleep(0.005)
        return Start(KEYS, round(time.perf_counter() - started, 2))
    finally:
        process.terminate()
        process.wait()
