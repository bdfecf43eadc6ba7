"""The guide docs/recipes-pretix.md, followed from an empty pretix and an empty service to the first order."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from running_shop import EMPTY_PRETIX, TESTS, serving
from seat_preview_service import PYTHON_WITH_PLAYWRIGHT, SeatPreviewService

SEATS_OF_ORDERS = """
    SELECT seat.zone_name, seat.row_name, seat.seat_number FROM pretixbase_orderposition AS position
    LEFT JOIN pretixbase_seat AS seat ON seat.id = position.seat_id ORDER BY position.positionid
"""


def test_the_guide_ends_in_an_order_with_the_right_seats(
    seat_preview: SeatPreviewService, tmp_path: Path
) -> None:
    """With GUIDE_PICTURES, the name of a folder, it takes the pictures of the guide."""
    pictures = os.environ.get("GUIDE_PICTURES")
    arguments = [seat_preview.url, seat_preview.tenant_key, str(tmp_path), *([pictures] if pictures else [])]
    shutil.copytree(EMPTY_PRETIX, tmp_path / "data")
    with serving(tmp_path) as pretix:
        done = subprocess.run(
            [PYTHON_WITH_PLAYWRIGHT, "-m", "guide.follow_guide", pretix, *arguments],
            cwd=TESTS,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr)
    with closing(sqlite3.connect(tmp_path / "data" / "db.sqlite3")) as database:
        sold = database.execute(SEATS_OF_ORDERS).fetchall()
    assert sold == [("Stalls Centre", "F", "13"), ("Stalls Centre", "F", "14")]
