"""A journey through a draft in the console: saved, seen in the viewer, published, and taken back.

The parts by themselves are tested in web/source/console/venues/*.test.tsx.
"""

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site
from web.record_text import open_text, rewrite
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

LAYOUT = {
    "focus": {"name": "Stage"},
    "sections": [
        {
            "id": "101",
            "rows": {"first": "A", "last": "C"},
            "seats": {"count": 6},
            "geometry": {"distanceM": 9},
        }
    ],
}


@pytest.mark.long
async def test_a_draft_is_seen_published_and_taken_back_and_no_dialog_holds_what_axe_finds_serious(
    page: Page, site: Site
) -> None:
    owner = site.cast.owner
    record = {"name": "Hall", "timezone": "Europe/Berlin", "rules": {"layout": LAYOUT}}
    venue_id = (await owner.post("/manage/venues", record)).json()["venueId"]
    await sign_in(page, site, owner, f"venues/{venue_id}/record")
    await rewrite(await open_text(page), '"last": "C"', '"last": "B"')
    await expect(page.get_by_role("region", name="Draft")).to_contain_text("Buyers see version 1")
    assert await serious_in_light_or_dark(page) == []

    await page.get_by_role("button", name="Open in viewer").click()
    link = await page.get_by_label("Link").input_value()
    assert await serious_in_light_or_dark(page) == []
    await page.keyboard.press("Escape")
    viewer = await page.context.new_page()
    await viewer.goto(link)
    await expect(viewer.get_by_text("Draft: buyers do not see this yet")).to_be_visible()
    await viewer.close()

    await page.get_by_role("button", name="Publish...").click()
    dialog = page.get_by_role("dialog", name="Publish this draft?")
    await dialog.get_by_text("6 seats gone", exact=True).click()
    await expect(dialog.get_by_role("region", name="6 seats gone")).to_contain_text("101/C/1")
    assert await serious_in_light_or_dark(page) == []
    await dialog.get_by_label("Message").fill("Without row C")
    await dialog.get_by_role("button", name="Publish").click()
    await expect(page.get_by_text("12 seats · version 2")).to_be_visible()

    await page.get_by_role("tab", name="Versions").click()
    await expect(page.get_by_role("row", name="Without row C")).to_contain_text("published")
    await page.get_by_role("button", name="Restore version 1").click()
    await expect(page.get_by_role("dialog")).to_contain_text("6 seats added")
    assert await serious_in_light_or_dark(page) == []
    await page.get_by_role("button", name="Restore", exact=True).click()
    await expect(page.get_by_text("18 seats · version 3")).to_be_visible()
