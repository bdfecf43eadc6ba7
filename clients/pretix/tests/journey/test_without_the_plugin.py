"""`pip uninstall pretix-seatpreview`, and back: what is sold stays sold, and the settings wait."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path

import httpx
import pytest
from running_shop import TEMPLATE, run_program, serving

from journey.http_buyer import HttpBuyer

SECONDS_MAX = 300
PLUGIN = Path(__file__).parents[2]
PIP = ("--disable-pip-version-check", "--no-input")


def test_orders_keep_their_seats_without_the_plugin_and_everything_is_back_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(TEMPLATE, tmp_path / "data")
    environment = {"PRETIX_PRETIX_DATADIR": str(tmp_path / "data")}
    for command in (("use_view_in_tickets",), ("name_service_for_event", "http://127.0.0.1:9")):
        run_program("journey.shop_commands", *command, environment=environment)
    python = _copied_environment(tmp_path / "venv")
    monkeypatch.setenv("PRETIX_VENV", str(tmp_path / "venv"))
    with serving(tmp_path) as origin:
        buyer = HttpBuyer(f"{origin}/mill/concert/", 1)
        buyer.open()
        buyer.add("S1-1")
        buyer.check_out()
        order = buyer.order_address.removeprefix(origin)
        assert "View from Stalls, Row 1, Seat 1" in _page(origin, order)

    _pip(python, "uninstall", "--yes", "pretix-seatpreview")
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

    _pip(python, "install", "--no-deps", "--no-build-isolation", "--editable", str(PLUGIN))
    with serving(tmp_path) as origin:
        assert "&quot;service&quot;: &quot;http://127.0.0.1:9&quot;" in _page(origin, "/mill/concert/")
        assert "View from Stalls, Row 1, Seat 1" in _page(origin, order)


def _copied_environment(folder: Path) -> Path:
    """Makes an environment with the packages of this one, from which pip can take the plugin: nothing of it
    is shared. Returns its Python."""
    venv.create(folder, with_pip=False)
    packages = Path(sysconfig.get_path("purelib"))
    [copied] = folder.glob("lib/python3*/site-packages")
    for path in packages.iterdir():
        if "pretix_seatpreview" not in path.name:
            (copied / path.name).symlink_to(path)
        elif path.is_dir():
            shutil.copytree(path, copied / path.name)
        else:
            shutil.copy(path, copied / path.name)
    return folder / "bin" / "python"


def _pip(python: Path, *arguments: str) -> None:
    subprocess.run([python, "-m", "pip", *PIP, *arguments], check=True, capture_output=True)


def _page(origin: str, path: str) -> str:
    answer = httpx.get(origin + path, timeout=SECONDS_MAX, follow_redirects=True)
    assert answer.status_code == 200, (answer.status_code, path)
    return answer.text
