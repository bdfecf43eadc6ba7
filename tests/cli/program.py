"""Runs the program `seatpreview` for tests, as a process of its own or within the test's."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from typer.testing import CliRunner, Result

from seatpreview.cli.main import app
from servers.free_ports import free_port

PROGRAM = [sys.executable, "-m", "seatpreview.cli.main"]
SOURCE = Path(__file__).parents[2] / "src"

DEMO_WITH_ONE_PICTURE = (
    "from seatpreview.demo import creation; names = creation.picture_names(); "
    "creation.picture_names = lambda: names[:1]"
)
"""Makes `serve --demo` upload one picture. Each takes a second of the processor, in the background of tests
that look at none of them."""
PROGRAM_WITH_ONE_PICTURE = [
    *(sys.executable, "-c"),
    f"from seatpreview.cli.main import app; {DEMO_WITH_ONE_PICTURE}; app()",
]

# Nothing takes that long, even on a machine that does much else.
PATIENCE_SECONDS = 120
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


def environment(**more: str) -> dict[str, str]:
    """The environment of a process, without settings of the developer."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SEATPREVIEW_")}
    return kept | {"PYTHONPATH": str(SOURCE)} | more


def run(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Runs a command as a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def invoke(*arguments: str, answer: str | None = None) -> Result:
    """Runs a command within this process, which is faster. `answer` is what a person types."""
    return CliRunner().invoke(app, arguments, input=answer)


def result_of(*arguments: str) -> Any:
    """Runs a command with --json, which has to succeed, and returns what it prints."""
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


class RunningService:
    """A service in a process of its own, and what it has printed."""

    def __init__(self, process: "subprocess.Popen[str]", stdout: Path, stderr: Path) -> None:
        self.process = process
        self.folder = stdout.parent
        self._stdout = stdout
        self._stderr = stderr

    @property
    def stdout(self) -> str:
        """What it has printed, without the colours and line ends of a terminal."""
        return _COLOUR.sub("", self._stdout.read_text().replace("\r\n", "\n"))

    @property
    def stderr(self) -> str:
        return self._stderr.read_text()

    @property
    def base_address(self) -> str:
        return self.panel_value("Base address")

    @property
    def address(self) -> tuple[str, int]:
        url = httpx.URL(self.base_address)
        assert url.port is not None
        return url.host, url.port

    def panel_value(self, name: str) -> str:
        """The value beside this name in the panel that the terminal shows."""
        found = re.search(rf"^  {name} +(\S+)$", self.stdout, re.MULTILINE)
        assert found is not None, self.stdout
        return found[1]

    def log_lines(self, event: str, **members: Any) -> list[dict[str, Any]]:
        """The lines of its log about an event that have these members. A line that is still being written is
        left out."""
        lines = self.stderr.rpartition("\n")[0].splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{")]
        return [line for line in found if line["event"] == event and members.items() <= line.items()]

    def metrics(self) -> str:
        return httpx.get(self.panel_value("Metrics")).text

    def caller(self, plaintext: str) -> httpx.Response:
        return httpx.get(f"{self.base_address}/caller", headers={"authorization": f"Bearer {plaintext}"})

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Stops the service and returns its exit code."""
        self.process.send_signal(with_signal)
        return self.process.wait(PATIENCE_SECONDS)

    def is_listening(self) -> bool:
        try:
            socket.create_connection(self.address, timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def running_service(
    folder: Path, *flags: str, program: list[str] | None = None, until: str = "keys create --scope|^curl "
) -> Iterator[RunningService]:
    """Runs `seatpreview serve` in this folder, on a free port, and yields once it has printed the panel."""
    number = len(list(folder.glob("output-*")))
    output, errors = folder / f"output-{number}", folder / f"errors-{number}"
    command = [*(program or PROGRAM), "serve", "--port", str(free_port()), "--metrics-port", "0", *flags]
    with output.open("w") as stdout, errors.open("w") as stderr:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(TMPDIR=str(folder)),
            stdout=stdout,
            stderr=stderr,
            text=True,
            # A process group of its own, so that a test can send the signal of Ctrl-C to all of it.
            start_new_session=True,
        )
    service = RunningService(process, output, errors)
    try:
        wait_until(
            lambda: re.search(until, service.stdout, re.MULTILINE) is not None or process.poll() is not None
        )
        yield service
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE_SECONDS)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true in time"
        time.sleep(0.02)
