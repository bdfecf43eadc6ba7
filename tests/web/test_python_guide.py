"""The server of docs/python.md, started as the page says and opened on a phone.

In the quick lane, tests/guides runs the other blocks of the page.
"""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from docs.generated_pages import ROOT
from seatpreview.demo.creation import Demo
from servers.free_ports import free_port
from serving import BUSY_MACHINE_SECONDS
from web.conftest import Site, without_webgl
from web.test_snippets import SERVICE, SHOP, go_to

pytestmark = [pytest.mark.anyio, pytest.mark.long]


def saved_files() -> dict[str, str]:
    """The files that the guide tells its readers to save."""
    text = (ROOT / "docs" / "python.md").read_text()
    return dict(re.findall(r"^<!-- file: (\S+) -->\n```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


@pytest.fixture
async def shop(site: Site, demo: Demo, tmp_path: Path) -> AsyncIterator[str]:
    """The guide's server, with the demo's Shop key. Only its port is another."""
    port = free_port()
    for name, text in saved_files().items():
        (tmp_path / name).write_text(text.replace('("127.0.0.1", 8000)', f'("127.0.0.1", {port})'))
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "clients" / "python"),
        "SEATPREVIEW_URL": site.address,
        "SEATPREVIEW_KEY": str(demo.shop_key.plaintext),
    }
    server = await asyncio.create_subprocess_exec(
        sys.executable, "server.py", cwd=tmp_path, env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await _wait_until_listening(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        await server.wait()


async def test_the_server_of_the_guide_shows_a_seat(shop: str, site: Site, phone: Page) -> None:
    for written, real in ((SHOP, shop), (SERVICE, site.address)):
        await phone.route(f"{written}/**", partial(go_to, written, real))
    await without_webgl(phone)
    await phone.goto(f"{SHOP}/?seat=Nowhere<script>at all")
    await expect(phone.get_by_text("There is no view of this seat")).to_be_visible()
    await expect(phone.get_by_text("Your ticket: Nowhere<script>at all")).to_be_visible()
    await phone.goto(SHOP)
    assert await phone.evaluate("innerWidth") == 390
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name="Row K, Seat 9")).to_be_visible()
    await expect(viewer.locator(".stage[aria-busy=false]")).to_be_visible()


async def _wait_until_listening(port: int) -> None:
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
