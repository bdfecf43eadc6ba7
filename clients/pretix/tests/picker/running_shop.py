"""A shop in a process of its own, with the example event linked to a venue."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from seat_preview_service import ROOT, SeatPreviewService

TEMPLATE = ROOT / "build" / "pretix" / "template"
START_SECONDS_MAX = 180


@contextmanager
def running_shop(folder: Path, service: SeatPreviewService) -> Iterator[str]:
    """Runs a copy of the example shop, and yields the address of its event."""
    shutil.copytree(TEMPLATE, folder / "data")
    port = _free_port()
    origin = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "PRETIX_PRETIX_DATADIR": str(folder / "data")}
    tests = Path(__file__).parents[1]
    subprocess.run(
        [sys.executable, "-m", "picker.link_example_shop", service.url, service.tenant_key, origin],
        cwd=tests,
        env={**environment, "PYTHONPATH": f"{tests}{os.pathsep}{tests.parent}"},
        check=True,
    )
    command = [
        str(ROOT / "script" / "pretix"),
        "server",
        "--port",
        str(port),
        "--data-dir",
        str(folder / "data"),
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, env={**environment, "PRETIX_PRETIX_URL": origin}, stdout=log, stderr=log
        )
    try:
        _wait_for(f"{origin}/mill/concert/", folder / "log")
        yield f"{origin}/mill/concert/"
    finally:
        process.terminate()
        process.wait(timeout=30)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_for(address: str, log: Path) -> None:
    ends_at = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < ends_at:
        try:
            if httpx.get(address, timeout=START_SECONDS_MAX).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError(f"The shop did not start:\n{log.read_text()}")
