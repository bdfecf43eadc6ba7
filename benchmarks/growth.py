"""What a preview costs where there is much of everything, against the same service with little of it."""

import itertools
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.asking import Asked, Request
from benchmarks.hall import LABELS, Hall
from benchmarks.servers import Cores
from benchmarks.world import service, started
from seatpreview.database.sqlite import Files
from seatpreview.settings import Settings, as_environment
from serving import free_port

ROUNDS = 4
ROUND_SECONDS = 2

KEYS = 1_000_000
VENUES = 10_000
SEATS = 250_000
ALIASES = 1000


class Growth(msgspec.Struct, frozen=True, rename="camel"):
    name: str
    cost: float
    """Of a preview, against the small case: 1 is the same."""
    small_memory_mb: float
    large_memory_mb: float


class Start(msgspec.Struct, frozen=True, rename="camel"):
    """Of the service's own command with 1,000,000 keys, until it has answered a request."""

    keys: int
    seconds: float


class _Side(NamedTuple):
    settings: Settings
    asked: Asked


class _Round(NamedTuple):
    cost: float
    memory_mb: tuple[float, float]


def growths(folder: Path, say: Callable[[str], None]) -> list[Growth]:
    folder.mkdir()
    found = []
    for name, cases in _CASES.items():
        say(f"growth: {name}")
        small, large = (
            _side(case, folder / f"{name}, {size}") for size, case in zip(_SIZES, cases, strict=True)
        )
        rounds = [_round(small, large) for _ in range(ROUNDS)]
        cost = round(statistics.median(each.cost for each in rounds), 3)
        found.append(Growth(name, cost, *rounds[-1].memory_mb))
    return found


def _round(small: _Side, large: _Side) -> _Round:
    """Both started anew: how threads fall into step differs from start to start."""
    cores = Cores.of_this_machine()
    with ExitStack() as stack:
        running = [stack.enter_context(started(side.settings, cores.measured)) for side in (small, large)]
        for side in (small, large):
            side.asked.throughput(cores.other, ROUND_SECONDS)  # Warms up.
        of_small, of_large = (side.asked.throughput(cores.other, ROUND_SECONDS) for side in (small, large))
        small_mb, large_mb = (round(each.memory_mb, 1) for each in running)
        return _Round(of_small / of_large, (small_mb, large_mb))


class _Case(NamedTuple):
    requests: Callable[[Hall, Path], list[Request]]
    """Of the hall, and of the file of records, which may be filled up."""
    seats: int = 500
    aliases: int = 1


def _side(case: _Case, data_dir: Path) -> _Side:
    settings = Settings(data_dir=data_dir, port=free_port(), metrics_port=0)
    with service(settings, Cores.of_this_machine().measured) as (_, admin_key):
        hall = Hall(settings.address, admin_key, case.seats, case.aliases)
        requests = case.requests(hall, Files(data_dir).records)
    return _Side(settings, Asked.written(settings.port, requests, data_dir / "requests"))


def _ten_keys(hall: Hall, _records: Path) -> list[Request]:
    return _with_keys(hall, 10)


def _many_keys(hall: Hall, records: Path) -> list[Request]:
    """A million, of which five hundred are in use."""
    requests = _with_keys(hall, LABELS)
    _copy(
        records, "keys", KEYS, key_id="'key_' || printf('%020d', number)", secret_hash="hex(randomblob(32))"
    )
    return requests


def _with_keys(hall: Hall, count: int) -> list[Request]:
    secrets = itertools.cycle([hall.new_key()["plaintext"] for _ in range(count)])
    return [
        request._replace(headers=hall.headers(secret))
        for request, secret in zip(hall.previews(), secrets, strict=False)
    ]


def _previews(hall: Hall, _records: Path) -> list[Request]:
    return hall.previews()


def _many_venues(hall: Hall, records: Path) -> list[Request]:
    """Ten thousand, of which five hundred are in use, a seat in each."""
    names = [f"ven_{number:020d}" for number in range(1, LABELS + 1)]
    for table in ("venues", "images"):
        _copy(records, table, VENUES, venue_id="'ven_' || printf('%020d', number)")
    return [hall.previews(name)[place] for place, name in enumerate(names)]


def _by_alias(hall: Hall, _records: Path) -> list[Request]:
    """Each of them in turn, as far as there are labels to ask for."""
    names = itertools.cycle(hall.aliases)
    return [hall.previews(name)[place] for place, name in zip(range(LABELS), names, strict=False)]


_SIZES = ("small", "large")
_CASES = {
    f"10 and {KEYS:,} keys": (_Case(_ten_keys), _Case(_many_keys)),
    f"1 and {VENUES:,} venues": (_Case(_previews), _Case(_many_venues)),
    f"500 and {SEATS:,} seats": (_Case(_previews), _Case(_previews, seats=SEATS)),
    f"1 and {ALIASES:,} aliases": (_Case(_by_alias), _Case(_by_alias, aliases=ALIASES)),
}


def _copy(records: Path, table: str, count: int, **anew: str) -> None:
    """Copies the newest row so often, with new values for these columns, while the service runs."""
    with closing(sqlite3.connect(records, isolation_level=None, timeout=30)) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(anew.get(column, column) for column in columns)
        connection.execute(
            f"INSERT INTO {table} WITH RECURSIVE numbers(number) AS "
            f"(SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count}) "
            f"SELECT {values} FROM numbers, (SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1)"
        )


def start(folder: Path) -> Start:
    """With the records that `growths` left there."""
    settings = Settings(
        data_dir=folder / f"{next(iter(_CASES))}, {_SIZES[-1]}", port=free_port(), metrics_port=0
    )
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "seatpreview.cli.main", "serve"],
        env=as_environment(settings),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(f"{settings.address}/readyz"):
            time.sleep(0.005)
        return Start(KEYS, round(time.perf_counter() - begun, 2))
    finally:
        process.terminate()
        process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
