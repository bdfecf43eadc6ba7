"""Shops in processes of their own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
from seat_preview_service import ROOT, SeatPreviewService

TEMPLATE = ROOT / "build" / "pretix" / "template"
TESTS = Path(__file__).parents[1]
START_SECONDS_MAX = 180


@contextmanager
def running_shop(folder: Path, service: SeatPreviewService) -> Iterator[str]:
    """Runs a copy of the example shop that is linked to a venue, and yields the address of its event."""
    shutil.copytree(TEMPLATE, folder / "data")
    port = free_port()
    run_program(
        "picker.link_example_shop",
        service.url,
        service.tenant_key,
        f"http://127.0.0.1:{port}",
        environment={"PRETIX_PRETIX_DATADIR": str(folder / "data")},
    )
    with serving(folder, port):
        yield f"http://127.0.0.1:{port}/mill/concert/"


@contextmanager
def running_shop_on_postgres(folder: Path, workers: int) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Runs the example shop in several processes on PostgreSQL, without a venue.

    Yields the address of its event, and the environment in which a program finds its database."""
    port = free_port()
    with serving(folder, port, "--postgres", "--workers", str(workers)):
        database = {
            "PRETIX_PRETIX_DATADIR": str(folder / "data"),
            "PRETIX_DATABASE_BACKEND": "postgresql",
            "PRETIX_DATABASE_NAME": "pretix",
            "PRETIX_DATABASE_USER": "postgres",
            "PRETIX_DATABASE_HOST": "127.0.0.1",
            "PRETIX_DATABASE_PORT": (folder / "data" / "postgres-port").read_text().strip(),
        }
        yield f"http://127.0.0.1:{port}/mill/concert/", database


def run_program(module: str, *arguments: str, environment: Mapping[str, str]) -> str:
    """Runs a module of these tests in a process of its own, and returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=TESTS,
        env={**os.environ, **environment, "PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parent}"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


@contextmanager
def serving(folder: Path, port: int, *options: str) -> Iterator[None]:
    """Serves the shop whose files are in `data` of the folder, and waits until it answers."""
    origin = f"http://127.0.0.1:{port}"
    command = [str(ROOT / "script" / "pretix"), "server", "--port", str(port)]
    command += ["--data-dir", str(folder / "data"), *options]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env={**os.environ, "PRETIX_PRETIX_URL": origin, "BUSY_MACHINE_SECONDS": "300"},
            stdout=log,
            stderr=log,
        )
    try:
        _wait_for(f"{origin}/mill/concert/", process, folder / "log")
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


def free_port() -> int:
    """Returns a port that nobody uses."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    ends_at = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < ends_at and process.poll() is None:
        try:
            if httpx.get(address, timeout=START_SECONDS_MAX).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError(f"The shop did not start:\n{log.read_text()}")
