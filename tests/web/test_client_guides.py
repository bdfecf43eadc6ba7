"""The guides for React, Vue and TypeScript, followed from an empty folder: each shows a seat on a phone.

In the quick lane, test_components.py shows the components, and test_snippets.py the page of README.
"""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from docs.generated_pages import ROOT
from seatpreview.demo.creation import Demo
from servers.free_ports import free_port
from web.client_packages import (
    PACKAGES,
    SHOP,
    build_page,
    open_built,
    open_served,
    run,
    serving_node,
)
from web.conftest import Site, without_webgl

pytestmark = [pytest.mark.anyio, pytest.mark.long]

FILE = re.compile(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(packages: None, tmp_path: Path) -> Path:
    """An empty folder with the packages that a reader installs."""
    shop = tmp_path / "shop"
    shop.mkdir()
    (shop / "node_modules").symlink_to(PACKAGES)
    return shop


def follow(page: str, folder: Path) -> None:
    """Saves the files that a page tells its reader to save."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name, content in FILE.findall(text):
        (folder / name).write_text(content, encoding="utf-8")


async def is_shown(phone: Page, seat: str) -> None:
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name=seat)).to_be_visible()


@pytest.mark.parametrize("guide", ["react", "vue"])
async def test_the_page_of_the_guide_shows_and_sells_a_seat(
    guide: str, demo: Demo, site: Site, phone: Page, folder: Path, tmp_path: Path
) -> None:
    follow(f"docs/{guide}.md", folder)
    await build_page(folder, tmp_path / "built")
    await without_webgl(phone)
    async with open_built(phone, tmp_path / "built", site.address):
        await is_shown(phone, "Row K, Seat 9")
        viewer = phone.frame_locator("seat-preview iframe")
        await viewer.get_by_role("button", name="Choose this seat").tap()
        await expect(phone.get_by_text("Your seats: 107/K/9")).to_be_visible()
        await phone.get_by_role("button", name="313/12/4: €39").tap()
        await is_shown(phone, "Row 12, Seat 4")


async def test_the_server_of_the_guide_shows_a_seat(
    demo: Demo, site: Site, phone: Page, folder: Path
) -> None:
    """With the demo's Shop key. It listens on a free port, and is opened where the guide says that it is."""
    follow("docs/typescript.md", folder)
    port = free_port()
    # Its types are checked below.
    await run(PACKAGES / ".bin" / "tsc", "--noCheck", cwd=folder)
    env = {
        "SEATPREVIEW_URL": site.address,
        "SEATPREVIEW_KEY": str(demo.shop_key.plaintext),
        "ORIGIN": SHOP,
    }
    await without_webgl(phone)
    async with serving_node(folder / "server.js", port, env):
        await open_served(phone, f"http://127.0.0.1:{port}")
        await is_shown(phone, "Row K, Seat 9")


@pytest.mark.parametrize("guide", ["react", "typescript"])
async def test_the_files_of_a_guide_have_no_type_errors(guide: str, folder: Path) -> None:
    follow(f"docs/{guide}.md", folder)
    await run(PACKAGES / ".bin" / "tsc", cwd=folder)
