"""The service as an operator starts it: `seatpreview serve` with its workers, in a process of its own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx
import psutil

from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import clean_environment, end_with_this_process

PROGRAM = [sys.executable, "-m", "seatpreview.cli.main"]

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_DROP_REQUEST_LINES = ["grep", "--line-buffered", "--invert-match", '"event":"request"']


class RunningService:
    """A `seatpreview serve` process with its workers. It can be stopped or killed, and started again."""

    def __init__(
        self,
        folder: Path,
        *flags: str,
        name: str = "",
        program: Sequence[str] = PROGRAM,
        settings: Mapping[str, str] | None = None,
        drops_request_lines: bool = False,
    ) -> None:
        """`drops_request_lines` keeps them out of the log: under load they would fill a disk in an hour."""
        self.folder = folder
        """The working directory, which also has the files of stdout and stderr."""
        self.name = name or f"service-{len(list(folder.glob('service-*.stdout')))}"
        self.port = free_port()
        self.process: subprocess.Popen[bytes]
        self._stdout, self._stderr = folder / f"{self.name}.stdout", folder / f"{self.name}.stderr"
        self._program = program
        self._command = [*program, "serve", "--port", str(self.port), "--metrics-port", "0", *flags]
        self._settings = {"TMPDIR": str(folder), **(settings or {})}
        self._drops_request_lines = drops_request_lines
        self._watcher: subprocess.Popen[bytes] | None = None
        self._log_filter: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the process, on the same port each time, and returns at once."""
        with self._stdout.open("ab") as stdout, self._stderr.open("ab") as file, self._log(file) as stderr:
            self.process = subprocess.Popen(
                self._command,
                cwd=self.folder,
                env=clean_environment(self._settings),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                # In a process group of its own: on Ctrl-C, the process that started it stops it in order, and
                # one signal can reach parent and workers.
                start_new_session=True,
            )
        self._watcher = end_with_this_process(self.process)

    def run(self, *command: str) -> str:
        """Runs a command of the same program with the same settings, and returns what it prints."""
        ended = subprocess.run(
            [*self._program, *command],
            cwd=self.folder,
            env=clean_environment(self._settings),
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Stops the service, and returns its exit code. May be called twice."""
        self.process.send_signal(with_signal)
        try:
            exit_code = self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._clean_up()
        return exit_code

    def kill(self) -> None:
        """Ends parent and workers with SIGKILL, as when the machine loses power. May be called twice."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._clean_up()

    def is_running(self) -> bool:
        return self.process.poll() is None

    def is_listening(self) -> bool:
        try:
            socket.create_connection(self.address, timeout=1).close()
        except OSError:
            return False
        return True

    @property
    def stdout(self) -> str:
        """What it has printed, without the colours and line ends of a terminal."""
        return _COLOUR.sub("", self._stdout.read_text().replace("\r\n", "\n"))

    @property
    def stderr(self) -> str:
        """The log so far."""
        return self._stderr.read_text(errors="replace")

    @property
    def base_address(self) -> str:
        return self.panel_value("Base address")

    @property
    def address(self) -> tuple[str, int]:
        url = httpx.URL(self.base_address)
        assert url.port is not None
        return url.host, url.port

    def panel_value(self, name: str) -> str:
        """Returns the value beside this name in the panel that the terminal shows."""
        found = re.search(rf"^  {name} +(\S+)$", self.stdout, re.MULTILINE)
        assert found is not None, self.stdout
        return found[1]

    def log_lines(self, event: str = "", **members: Any) -> list[dict[str, Any]]:
        """Returns the whole lines of its log about an event, or about all, that have these members."""
        lines = self.stderr.rpartition("\n")[0].splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{")]
        wanted = members | ({"event": event} if event else {})
        return [line for line in found if wanted.items() <= line.items()]

    def wait_for_line(self, event: str, **members: str) -> dict[str, Any]:
        """Waits until the log has such a line, and returns the last one."""
        wait_until(lambda: bool(self.log_lines(event, **members)))
        return self.log_lines(event, **members)[-1]

    def metrics(self) -> str:
        return httpx.get(self.panel_value("Metrics"), timeout=PATIENCE_SECONDS).text

    def caller(self, plaintext: str) -> httpx.Response:
        """Asks who the caller with this key is."""
        headers = {"authorization": f"Bearer {plaintext}"}
        return httpx.get(f"{self.base_address}/caller", headers=headers, timeout=PATIENCE_SECONDS)

    def workers(self) -> list[psutil.Process]:
        """Returns the worker processes that are alive."""
        found = []
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.process.pid).children():
                with suppress(psutil.NoSuchProcess):
                    if "spawn_main" in " ".join(child.cmdline()):
                        found.append(child)
        return found

    def worker_pid_by_client_port(self) -> dict[int, int]:
        """Maps the client's port of each open connection to the process id of the worker that has it."""
        pids = {}
        for worker in self.workers():
            with suppress(psutil.NoSuchProcess):
                connections = worker.net_connections("tcp4")
                pids.update({each.raddr.port: worker.pid for each in connections if each.raddr})
        return pids

    @contextmanager
    def _log(self, file: IO[bytes]) -> Iterator[IO[bytes]]:
        """Gives where the log is written to: the file, or a filter that writes the file."""
        if not self._drops_request_lines:
            yield file
            return
        self._log_filter = subprocess.Popen(
            _DROP_REQUEST_LINES, stdin=subprocess.PIPE, stdout=file, start_new_session=True
        )
        assert self._log_filter.stdin is not None
        with self._log_filter.stdin as pipe:
            yield pipe

    def _clean_up(self) -> None:
        if self._watcher is not None:
            with self._watcher:
                self._watcher.kill()
        if self._log_filter is not None:
            # It ends with the last process that may still write to it.
            self._log_filter.wait(PATIENCE_SECONDS)
        self._watcher = self._log_filter = None


@contextmanager
def running_service(
    folder: Path,
    *flags: str,
    program: Sequence[str] = PROGRAM,
    until: str = "keys create --scope|^curl ",
    settings: Mapping[str, str] | None = None,
) -> Iterator[RunningService]:
    """Runs `seatpreview serve` in this folder, on a free port, and yields once it has printed the panel."""
    service = RunningService(folder, *flags, program=program, settings=settings)
    service.start()
    try:
        wait_until(
            lambda: re.search(until, service.stdout, re.MULTILINE) is not None or not service.is_running()
        )
        yield service
    finally:
        service.stop()
