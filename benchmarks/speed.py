"""The service against a bare ASGI application and FastAPI's hello-world: same server, same core, same run."""

import statistics
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from benchmarks.benchmark_venue import BenchmarkVenue
from benchmarks.latency import Latencies, measure_latencies
from benchmarks.pinned_server import Cores, start_server
from benchmarks.service_under_test import Mode, settings_for, start_new_service
from benchmarks.throughput import Request, Target
from serving import free_port

ROUNDS = 4
ROUND_SECONDS = 2
LATENCY_SECONDS = 4

BARE_ASGI = "bare ASGI"
FASTAPI = "FastAPI hello-world"

_HELLO_APPLICATIONS = {
    BARE_ASGI: "benchmarks.bare_asgi:application",
    FASTAPI: "benchmarks.fastapi_hello:application",
}
_OPERATIONS: Mapping[str, Callable[[BenchmarkVenue], list[Request]]] = {
    "preview": BenchmarkVenue.previews,
    "preview, seat never asked for": BenchmarkVenue.previews_of_all_seats,
    "resolve 50 labels": BenchmarkVenue.resolves,
    "create a session": BenchmarkVenue.sessions,
    "getKey": BenchmarkVenue.key_reads,
    "updateKey": BenchmarkVenue.key_updates,
    "signed image": BenchmarkVenue.images,
}


class Speed(msgspec.Struct, frozen=True, rename="camel"):
    """The speed of one operation. A ratio is the median of the ratios of all rounds."""

    mode: Mode
    name: str
    per_second: float
    """Requests per second over 32 connections, on one core."""
    ratio_to_bare_asgi: float = msgspec.field(name="ofBare")
    ratio_to_fastapi: float = msgspec.field(name="ofFastapi")
    latencies: Latencies
    """Latencies at half of that rate."""


def measure_speeds(mode: Mode, folder: Path, print_status: Callable[[str], None]) -> list[Speed]:
    cores = Cores.of_this_machine()
    folder.mkdir()
    with (
        settings_for(mode, folder, cores) as settings,
        start_new_service(settings, cores.server) as (_, admin_key),
    ):
        venue = BenchmarkVenue(settings.address, admin_key)
        targets = {
            name: Target.write(free_port(), [Request("GET", "/")], folder / name)
            for name in _HELLO_APPLICATIONS
        }
        for name, requests in _OPERATIONS.items():
            targets[name] = Target.write(settings.port, requests(venue), folder / name)
        throughputs: dict[str, list[float]] = {name: [] for name in targets}
        for number in range(1, ROUNDS + 1):
            print_status(f"{mode}: round {number} of {ROUNDS}")
            for name, target in targets.items():
                with _warm(name, target, cores):
                    throughputs[name].append(target.throughput(cores.load, ROUND_SECONDS))
        return [
            _measure_speed(mode, name, target, throughputs, cores, print_status)
            for name, target in targets.items()
        ]


@contextmanager
def _warm(name: str, target: Target, cores: Cores) -> Iterator[None]:
    """Warms the target up, and first starts it where it is a hello-world.

    A hello-world is started anew for every measurement: how its threads are scheduled differs from start to
    start, which changes its throughput by a third.
    """
    with ExitStack() as stack:
        if name in _HELLO_APPLICATIONS:
            log = target.file.with_suffix(".log")
            stack.enter_context(start_server(_HELLO_APPLICATIONS[name], target.port, cores.server, log))
        target.throughput(cores.load, 1)
        yield


def _measure_speed(
    mode: Mode,
    name: str,
    target: Target,
    throughputs: Mapping[str, list[float]],
    cores: Cores,
    print_status: Callable[[str], None],
) -> Speed:
    print_status(f"{mode}: {name} at half of its rate")
    per_second = statistics.median(throughputs[name])
    with _warm(name, target, cores):
        latencies = measure_latencies(target.port, target.requests, per_second / 2, LATENCY_SECONDS)
    return Speed(
        mode=mode,
        name=name,
        per_second=round(per_second, 1),
        ratio_to_bare_asgi=_median_ratio(throughputs[name], throughputs[BARE_ASGI]),
        ratio_to_fastapi=_median_ratio(throughputs[name], throughputs[FASTAPI]),
        latencies=latencies,
    )


def _median_ratio(ours: list[float], theirs: list[float]) -> float:
    return round(statistics.median(one / other for one, other in zip(ours, theirs, strict=True)), 3)
