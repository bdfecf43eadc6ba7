"""The view in a VR headset, in a browser with an emulated one: what each eye sees, and where both are."""

import base64
import io
from functools import cache
from math import dist
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Locator, Page, ViewportSize, expect

from web.conftest import Site
from web.halls import LAYOUT, furnish, viewer_url
from web.waiting import settled

pytestmark = pytest.mark.anyio

EMULATOR = Path(__file__).parents[2] / "web" / "node_modules" / "iwer" / "build" / "iwer.min.js"
EYES_APART_M = 0.063
ROW_RISER_M = LAYOUT["sections"][0]["geometry"]["riserM"]
SIZE = ViewportSize(width=480, height=400)

_DEVICE = """
window.device = new IWER.XRDevice(IWER.metaQuest3, { stereoEnabled: true, ipd: %s, visibilityMask: null });
device.installRuntime({ forceInstall: true });
device.position.set(0.4, 1.1, -2);
window.turnHead = (rightDeg) => device.quaternion.set(
  0, -Math.sin(rightDeg * Math.PI / 360), 0, Math.cos(rightDeg * Math.PI / 360));
"""
_CAMERAS = """
// Remembers from where the page was drawn.
window.cameras = new Map();
const names = new WeakMap();
const { getUniformLocation, uniform3f } = WebGL2RenderingContext.prototype;
WebGL2RenderingContext.prototype.getUniformLocation = function (program, name) {
  const location = getUniformLocation.call(this, program, name);
  if (location !== null) names.set(location, name);
  return location;
};
WebGL2RenderingContext.prototype.uniform3f = function (location, ...place) {
  if (names.get(location) === "cameraPosition") cameras.set(place.join(), place);
  return uniform3f.call(this, location, ...place);
};
"""
_CAMERAS_OF_A_FRAME = """
() => new Promise((resolve) => device.activeSession.requestAnimationFrame(() => {
  cameras.clear();
  device.activeSession.requestAnimationFrame(() => resolve([...cameras.values()]));
}))
"""
_NEXT_FRAME = """
() => new Promise((resolve) => {
  device.activeSession.requestAnimationFrame(() => resolve(device.appCanvas.toDataURL()));
})
"""

Place = tuple[float, float, float]


class Eyes(NamedTuple):
    """What the two eyes see."""

    left: Image.Image
    right: Image.Image

    @property
    def are_drawn(self) -> bool:
        return all(min(ImageStat.Stat(eye).stddev) > 5 for eye in self)


@cache
def _emulator() -> str:
    return EMULATOR.read_text()


async def put_on(page: Page) -> None:
    """A headset anywhere in a room, whose wearer looks to the left."""
    await page.set_viewport_size(SIZE)
    await page.add_init_script(_emulator())
    await page.add_init_script(_DEVICE % EYES_APART_M + "turnHead(-50);")
    await page.add_init_script(_CAMERAS)


async def open_view(site: Site, page: Page, seat: str) -> Locator:
    await furnish(site.cast)
    await page.goto(await viewer_url(site.cast, seat))
    await expect(page.locator(".stage[aria-busy=false]")).to_be_visible()
    return page.locator("canvas")


async def picture_of(canvas: Locator) -> Image.Image:
    return Image.open(io.BytesIO(await canvas.screenshot())).convert("RGB")


async def eyes_of(page: Page) -> Eyes:
    """Reads the next frame of the headset: a screenshot would wait for several, which software takes long to
    draw."""
    url: str = await page.evaluate(_NEXT_FRAME)
    frame = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("RGB")
    half = frame.width // 2
    return Eyes(frame.crop((0, 0, half, frame.height)), frame.crop((half, 0, 2 * half, frame.height)))


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures' pixels, from 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


async def cameras_of(page: Page) -> list[Place]:
    """The places from which a frame of the headset is drawn."""
    places: list[list[float]] = await page.evaluate(_CAMERAS_OF_A_FRAME)
    return [(x, y, z) for x, y, z in places]


