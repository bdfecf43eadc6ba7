"""Venues in the console: described, drawn, corrected, shared, and seen from a seat."""

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import FilePayload, Page, expect

from cast import bearer
from web.conftest import Site, serious_findings, without_webgl
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


async def test_a_hall_is_described_from_the_example_and_changed(page: Page, site: Site) -> None:
    await sign_in(page, site, site.cast.owner, "venues")
    await page.get_by_role("link", name="New venue").click()
    await page.get_by_label("Name", exact=True).fill("Town Hall")
    await page.get_by_role("button", name="Create venue").click()
    await expect(page.get_by_role("heading", level=1, name="Town Hall")).to_be_visible()
    venue_map = page.get_by_role("group", name="Map of Town Hall")
    await expect(venue_map.get_by_role("button", name="Stalls C")).to_be_visible()

    await page.get_by_role("tab", name="Record").click()
    editor = page.get_by_label("The record as JSON")
    text = await editor.input_value()
    await editor.fill(text.replace('"last": "B3"', '"last": "B4"'))
    # The map follows the text before it is saved, and the tab says that it is not.
    await page.get_by_role("tab", name="Map").click()
    await expect(venue_map.get_by_role("button", name="Balcony 4")).to_be_visible()
    await page.get_by_role("tab", name="Record (not saved)").click()
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    venue_id = page.url.split("/")[-2]
    preview = await site.cast.owner.get("/seats/preview", venue=venue_id, seat="Balcony 4 row 1 seat 2")
    assert preview.json()["seat"]["key"] == "B4/1/2"


async def test_faults_lead_to_their_place_and_a_record_that_changed_meanwhile_shows_both_sides(
    page: Page, site: Site
) -> None:
    await _described(site)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/record")
    editor = page.get_by_label("The record as JSON")
    text = await editor.input_value()
    await editor.fill(text.replace('"count": 6', '"count": 6000'))
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_role("button", name="/rules/layout/sections/0/seats/count").click()
    await expect(editor).to_be_focused()
    selected = await editor.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)")
    assert selected == '"count": 6000'
    # Help is for the member at the caret, from the API's own document.
    side = page.get_by_role("complementary", name="Help and map")
    await expect(side.get_by_role("heading", name="count")).to_be_visible()
    await expect(side).to_contain_text("whole number")

    await editor.fill(text.replace('"focus"', "focus"))
    await expect(page.get_by_role("button", name="the name of a member")).to_be_visible()

    await editor.fill(text.replace('"Hall"', '"Hall of mine"'))
    await _described(site, name="Hall of theirs")

    await page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.get_by_role("dialog", name="Changed meanwhile")
    row = dialog.get_by_role("row", name="/name")
    await expect(row.get_by_role("cell")).to_have_text(['"Hall of theirs"', '"Hall of mine"'])
    assert (await _stored(site))["name"] == "Hall of theirs"
    await dialog.get_by_role("button", name="Overwrite with mine").click()
    await expect(page.get_by_role("heading", level=1, name="Hall of mine")).to_be_visible()


@pytest.mark.long
async def test_what_was_written_is_asked_about_before_one_leaves(page: Page, site: Site) -> None:
    await _described(site)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/record")
    editor = page.get_by_label("The record as JSON")
    await editor.fill((await editor.input_value()).replace('"Hall"', '"Other"'))
    await page.get_by_role("tab", name="Grants").click()
    await page.get_by_role("link", name="Keys").click()
    question = page.get_by_role("dialog", name="Leave without saving?")
    await question.get_by_role("button", name="Stay here").click()
    await page.get_by_role("tab", name="Record").click()
    assert '"Other"' in await editor.input_value()


