"""A journey through the designer: seats are painted, saved by themselves, taken back, and published.

The parts by themselves are tested in web/source/console/designer/paint/.
"""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site, without_webgl
from web.record_text import open_text, text_of
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

LAYOUT: dict[str, Any] = {
    "focus": {"name": "Stage"},
    "sections": [
        {
            "id": "P",
            "rows": {"first": "A", "last": "D"},
            "seats": {"count": 8},
            "geometry": {"shape": "straight", "bearingDeg": 180, "distanceM": 6},
        }
    ],
}


@pytest.mark.long
async def test_seats_are_painted_by_pointer_and_keys_saved_by_themselves_undone_and_published(
    page: Page, site: Site
) -> None:
    owner = site.cast.owner
    record = {"name": "Hall", "timezone": "Europe/Berlin", "rules": {"layout": LAYOUT}}
    venue_id = (await owner.post("/manage/venues", record)).json()["venueId"]
    await without_webgl(page)
    await page.set_viewport_size({"width": 1280, "height": 1100})
    await sign_in(page, site, owner, f"venues/{venue_id}/design")
    await page.get_by_role("button", name="Paint seats").click()
    canvas = page.get_by_role("application", name="Plan of the hall")
    await canvas.focus()
    # The first key goes to the first seat, the next ones move on.
    for key in ["ArrowRight", "Space", "ArrowRight", "Space"]:
        await page.keyboard.press(key)
    await expect(page.get_by_text("Painted 1 seat: Wheelchair space")).to_be_visible()
    await expect(page.get_by_label("Wheelchair space")).to_have_accessible_name("Wheelchair space 2")
    await expect(page.get_by_text("Draft saved.")).to_be_visible()
    assert await _painted(site, venue_id) == [{"rows": ["A"], "seats": [1, 2], "has": ["wheelchair"]}]
    assert await serious_in_light_or_dark(page) == []

    await page.get_by_role("button", name="Rectangle").click()
    box = await canvas.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 5, box["y"] + 100)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] - 5, steps=4)
    await page.mouse.up()
    await expect(page.get_by_label("Wheelchair space")).to_have_accessible_name("Wheelchair space 32")
    await page.get_by_role("button", name="Undo").click()
    await page.get_by_role("tab", name="Record").click()
    assert '"has": ["wheelchair"]' in await text_of(await open_text(page))

    await page.get_by_role("tab", name="Design").click()
    await page.get_by_role("button", name="Publish...").click()
    dialog = page.get_by_role("dialog", name="Publish this draft?")
    await dialog.get_by_role("button", name="Publish", exact=True).click()
    await expect(page.get_by_text("32 seats · version 2")).to_be_visible()
    preview = (await owner.get("/seats/preview", venue=venue_id, seat="P/A/2")).json()
    assert preview["seat"]["properties"] == ["wheelchair"]


async def _painted(site: Site, venue_id: str) -> list[dict[str, Any]]:
    draft = (await site.cast.owner.get(f"/manage/venues/{venue_id}/draft")).json()
    properties: list[dict[str, Any]] = draft["record"]["rules"]["layout"]["sections"][0]["properties"]
    return properties
