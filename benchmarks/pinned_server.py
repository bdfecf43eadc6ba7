"""Servers to measure: each is a Granian with one worker, all with the same options and on the same core."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from servers.granian import RunningGranian
from servers.processes import children_of

_POLICIES = {os.SCHED_OTHER: "OTHER", os.SCHED_BATCH: "BATCH", os.SCHED_IDLE: "IDLE"}


class Cores(NamedTuple):
    """The measured server has one core alone. The load generator shares the other one with the databases."""

    server: int
    load: int

    @classmethod
    def of_this_machine(cls) -> "Cores":
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < 2:
            sys.exit("Two cores are needed: one for the server, one for the load generator.")
        return cls(cores[0], cores[-1])


class PinnedServer(RunningGranian):
    """A server on one core, whose memory and processor time can be read."""

    @property
    def memory_mb(self) -> float:
        """The resident memory of the worker."""
        return float(max(worker.memory_info().rss for worker in children_of(self.process)) / 1e6)

    @property
    def cpu_seconds(self) -> float:
        """The processor time that the server and its workers have used, in the program and in the system."""
        processes = (self.process.pid, *(worker.pid for worker in children_of(self.process)))
        return sum(time.clock_gettime(_processor_clock(pid)) for pid in processes)

    @property
    def scheduling(self) -> str:
        """The scheduling policies of all threads of the workers, as the system names them."""
        workers = children_of(self.process)
        policies = {os.sched_getscheduler(thread.id) for worker in workers for thread in worker.threads()}
        return ", ".join(sorted(_POLICIES.get(policy, str(policy)) for policy in policies))


@contextmanager
def start_server(
    target: str,
    port: int,
    core: int,
    log: Path,
    settings: Mapping[str, str] | None = None,
    is_factory: bool = False,
) -> Iterator[PinnedServer]:
    """Serves an ASGI application, given by its import path, until the end of the block."""
    server = PinnedServer(
        target, port, log, settings, is_factory=is_factory, before_start=partial(_pin_to, core)
    )
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


def _pin_to(core: int) -> None:
    """Pins this process to a core, with the batch scheduling of a worker (server/worker_process.py)."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _processor_clock(pid: int) -> int:
    """Returns the id of the clock of a process's processor time, as clock_getcpuclockid(3) does.

    It counts nanoseconds, where other sources count hundredths of a second.
    """
    return (~pid << 3) | 2
