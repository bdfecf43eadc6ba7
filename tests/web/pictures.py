"""Takes the pictures of the README, the docs and the landing page: the demo arena as people see it."""

import asyncio
import io
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Page, expect

from seatpreview.api.local_client import LocalClient
from seatpreview.demo import arena
from seatpreview.demo.creation import Demo, create_demo, picture, upload_missing_pictures
from seatpreview.preview_images.panorama_view import Direction, cut_view
from seatpreview.settings.settings import Settings
from seatpreview.values.demo_names import CONFIGURATION
from servers import chromium
from serving import LiveService, running, settings_for
from web import panoramas
from web.picture_sources import PANORAMAS, SOURCES, Source, file_digest, page_outline, record, recorded

DESK = {"width": 1440, "height": 900}
HAND = {"width": 390, "height": 844}
PATIENCE_MS = 120_000
SEAT = "107/K/9"
DRAWN_SEAT = "107/L/9"
"""A seat without a picture of its own."""
FOLDER = SOURCES.parent
PREVIEW_IMAGE = "preview-image.jpg"
LANDING_VIEW = Path(__file__).parents[2] / "web" / "source" / "landing" / "view.jpg"


async def take() -> None:
    """Takes every picture, and notes what it shows."""
    with tempfile.TemporaryDirectory() as data:
        settings = settings_for(Path(data))
        async with running(settings) as service, chromium.browser() as browser:
            demo = await demo_with_pictures(settings, service)
            await _preview_image(settings, service, demo)
            async for name, page in pages(browser, service, demo):
                await asyncio.to_thread((FOLDER / name).write_bytes, await still_screenshot(page))
                record({name: {"page": await page_outline(page)} | drawn_source(name)})
                _say(name)


async def pages(browser: Browser, service: LiveService, demo: Demo) -> AsyncIterator[tuple[str, Page]]:
    """Opens each page that a picture shows, and gives the name of the picture."""
    for name, size, scheme in (("viewer.png", DESK, "dark"), ("viewer-phone.png", HAND, "light")):
        page = await _page(browser, size, scheme)
        await page.goto(demo.viewer_url)
        await page.wait_for_load_state("networkidle")
        yield name, page
        await page.context.close()
    page = await _page(browser, DESK, "dark")
    address, _, _ = demo.viewer_url.partition("&seat=")
    await page.goto(f"{address}&seat={DRAWN_SEAT}")
    yield "viewer-drawn.png", page
    await page.context.close()
    page = await _page(browser, DESK, "light")
    await page.goto(f"{service.address}/console")
    await page.get_by_label("Secret key").fill(str(demo.tenant_key.plaintext))
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Sign out").wait_for()
    await page.evaluate("route => { location.hash = route; }", f"#/venues/{demo.venue_id}")
    for name, tab in (("console-venue.png", "Map"), ("console-label-rules.png", "Rules")):
        await page.get_by_role("tab", name=tab).click()
        await page.wait_for_load_state("networkidle")
        await expect(page.get_by_text("not tested yet")).to_have_count(0)
        yield name, page
    await page.context.close()


def drawn_source(name: str) -> Source:
    """Returns which drawing is in a picture: the panorama that it was cut from, or the scene."""
    if name == "viewer-drawn.png":
        return {"scene": recorded()[arena.VIEWS[0].file_name]["scene"]}
    if name.startswith("console"):
        return {}
    return {"panorama": file_digest(PANORAMAS / arena.VIEWS[0].file_name)}


async def demo_with_pictures(settings: Settings, service: LiveService) -> Demo:
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


async def _preview_image(settings: Settings, service: LiveService, demo: Demo) -> None:
    client = LocalClient(settings, service.internals.resources.database)
    query: dict[str, object] = {"venue": demo.venue_id, "seat": SEAT, "configuration": CONFIGURATION}
    content = await client.call("getPreviewImage", query=query)
    await asyncio.to_thread((FOLDER / PREVIEW_IMAGE).write_bytes, content)
    record({PREVIEW_IMAGE: drawn_source(PREVIEW_IMAGE)})
    _say(PREVIEW_IMAGE)


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
    panoramas.render(only_stale=True)
    LANDING_VIEW.write_bytes(landing_view())
    record({LANDING_VIEW.name: drawn_source(LANDING_VIEW.name)})
    asyncio.run(take())
