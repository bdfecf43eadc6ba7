"""Buyers in a real browser, at a real pretix and a real service."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from seat_preview_service import ROOT, SeatPreviewService

from picker.running_shop import running_shop

PYTHON_WITH_PLAYWRIGHT = ROOT / ".venv" / "bin" / "python"


def test_a_buyer_on_a_phone_chooses_two_seats_and_somebody_else_is_faster_for_one(
    seat_preview: SeatPreviewService, tmp_path: Path
) -> None:
    with running_shop(tmp_path, seat_preview) as shop:
        done = subprocess.run(
            [PYTHON_WITH_PLAYWRIGHT, Path(__file__).with_name("phone_journey.py"), shop, seat_preview.url],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr)
