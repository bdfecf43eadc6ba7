"""Servers to be measured: each a Granian with one worker, all with the same options and on the same core."""

import contextlib
import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

ROOT = Path(__file__).parents[1]

_START_SECONDS = 60
_STOP_SECONDS = 20
_OPTIONS = [
    *("--host", "127.0.0.1", "--interface", "asgi", "--no-ws", "--workers", "1"),
    *("--loop", "uvloop", "--log-level", "warning"),
]


class Cores(NamedTuple):
    """Whoever is measured has a core alone; who asks has the other, together with databases."""

    measured: int
    other: int

    @classmethod
    def of_this_machine(cls) -> "Cores":
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < 2:
            sys.exit("Two cores are needed: one for who is measured, one for who asks.")
        return cls(cores[0], cores[-1])


class Running(NamedTuple):
    port: int
    process: subprocess.Popen[bytes]

    @property
    def memory_mb(self) -> float:
        """What the worker holds in memory."""
        workers = psutil.Process(self.process.pid).children(recursive=True)
        return float(max(worker.memory_info().rss for worker in workers) / 1e6)


@contextmanager
def serving(
    target: str,
    port: int,
    core: int,
    log: Path,
    environment: Mapping[str, str] | None = None,
    is_factory: bool = False,
) -> Iterator[Running]:
    """An ASGI application, by its import path, until the end of the block."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SEATPREVIEW_", "GRANIAN_"))
    }
    command = [sys.executable, "-m", "granian", *_OPTIONS, "--port", str(port), target]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--factory"] if is_factory else command,
            env={**kept, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=lambda: _settle_on(core),
        )
    try:
        _wait_until_answering(port, process, log)
        yield Running(port, process)
    finally:
        _end(process)


def _settle_on(core: int) -> None:
    """On this core, and in batches as the service's own command has it (cli/server.py)."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _wait_until_answering(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not _is_answering(port):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"The server did not start:\n{log.read_text()}")
        time.sleep(0.01)


def _is_answering(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError):
        connection.request("GET", "/readyz")
        return connection.getresponse().status < 500
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    family = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_STOP_SECONDS)
    for each in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    process.kill()
    process.wait()
