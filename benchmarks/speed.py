"""The service against a bare ASGI application and FastAPI's hello-world: same server, same core, same run."""

import statistics
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

import msgspec

from benchmarks.asking import Asked, Request
from benchmarks.hall import Hall
from benchmarks.pacing import Latencies, latencies
from benchmarks.servers import Cores, serving
from benchmarks.world import Mode, free_port, service, settings_for

ROUNDS = 5
ROUND_SECONDS = 2
PACED_SECONDS = 4

BARE = "bare ASGI"
FASTAPI = "FastAPI hello-world"

_HELLOS = {BARE: "benchmarks.bare:application", FASTAPI: "benchmarks.fastapi_hello:application"}
_OPERATIONS: Mapping[str, Callable[[Hall], list[Request]]] = {
    "preview": Hall.previews,
    "preview, seat never asked for": Hall.previews_of_new_seats,
    "resolve 50 labels": Hall.resolves,
    "create a session": Hall.sessions,
    "getKey": Hall.key_reads,
    "updateKey": Hall.key_updates,
    "signed image": Hall.pictures,
}


class Speed(msgspec.Struct, frozen=True, rename="camel"):
    """Of one operation. Ratios are taken round by round, and the middle one of them is told."""

    mode: Mode
    name: str
    per_second: float
    """Over 32 connections, on one core."""
    of_bare: float
    of_fastapi: float
    latencies: Latencies
    """At half of that rate."""


def speeds(mode: Mode, folder: Path, say: Callable[[str], None]) -> list[Speed]:
    cores = Cores.of_this_machine()
    folder.mkdir()
    with ExitStack() as stack:
        say(f"{mode}: starting the servers")
        asked: dict[str, Asked] = {}
        for name, target in _HELLOS.items():
            port = free_port()
            stack.enter_context(serving(target, port, cores.measured, folder / f"{name}.log"))
            asked[name] = Asked.written(port, [Request("GET", "/")], folder / name)
        settings = stack.enter_context(settings_for(mode, folder, cores))
        _, admin_key = stack.enter_context(service(settings, cores.measured))
        hall = Hall(settings.address, admin_key)
        for name, requests in _OPERATIONS.items():
            asked[name] = Asked.written(settings.port, requests(hall), folder / name)
        return _measured(mode, asked, cores, say)


def _measured(
    mode: Mode, asked: Mapping[str, Asked], cores: Cores, say: Callable[[str], None]
) -> list[Speed]:
    found: dict[str, list[float]] = {name: [] for name in asked}
    for number in range(ROUNDS + 1):
        say(f"{mode}: round {number} of {ROUNDS}" if number else f"{mode}: warming up")
        for name, target in asked.items():
            per_second = target.throughput(cores.other, ROUND_SECONDS if number else 1)
            if number:
                found[name].append(per_second)
    return [_speed(mode, name, asked[name], found, say) for name in asked]


def _speed(
    mode: Mode, name: str, asked: Asked, found: Mapping[str, list[float]], say: Callable[[str], None]
) -> Speed:
    say(f"{mode}: {name} at half of its rate")
    per_second = statistics.median(found[name])
    return Speed(
        mode=mode,
        name=name,
        per_second=round(per_second, 1),
        of_bare=_ratio(found[name], found[BARE]),
        of_fastapi=_ratio(found[name], found[FASTAPI]),
        latencies=latencies(asked.port, asked.requests, per_second / 2, PACED_SECONDS),
    )


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return round(statistics.median(one / other for one, other in zip(ours, theirs, strict=True)), 3)
