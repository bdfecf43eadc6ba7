"""Worker processes of the service for the tests: each a Granian server of its own, on a port of its own.

So a test chooses the worker that answers, and several of them stand for as many machines.
"""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

import seatpreview
from seatpreview.settings import PREFIX, Settings, as_environment

_START_SECONDS = 60
_STOP_SECONDS = 20

_SERVER_OPTIONS = [
    *("--interface", "asgi", "--factory", "--http", "1", "--no-ws"),
    *("--workers", "1", "--loop", "uvloop"),
]

# Its input ends when the tests do, however they ended: then so does the server.
_END_WITH_TESTS = 'read -r _; kill -TERM "$0"'


class DidNotStart(Exception):
    pass


@contextmanager
def running(settings: Sequence[Settings], folder: Path) -> "Iterator[list[RunningWorker]]":
    """A worker for each of the settings, all ready; their logs are kept in `folder`."""
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
                [*_server(settings), "seatpreview.http.worker:application"],
                env=_environment(settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # Of its own session, so that Ctrl-C reaches the tests first and they end it in order.
                start_new_session=True,
            )
        self._watcher = subprocess.Popen(
            ["sh", "-c", _END_WITH_TESTS, str(self._process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def log(self) -> str:
        """All that it has said so far."""
        return self._log.read_text()

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise DidNotStart(f"The worker on port {self.port} did not start:\n{self.log()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """In good order, or by force where that takes too long. May be called twice."""
        family = self._family()
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_STOP_SECONDS)
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.kill()
        self._process.wait()
        with self._watcher:
            self._watcher.kill()

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def _family(self) -> list[psutil.Process]:
        """The worker itself is a child of the server that was started."""
        try:
            children: list[psutil.Process] = psutil.Process(self._process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []
        return children


def _server(settings: Settings) -> list[str]:
    where = ["--host", settings.host, "--port", str(settings.port)]
    return [sys.executable, "-m", "granian", *where, *_SERVER_OPTIONS]


def _environment(settings: Settings) -> dict[str, str]:
    """The tests' own, but for settings of the service or its server that the developer may have there."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith((PREFIX, "GRANIAN_"))}
    source = str(Path(seatpreview.__file__).parents[1])
    return {**kept, "PYTHONPATH": source, **as_environment(settings)}
