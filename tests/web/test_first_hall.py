"""The tutorial of docs/first-hall.md, followed in a browser against the real service, in its own words.

The pictures of the page are taken on the same way by tests/web/first_hall_pictures.py.
"""

import io
import re

import pytest
from PIL import Image
from playwright.async_api import Page, expect

from web import first_hall as steps
from web.colours import serious_in_light_or_dark
from web.conftest import Site, without_webgl
from web.hands import Keyboard, Mouse, Reader
from web.signing_in import sign_in
from web.test_snippets import is_shown, open_page

pytestmark = pytest.mark.anyio

_PICTURE = re.compile(r"\]\(pictures/([^)]+)\)")


async def nothing(_name: str) -> None:
    """Looks at no picture."""


async def photo() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (300, 200), (90, 30, 60)).save(file, "JPEG")
    return file.getvalue()


@pytest.mark.long
async def test_the_tutorial_leads_from_nothing_to_a_seat_of_800_on_a_page(
    page: Page, phone: Page, site: Site
) -> None:
    await without_webgl(page)
    await sign_in(page, site, site.cast.owner)
    key_id, venue_id = await steps.follow(Reader(Mouse(page), steps.GUIDE), photo, nothing)
    await without_webgl(phone)
    await open_page(phone, site, steps.own_page(venue_id, key_id))
    await is_shown(phone, "Row D, Seat 7")


@pytest.mark.long
async def test_the_keyboard_alone_draws_the_same_hall(page: Page, site: Site) -> None:
    await without_webgl(page)
    await sign_in(page, site, site.cast.owner)
    reader = Reader(Keyboard(page), steps.GUIDE)
    venue_id = await steps.begin(reader, nothing)
    await steps.draw_stalls(reader, nothing)
    await steps.draw_circles(reader, nothing)
    await steps.draw_boxes(reader, nothing)
    await steps.mend_rake(reader)
    await expect(page.get_by_text("Draft saved.")).to_be_visible()
    draft = (await site.cast.owner.get(f"/manage/venues/{venue_id}/draft")).json()
    assert draft["record"]["rules"]["layout"] == steps.DRAWN


@pytest.mark.long
async def test_axe_finds_nothing_serious_on_any_screen_of_the_tutorial(page: Page, site: Site) -> None:
    found: dict[str, list[str]] = {}

    async def look(name: str) -> None:
        found[name] = await serious_in_light_or_dark(page)

    await without_webgl(page)
    await sign_in(page, site, site.cast.owner)
    await steps.follow(Reader(Mouse(page), steps.GUIDE), photo, look)
    assert found == {name: [] for name in steps.PICTURES if name != "page"}


def test_every_picture_of_the_page_is_one_that_the_journey_takes() -> None:
    shown = _PICTURE.findall(steps.GUIDE)
    assert shown == [steps.picture_path(name).name for name in steps.PICTURES]
    assert [name for name in steps.PICTURES if not steps.picture_path(name).is_file()] == []
