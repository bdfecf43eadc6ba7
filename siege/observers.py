"""What is observed of a service during an attack: its memory, its health, and holds of its event loop."""

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
from servers.service_process import RunningService

MEMORY_SECONDS = 0.1
HEALTH_SECONDS = 0.1
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


def _resident_memory(process: RunningService) -> MemorySample:
    workers, children = 0.0, [0.0]
    for worker in process.workers():
        with contextlib.suppress(psutil.NoSuchProcess):
            workers += worker.memory_info().rss / MIB
            for child in worker.children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    children.append(child.memory_info().rss / MIB)
    return MemorySample(time.monotonic(), workers, sum(children), max(children))
