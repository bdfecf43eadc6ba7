"""The service as an operator starts it: `seatpreview serve` with its workers, on a fixed port."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from servers.processes import clean_environment, terminate_at_exit

PROGRAM = [sys.executable, "-m", "seatpreview.cli.main"]
STOP_SECONDS = 40

# One log line for each request would fill a disk in an hour.
_DROP_REQUEST_LINES = ["grep", "--line-buffered", "--invert-match", '"event":"request"']


class ServeProcess:
    """One `seatpreview serve` process with its workers, which can be killed and started again."""

    def __init__(
        self,
        name: str,
        port: int,
        workers: int,
        settings: Mapping[str, str],
        folder: Path,
        metrics_port: int = 0,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self.name = name
        self.port = port
        self.worker_count = workers
        self.metrics_port = metrics_port
        """The port of the metrics listener; 0 where there is none."""
        self._program = program
        self._environment = clean_environment({**settings, "SEATPREVIEW_LOG_FORMAT": "json"})
        self._log = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._log_filter: subprocess.Popen[bytes] | None = None
        """Writes the log. It ends with the last process that may still write to it."""

    def start(self) -> None:
        numbers = {"port": self.port, "workers": self.worker_count, "metrics-port": self.metrics_port}
        flags = [part for name, value in numbers.items() for part in (f"--{name}", str(value))]
        self._log_filter = self._start_log_filter()
        self._process = subprocess.Popen(
            [*self._program, "serve", *flags],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._log_filter.stdin,
            # In a process group of its own, Ctrl-C reaches the command that started it first, and one SIGKILL
            # ends parent and workers at once.
            start_new_session=True,
        )
        if self._log_filter.stdin is not None:
            self._log_filter.stdin.close()
        self._watcher = terminate_at_exit(self._process)

    def stop(self) -> None:
        """Sends SIGTERM, and SIGKILL where that takes too long. May be called twice."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self._clean_up()

    def kill(self) -> None:
        """Ends parent and workers with SIGKILL, as when the machine loses power."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._clean_up()

    def workers(self) -> list[psutil.Process]:
        if self._process is None:
            return []
        try:
            children = psutil.Process(self._process.pid).children()
            return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        except psutil.NoSuchProcess:
            return []

    def worker_pid_by_client_port(self) -> dict[int, int]:
        """Maps the client's port of each open connection to the process id of the worker that has it."""
        pids = {}
        for worker in self.workers():
            try:
                connections = worker.net_connections("tcp4")
            except psutil.NoSuchProcess:
                continue
            pids.update({each.raddr.port: worker.pid for each in connections if each.raddr})
        return pids

    def log(self) -> str:
        """Returns the log so far, without the lines of requests."""
        return self._log.read_text(errors="replace")

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _start_log_filter(self) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(
                _DROP_REQUEST_LINES, stdin=subprocess.PIPE, stdout=log, start_new_session=True
            )

    def _clean_up(self) -> None:
        if self._watcher is not None:
            with self._watcher:
                self._watcher.kill()
        if self._log_filter is not None:
            self._log_filter.wait(STOP_SECONDS)
        self._process = self._watcher = self._log_filter = None
