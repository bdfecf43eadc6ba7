"""The speed of every operation beside two applications that say hello, and of six beside the peer.

All run on the same server with the same options, on the same core, one after the other in every round.
"""

import statistics
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.databases import MODES, Mode, start_databases
from benchmarks.latency import Latencies, measure_latencies, send_each_once
from benchmarks.operations import OPERATIONS, Operation
from benchmarks.pinned_server import Cores, PinnedServer
from benchmarks.sides import (
    BARE_ASGI,
    FASTAPI,
    HELLO,
    OURS,
    PEER,
    HelloSide,
    Side,
    StartedSide,
    our_side,
    peer_side,
)
from benchmarks.throughput import CONNECTIONS, Target

ROUNDS = 3
ROUND_SECONDS = 1
LATENCY_SECONDS = 1.0
_WARM_UP_REQUESTS = (64, 500)


class PeerSpeed(msgspec.Struct, frozen=True, rename="camel"):
    """The peer in the same operation. A ratio is the median of the ratios of all rounds."""

    per_second: float
    cpu_us: float
    ratio: float
    """Our requests per second, as a multiple of the peer's."""
    cpu_ratio: float
    """The peer's processor time for a request, as a multiple of ours."""
    scheduling: str


class Speed(msgspec.Struct, frozen=True, rename="camel"):
    """The speed of one operation. A ratio is the median of the ratios of all rounds."""

    mode: Mode
    name: str
    per_second: float
    """Requests per second over 32 connections, on one core."""
    ratio_to_bare_asgi: float = msgspec.field(name="ofBare")
    ratio_to_fastapi: float = msgspec.field(name="ofFastapi")
    latencies: Latencies | None = None
    """Latencies at half of that rate; None where a request can be sent only once."""
    cpu_us: float | None = None
    """Processor time of the server's processes for a request, in microseconds. None in results that were
    saved before it was measured, like what follows."""
    scheduling: str = ""
    items: int = 1
    """How many things a request brings."""
    peer: PeerSpeed | None = None

    @property
    def is_slower_than_peer(self) -> bool:
        """Whether the peer answers more requests, or needs less processor time for one."""
        return self.peer is not None and min(self.peer.ratio, self.peer.cpu_ratio) < 1


class SpeedOptions(NamedTuple):
    """What to measure, and for how long."""

    modes: tuple[Mode, ...] = MODES
    operations: tuple[Operation, ...] = OPERATIONS
    rounds: int = ROUNDS
    seconds: int = ROUND_SECONDS
    with_peer: bool = True


class _Figures(NamedTuple):
    per_second: float
    cpu_us: float
    scheduling: str


_Measured = dict[tuple[str, Operation], list[_Figures]]
"""The figures of every round, by side and operation."""


def measure_speeds(options: SpeedOptions, folder: Path, print_status: Callable[[str], None]) -> list[Speed]:
    """Measures the operations in each mode."""
    return [
        speed for mode in options.modes for speed in _measure_mode(mode, options, folder / mode, print_status)
    ]


def _measure_mode(
    mode: Mode, options: SpeedOptions, folder: Path, print_status: Callable[[str], None]
) -> list[Speed]:
    cores = Cores.of_this_machine()
    folder.mkdir(parents=True)
    with start_databases(mode, cores) as databases:
        print_status(f"{mode}: creating data")
        ours = our_side(folder, databases, cores, options.operations)
        sides: list[Side] = [HelloSide(name, folder, cores) for name in (BARE_ASGI, FASTAPI)]
        sides.append(ours)
        of_peer = [operation for operation in options.operations if operation.has_peer]
        if options.with_peer and of_peer:
            sides.append(peer_side(folder, databases, cores, of_peer))
        measured: _Measured = {}
        for number in range(1, options.rounds + 1):
            for side in sides:
                print_status(f"{mode}: round {number} of {options.rounds}, {side.name}")
                with side.start_round(number) as started:
                    for operation in started.targets:
                        figures = _measure(started, operation, cores, options.seconds)
                        measured.setdefault((side.name, operation), []).append(figures)
        print_status(f"{mode}: latencies at half of the rate")
        with ours.start_round(options.rounds + 1) as started:
            latencies = {
                operation: _measure_latencies(target, measured[OURS, operation])
                for operation, target in started.targets.items()
                if not operation.is_sent_once
            }
    hellos = [_speed(mode, name, HELLO, name, measured, {}) for name in (BARE_ASGI, FASTAPI)]
    return hellos + [
        _speed(mode, OURS, operation, operation.name, measured, latencies) for operation in options.operations
    ]


def _measure(started: StartedSide, operation: Operation, cores: Cores, seconds: int) -> _Figures:
    server, target = started.server, started.targets[operation]
    if operation.is_sent_once:
        before = server.cpu_seconds
        elapsed = send_each_once(target.port, target.requests)
        return _figures(server, before, len(target.requests) / elapsed, len(target.requests))
    _warm_up(target)
    before = server.cpu_seconds
    per_second = target.throughput(cores.load, seconds)
    # When wrk stops, one request is in flight on every connection, and the server answers it as well.
    return _figures(server, before, per_second, per_second * seconds + CONNECTIONS)


def _figures(server: PinnedServer, cpu_before: float, per_second: float, requests: float) -> _Figures:
    cpu_us = (server.cpu_seconds - cpu_before) / requests * 1e6
    return _Figures(per_second, cpu_us, server.scheduling)


def _warm_up(target: Target) -> None:
    """Sends some of the requests, so that code, caches and connections are as they will stay."""
    least, most = _WARM_UP_REQUESTS
    requests = target.requests[:most]
    send_each_once(target.port, requests * max(1, least // len(requests)))


def _measure_latencies(target: Target, figures: list[_Figures]) -> Latencies:
    _warm_up(target)
    rate = statistics.median(each.per_second for each in figures) / 2
    return measure_latencies(target.port, target.requests, rate, LATENCY_SECONDS)


def _speed(
    mode: Mode,
    side: str,
    operation: Operation,
    name: str,
    measured: _Measured,
    latencies: dict[Operation, Latencies],
) -> Speed:
    figures = measured[side, operation]
    return Speed(
        mode=mode,
        name=name,
        per_second=round(statistics.median(each.per_second for each in figures), 1),
        ratio_to_bare_asgi=_median_ratio(figures, measured[BARE_ASGI, HELLO]),
        ratio_to_fastapi=_median_ratio(figures, measured[FASTAPI, HELLO]),
        latencies=latencies.get(operation),
        cpu_us=round(statistics.median(each.cpu_us for each in figures), 1),
        scheduling=figures[0].scheduling,
        items=operation.items,
        peer=_peer_speed(figures, measured.get((PEER, operation))),
    )


def _peer_speed(ours: list[_Figures], theirs: list[_Figures] | None) -> PeerSpeed | None:
    if theirs is None:
        return None
    cpu_ratios = [their.cpu_us / our.cpu_us for our, their in zip(ours, theirs, strict=True)]
    return PeerSpeed(
        per_second=round(statistics.median(each.per_second for each in theirs), 1),
        cpu_us=round(statistics.median(each.cpu_us for each in theirs), 1),
        ratio=_median_ratio(ours, theirs),
        cpu_ratio=round(statistics.median(cpu_ratios), 3),
        scheduling=theirs[0].scheduling,
    )


def _median_ratio(ours: list[_Figures], theirs: list[_Figures]) -> float:
    ratios = [one.per_second / other.per_second for one, other in zip(ours, theirs, strict=True)]
    return round(statistics.median(ratios), 3)
