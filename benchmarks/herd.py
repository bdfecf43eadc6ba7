"""A herd: many connections that ask for one venue, just after the start and just after the venue has changed.

Each is compared with the same requests to the same server when everything is in memory.
"""

import statistics
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.benchmark_venue import BenchmarkVenue
from benchmarks.databases import Mode
from benchmarks.latency import measure_latencies
from benchmarks.pinned_server import Cores
from benchmarks.service_under_test import settings_for, start_new_service, start_service
from benchmarks.throughput import Target

ROUNDS = 3
CONNECTIONS = 256
SECONDS = 2
PUBLISHED_SECONDS = 0.5
"""The pause between two versions of a venue that is published while it is asked for."""


class Herd(msgspec.Struct, frozen=True, rename="camel"):
    """One situation against the warm server. A ratio is the median of the ratios of all rounds."""

    mode: Mode
    name: str
    throughput_ratio: float
    """Requests per second, as a share of what the warm server answers."""
    p99_ms: float
    warm_p99_ms: float
    p99_ratio: float
    """The latency at half of the warm rate, as a multiple of the warm server's."""


class _Figures(NamedTuple):
    per_second: float
    p99_ms: float


def measure_herds(mode: Mode, folder: Path, print_status: Callable[[str], None]) -> list[Herd]:
    cores = Cores.of_this_machine()
    folder.mkdir()
    rounds: dict[str, list[tuple[_Figures, _Figures]]] = {"cold": [], "after a change": []}
    with settings_for(mode, folder, cores) as settings:
        with start_new_service(settings, cores.server) as (_, admin_key):
            venue = BenchmarkVenue(settings.address, admin_key)
            target = Target.write(settings.port, venue.previews(), folder / "herd")
        for number in range(1, ROUNDS + 1):
            print_status(f"{mode}: herd, round {number} of {ROUNDS}")
            with start_service(settings, cores.server):
                per_second = _per_second(target, cores)
                warm = _Figures(_per_second(target, cores), 0)
                rate = warm.per_second / 2
                warm = warm._replace(p99_ms=_p99_ms(target, rate))
                with _published_again_and_again(venue):
                    changed = _Figures(_per_second(target, cores), _p99_ms(target, rate))
            with start_service(settings, cores.server):
                cold = _Figures(per_second, _p99_ms(target, rate))
            rounds["cold"].append((cold, warm))
            rounds["after a change"].append((changed, warm))
    return [_herd(mode, name, pairs) for name, pairs in rounds.items()]


def _per_second(target: Target, cores: Cores) -> float:
    return target.throughput(cores.load, SECONDS, CONNECTIONS)


def _p99_ms(target: Target, rate: float) -> float:
    return measure_latencies(target.port, target.requests, rate, SECONDS, CONNECTIONS).p99


@contextmanager
def _published_again_and_again(venue: BenchmarkVenue) -> Iterator[None]:
    """Replaces the venue's record twice a second until the end of the block."""
    ended = threading.Event()

    def publish() -> None:
        while not ended.wait(PUBLISHED_SECONDS):
            venue.publish_again()

    publishing = threading.Thread(target=publish)
    publishing.start()
    try:
        yield
    finally:
        ended.set()
        publishing.join()


def _herd(mode: Mode, name: str, pairs: list[tuple[_Figures, _Figures]]) -> Herd:
    return Herd(
        mode=mode,
        name=name,
        throughput_ratio=round(
            statistics.median(each.per_second / warm.per_second for each, warm in pairs), 3
        ),
        p99_ms=round(statistics.median(each.p99_ms for each, _ in pairs), 2),
        warm_p99_ms=round(statistics.median(warm.p99_ms for _, warm in pairs), 2),
        p99_ratio=round(statistics.median(each.p99_ms / warm.p99_ms for each, warm in pairs), 2),
    )