async def test_a_seat_is_found_on_the_map_by_keyboard(page: Page, site: Site) -> None:
    await _described(site)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}")
    venue_map = page.get_by_role("group", name="Map of Hall")
    await venue_map.get_by_role("button", name="Section 102").focus()
    await page.keyboard.press("ArrowRight")
    await expect(venue_map.get_by_role("button", name="Section 101")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(venue_map.get_by_role("button", name="Row A, seat 1")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(venue_map.get_by_role("button", name="Row A, seat 2")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(venue_map.get_by_role("button", name="Row B, seat 2")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("complementary", name="What was picked")).to_contain_text("101/B/2")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Whole venue")).to_have_count(0)
    # A section without geometry is beside the map, and has its seats all the same.
    await page.get_by_role("button", name="LOGE").click()
    await expect(venue_map.get_by_role("button", name="Row 1, seat 1")).to_be_visible()


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


async def test_a_grantee_gives_up_a_venue_and_sees_what_its_tenant_stores(page: Page, site: Site) -> None:
    grantee = site.cast.grantee
    await sign_in(page, site, grantee, f"venues/{site.cast.hall}/grants")
    await page.get_by_role("button", name="Give up access").click()
    question = page.get_by_role("dialog", name="Give up this venue?")
    await question.get_by_role("button", name="Give up access").click()
    await expect(page.get_by_role("heading", name="Venues", exact=True)).to_be_visible()
    assert (await grantee.get(f"/manage/venues/{site.cast.hall}")).status_code == 404
    await page.get_by_role("link", name="You", exact=True).click()
    await expect(page.get_by_role("region", name="Stored")).to_contain_text("of 5,000 MB")


async def test_a_grant_ends_once_confirmed_and_another_grantee_names_the_venue(
    page: Page, site: Site
) -> None:
    await _described(site)
    stranger = site.cast.stranger
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/grants")
    await page.get_by_role("button", name="End grant").click()
    question = page.get_by_role("dialog", name="End this grant?")
    await expect(question).to_contain_text(str(site.cast.grantee.tenant_id))
    await question.get_by_role("button", name="End grant").click()
    await expect(page.get_by_role("heading", name="This venue is not shared")).to_be_visible()

    await page.get_by_role("textbox", name="Tenant").fill(str(stranger.tenant_id))
    await page.get_by_role("button", name="Grant", exact=True).click()
    grants = page.get_by_role("region", name="Grants")
    await expect(grants.get_by_role("row", name=str(stranger.tenant_id))).to_be_visible()

    await page.get_by_role("button", name="Sign out").click()
    await sign_in(page, site, stranger, f"venues/{site.cast.hall}/aliases")
    await page.get_by_role("button", name="Add alias").click()
    await expect(page.get_by_label("Name of alias 1")).to_be_focused()
    await page.keyboard.type("Fan Block")
    await page.get_by_label("Section of alias 1").fill("999")
    await page.get_by_role("button", name="Save aliases").click()
    await expect(page.get_by_label("Section of alias 1")).to_have_attribute("aria-invalid", "true")
    await page.get_by_label("Section of alias 1").fill("101")
    await page.keyboard.press("Control+s")
    await expect(page.get_by_text("The aliases were saved")).to_be_visible()
    preview = await stranger.get("/seats/preview", venue=site.cast.hall, seat="Fan Block row A seat 1")
    assert preview.json()["seat"]["key"] == "101/A/1"

    # The record is its owner's.
    await page.get_by_role("tab", name="Record").click()
    await expect(page.get_by_label("The record as JSON")).to_have_attribute("readonly", "")
    await expect(page.get_by_text("Only its owner can do this.")).to_be_visible()
    await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)


async def test_tabs_are_in_the_address_find_marks_discard_asks_and_ctrl_s_saves(
    page: Page, site: Site
) -> None:
    await _described(site)
    venue = f"venues/{site.cast.hall}"
    await sign_in(page, site, site.cast.owner, venue)
    await page.get_by_role("tab", name="Record").click()
    await page.get_by_role("button", name="Find").click()
    await page.get_by_label("Find in the record").fill("hall")
    await expect(page.locator(".editor-found mark.is-current")).to_have_text("Hall")
    await page.keyboard.press("Escape")

    editor = page.get_by_label("The record as JSON")
    text = await editor.input_value()
    await editor.fill(text.replace('"Hall"', '"Other"'))
    await page.get_by_role("button", name="Discard changes").click()
    question = page.get_by_role("dialog", name="Discard your changes?")
    await question.get_by_role("button", name="Keep them").click()
    assert '"Other"' in await editor.input_value()

    # Other tabs of the venue are no reason to ask about what is not saved.
    await page.evaluate(f"location.hash = '#/{venue}/aliases'")
    await expect(page.get_by_role("tab", name="Aliases")).to_have_attribute("aria-selected", "true")
    await page.go_back()
    await expect(page.get_by_role("tab", name="Record")).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Control+s")
    await expect(page.get_by_role("heading", level=1, name="Other")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("tab", name="Map")).to_have_attribute("aria-selected", "true")


async def test_what_lies_below_is_picked_once_the_level_above_is_hidden(page: Page, site: Site) -> None:
    place = {"bearingDeg": 180, "distanceM": 9}
    seats = {"rows": {"first": 1, "last": 4}, "seats": {"count": 6}}
    sections = [
        {"id": "G", "name": "Gallery", "level": "Top", **seats, "geometry": place | {"elevationM": 6}},
        {"id": "P", "name": "Parquet", "level": "Ground", **seats, "geometry": place},
    ]
    await _described(site, rules={"layout": {"sections": sections}})
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}")
    venue_map = page.get_by_role("group", name="Map of Hall")
    await expect(venue_map.get_by_role("button", name="Gallery")).to_be_visible()
    middle = await venue_map.get_by_role("button", name="Parquet").bounding_box()
    assert middle is not None
    point = (middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    picked = page.get_by_role("complementary", name="What was picked")
    await page.mouse.click(*point)
    await expect(picked.get_by_role("heading", name="Gallery")).to_be_visible()
    await page.get_by_role("button", name="Whole venue").click()
    await page.get_by_role("list", name="Levels").get_by_role("button", name="Top").click()
    await page.mouse.click(*point)
    await expect(picked.get_by_role("heading", name="Parquet")).to_be_visible()


async def test_a_seat_is_previewed_beside_the_map(page: Page, site: Site) -> None:
    await _described(site)
    owner = site.cast.owner
    await without_webgl(page)
    await sign_in(page, site, owner, f"venues/{site.cast.hall}/preview")
    await page.get_by_label("Seat", exact=True).fill("Section 101, Row B, Seat 3")
    await page.keyboard.press("Enter")
    # A key that lets no page frame the viewer: the console says so, and offers a tab.
    await expect(page.get_by_text("The viewer cannot be shown on this page")).to_be_visible()
    link = page.get_by_role("link", name="Open the viewer in a new tab")
    await expect(link).to_have_attribute("href", re.compile("101%2FB%2F3$"))
    # What is tried out here is kept apart from what buyers do.
    token = re.split("[#&]", await link.get_attribute("href") or "")[1]
    assert (await site.cast.who(bearer(token))).json()["session"]["purpose"] == "staff"

    await owner.patch(f"/manage/keys/{owner.key_id}", {"embedFrameAncestors": ["'self'"]})
    await page.reload()
    await sign_in(page, site, owner, f"venues/{site.cast.hall}/preview")
    await page.get_by_label("Seat", exact=True).fill("101/B/3")
    await page.keyboard.press("Enter")
    viewer = page.frame_locator("iframe[title^='The viewer']")
    await expect(viewer.get_by_role("heading").first).to_be_visible()

    await page.get_by_label("Seat", exact=True).fill("Section 101, Row B, Seats 3-4")
    await page.keyboard.press("Enter")
    await expect(viewer.get_by_role("heading", name="Row B, Seats 3 and 4").first).to_be_visible()
    await expect(page.get_by_label("Seat", exact=True)).to_have_value("Section 101, Row B, Seats 3-4")
    await expect(page.get_by_role("img", name="Your seats")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_venues_hold_nothing_that_axe_finds_serious(page: Page, site: Site, scheme: str) -> None:
    await _described(site, aliases=[{"name": "Kop", "section": "101"}])
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await sign_in(page, site, site.cast.owner, "venues")
    await expect(page.get_by_role("link", name="Hall", exact=True)).to_be_visible()
    assert await serious_findings(page) == []
    await page.get_by_role("link", name="Hall", exact=True).click()
    for tab, sign in (
        ("Map", page.get_by_role("group", name="Map of Hall")),
        ("Record", page.get_by_role("heading", name="The record")),
        ("Imagery", page.get_by_role("heading", name="No images yet")),
        ("Aliases", page.get_by_label("Name of alias 1")),
        ("Grants", page.get_by_role("region", name="Grants")),
        ("Preview", page.get_by_role("heading", name="The view from a seat")),
    ):
        await page.get_by_role("tab", name=tab).click()
        await expect(sign.first).to_be_visible()
        assert await serious_findings(page) == []


@pytest.mark.long
async def test_a_phone_shows_the_map_and_the_record_without_scrolling_sideways(
    phone: Page, site: Site
) -> None:
    await _described(site)
    await sign_in(phone, site, site.cast.owner, f"venues/{site.cast.hall}")
    await phone.get_by_role("group", name="Map of Hall").get_by_role("button", name="Section 101").tap()
    await expect(phone.get_by_role("button", name="Whole venue")).to_be_visible()
    for tab in ("Record", "Rules", "Aliases", "Preview"):
        await phone.get_by_role("tab", name=tab).click()
        await expect(phone.get_by_role("tabpanel", name=tab)).to_be_visible()
        assert await phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_tabs_begin_with_the_default_configuration_and_saving_keeps_translations(
    page: Page, site: Site
) -> None:
    configurations = [
        {"id": "end", "name": "End stage", "closed": ["102"]},
        {"id": "round", "name": "In the round"},
    ]
    layout = LAYOUT | {"configurations": configurations, "defaultConfiguration": "end"}
    translations = {"de": {"sections": {"101": "Block 101"}}}
    record = {"name": "Hall", "rules": {"layout": layout}, "translations": translations}
    await site.cast.owner.put(f"/manage/venues/{site.cast.hall}", record)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/preview")
    select = page.get_by_label("Configuration")
    await expect(select).to_have_value("end")
    options = ["End stage (default)", "In the round", "None: the bare hall"]
    assert await select.locator("option").all_inner_texts() == options
    await page.get_by_label("Seat", exact=True).fill("102/A/1")
    await page.get_by_role("button", name="Show").click()
    await expect(page.get_by_text("closed in the configuration 'end'")).to_be_visible()
    async with page.expect_request(lambda request: "configuration=none" in request.url):
        await select.select_option("None: the bare hall")
    await page.get_by_role("button", name="Show").click()
    await expect(page.get_by_text("Section 102, row A, seat 1.").first).to_be_visible()

    await page.get_by_role("tab", name="Map").click()
    map_tab = page.get_by_role("tabpanel", name="Map")
    await expect(map_tab.get_by_label("Configuration")).to_have_value("end")
    await page.get_by_role("tab", name="Record").click()
    editor = page.get_by_label("The record as JSON")
    await editor.fill((await editor.input_value()).replace('"Block 101"', '"Rang 101"'))
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    saved = (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}")).json()
    assert saved["translations"] == {"de": {"sections": {"101": "Rang 101"}}}


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
