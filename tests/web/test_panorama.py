"""Panoramas in the viewer: where things are, what is loaded, and what is drawn."""

import io
import re
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page, expect

from cast import Cast
from imagery.sample_pictures import corners, encode
from seatpreview.imagery import image_upload
from seatpreview.imagery.operations import put_image
from seatpreview.values.ids import VenueId
from seatpreview.venues.model import ObjectName
from web.conftest import Site
from web.halls import LAYOUT, viewer_url
from web.waiting import settled

pytestmark = pytest.mark.anyio

COUNT_WORK = """
window.work = { draws: 0, buffers: 0, vertices: 0 };
window.loading = 0;
for (const [owner, name] of [
  [window, "fetch"],
  [Response.prototype, "blob"],
  [window, "createImageBitmap"],
]) {
  const original = owner[name];
  owner[name] = function (...args) {
    loading++;
    const result = original.apply(this, args);
    const end = () => { loading--; };
    result.then(end, end);
    return result;
  };
}
const prototype = WebGL2RenderingContext.prototype;
for (const [name, count] of [
  ["drawElements", (args) => { work.draws++; work.vertices += args[1]; }],
  ["drawElementsInstanced", (args) => { work.draws++; work.vertices += args[1] * args[4]; }],
  ["drawArrays", (args) => { work.draws++; work.vertices += args[2]; }],
  ["bufferData", () => work.buffers++],
]) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    count(args);
    return original.apply(this, args);
  };
}
"""
"""Counts draw calls and the allocations of geometry, from before the page's own scripts, and what is being
loaded and decoded."""
RESTED = """
() => new Promise((done, fail) => {
  const end = performance.now() + 60_000;
  let before = work.draws;
  let unchanged = 0;
  const look = () => {
    unchanged = work.draws === before && loading === 0 ? unchanged + 1 : 0;
    before = work.draws;
    if (work.draws > 0 && unchanged > 10) done();
    else if (performance.now() > end) fail(new Error("The view does not come to rest."));
    else requestAnimationFrame(look);
  };
  look();
})
"""
"""Nothing more is loaded, and nothing was drawn in ten frames."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service waits for a picture as long as a busy machine takes to cut it."""
    monkeypatch.setattr(image_upload, "IMAGE_SECONDS_MAX", 600)


async def furnish(cast: Cast, width: int) -> None:
    """The panorama of section 101 is red and green above, blue and grey below."""
    with NamedTemporaryFile(suffix=".png") as file:
        file.write(encode(corners(width, width // 2), "PNG"))
        file.flush()
        # Without a client, which would not wait for as long as a busy machine takes to cut it.
        await put_image(cast.service.context(), VenueId(cast.hall), ObjectName("pano.png"), Path(file.name))
    images = [{"object": "pano.png", "covers": {"section": "101"}}]
    record = {
        "name": "Hall",
        "rules": {"layout": LAYOUT},
        "imagerySets": [{"id": "panoramas", "kind": "panorama", "images": images}],
    }
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
    assert response.status_code == 200, response.text


async def open_panorama(site: Site, page: Page, width: int, sharp: str) -> list[str]:
    """Opens the view of a seat until a picture is there whose address has `sharp`. Returns the pictures that
    the page has asked for, as they are asked for."""
    await furnish(site.cast, width)
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(re.findall(r"/img_\w+/([^?]+)", request.url)))
    await page.add_init_script(COUNT_WORK)
    async with page.expect_response(lambda response: sharp in response.url):
        await page.goto(await viewer_url(site.cast, "101/B/2"))
    await expect(page.locator(".stage[aria-busy=false] canvas.panorama")).to_be_visible()
    await page.evaluate(RESTED)
    return asked


async def shows(page: Page, colours: dict[tuple[int, int], str]) -> None:
    """Looks until these colours are at these points of the view, which is 390 by about 600 pixels."""

    async def look() -> list[str]:
        shot = Image.open(io.BytesIO(await page.screenshot(animations="disabled"))).convert("RGB")
        return [_name(shot.getpixel(point)) for point in colours]

    assert await settled(look, lambda seen: seen == [*colours.values()]) == [*colours.values()]


def _name(pixel: Any) -> str:
    names = {"red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255), "grey": (128, 128, 128)}
    return min(names, key=lambda name: sum(abs(a - b) for a, b in zip(pixel, names[name], strict=True)))


async def work(page: Page) -> dict[str, int]:
    counted: dict[str, int] = await page.evaluate("work")
    return counted


async def drag(page: Page, right: int, down: int) -> None:
    await page.mouse.move(190, 250)
    await page.mouse.down()
    for step in range(1, 6):
        await page.mouse.move(190 + right * step / 5, 250 + down * step / 5)
    await page.mouse.up()


async def test_a_panorama_is_turned_and_loads_only_what_is_seen(site: Site, phone: Page) -> None:
    asked = await open_panorama(site, phone, 4352, "/tiles/4096/")
    # The small picture, then tiles of the level that a phone can show; neither the full size nor its tiles.
    assert asked[0] == "preview.jpg"
    tiles = {name for name in asked if name != "preview.jpg"}
    assert tiles
    assert all(re.fullmatch(r"tiles/4096/[2-5]_[0-3]\.webp", name) for name in tiles), tiles
    middle = [(100, 150), (290, 150), (100, 500), (290, 500)]
    await shows(phone, dict(zip(middle, ["red", "green", "blue", "grey"], strict=True)))

    # A resting picture costs nothing, and a turn allocates no geometry.
    before = await work(phone)
    await phone.evaluate(RESTED)
    assert await work(phone) == before
    await drag(phone, -150, 0)
    await shows(phone, dict(zip(middle, ["green", "green", "grey", "grey"], strict=True)))
    after = await work(phone)
    assert after["draws"] > before["draws"]
    assert after["buffers"] == before["buffers"]

    # Keys turn it by 6 degrees, back to about where it was.
    await phone.locator(".stage").focus()
    for _ in range(2):
        await phone.keyboard.press("ArrowLeft")
    await shows(phone, dict(zip(middle, ["red", "green", "blue", "grey"], strict=True)))
    # Zoomed in, it is sharp.
    async with phone.expect_request(re.compile(r"/tiles/\d+_\d+\.jpg")):
        for _ in range(13):
            await phone.keyboard.press("+")


@pytest.mark.long
async def test_a_small_panorama_has_no_tiles_and_is_loaded_whole(site: Site, phone: Page) -> None:
    asked = await open_panorama(site, phone, 1024, "/full.png")
    assert list(dict.fromkeys(asked)) == ["preview.jpg", "full.png"]
    await shows(phone, {(100, 150): "red", (290, 500): "grey"})
