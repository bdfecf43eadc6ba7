"""An instance of the service: `seatpreview serve` with its workers, which can be killed and started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import psutil

import seatpreview

PROGRAM = [sys.executable, "-m", "seatpreview.cli.main"]
STOP_SECONDS = 40

Outcome = Literal["lost", "unavailable"]
"""No answer at all, or 503."""

# Its input ends when the soak does, however it ended: then so does the instance.
_END_WITH_THE_SOAK = 'read -r _; kill -TERM "$0"'
# One line for each request would fill a disk in an hour.
_WITHOUT_REQUESTS = ["grep", "--line-buffered", "--invert-match", '"event":"request"']


class Instance:
    def __init__(self, name: str, port: int, workers: int, settings: Mapping[str, str], folder: Path) -> None:
        self.name = name
        self.port = port
        self.worker_count = workers
        self._environment = environment({**settings, "SEATPREVIEW_LOG_FORMAT": "json"})
        self._log = folder / f"{name}.log"
        self._excused_until: dict[Outcome, float] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._scribe: subprocess.Popen[bytes] | None = None
        """Writes the log, and ends with the last process that may say something."""

    def start(self) -> None:
        flags = ["--port", str(self.port), "--workers", str(self.worker_count), "--metrics-port", "0"]
        self._scribe = self._started_scribe()
        self._process = subprocess.Popen(
            [*PROGRAM, "serve", *flags],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._scribe.stdin,
            # A group of its own: Ctrl-C reaches the soak first, and SIGKILL parent and workers at once.
            start_new_session=True,
        )
        if self._scribe.stdin is not None:
            self._scribe.stdin.close()
        self._watcher = subprocess.Popen(
            ["sh", "-c", _END_WITH_THE_SOAK, str(self._process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def stop(self) -> None:
        """In good order, or by force where that takes too long. May be called twice."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self._forget()

    def kill(self) -> None:
        """Parent and workers with SIGKILL, as when the machine loses power."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._forget()

    def workers(self) -> list[psutil.Process]:
        if self._process is None:
            return []
        try:
            children = psutil.Process(self._process.pid).children()
            return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        except psutil.NoSuchProcess:
            return []

    def worker_at(self) -> dict[int, int]:
        """For each client's port, the process id of the worker that has its connection."""
        found = {}
        for worker in self.workers():
            try:
                connections = worker.net_connections("tcp4")
            except psutil.NoSuchProcess:
                continue
            found.update({each.raddr.port: worker.pid for each in connections if each.raddr})
        return found

    def log(self) -> str:
        """All that it has said so far, but for the lines of requests."""
        return self._log.read_text(errors="replace")

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @contextmanager
    def excused(self, outcome: Outcome) -> Iterator[None]:
        """While this lasts, its clients have to put up with such an outcome."""
        self._excused_until[outcome] = float("inf")
        try:
            yield
        finally:
            self._excused_until[outcome] = time.monotonic()

    def excuses(self, outcome: Outcome, begun: float) -> bool:
        """Whether a request that began then, and is over now, may have had this outcome."""
        return begun <= self._excused_until.get(outcome, float("-inf"))

    def _started_scribe(self) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(
                _WITHOUT_REQUESTS, stdin=subprocess.PIPE, stdout=log, start_new_session=True
            )

    def _forget(self) -> None:
        if self._watcher is not None:
            with self._watcher:
                self._watcher.kill()
        if self._scribe is not None:
            self._scribe.wait(STOP_SECONDS)
        self._process = self._watcher = self._scribe = None


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's own, without settings of the service or its server that somebody may have there."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SEATPREVIEW_", "GRANIAN_"))
    }
    source = str(Path(seatpreview.__file__).parents[1])
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join([source, *filter(None, [kept.get("PYTHONPATH")])]),
        **settings,
    }
