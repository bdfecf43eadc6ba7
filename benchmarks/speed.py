"""The service against a bare ASGI application and FastAPI's hello-world: same server, same core, same run."""

import statistics
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from benchmarks.asking import Asked, Request
from benchmarks.hall import Hall
from benchmarks.pacing import Latencies, latencies
from benchmarks.servers import Cores, serving
from benchmarks.world import Mode, service, settings_for
from serving import free_port

ROUNDS = 4
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
    with settings_for(mode, folder, cores) as settings, service(settings, cores.measured) as (_, admin_key):
        hall = Hall(settings.address, admin_key)
        asked = {name: _hello(name, folder) for name in _HELLOS}
        for name, requests in _OPERATIONS.items():
            asked[name] = Asked.written(settings.port, requests(hall), folder / name)
        found: dict[str, list[float]] = {name: [] for name in asked}
        for number in range(1, ROUNDS + 1):
            say(f"{mode}: round {number} of {ROUNDS}")
            for name in asked:
                with _up(name, asked[name], cores):
                    found[name].append(asked[name].throughput(cores.other, ROUND_SECONDS))
        return [_speed(mode, name, asked[name], found, cores, say) for name in asked]


def _hello(name: str, folder: Path) -> Asked:
    return Asked.written(free_port(), [Request("GET", "/")], folder / name)


@contextmanager
def _up(name: str, asked: Asked, cores: Cores) -> Iterator[None]:
    """Warm, and a hello-world started anew: how its threads fall into step differs from start to start, and
    makes a third of its throughput."""
    with ExitStack() as stack:
        if name in _HELLOS:
            log = asked.file.with_suffix(".log")
            stack.enter_context(serving(_HELLOS[name], asked.port, cores.measured, log))
        asked.throughput(cores.other, 1)
        yield


def _speed(
    mode: Mode,
    name: str,
    asked: Asked,
    found: Mapping[str, list[float]],
    cores: Cores,
    say: Callable[[str], None],
) -> Speed:
    say(f"{mode}: {name} at half of its rate")
    per_second = statistics.median(found[name])
    with _up(name, asked, cores):
        paced = latencies(asked.port, asked.requests, per_second / 2, PACED_SECONDS)
    return Speed(
        mode=mode,
        name=name,
        per_second=round(per_second, 1),
        of_bare=_ratio(found[name], found[BARE]),
        of_fastapi=_ratio(found[name], found[FASTAPI]),
        latencies=paced,
    )


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return round(statistics.median(one / other for one, other in zip(ours, theirs, strict=True)), 3)
