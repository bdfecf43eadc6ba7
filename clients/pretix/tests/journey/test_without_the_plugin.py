"""`pip uninstall pretix-seatpreview`, and back: what is sold stays sold, and the settings wait."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from running_shop import TEMPLATE, run_program, serving

from journey.http_buyer import HttpBuyer

SECONDS_MAX = 300


def test_orders_keep_their_seats_without_the_plugin_and_everything_is_back_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(TEMPLATE, tmp_path / "data")
    environment = {"PRETIX_PRETIX_DATADIR": str(tmp_path / "data")}
    for command in (("use_view_in_tickets",), ("name_service_for_event", "http://127.0.0.1:9")):
        run_program("journey.shop_commands", *command, environment=environment)
    with serving(tmp_path) as origin:
        buyer = HttpBuyer(f"{origin}/mill/concert/", 1)
        buyer.open()
        buyer.add("S1-1")
        buyer.check_out()
        order = buyer.order_address.removeprefix(origin)
        assert "View from Stalls, Row 1, Seat 1" in _page(origin, order)

    # The next set-up puts it back, also if this test is ended here.
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "uninstall", "--yes", "pretix-seatpreview"], check=True, capture_output=True)
    monkeypatch.setenv("WITHOUT_PLUGIN", "1")
    with serving(tmp_path) as origin:
        shop = _page(origin, "/mill/concert/")
        assert "Concert" in shop
        assert "seatpreview" not in shop
        page = _page(origin, order)
        assert "Stalls, Row 1, Seat 1" in page
        assert "seatpreview" not in page
        assert httpx.get(f"{origin}/mill/concert/seatpreview/states/").status_code == 404
        ticket = httpx.get(origin + order + "download/pdf", timeout=SECONDS_MAX, follow_redirects=True)
        assert ticket.status_code == 200

    monkeypatch.delenv("WITHOUT_PLUGIN")
    with serving(tmp_path) as origin:
        assert "&quot;service&quot;: &quot;http://127.0.0.1:9&quot;" in _page(origin, "/mill/concert/")
        assert "View from Stalls, Row 1, Seat 1" in _page(origin, order)


def _page(origin: str, path: str) -> str:
    answer = httpx.get(origin + path, timeout=SECONDS_MAX, follow_redirects=True)
    assert answer.status_code == 200, (answer.status_code, path)
    return answer.text
