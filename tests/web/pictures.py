"""Takes the pictures of the README, the docs and the landing page: the demo arena as people see it."""

import asyncio
import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Page

from seatpreview.api.local_client import LocalClient
from seatpreview.demo import arena
from seatpreview.demo.creation import Demo, create_demo, picture, upload_missing_pictures
from seatpreview.preview_images.panorama_view import Direction, cut_view
from seatpreview.settings.settings import Settings
from seatpreview.values.demo_names import CONFIGURATION
from servers import chromium
from serving import LiveService, running, settings_for

DESK = {"width": 1440, "height": 900}
HAND = {"width": 390, "height": 844}
PATIENCE_MS = 120_000
SEAT = "107/K/9"
DRAWN_SEAT = "107/L/9"
"""A seat without a picture of its own."""
LANDING_VIEW = Path(__file__).parents[2] / "web" / "source" / "landing" / "view.jpg"


async def take(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        settings = settings_for(Path(data))
        async with running(settings) as service, chromium.browser() as browser:
            demo = await _demo(settings, service)
            await _preview_image(settings, service, demo, folder)
            await _viewer(browser, demo, folder)
            await _console(browser, service, demo, folder)


async def _demo(settings: Settings, service: LiveService) -> Demo:
    client = LocalClient(settings, service.internals.resources.database)
    demo = await create_demo(client)
    await upload_missing_pictures(client, lambda done, total: _say(f"uploading {done} of {total}"))
    return demo


def landing_view() -> bytes:
    """The still picture of the landing page: what is seen from the demo's seat, without any words in it."""
    panorama = Image.open(io.BytesIO(picture(arena.VIEWS[0].object_name))).convert("RGB")
    still = cut_view(panorama, (1200, 630), Direction(yaw=0, pitch=2, fov=88))
    file = io.BytesIO()
    still.save(file, "JPEG", quality=82, optimize=True, progressive=True)
    return file.getvalue()


async def _preview_image(settings: Settings, service: LiveService, demo: Demo, folder: Path) -> None:
    client = LocalClient(settings, service.internals.resources.database)
    query: dict[str, object] = {"venue": demo.venue_id, "seat": SEAT, "configuration": CONFIGURATION}
    await asyncio.to_thread(
        (folder / "preview-image.jpg").write_bytes, await client.call("getPreviewImage", query=query)
    )
    _say("preview-image.jpg")


async def _viewer(browser: Browser, demo: Demo, folder: Path) -> None:
    for name, size, scheme in (("viewer", DESK, "dark"), ("viewer-phone", HAND, "light")):
        page = await _page(browser, size, scheme)
        await page.goto(demo.viewer_url)
        await page.wait_for_load_state("networkidle")
        await _shoot(page, folder / f"{name}.png")
    page = await _page(browser, DESK, "dark")
    address, _, _ = demo.viewer_url.partition("&seat=")
    await page.goto(f"{address}&seat={DRAWN_SEAT}")
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
    await asyncio.to_thread(path.write_bytes, await still_screenshot(page))
    _say(path.name)


async def still_screenshot(page: Page) -> bytes:
    """Takes a screenshot once the screen stands still: software takes its time to draw."""
    before = b""
    for _ in range(20):
        await page.wait_for_timeout(1500)
        shot = await page.screenshot(animations="disabled")
        if shot == before:
            break
        before = shot
    return before


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    LANDING_VIEW.write_bytes(landing_view())
    asyncio.run(take(pictures))
