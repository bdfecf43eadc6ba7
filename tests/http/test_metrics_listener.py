"""The metrics listener: what it adds up, and what it does where its port is in use."""

import contextlib
import socket
import subprocess
import sys

import httpx
import pytest

from cli.program import environment
from seatpreview.http.metrics_listener import metrics_listener
from seatpreview.settings import Settings
from serving import free_port

# A worker as the listener sees it: a process that runs until its standard input ends.
WORKER = """
from seatpreview.http.telemetry import Telemetry
Telemetry().set_valkey_away(True)
print("ready", flush=True)
input()
"""


def test_a_gauge_of_a_worker_disappears_with_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # So that it is restored after the test.
    with metrics_listener(Settings(metrics_port=free_port()), pytest.fail) as address:
        assert address is not None
        with subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as worker:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
            assert "seatpreview_valkey_away 1.0" in httpx.get(address).text
            worker.communicate("\n")
        assert "seatpreview_valkey_away" not in httpx.get(address).text


def test_without_a_port_there_is_no_listener() -> None:
    with metrics_listener(Settings(metrics_port=0), pytest.fail) as address:
        assert address is None


def test_the_default_port_in_use_is_a_warning() -> None:
    """Another service on the same machine is a reason to go without metrics, not to stay down."""
    warnings: list[str] = []
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # Then another program has it, which does as well.
            stack.enter_context(socket.create_server(("127.0.0.1", Settings.metrics_port)))
        with metrics_listener(Settings(), warnings.append) as address:
            assert address is None
    [warning] = warnings
    assert warning.endswith("Going on without metrics.")
