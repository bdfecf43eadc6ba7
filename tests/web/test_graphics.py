"""The graphics device of a view: it may be lost and come back, and other seats take no more of it."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Locator, Page

from web.conftest import Site
from web.test_drawn import open_drawing, picture_of
from web.test_panorama import open_panorama
from web.waiting import settled

pytestmark = pytest.mark.anyio

GRAPHICS_OBJECTS = Path(__file__).parents[2] / "benchmarks" / "page" / "graphics_objects.js"
LOSE = """
async (canvas) => {
  const heard = (name) =>
    new Promise((done) => canvas.addEventListener(name, () => setTimeout(done), { once: true }));
  const device = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
  const lost = heard("webglcontextlost");
  device.loseContext();
  await lost;
  window.giveBack = async () => {
    const restored = heard("webglcontextrestored");
    device.restoreContext();
    await restored;
  };
}
"""
MOVED = """
(before) => location.hash !== before && document.querySelector(".stage[aria-busy=false]") !== null
"""
SAME = 2.0
"""The mean difference of two pictures, from 0 to 255, below which they show the same."""
SEATS_FEW, SEATS_MANY = 10, 30
OBJECTS_MORE_MAX = 8
"""Seats differ in who sits near them."""


@pytest.mark.parametrize("kind", ["drawing", pytest.param("panorama", marks=pytest.mark.long)])
async def test_a_lost_graphics_device_comes_back_with_the_same_view(
    kind: str, site: Site, page: Page
) -> None:
    await page.set_viewport_size({"width": 480, "height": 400})
    if kind == "drawing":
        await open_drawing(site, page, "S/6/7")
    else:
        await open_panorama(site, page, 1024, "/full.png")
    canvas = page.locator(".stage canvas")
    straight = await resting_picture(canvas)
    await page.locator(".stage").focus()
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    turned = await resting_picture(canvas, unlike=straight)

    await canvas.evaluate(LOSE)
    await settled(lambda: picture_of(canvas), lambda seen: difference(seen, turned) > SAME)
    await page.evaluate("giveBack()")
    again = await settled(lambda: picture_of(canvas), lambda seen: difference(seen, turned) < SAME)
    assert difference(again, turned) < SAME
    assert difference(again, straight) > SAME


@pytest.mark.long
async def test_other_seats_leave_no_graphics_objects_behind(site: Site, page: Page) -> None:
    await page.set_viewport_size({"width": 480, "height": 400})
    await page.add_init_script(path=GRAPHICS_OBJECTS)
    await open_drawing(site, page, "S/6/1")
    counts: list[dict[str, int]] = []
    for seat in range(2, SEATS_MANY + 1):
        await move(page)
        if seat in (SEATS_FEW, SEATS_MANY):
            await resting_picture(page.locator(".stage canvas"))
            counts.append(await page.evaluate("graphicsObjects()"))
    few, many = counts
    assert few["Buffer"] > 0
    assert all(many[kind] - few[kind] <= OBJECTS_MORE_MAX for kind in few), counts


async def resting_picture(canvas: Locator, unlike: Image.Image | None = None) -> Image.Image:
    """Returns the picture once it stays the same, and differs from another one if one is given."""
    shots = [await picture_of(canvas)]

    async def look() -> Image.Image:
        shots.append(await picture_of(canvas))
        return shots[-1]

    def is_right(seen: Image.Image) -> bool:
        is_new = unlike is None or difference(seen, unlike) > SAME
        return is_new and len(shots) > 3 and all(difference(seen, shot) == 0 for shot in shots[-3:])

    return await settled(look, is_right)


async def move(page: Page) -> None:
    """Goes to and fro along the rows."""
    before = await page.evaluate("location.hash")
    await page.evaluate(
        """() => {
          window.along ??= ["right", "left"];
          const sides = [along[0], "behind", "inFront"];
          const side = sides.find((each) => document.querySelector(`.move[data-side=${each}]`));
          if (side !== along[0]) along.reverse();
          document.querySelector(`.move[data-side=${side}]`).click();
        }"""
    )
    await page.wait_for_function(MOVED, arg=before)


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)
