"""Granian with one worker process, on a port of its own: a test can choose the worker that responds.

Several of them on one database stand for several machines. Benchmarks measure applications on it.
"""

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

from seatpreview.settings.loader import as_environment
from seatpreview.settings.settings import Settings
from servers.disposable_server import DidNotStart
from servers.processes import children_of, clean_environment, end_with_this_process, readiness_status

_ROOT = Path(__file__).parents[1]
_START_SECONDS = 60
_STOP_SECONDS = 20
_OPTIONS = [
    *("--host", "127.0.0.1", "--interface", "asgi", "--http", "1", "--no-ws", "--workers", "1"),
    *("--loop", "uvloop", "--log-level", "warning"),
]


class RunningGranian:
    """A Granian server that serves an ASGI application, given by its import path."""

    def __init__(
        self,
        target: str,
        port: int,
        log: Path,
        settings: Mapping[str, str] | None = None,
        *,
        is_factory: bool = True,
        before_start: Callable[[], None] | None = None,
    ) -> None:
        """`before_start` is called in the new process."""
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._log = log
        factory = ["--factory"] if is_factory else []
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "granian", *_OPTIONS, *factory, "--port", str(port), target],
                env=clean_environment(settings, _ROOT),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=before_start,
                # In a session of its own: on Ctrl-C, the process that started it stops it in order.
                start_new_session=True,
            )
        self._watcher = end_with_this_process(self.process)

    def log(self) -> str:
        """Returns the log so far."""
        return self._log.read_text()

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        # Applications without /readyz respond with 404.
        while readiness_status(self.port) not in (200, 404):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise DidNotStart(f"The server on port {self.port} did not start:\n{self.log()}")
            time.sleep(0.01)

    def kill(self) -> None:
        """Ends the server and its worker process with SIGKILL, as when the machine loses power."""
        for process in (*children_of(self.process), self.process):
            process.kill()

    def stop(self) -> None:
        """Sends SIGTERM, and SIGKILL where that takes too long. May be called twice."""
        children = children_of(self.process)
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_STOP_SECONDS)
        for process in (*children, self.process):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()
        with self._watcher:
            self._watcher.kill()


@contextmanager
def running_workers(settings: Sequence[Settings], folder: Path) -> Iterator[list[RunningGranian]]:
    """Starts a worker of the service for each of the settings, and waits until all are ready.

    Their logs are in `folder`. Their database timeouts are long.
    """
    with ExitStack() as stack:
        workers = []
        for each in settings:
            log = folder / f"worker-{each.port}.log"
            worker = RunningGranian("servers.long_timeouts:application", each.port, log, as_environment(each))
            stack.callback(worker.stop)
            workers.append(worker)
        for worker in workers:
            worker.wait_until_ready()
        yield workers
