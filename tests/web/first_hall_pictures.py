"""Takes the pictures of docs/first-hall.md, on the way that tests/web/test_first_hall.py follows.

Run it from the project's folder, after script/web:

    PYTHONPATH=src:tests:. .venv/bin/python -m web.first_hall_pictures
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Page, expect

from cast import create_cast
from servers import chromium
from serving import running, settings_for
from web import first_hall as steps
from web.conftest import Site
from web.hands import Mouse, Reader
from web.pictures import still_screenshot
from web.signing_in import sign_in
from web.test_snippets import open_page

WIDE = {"width": 1280, "height": 860}
COLOURS = 256
PATIENCE_MS = 60_000


async def take() -> None:
    with tempfile.TemporaryDirectory() as data:
        async with running(settings_for(Path(data), demo=True)) as service, chromium.browser() as browser:
            site = Site(service, await create_cast(service), service.address)
            page = await _page(browser)
            await sign_in(page, site, site.cast.owner)

            async def look(name: str) -> None:
                await _show_everything(page)
                await _shoot(page, steps.picture_path(name))

            async def photo() -> bytes:
                return await _photo(page)

            key_id, venue_id = await steps.follow(Reader(Mouse(page), steps.GUIDE), photo, look)
            own = await _page(browser)
            await open_page(own, site, steps.own_page(venue_id, key_id))
            await _shoot(own, steps.picture_path("page"))


async def _page(browser: Browser) -> Page:
    context = await browser.new_context(
        viewport={"width": WIDE["width"], "height": WIDE["height"]},
        color_scheme="light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page


async def _photo(page: Page) -> bytes:
    """A photo from the stalls: what the designer draws there."""
    await page.get_by_role("button", name="Larger view").click()
    await page.wait_for_timeout(3000)
    shot = await page.locator(".seat-view-frame").screenshot()
    await page.get_by_role("button", name="Smaller view").click()
    file = io.BytesIO()
    Image.open(io.BytesIO(shot)).convert("RGB").save(file, "JPEG", quality=88)
    return file.getvalue()


async def _show_everything(page: Page) -> None:
    """Fits the plan into its frame, as a reader would, and waits for messages to go."""
    await expect(page.locator(".toast")).to_have_count(0)
    button = page.get_by_role("button", name="Show everything")
    if await button.count() and not await page.get_by_role("dialog", name="Publish").count():
        await button.click()
        await page.mouse.move(0, 0)


async def _shoot(page: Page, path: Path) -> None:
    """Saves what is on the screen. Few colours make a small file."""
    shot = await still_screenshot(page)
    picture = Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS)
    await asyncio.to_thread(picture.save, path, optimize=True)
    sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    asyncio.run(take())
