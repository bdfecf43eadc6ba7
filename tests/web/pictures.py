"""Takes the pictures of the README: the demo arena in the viewer and in the console."""

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from parts import chromium
from seatpreview.demo.creation import Demo, create_demo, upload_missing_pictures
from seatpreview.local_client import LocalClient
from seatpreview.settings import Settings
from serving import LiveService, running, settings_for

DESK = {"width": 1440, "height": 900}
HAND = {"width": 390, "height": 844}
PATIENCE_MS = 120_000


async def take(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        settings = settings_for(Path(data))
        async with running(settings) as service, chromium.browser() as browser:
            demo = await _demo(settings, service)
            await _viewer(browser, demo, folder)
            await _console(browser, service, demo, folder)


async def _demo(settings: Settings, service: LiveService) -> Demo:
    client = LocalClient(settings, service.internals.resources.database)
    demo = await create_demo(client)
    await upload_missing_pictures(client, lambda done, total: _say(f"uploading {done} of {total}"))
    return demo


async def _viewer(browser: Browser, demo: Demo, folder: Path) -> None:
    for name, size, scheme in (("viewer", DESK, "dark"), ("viewer-phone", HAND, "light")):
        page = await _page(browser, size, scheme)
        await page.goto(demo.viewer_url)
        await page.wait_for_load_state("networkidle")
        await _shoot(page, folder / f"{name}.png")
    page = await _page(browser, DESK, "dark")
    await page.goto(demo.viewer_url)
    await page.get_by_text("Drawing", exact=True).click()
    await _shoot(page, folder / "viewer-drawn.png")


async def _console(browser: Browser, service: LiveService, demo: Demo, folder: Path) -> None:
    page = await _page(browser, DESK, "light")
    await page.goto(f"{service.address}/console")
    await page.get_by_label("Secret key").fill(str(demo.tenant_key.plaintext))
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Sign out").wait_for()
    await page.evaluate("route => { location.hash = route; }", f"#/venues/{demo.venue_id}")
    for name, tab in (("console-venue", "Map"), ("console-label-rules", "Rules")):
        await page.get_by_role("tab", name=tab).click()
        await page.wait_for_load_state("networkidle")
        await _shoot(page, folder / f"{name}.png")


async def _page(browser: Browser, size: dict[str, int], scheme: Any) -> Page:
    context = await browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page


async def _shoot(page: Page, path: Path) -> None:
    """Once the screen stands still: software takes its time to draw."""
    before = b""
    for _ in range(20):
        await page.wait_for_timeout(1500)
        shot = await page.screenshot(animations="disabled")
        if shot == before:
            break
        before = shot
    await asyncio.to_thread(path.write_bytes, before)
    _say(path.name)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(pictures))
