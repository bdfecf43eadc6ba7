"""The guide docs/recipes-pretix.md, followed from an empty pretix and an empty service to the first order."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from seat_preview_service import ROOT, SeatPreviewService

PYTHON_WITH_PLAYWRIGHT = ROOT / ".venv" / "bin" / "python"
EMPTY_PRETIX = ROOT / "build" / "pretix" / "migrated"
START_SECONDS_MAX = 180
SEATS_OF_ORDERS = """
    SELECT seat.zone_name, seat.row_name, seat.seat_number FROM pretixbase_orderposition AS position
    JOIN pretixbase_seat AS seat ON seat.id = position.seat_id ORDER BY position.positionid
"""


def test_the_guide_ends_in_an_order_with_the_right_seats(
    seat_preview: SeatPreviewService, tmp_path: Path
) -> None:
    """With GUIDE_PICTURES, the name of a folder, it takes the pictures of the guide."""
    script = Path(__file__).with_name("follow_guide.py")
    pictures = os.environ.get("GUIDE_PICTURES")
    arguments = [seat_preview.url, seat_preview.tenant_key, str(tmp_path)]
    with empty_pretix(tmp_path) as pretix:
        done = subprocess.run(
            [str(PYTHON_WITH_PLAYWRIGHT), str(script), pretix, *arguments, *([pictures] if pictures else [])],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr)
    with closing(sqlite3.connect(tmp_path / "data" / "db.sqlite3")) as database:
        sold = database.execute(SEATS_OF_ORDERS).fetchall()
    assert sold == [("Stalls Centre", "F", "13"), ("Stalls Centre", "F", "14")]


@contextmanager
def empty_pretix(folder: Path) -> Iterator[str]:
    """Runs a pretix without organizers, and yields its address."""
    shutil.copytree(EMPTY_PRETIX, folder / "data")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = [str(ROOT / "script" / "pretix"), "server", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*server, "--data-dir", str(folder / "data")],
            env={**os.environ, "PRETIX_PRETIX_URL": address},
            stdout=log,
            stderr=log,
        )
    try:
        _wait_for(f"{address}/control/login", folder / "log")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_for(address: str, log: Path) -> None:
    ends_at = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < ends_at:
        try:
            if httpx.get(address, timeout=START_SECONDS_MAX).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError(f"pretix did not start:\n{log.read_text()}")
