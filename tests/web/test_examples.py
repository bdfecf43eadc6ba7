"""The drawn view of every example hall in its default configuration: looked at as its pixels."""

import json

import pytest
from PIL import Image, ImageStat
from playwright.async_api import Page, expect

from seatpreview.venues.example_records import example_text
from web.conftest import Site
from web.test_drawn import picture_of
from web.waiting import settled

pytestmark = pytest.mark.anyio

SEATS = {
    "theatre": "SC/H/15",
    "stadium": "104/12/12",
    "amphitheatre": "L3/10/10",
    "club": "BAL/A/9",
}
MIDDLE = 0.5
"""What part of a picture's width and height is looked at: a wall in front of the eye would fill it."""


def middle_of(picture: Image.Image) -> Image.Image:
    width, height = picture.size
    left, top = round(width * (1 - MIDDLE) / 2), round(height * (1 - MIDDLE) / 2)
    return picture.crop((left, top, width - left, height - top))


def is_a_view(picture: Image.Image) -> bool:
    """Whether the middle is neither black nor of one colour."""
    middle = ImageStat.Stat(middle_of(picture))
    return max(middle.mean) > 25 and max(middle.stddev) > 12


# In the quick lane, test_drawn_work.py looks at the theatre.
@pytest.mark.long
@pytest.mark.parametrize("example", SEATS)
async def test_an_example_hall_shows_its_focus_and_assumes_nothing(
    example: str, site: Site, page: Page
) -> None:
    made = await site.cast.owner.post("/manage/venues", json.loads(example_text(example)))
    assert made.status_code == 201, made.text
    session = await site.cast.session(venue=made.json()["venueId"])
    # A light page: the mood of the hall does not follow it.
    await page.set_viewport_size({"width": 480, "height": 400})
    await page.emulate_media(color_scheme="light", reduced_motion="reduce")
    await page.goto(f"{session['viewerUrl']}&seat={SEATS[example]}")
    await expect(page.locator(".stage[aria-busy=false]")).to_be_visible()
    canvas = page.locator(".stage canvas")
    picture = await settled(lambda: picture_of(canvas), is_a_view)
    assert is_a_view(picture), ImageStat.Stat(middle_of(picture)).mean
    corner = picture.crop((0, 0, picture.width // 5, picture.height // 10))
    brightness = sum(ImageStat.Stat(corner).mean) / 3
    assert (brightness > 120) is (example == "stadium"), f"only the stadium is seen by day: {brightness:.0f}"
    await expect(page.locator(".assumptions")).to_have_count(0)
