"""Journeys through a venue in the console: described, drawn, shared, and seen from a seat.

The tabs by themselves are tested in web/source/console/venues/*.test.tsx.
"""

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import ConsoleMessage, FilePayload, Page, expect

from cast import bearer
from web.conftest import Site, without_webgl
from web.record_text import open_text, paste, rewrite, text_of
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

LAYOUT: dict[str, Any] = {
    "focus": {"name": "Stage"},
    "sections": [
        {
            "ids": ["101", "102"],
            "name": "Section {id}",
            "rows": {"first": "A", "last": "C"},
            "seats": {"count": 6},
            "geometry": {"bearingDeg": 180, "bearingStepDeg": 40, "distanceM": 9},
        },
        {"id": "LOGE", "rows": [1], "seats": {"count": 3}},
    ],
}


async def test_a_record_is_corrected_saved_as_a_draft_and_published_over_another_version(
    page: Page, site: Site
) -> None:
    refused = _refusals_by_policy(page)
    await _described(site)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}")
    await page.get_by_role("tab", name="Record").click()
    editor = await open_text(page)
    text = await text_of(editor)
    await rewrite(editor, '"count": 6', '"count": 6000')
    await page.keyboard.press("Control+s")
    await page.get_by_role("button", name="/rules/layout/sections/0/seats/count").click()
    await expect(editor).to_be_focused()
    assert await page.evaluate(_SELECTED) == '"count": 6000'

    await paste(editor, text.replace('"Hall"', '"Hall of mine"').replace('"LOGE"', '"BOX"'))
    # The map follows the text.
    await page.get_by_role("tab", name="Map").click()
    await expect(page.get_by_role("tabpanel", name="Map").get_by_role("button", name="BOX")).to_be_visible()
    await page.go_back()
    await page.keyboard.press("Control+s")
    await expect(page.get_by_role("tabpanel").get_by_text("Draft saved.")).to_be_visible()
    await _described(site, name="Hall of theirs")
    await page.get_by_role("button", name="Publish...").click()
    dialog = page.get_by_role("dialog", name="Changed meanwhile")
    row = dialog.get_by_role("row", name="/name")
    await expect(row.get_by_role("cell")).to_have_text(['"Hall of theirs"', '"Hall of mine"'])
    assert (await _stored(site))["name"] == "Hall of theirs"
    await dialog.get_by_role("button", name="Keep only mine").click()
    await page.get_by_role("button", name="Publish...").click()
    await page.get_by_role("dialog").get_by_role("button", name="Publish", exact=True).click()
    await expect(page.get_by_role("heading", level=1, name="Hall of mine")).to_be_visible()
    preview = await site.cast.owner.get("/seats/preview", venue=site.cast.hall, seat="Box row 1 seat 2")
    assert preview.json()["seat"]["key"] == "BOX/1/2"
    assert refused == []


_SELECTED = """() => {
  const { shadowRoot } = document.querySelector(".text-editor");
  return (shadowRoot.getSelection?.() ?? getSelection()).toString();
}"""


def _refusals_by_policy(page: Page) -> list[str]:
    """What the page's Content-Security-Policy refuses from now on, such as the style of an editor."""
    refused: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refused.append(message.text)

    page.on("console", hear)
    return refused


