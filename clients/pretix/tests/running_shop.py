"""pretix in processes of its own, and people who use it in Chromium."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from seat_preview_service import PATIENCE, PYTHON_WITH_PLAYWRIGHT, ROOT

FOLDER = Path(os.environ.get("PRETIX_FOLDER", ROOT / "build" / "pretix"))
"""Where script/pretix has set up the version of pretix that is tried."""
TEMPLATE = FOLDER / "template"
EMPTY_PRETIX = FOLDER / "migrated"
"""A pretix with all tables, and without organizers."""
TESTS = Path(__file__).parent
START_SECONDS_MAX = 180


@contextmanager
def running_shop_on_postgres(
    folder: Path, workers: int, *, with_celery: bool = False
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Runs the example shop in several processes on PostgreSQL, without a venue; with background workers
    and a cache if that is wanted.

    Yields its address, and the environment in which a program finds its database and its workers."""
    data = folder / "data"
    with serving(
        folder, "--postgres", "--workers", str(workers), *(["--celery"] if with_celery else [])
    ) as origin:
        environment = {
            "PRETIX_PRETIX_DATADIR": str(data),
            "PRETIX_PRETIX_URL": origin,
            "PRETIX_DATABASE_BACKEND": "postgresql",
            "PRETIX_DATABASE_NAME": "pretix",
            "PRETIX_DATABASE_USER": "postgres",
            "PRETIX_DATABASE_HOST": "127.0.0.1",
            "PRETIX_DATABASE_PORT": (data / "postgres-port").read_text(),
        }
        if with_celery:
            valkey = f"redis://127.0.0.1:{(data / 'valkey-port').read_text()}"
            environment |= {
                "PRETIX_REDIS_LOCATION": f"{valkey}/0",
                "PRETIX_CELERY_BACKEND": f"{valkey}/1",
                "PRETIX_CELERY_BROKER": f"{valkey}/2",
            }
        yield origin, environment


def run_program(module: str, *arguments: str, environment: Mapping[str, str]) -> str:
    """Runs a module of these tests in a process of its own, and returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=TESTS,
        env={**os.environ, **PATIENCE, **environment, "PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parent}"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def run_chapter(
    name: str, origin: str, *arguments: str, stop_service: Callable[[], None] | None = None
) -> dict[str, Any]:
    """Lets people do something in Chromium at a shop, and returns what `journey.chapters` prints about it."""
    with subprocess.Popen(
        [PYTHON_WITH_PLAYWRIGHT, "-m", "journey.chapters", name, origin, *arguments],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        if (line := process.stdout.readline()).startswith("stop the service"):
            assert stop_service
            stop_service()
            line = ""
        output, errors = process.communicate("\n")
    assert process.returncode == 0, f"The chapter {name} failed:\n{errors}"
    told: dict[str, Any] = json.loads(line + output)
    return told


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """Serves the pretix whose files are in `data` of the folder, and yields its address when it answers."""
    port = _free_port()
    origin = f"http://127.0.0.1:{port}"
    command = [str(ROOT / "script" / "pretix"), "server", "--port", str(port)]
    command += ["--data-dir", str(folder / "data"), *options]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env={**os.environ, **PATIENCE, "PRETIX_PRETIX_URL": origin},
            stdout=log,
            stderr=log,
        )
    try:
        _wait_for(f"{origin}/control/login", process, folder / "log")
        yield origin
    finally:
        process.terminate()
        process.wait(timeout=60)


def _free_port() -> int:
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
    raise AssertionError(f"pretix did not start:\n{log.read_text()}")
