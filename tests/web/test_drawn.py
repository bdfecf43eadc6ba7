"""The drawn view, where no picture was ever taken: looked at as its pixels."""

import io
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageStat
from playwright.async_api import Locator, Page, expect

from cast import Cast
from web.conftest import Site
from web.halls import viewer_url
from web.waiting import settled

pytestmark = pytest.mark.anyio

PATCH = 0.04
"""What part of a picture's width and height is looked at in its middle."""

LAYOUT: dict[str, Any] = {
    "focus": {"z": 1},
    "sections": [
        {
            "ids": ["S", "N"],
            "rows": {"first": 1, "last": 12},
            "seats": {"count": 14},
            "geometry": {
                "shape": "curved",
                "bearingDeg": 180,
                "bearingStepDeg": 180,
                "distanceM": 15,
                "elevationM": 1,
                "riserM": 0.4,
            },
        },
        {"id": "Somewhere", "rows": ["A"], "seats": {"count": 4}},
    ],
    "configurations": [
        {
            "id": "show",
            "focus": {"name": "Screen", "z": 4},
            "closed": ["N"],
            "obstructions": [
                {"id": "stage", "kind": "stage", "box": {"x": [-8, 8], "y": [-4, 6], "z": [0, 1]}},
                {"id": "screen", "kind": "screen", "box": {"x": [-6, 6], "y": [2, 2.4], "z": [1, 7]}},
            ],
        }
    ],
}


class Tone(NamedTuple):
    """The mean colour of a part of a picture, from 0 to 255."""

    red: float
    green: float
    blue: float

    @property
    def is_sun(self) -> bool:
        """The screens of a drawing show a low sun: bright, and warmer than anything round them."""
        return self.red > 190 and self.green > 130 and self.red - self.blue > 20


async def furnish(cast: Cast) -> None:
    record = {"name": "Hall", "rules": {"layout": LAYOUT}}
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
    assert response.status_code == 200, response.text


async def open_drawing(site: Site, page: Page, seat: str) -> Locator:
    """By night: what shines is then told from what is lit."""
    await furnish(site.cast)
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await page.goto(await viewer_url(site.cast, seat, configuration="show"))
    stage = page.locator(".stage[aria-busy=false]")
    await expect(stage).to_be_visible()
    canvas = stage.locator("canvas")
    await expect(canvas).to_be_visible()
    return canvas


async def picture_of(canvas: Locator) -> Image.Image:
    return Image.open(io.BytesIO(await canvas.screenshot())).convert("RGB")


def middle_of(picture: Image.Image) -> Tone:
    width, height = picture.size
    half_x, half_y = width * PATCH / 2, height * PATCH / 2
    patch = picture.crop(
        (
            round(width / 2 - half_x),
            round(height / 2 - half_y),
            round(width / 2 + half_x),
            round(height / 2 + half_y),
        )
    )
    return Tone(*ImageStat.Stat(patch).mean)


async def seen_middle(canvas: Locator, *, is_sun: bool) -> Image.Image:
    """Looks until the middle shows the sun, or no longer does: software draws when it can."""
    picture = await settled(lambda: picture_of(canvas), lambda seen: middle_of(seen).is_sun is is_sun)
    assert middle_of(picture).is_sun is is_sun, f"the middle is {middle_of(picture)}"
    return picture


async def test_a_seat_without_a_picture_is_drawn_round_the_focus_and_one_without_a_place_is_described(
    site: Site, page: Page
) -> None:
    await page.set_viewport_size({"width": 480, "height": 400})
    canvas = await open_drawing(site, page, "S/6/7")
    picture = await seen_middle(canvas, is_sun=True)
    spread = ImageStat.Stat(picture).stddev
    assert min(spread) > 15, "a drawing has light and shade"
    # The drawn hall is dark round the screen, and not black.
    corner = picture.crop((0, 0, picture.width // 10, picture.height // 10))
    assert sum(ImageStat.Stat(corner).mean) < sum(middle_of(picture))
    colours = picture.resize((64, 40)).getcolors(64 * 40)
    assert colours is not None
    assert len(colours) > 200

    # The view from a seat whose section has no place cannot be drawn.
    await page.get_by_role("button", name="More about this seat").click()
    await page.get_by_label("Go to a seat").fill("Somewhere/A/1")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Somewhere, Row A, Seat 1")).to_be_visible()
    await expect(page.locator(".in-words")).to_contain_text("Somewhere")


@pytest.mark.long
async def test_one_looks_away_and_back_by_dragging(site: Site, page: Page) -> None:
    canvas = await open_drawing(site, page, "S/6/7")
    await seen_middle(canvas, is_sun=True)
    box = await canvas.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    start, end = box["x"] + box["width"] * 0.35, box["x"] + box["width"] * 0.9
    await page.mouse.move(start, y)
    await page.mouse.down()
    await page.mouse.move(end, y)
    await seen_middle(canvas, is_sun=False)
    await page.mouse.move(start, y)
    await page.mouse.up()
    await seen_middle(canvas, is_sun=True)


@pytest.mark.long
async def test_a_seat_at_the_side_has_the_focus_in_its_middle_too(site: Site, phone: Page) -> None:
    canvas = await open_drawing(site, phone, "S/12/1")
    await seen_middle(canvas, is_sun=True)