# In the quick lane, web/source/console/venues/map-tab.test.tsx does the same without a pointer.
@pytest.mark.long
async def test_the_map_is_used_by_keyboard_and_what_lies_below_once_the_level_above_is_hidden(
    page: Page, site: Site
) -> None:
    place = {"bearingDeg": 180, "distanceM": 9}
    seats = {"rows": {"first": 1, "last": 4}, "seats": {"count": 6}}
    sections = [
        {"id": "G", "name": "Gallery", "level": "Top", **seats, "geometry": place | {"elevationM": 6}},
        {"id": "P", "name": "Parquet", "level": "Ground", **seats, "geometry": place},
    ]
    await _described(site, rules={"layout": {"sections": sections}})
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/map")
    venue_map = page.get_by_role("group", name="Map of Hall")
    picked = page.get_by_role("complementary", name="What was picked")
    await venue_map.get_by_role("button", name="Gallery").focus()
    await page.keyboard.press("Enter")
    await expect(venue_map.get_by_role("button", name="Row 1, seat 1", exact=True)).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(venue_map.get_by_role("button", name="Row 2, seat 1", exact=True)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(picked).to_contain_text("G/2/1")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Whole venue")).to_have_count(0)

    middle = await venue_map.get_by_role("button", name="Parquet").bounding_box()
    assert middle is not None
    point = (middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    await page.mouse.click(*point)
    await expect(picked.get_by_role("heading", name="Gallery")).to_be_visible()
    await page.get_by_role("button", name="Whole venue").click()
    await page.get_by_role("list", name="Levels").get_by_role("button", name="Top").click()
    await page.mouse.click(*point)
    await expect(picked.get_by_role("heading", name="Parquet")).to_be_visible()


@pytest.mark.long
async def test_an_image_is_uploaded_and_deleted_once_nothing_uses_it(page: Page, site: Site) -> None:
    images = [{"object": "north/row-a.png"}]
    await _described(site, imagerySets=[{"id": "day", "kind": "photo", "images": images}])
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/imagery")
    await expect(page.get_by_text("an image that nobody has uploaded")).to_be_visible()
    await page.get_by_label("Folder").fill("north/")
    await page.get_by_label("Choose images").set_input_files([_picture("row-a.png"), _picture("spare.png")])
    shown = page.get_by_role("list", name="Images").get_by_role("listitem")
    await expect(shown).to_have_count(2)
    await expect(shown.filter(has_text="north/row-a.png")).to_contain_text("set day")
    await expect(page.get_by_text("an image that nobody has uploaded")).to_have_count(0)
    await expect(page.get_by_role("status").get_by_text("2 images were uploaded.")).to_be_visible()

    text: FilePayload = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"Row A"}
    broken: FilePayload = {"name": "broken.png", "mimeType": "image/png", "buffer": b"no picture"}
    await page.get_by_label("Choose images").set_input_files([text, broken])
    summary = page.get_by_role("status").filter(has_text="No images were uploaded, 2 failed.")
    await expect(summary).to_contain_text("Choose a JPEG, PNG, WebP or AVIF image.")
    await expect(summary).to_contain_text("The file is not a JPEG")
    async with page.expect_response(lambda response: "notes.txt" in response.url):
        await summary.get_by_role("button", name="Try the 2 again").click()
    await expect(summary).to_be_visible()

    await page.get_by_role("button", name="Delete north/row-a.png").click()
    question = page.get_by_role("dialog", name="Delete this image?")
    await question.get_by_role("button", name="Delete").click()
    await expect(question.get_by_role("alert")).to_contain_text("day")
    await question.get_by_role("button", name="Cancel").click()
    await page.get_by_role("button", name="Delete north/spare.png").click()
    await question.get_by_role("button", name="Delete").click()
    await expect(shown).to_have_count(1)


@pytest.mark.long
async def test_a_grantee_names_a_venue_in_its_own_words_and_gives_it_up(page: Page, site: Site) -> None:
    await _described(site)
    stranger = site.cast.stranger
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/grants")
    await page.get_by_role("button", name="End grant").click()
    question = page.get_by_role("dialog", name="End this grant?")
    await expect(question).to_contain_text(str(site.cast.grantee.tenant_id))
    await question.get_by_role("button", name="End grant").click()
    await expect(page.get_by_role("heading", name="This venue is not shared")).to_be_visible()
    assert (await site.cast.grantee.get(f"/manage/venues/{site.cast.hall}")).status_code == 404
    await page.get_by_role("combobox", name="Tenant").fill(str(stranger.tenant_id))
    await page.get_by_role("button", name="Grant", exact=True).click()
    grants = page.get_by_role("region", name="Grants")
    await expect(grants.get_by_role("row", name=str(stranger.tenant_id))).to_be_visible()

    await page.get_by_role("button", name="Sign out").click()
    await sign_in(page, site, stranger, f"venues/{site.cast.hall}/aliases")
    await page.get_by_role("button", name="Add alias").click()
    await page.keyboard.type("Fan Block")
    await page.get_by_label("Section of alias 1").fill("101")
    await page.keyboard.press("Control+s")
    await expect(page.get_by_text("The aliases were saved")).to_be_visible()
    preview = await stranger.get("/seats/preview", venue=site.cast.hall, seat="Fan Block row A seat 1")
    assert preview.json()["seat"]["key"] == "101/A/1"

    await page.get_by_role("tab", name="Grants").click()
    await page.get_by_role("button", name="Give up access").click()
    question = page.get_by_role("dialog", name="Give up this venue?")
    await question.get_by_role("button", name="Give up access").click()
    await expect(page.get_by_role("heading", name="Venues", exact=True)).to_be_visible()
    assert (await stranger.get(f"/manage/venues/{site.cast.hall}")).status_code == 404


@pytest.mark.long
async def test_a_seat_is_previewed_beside_the_map_in_the_viewer_itself(page: Page, site: Site) -> None:
    await _described(site)
    owner = site.cast.owner
    await owner.patch(f"/manage/keys/{owner.key_id}", {"embedFrameAncestors": ["'self'"]})
    await without_webgl(page)
    await sign_in(page, site, owner, f"venues/{site.cast.hall}/preview")
    await page.get_by_label("Seat", exact=True).fill("101/B/3")
    await page.keyboard.press("Enter")
    viewer = page.frame_locator("iframe[title^='The viewer']")
    await expect(viewer.get_by_role("heading").first).to_be_visible()
    # What is tried out here is kept apart from what buyers do.
    link = page.get_by_role("link", name="Open the viewer in a new tab")
    token = re.split("[#&]", await link.get_attribute("href") or "")[1]
    assert (await site.cast.who(bearer(token))).json()["session"]["purpose"] == "staff"

    await page.get_by_label("Seat", exact=True).fill("Section 101, Row B, Seats 3-4")
    await page.keyboard.press("Enter")
    await expect(viewer.get_by_role("heading", name="Row B, Seats 3 and 4").first).to_be_visible()
    await expect(page.get_by_label("Seat", exact=True)).to_have_value("Section 101, Row B, Seats 3-4")
    await expect(page.get_by_role("img", name="Your seats")).to_be_visible()


async def _described(site: Site, **members: Any) -> None:
    """The owner's hall, with a layout."""
    body = {"name": "Hall", "rules": {"layout": LAYOUT}} | members
    response = await site.cast.owner.put(f"/manage/venues/{site.cast.hall}", body)
    assert response.status_code == 200, response.text


async def _stored(site: Site) -> dict[str, Any]:
    record: dict[str, Any] = (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}")).json()
    return record


def _picture(name: str) -> FilePayload:
    body = io.BytesIO()
    Image.new("RGB", (64, 32), (40, 90, 120)).save(body, "PNG")
    return {"name": name, "mimeType": "image/png", "buffer": body.getvalue()}
