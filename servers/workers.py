"""Worker processes of the service for the tests: each a Granian server of its own, on a port of its own.

A test can choose the worker that answers, and several workers stand for as many machines.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

from seatpreview.settings.settings import Settings, as_environment
from servers.processes import clean_environment, readiness_status, stop_with_children, terminate_at_exit

_START_SECONDS = 60
_STOP_SECONDS = 20

_SERVER_OPTIONS = [
    *("--interface", "asgi", "--factory", "--http", "1", "--no-ws"),
    *("--workers", "1", "--loop", "uvloop"),
]


class DidNotStart(Exception):
    pass


@contextmanager
def running(settings: Sequence[Settings], folder: Path) -> "Iterator[list[RunningWorker]]":
    """Starts a worker for each of the settings, and waits until all are ready. Their logs are in `folder`."""
    with ExitStack() as stack:
        workers = [RunningWorker(each, folder / f"worker-{each.port}.log") for each in settings]
        for worker in workers:
            stack.callback(worker.stop)
        for worker in workers:
            worker.wait_until_ready()
        yield workers


class RunningWorker:
    def __init__(self, settings: Settings, log: Path) -> None:
        self.port = settings.port
        self.address = settings.address
        self._log = log
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [*_server(settings), "servers.patient_worker:application"],
                env=clean_environment(as_environment(settings), Path(__file__).parents[1]),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # In a session of its own, so that Ctrl-C reaches the tests alone, and they end it in order.
                start_new_session=True,
            )
        self._watcher = terminate_at_exit(self._process)

    def log(self) -> str:
        """Returns the log so far."""
        return self._log.read_text()

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while readiness_status(self.port) != 200:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise DidNotStart(f"The worker on port {self.port} did not start:\n{self.log()}")
            time.sleep(0.02)

    def kill(self) -> None:
        """Ends the server and its worker process with SIGKILL, as when the machine loses power."""
        server = psutil.Process(self._process.pid)
        for process in (*server.children(recursive=True), server):
            process.kill()

    def stop(self) -> None:
        """Ends the worker in good order, or by force where that takes too long. May be called twice."""
        stop_with_children(self._process, _STOP_SECONDS)
        with self._watcher:
            self._watcher.kill()


def _server(settings: Settings) -> list[str]:
    where = ["--host", settings.host, "--port", str(settings.port)]
    return [sys.executable, "-m", "granian", *where, *_SERVER_OPTIONS]