def middle_of(places: list[Place]) -> tuple[float, ...]:
    """The place between two eyes."""
    return tuple((min(axis) + max(axis)) / 2 for axis in zip(*places, strict=True))


async def enter(page: Page) -> None:
    await page.get_by_role("button", name="View in VR headset").click()
    await expect(page.get_by_role("button", name="Leave VR headset")).to_be_attached()


# In the quick lane, web/source/viewer/headset-button.test.tsx says so.
@pytest.mark.long
async def test_a_browser_without_a_headset_has_no_button(site: Site, page: Page) -> None:
    await page.set_viewport_size(SIZE)
    async with page.expect_response(lambda response: "/headset-button-" in response.url):
        await open_view(site, page, "101/B/4")
    # The button asks the browser when it is loaded; what is asked later is answered later.
    assert not await page.evaluate("() => navigator.xr.isSessionSupported('immersive-vr')")
    await expect(page.get_by_role("button", name="headset")).to_have_count(0)


@pytest.mark.long
async def test_a_drawing_is_seen_by_both_eyes_at_true_scale_until_the_headset_is_left(
    site: Site, page: Page
) -> None:
    await put_on(page)
    canvas = await open_view(site, page, "103/B/4")
    before = await picture_of(canvas)
    eye: Place = await page.evaluate("() => [...cameras.values()].at(-1)")

    await enter(page)
    eyes = await settled(lambda: eyes_of(page), lambda seen: seen.are_drawn)
    assert eyes.are_drawn
    assert difference(*eyes) > 0.5, "each eye sees its own picture"
    places = await cameras_of(page)
    assert len(places) == 2
    assert dist(*places) == pytest.approx(EYES_APART_M, abs=1e-4)
    assert middle_of(places) == pytest.approx(eye, abs=1e-3), "the wearer sits where the seat's eye is"

    await page.evaluate("() => { turnHead(40); device.position.y += 0.3; }")
    turned = await settled(lambda: eyes_of(page), lambda seen: difference(seen.left, eyes.left) > 8)
    assert difference(turned.left, eyes.left) > 8
    assert turned.are_drawn
    x, y, z = eye
    assert middle_of(await cameras_of(page)) == pytest.approx((x, y, z + 0.3), abs=1e-3)

    # The page shows a seat in the row behind.
    await page.get_by_role("button", name="Row behind").dispatch_event("click")
    moved = await settled(lambda: cameras_of(page), lambda seen: dist(middle_of(seen), eye) > 0.9)
    assert middle_of(moved)[2] == pytest.approx(z + 0.3 + ROW_RISER_M, abs=1e-3)
    await page.get_by_role("button", name="Row in front").dispatch_event("click")
    await settled(lambda: cameras_of(page), lambda seen: dist(middle_of(seen), eye) < 0.4)

    # The wearer leaves by the headset's own button.
    await page.evaluate("() => device.activeSession.end()")
    await expect(page.get_by_role("button", name="View in VR headset")).to_be_visible()
    after = await settled(lambda: picture_of(canvas), lambda seen: difference(seen, before) < 1)
    assert difference(after, before) < 1


# In the quick lane, web/source/panorama/headset-panorama.test.ts says what each eye sees.
@pytest.mark.long
async def test_a_panorama_surrounds_the_wearer_and_another_kind_of_view_ends_that(
    site: Site, page: Page
) -> None:
    await put_on(page)
    await open_view(site, page, "101/B/4")
    await enter(page)
    eyes = await settled(lambda: eyes_of(page), lambda seen: seen.are_drawn)
    assert eyes.are_drawn
    await page.evaluate("() => turnHead(40)")
    turned = await settled(lambda: eyes_of(page), lambda seen: difference(seen.left, eyes.left) > 8)
    assert difference(turned.left, eyes.left) > 8

    await page.get_by_role("button", name="Drawing", exact=True).dispatch_event("click")
    await expect(page.get_by_role("button", name="Leave VR headset")).to_have_count(0)
    assert await page.evaluate("() => device.activeSession === undefined")
