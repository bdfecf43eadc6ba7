"""The metrics listener: what it adds up, and what it does where its port is taken."""

import contextlib
import socket
import subprocess
import sys

import httpx
import pytest

from cli.program import environment
from seatpreview.cli.metrics import listening
from seatpreview.settings import Settings
from serving import free_port

# A worker as the listener sees it: it is there until its input ends.
WORKER = """
from seatpreview.http.telemetry import Telemetry
Telemetry().valkey_is_away(True)
print("ready", flush=True)
input()
"""


def test_what_holds_for_a_living_worker_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # So that it is as before afterwards.
    with listening(Settings(metrics_port=free_port())) as address:
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
    with listening(Settings(metrics_port=0)) as address:
        assert address is None


def test_the_default_port_in_use_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    """Another service on the same machine is a reason to go without metrics, not to stay down."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # Then another program has it, which is as good.
            stack.enter_context(socket.create_server(("127.0.0.1", Settings.metrics_port)))
        with listening(Settings()) as address:
            assert address is None
    assert "Going on without metrics." in capsys.readouterr().err
