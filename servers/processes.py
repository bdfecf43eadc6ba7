"""Processes of the service that tests, soak, siege and benchmarks start: environment, readiness, end."""

import contextlib
import http.client
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import psutil

import seatpreview
from seatpreview.settings.settings import PREFIX

# The input of this shell ends when the process that started it does, however that one ended.
_SIGNAL_AT_END_OF_INPUT = 'read -r _; kill -TERM "$0"'


def clean_environment(settings: Mapping[str, str], *import_paths: Path) -> dict[str, str]:
    """Returns this process's environment with `settings`, and with the source under test in PYTHONPATH.

    Settings of the service or of its server that a developer may have in the environment are left out.
    """
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith((PREFIX, "GRANIAN_"))
    }
    paths = [Path(seatpreview.__file__).parents[1], *import_paths, inherited.get("PYTHONPATH", "")]
    return {**inherited, "PYTHONPATH": os.pathsep.join(str(path) for path in paths if path), **settings}


def terminate_at_exit(process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
    """Starts a watcher that sends SIGTERM to `process` when this process ends, even by SIGKILL."""
    return subprocess.Popen(
        ["sh", "-c", _SIGNAL_AT_END_OF_INPUT, str(process.pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def readiness_status(port: int) -> int:
    """Returns the status of GET /readyz on this port, and 0 where there is no response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    return 0


def stop_with_children(process: "subprocess.Popen[bytes]", stop_seconds: float) -> None:
    """Sends SIGTERM, and kills what is left of the process and its children after `stop_seconds`.

    May be called twice.
    """
    children = _children(process)
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(stop_seconds)
    for child in children:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    process.kill()
    process.wait()


def _children(process: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """Returns the workers, among others: each is a child of the server that was started."""
    if process.poll() is not None:
        return []
    try:
        children: list[psutil.Process] = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return children
