"""What is observed of a service: its memory, its health and holds of its event loop during an attack, and its
queues after it."""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

import msgspec
import psutil

from seatpreview.observability.event_loop_lag import EVENT
from servers.http_connection import Address, Connection, Response
from servers.promtool import series
from servers.service_process import RunningService

MEMORY_SECONDS = 0.1
HEALTH_SECONDS = 0.1
QUEUES_SECONDS = 0.25
WATCH_SECONDS_MAX = 20.0
"""The time after which queues that are not empty are not read any more."""
_METRICS_SECONDS_MAX = 5.0
EMPTY_READINGS = 6
"""So many readings in a row without anything left: workers report some of the gauges once a second."""
MIB = 1 << 20


class MemorySample(NamedTuple):
    """The resident memory of workers and of their child processes in MiB, at a time by `time.monotonic`."""

    at: float
    workers: float
    children: float
    largest_child: float

    @property
    def total(self) -> float:
        """What all of them have together."""
        return self.workers + self.children


@dataclass
class Memory:
    """The memory of a service over time."""

    samples: list[MemorySample] = field(default_factory=list)

    async def sample(self, process: RunningService) -> None:
        """Takes samples until it is cancelled, and a last one then."""
        try:
            while True:
                self.samples.append(_resident_memory(process))
                await asyncio.sleep(MEMORY_SECONDS)
        finally:
            self.samples.append(_resident_memory(process))


@dataclass
class Health:
    """Whether the metrics listener answered GET /healthz, at each time that it was asked."""

    answered: int = 0
    failed: int = 0
    is_served: bool = True
    """False where the listener has no such path, and answers with something else."""

    async def check(self, metrics_port: int, seconds_max: float) -> None:
        """Asks again and again until it is cancelled."""
        while True:
            await self.check_once(metrics_port, seconds_max)
            await asyncio.sleep(HEALTH_SECONDS)

    async def check_once(self, metrics_port: int, seconds_max: float) -> None:
        """Asks on a new connection."""
        try:
            async with (
                asyncio.timeout(seconds_max),
                Connection(Address(metrics_port)) as connection,
            ):
                self._count(await connection.request("GET", "/healthz"))
        except (OSError, EOFError):
            self.failed += 1

    def _count(self, answer: Response) -> None:
        # A listener without the path answers 404, or with the metrics.
        if answer.status == 404 or answer.body.startswith(b"# HELP"):
            self.is_served = False
        elif answer.status != 200:
            self.failed += 1
            return
        self.answered += 1


QUEUES = (
    "seatpreview_heavy_work",
    "seatpreview_requests_in_progress",
    "seatpreview_requests_waiting",
    "seatpreview_stills_waiting",
)
"""The gauges of what waits or runs. Heavy work includes bodies in memory and uploads."""
WANTED_BY_NOBODY = 'wanted="later"'
"""Stills that no request waits for: bounded for each tenant, and drawn when the processor is free."""
UNANSWERED = "no answer"


class QueuesReading(NamedTuple):
    """What waited or ran in a service at a time by `time.monotonic`: the gauges that were not 0."""

    at: float
    left: dict[str, float]


@dataclass
class Queues:
    """What waits or runs in a service after an attack, over time."""

    readings: list[QueuesReading] = field(default_factory=list)

    async def watch(self, metrics_port: int) -> None:
        """Reads the metrics until nothing has been left for a while, or until that takes too long."""
        end = time.monotonic() + WATCH_SECONDS_MAX
        empty = 0
        while empty < EMPTY_READINGS and time.monotonic() < end:
            reading = await _read_queues(metrics_port)
            self.readings.append(reading)
            empty = 0 if reading.left else empty + 1
            await asyncio.sleep(QUEUES_SECONDS)


def left_in_queues(metrics: str) -> dict[str, float]:
    """Returns the gauges of what waits or runs that are not 0.

    A gauge that the service does not have any more is not 0: its queue would never be judged again.
    """
    gone = {f"{name} is gone": 1.0 for name in QUEUES if f"# TYPE {name} gauge" not in metrics}
    values = series(metrics)
    return gone | {
        name: value
        for name, value in values.items()
        if name.partition("{")[0] in QUEUES and value and WANTED_BY_NOBODY not in name
    }


class Hold(NamedTuple):
    """The longest time in which a worker's event loop was held, in milliseconds.

    `wall_ms` also counts time in which the machine ran other processes; `own_ms` is the part of it in which
    the worker itself was on a processor.
    """

    own_ms: float = 0.0
    wall_ms: float = 0.0


def longest_hold(log: str, start: float, end: float) -> Hold:
    """Reads the longest hold in a period (times of the wall clock) from the log of a service.

    A hold that has not ended is not in the log yet, but then the victims have no answers.
    """
    longest = Hold()
    for line in log.splitlines():
        if f'"{EVENT}"' not in line:
            continue
        entry = msgspec.json.decode(line)
        ended = datetime.fromisoformat(entry["timestamp"]).timestamp()
        if start <= ended and ended - entry["held_ms"] / 1000 <= end:
            longest = Hold(max(longest.own_ms, entry["cpu_ms"]), max(longest.wall_ms, entry["held_ms"]))
    return longest


async def _read_queues(metrics_port: int) -> QueuesReading:
    """Reads what waits or runs now. Of a listener that does not answer, nobody knows that nothing is left."""
    at = time.monotonic()
    try:
        async with asyncio.timeout(_METRICS_SECONDS_MAX), Connection(Address(metrics_port)) as connection:
            answer = await connection.request("GET", "/metrics")
    except (OSError, EOFError):
        return QueuesReading(at, {UNANSWERED: 1.0})
    return QueuesReading(at, left_in_queues(answer.body.decode()))


def _resident_memory(process: RunningService) -> MemorySample:
    workers, children = 0.0, [0.0]
    for worker in process.workers():
        with contextlib.suppress(psutil.NoSuchProcess):
            workers += worker.memory_info().rss / MIB
            for child in worker.children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    children.append(child.memory_info().rss / MIB)
    return MemorySample(time.monotonic(), workers, sum(children), max(children))
