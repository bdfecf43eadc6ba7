"""Servers to measure: each is a Granian with one worker, all with the same options and on the same core."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from servers.processes import clean_environment, readiness_status, stop_with_children

ROOT = Path(__file__).parents[1]

_POLICIES = {os.SCHED_OTHER: "OTHER", os.SCHED_BATCH: "BATCH", os.SCHED_IDLE: "IDLE"}
_START_SECONDS = 60
_STOP_SECONDS = 20
_OPTIONS = [
    *("--host", "127.0.0.1", "--interface", "asgi", "--no-ws", "--workers", "1"),
    *("--loop", "uvloop", "--log-level", "warning"),
]


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


class RunningServer(NamedTuple):
    """A server process that responds."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def memory_mb(self) -> float:
        """The resident memory of the worker."""
        return float(max(worker.memory_info().rss for worker in self._workers()) / 1e6)

    @property
    def cpu_seconds(self) -> float:
        """The processor time that the server and its workers have used, in the program and in the system."""
        processes = (self.process.pid, *(worker.pid for worker in self._workers()))
        return sum(time.clock_gettime(_processor_clock(pid)) for pid in processes)

    @property
    def scheduling(self) -> str:
        """The scheduling policies of all threads of the workers, as the system names them."""
        policies = {
            os.sched_getscheduler(thread.id) for worker in self._workers() for thread in worker.threads()
        }
        return ", ".join(sorted(_POLICIES.get(policy, str(policy)) for policy in policies))

    def _workers(self) -> list[psutil.Process]:
        workers: list[psutil.Process] = psutil.Process(self.process.pid).children(recursive=True)
        return workers


def _processor_clock(pid: int) -> int:
    """Returns the id of the clock of a process's processor time, as clock_getcpuclockid(3) does.

    It counts nanoseconds, where other sources count hundredths of a second.
    """
    return (~pid << 3) | 2


@contextmanager
def start_server(
    target: str,
    port: int,
    core: int,
    log: Path,
    settings: Mapping[str, str] | None = None,
    is_factory: bool = False,
) -> Iterator[RunningServer]:
    """Serves an ASGI application, given by its import path, until the end of the block."""
    command = [sys.executable, "-m", "granian", *_OPTIONS, "--port", str(port), target]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--factory"] if is_factory else command,
            env=clean_environment(settings or {}, ROOT),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=lambda: _pin_to(core),
        )
    try:
        _wait_until_responding(port, process, log)
        yield RunningServer(port, process)
    finally:
        stop_with_children(process, _STOP_SECONDS)


def _pin_to(core: int) -> None:
    """Pins this process to a core, with batch scheduling as the service itself has it (server/server.py)."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _wait_until_responding(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    # The hello-world applications have no /readyz, so that a 404 counts as well.
    while not 0 < readiness_status(port) < 500:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"The server did not start:\n{log.read_text()}")
        time.sleep(0.01)
