"""A herd: many connections that ask for one venue, just after the start and just after the venue has changed.

Each is compared with the same requests to the same server when everything is in memory. And the first preview
of a venue that nobody has asked for, alone.
"""

import statistics
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.benchmark_venue import HALL_SEATS, BenchmarkVenue
from benchmarks.databases import Mode
from benchmarks.latency import measure_latencies, send_each_once
from benchmarks.pinned_server import Cores
from benchmarks.service_under_test import settings_for, start_new_service, start_service
from benchmarks.throughput import Request, Target

ROUNDS = 3
CONNECTIONS = 256
SECONDS = 2
PUBLISHED_SECONDS = 0.5
"""The pause between two versions of a venue that is published while it is asked for."""
HALLS = 6
"""Venues whose first preview is timed in each round."""


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


class FirstPreview(msgspec.Struct, frozen=True, rename="camel"):
    """How long the first preview of a venue takes by the clock: medians of all rounds."""

    mode: Mode
    seats: int
    after_start_ms: float
    """For a venue that is the first of all after the start."""
    later_ms: float
    """For a venue after others."""


class Measured(NamedTuple):
    """The figures of one mode."""

    herds: list[Herd]
    first_preview: FirstPreview


def measure_herds(mode: Mode, folder: Path, print_status: Callable[[str], None]) -> Measured:
    cores = Cores.of_this_machine()
    folder.mkdir()
    rounds: dict[str, list[tuple[_Figures, _Figures]]] = {}
    first_ms: list[tuple[float, float]] = []
    with settings_for(mode, folder, cores) as settings:
        with start_new_service(settings, cores.server) as (_, admin_key):
            venue = BenchmarkVenue(settings.address, admin_key)
            target = Target.write(settings.port, venue.previews(), folder / "herd")
            unknown = [BenchmarkVenue(settings.address, admin_key) for _ in range(ROUNDS)]
            halls = [venue.first_previews(HALLS) for _ in range(ROUNDS)]
        for number in range(1, ROUNDS + 1):
            print_status(f"{mode}: herd, round {number} of {ROUNDS}")
            with start_service(settings, cores.server):
                per_second = _per_second(target, cores)
                warm = _Figures(_per_second(target, cores), 0)
                rate = warm.per_second / 2
                warm = warm._replace(p99_ms=_p99_ms(target, rate))
                figures = {}
                for name, publish in (
                    ("published again", venue.publish_again),
                    ("after a change", venue.publish_changed),
                ):
                    with _again_and_again(publish):
                        figures[name] = _Figures(_per_second(target, cores), _p99_ms(target, rate))
            with start_service(settings, cores.server):
                figures["just started"] = _Figures(per_second, _p99_ms(target, rate))
            with start_service(settings, cores.server):
                first_ms.append(_first_preview_ms(settings.port, halls[number - 1]))
                other = Target.write(settings.port, unknown[number - 1].previews(), folder / "unknown")
                p99_ms = _p99_ms(other, rate)
                figures["never asked for"] = _Figures(_per_second(other, cores), p99_ms)
            for name, each in figures.items():
                rounds.setdefault(name, []).append((each, warm))
    return Measured(
        [_herd(mode, name, pairs) for name, pairs in rounds.items()], _first_preview(mode, first_ms)
    )


def _per_second(target: Target, cores: Cores) -> float:
    return target.throughput(cores.load, SECONDS, CONNECTIONS)


def _p99_ms(target: Target, rate: float) -> float:
    return measure_latencies(target.port, target.requests, rate, SECONDS, CONNECTIONS).p99


def _first_preview_ms(port: int, requests: list[Request]) -> tuple[float, float]:
    """Returns how long the first request takes, and the median of the others, which are for other venues."""
    first, *later = [1000 * send_each_once(port, [request], connections=1) for request in requests]
    return first, statistics.median(later)


def _first_preview(mode: Mode, rounds: list[tuple[float, float]]) -> FirstPreview:
    after_start, later = (round(statistics.median(each), 2) for each in zip(*rounds, strict=True))
    return FirstPreview(mode, HALL_SEATS, after_start, later)


@contextmanager
def _again_and_again(publish: Callable[[], None]) -> Iterator[None]:
    """Publishes the venue twice a second until the end of the block."""
    ended = threading.Event()

    def repeat() -> None:
        while not ended.wait(PUBLISHED_SECONDS):
            publish()

    publishing = threading.Thread(target=repeat)
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
