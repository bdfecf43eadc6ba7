"""The processor time of every operation with much data, against the same service with little data."""

import itertools
import shutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.benchmark_venue import BenchmarkVenue
from benchmarks.growth_cases import CASES, EVENTS_REPORT, KEYS, Case, Requests, Size, requests_for
from benchmarks.latency import send_each_once
from benchmarks.pinned_server import Cores, PinnedServer
from benchmarks.service_under_test import start_new_service, start_service
from benchmarks.throughput import Request
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings
from servers.free_ports import free_port
from servers.processes import readiness_status
from servers.service_process import RunningService

ROUNDS = 3
COST_MAX = 1.15
"""A cost above it is marked in the table."""

REASONS = {
    ("500 and 250,000 seats", "plan"): "the answer names every section and row, 440 kB instead of 1",
}
"""Why a cost is above the limit, by the name of the case and of the operation. Measured before it is said."""

_CONNECTIONS = {EVENTS_REPORT: 1}
"""How many connections an operation is measured over; others over four. Reports of a million events are
refused where several at once make each take too long."""
_CPU_SECONDS = 0.1
_ELAPSED_SECONDS = 2.0
_WARM_UP_REQUESTS = 500


class Growth(msgspec.Struct, frozen=True, rename="camel"):
    """An operation on little and on much data of one kind, compared."""

    name: str
    cost: float
    """The cost of a request in the large case, as a multiple of the small case: the median of all rounds."""
    small_memory_mb: float
    large_memory_mb: float
    operation: str = "preview"
    small_cpu_us: float | None = None
    """Processor time for a request. None in results from before other operations than previews were
    measured; the cost was that in requests per second then."""
    large_cpu_us: float | None = None

    @property
    def mark(self) -> str:
        """Says that the cost is above the limit, and why where that is known."""
        if self.cost <= COST_MAX:
            return ""
        return f"OVER {COST_MAX}: {REASONS.get((self.name, self.operation), 'the reason is not known')}"


class Start(msgspec.Struct, frozen=True, rename="camel"):
    """The time that the service's own command takes with 1,000,000 keys until its first response."""

    keys: int
    seconds: float


class _Prepared(NamedTuple):
    """A service whose data is stored, ready to be started and measured."""

    settings: Settings
    requests: Requests


class _Round(NamedTuple):
    small_cpu_us: float
    large_cpu_us: float
    memory_mb: tuple[float, float]


def measure_growth(cases: Sequence[Case], folder: Path, print_status: Callable[[str], None]) -> list[Growth]:
    """Measures pairs of cases. Their data stays in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    growths = []
    for case in cases:
        print_status(f"growth: {case.name}, storing data")
        small, large = (_prepare(size, _data_dir(folder, case, size)) for size in (case.small, case.large))
        rounds: dict[str, list[_Round]] = {operation: [] for operation in small.requests}
        for number in range(1, ROUNDS + 1):
            print_status(f"growth: {case.name}, round {number} of {ROUNDS}")
            for operation, measured in _measure_round(small, large):
                rounds[operation].append(measured)
        growths += [_growth(case, operation, measured) for operation, measured in rounds.items()]
    return growths


def measure_start(folder: Path) -> Start:
    """Starts the service with the keys that `measure_growth` stored in the folder."""
    [keys] = [case for case in CASES if case.id == "keys"]
    # A developer's PYTHONDONTWRITEBYTECODE would slow the start down.
    settings = {"PYTHONDONTWRITEBYTECODE": ""}
    service = RunningService(
        folder, "--data-dir", str(_data_dir(folder, keys, keys.large)), settings=settings
    )
    started = time.perf_counter()
    service.start()
    try:
        while readiness_status(service.port) != 200:
            time.sleep(0.005)
        return Start(KEYS, round(time.perf_counter() - started, 2))
    finally:
        service.stop()


def _data_dir(folder: Path, case: Case, size: Size) -> Path:
    return folder / f"{case.id} {'small' if size is case.small else 'large'}"


def _prepare(size: Size, data_dir: Path) -> _Prepared:
    settings = Settings(data_dir=data_dir, port=free_port(), metrics_port=0)
    with start_new_service(settings, Cores.of_this_machine().server) as (_, admin_key):
        venue = BenchmarkVenue(settings.address, admin_key, size.seats, size.aliases)
        requests = size.fill(venue, DatabaseFiles(data_dir))
        return _Prepared(settings, requests_for(venue) | requests)


def _measure_round(small: _Prepared, large: _Prepared) -> Iterator[tuple[str, _Round]]:
    """Starts both on copies of their data, and measures operation by operation. How threads are scheduled
    differs from start to start, and what other programs do from moment to moment."""
    with ExitStack() as stack:
        servers = [stack.enter_context(_start_on_copy(each.settings)) for each in (small, large)]
        for operation in small.requests:
            small_us, large_us = (
                _cpu_us(server, each.requests[operation], _CONNECTIONS.get(operation, 4))
                for server, each in zip(servers, (small, large), strict=True)
            )
            small_mb, large_mb = (round(server.memory_mb, 1) for server in servers)
            yield operation, _Round(small_us, large_us, (small_mb, large_mb))


@contextmanager
def _start_on_copy(settings: Settings) -> Iterator[PinnedServer]:
    """Starts a service on a copy of its data, so that what a round writes is not there in the next."""
    copy = settings.data_dir.with_name(f"{settings.data_dir.name} copy")
    shutil.copytree(settings.data_dir, copy)
    try:
        with start_service(replace(settings, data_dir=copy), Cores.of_this_machine().server) as server:
            yield server
    finally:
        shutil.rmtree(copy)


def _cpu_us(server: PinnedServer, requests: list[Request], connections: int) -> float:
    """Returns the processor time for a request: more and more are sent until it can be told exactly."""
    send_each_once(server.port, requests[:_WARM_UP_REQUESTS], connections)
    endless = itertools.cycle(requests)
    started, before = time.perf_counter(), server.cpu_seconds
    sent, count = 0, connections
    while True:
        send_each_once(server.port, list(itertools.islice(endless, count)), connections)
        sent += count
        cpu_seconds = server.cpu_seconds - before
        if cpu_seconds >= _CPU_SECONDS or time.perf_counter() - started >= _ELAPSED_SECONDS:
            return cpu_seconds / sent * 1e6
        count *= 2


def _growth(case: Case, operation: str, rounds: list[_Round]) -> Growth:
    return Growth(
        name=case.name,
        cost=round(statistics.median(each.large_cpu_us / each.small_cpu_us for each in rounds), 3),
        small_memory_mb=rounds[-1].memory_mb[0],
        large_memory_mb=rounds[-1].memory_mb[1],
        operation=operation,
        small_cpu_us=round(statistics.median(each.small_cpu_us for each in rounds), 1),
        large_cpu_us=round(statistics.median(each.large_cpu_us for each in rounds), 1),
    )
