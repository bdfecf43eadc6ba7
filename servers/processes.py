"""Processes that tests, soak, siege and benchmarks start: their environment, readiness and end."""

import contextlib
import http.client
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import psutil

import seatpreview
from seatpreview.settings.setting_values import PREFIX

SOURCE = Path(seatpreview.__file__).parents[1]
"""The folder of the package under test, for PYTHONPATH."""

# The input of this shell ends when the process that started it does, however that one ended.
_AT_END_OF_INPUT = 'read -r _; kill -"$0" "$1"; [ -z "$2" ] || rm -rf "$2"'


def clean_environment(settings: Mapping[str, str] | None = None, *import_paths: Path) -> dict[str, str]:
    """Returns this process's environment with `settings`, and with the source under test in PYTHONPATH.

    Settings of the service or of its server that a developer may have in the environment are left out. No
    browser is started for stills unless the settings say so.
    """
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith((PREFIX, "GRANIAN_"))
    }
    paths = [SOURCE, *import_paths, inherited.get("PYTHONPATH", "")]
    python_path = os.pathsep.join(str(path) for path in paths if path)
    return {**inherited, f"{PREFIX}STILLS": "off", "PYTHONPATH": python_path, **(settings or {})}


def end_with_this_process(
    process: "subprocess.Popen[bytes]", signal_name: str = "TERM", folder: Path | None = None
) -> "subprocess.Popen[bytes]":
    """Starts a watcher that signals `process` when this process ends, even by SIGKILL. It then deletes
    `folder` as well. Kill the watcher once `process` has ended."""
    return subprocess.Popen(
        ["sh", "-c", _AT_END_OF_INPUT, signal_name, str(process.pid), str(folder or "")],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def readiness_status(port: int) -> int:
    """Returns the status of GET /readyz on this port, or 0 without a response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    return 0


def children_of(process: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """Returns all processes below this one, or none once it has ended."""
    if process.poll() is not None:
        return []
    try:
        children: list[psutil.Process] = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return children
