"""The program `seatpreview` as the tests run it: as a process, or within the test's own."""

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

PROGRAM = [sys.executable, "-m", "seatpreview.cli.main"]
SOURCE = Path(__file__).parents[2] / "src"

_LIMIT_SECONDS = 30


def environment(**more: str) -> dict[str, str]:
    """Without the developer's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SEATPREVIEW_")}
    return kept | {"PYTHONPATH": str(SOURCE)} | more


def run(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """A command as a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments], cwd=cwd, env=environment(), capture_output=True, text=True, timeout=60
    )


def invoke(*arguments: str, answer: str | None = None) -> Result:
    """A command within this process, which saves its start."""
    return CliRunner().invoke(app, arguments, input=answer)


def result_of(*arguments: str) -> Any:
    """What a command prints with --json, which has to succeed."""
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


class Running:
    """A service that was started as a process, and what it has printed."""

    def __init__(self, process: "subprocess.Popen[str]", output: Path, errors: Path) -> None:
        self.process = process
        self.folder = output.parent
        self._output = output
        self._errors = errors

    @property
    def output(self) -> str:
        return self._output.read_text()

    @property
    def errors(self) -> str:
        return self._errors.read_text()

    @property
    def base(self) -> str:
        return self.shown("Base address")

    @property
    def address(self) -> tuple[str, int]:
        url = httpx.URL(self.base)
        assert url.port is not None
        return url.host, url.port

    def shown(self, name: str) -> str:
        """The value that the terminal shows under this name."""
        found = re.search(rf"^  {name} +(\S+)$", self.output, re.MULTILINE)
        assert found is not None, self.output
        return found[1]

    def metrics(self) -> str:
        return httpx.get(self.shown("Metrics")).text

    def caller(self, plaintext: str) -> httpx.Response:
        return httpx.get(f"{self.base}/caller", headers={"authorization": f"Bearer {plaintext}"})

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code."""
        self.process.send_signal(with_signal)
        return self.process.wait(_LIMIT_SECONDS)

    def is_listening(self) -> bool:
        try:
            socket.create_connection(self.address, timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def started(
    folder: Path, *flags: str, program: list[str] | None = None, until: str = "keys create|^curl "
) -> Iterator[Running]:
    """`seatpreview serve` in this folder, on a free port, once it has shown what it has to show."""
    number = len(list(folder.glob("output-*")))
    output, errors = folder / f"output-{number}", folder / f"errors-{number}"
    command = [*(program or PROGRAM), "serve", "--port", "0", "--metrics-port", "0", *flags]
    with output.open("w") as stdout, errors.open("w") as stderr:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(TMPDIR=str(folder)),
            stdout=stdout,
            stderr=stderr,
            text=True,
            # A group of its own, so that a test can do what Ctrl-C does.
            start_new_session=True,
        )
    running = Running(process, output, errors)
    try:
        wait_until(
            lambda: re.search(until, running.output, re.MULTILINE) is not None or process.poll() is not None
        )
        yield running
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(_LIMIT_SECONDS)


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _LIMIT_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)
