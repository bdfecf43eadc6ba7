"""The landing page in a browser: the live view of the demo, on a desk and in a hand, light and dark."""

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site, serious_findings, without_webgl

pytestmark = pytest.mark.anyio


@pytest.mark.usefixtures("demo")
async def test_a_phone_sees_the_live_view_and_finds_its_way(site: Site, phone: Page) -> None:
    await without_webgl(phone)
    await phone.goto(f"{site.address}/")
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390, "nothing is cut off"
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name="Section 107")).to_be_attached()
    await expect(phone.locator("figcaption")).to_contain_text("This is live")
    assert await serious_in_light_or_dark(phone) == []
    links = phone.get_by_role("navigation", name="Seat Preview").get_by_role("link")
    assert [await link.get_attribute("href") for link in await links.all()] == [
        "/guide/",
        "/docs",
        "/console",
    ]
    await links.filter(has_text="Console").click()
    await expect(phone.get_by_role("heading", name="Sign in to the console")).to_be_visible()
    await expect(phone.get_by_role("link", name="Console")).to_have_attribute("aria-current", "page")


async def test_without_a_demo_the_picture_stays_and_a_wrong_link_leads_back(site: Site, page: Page) -> None:
    await page.route("**/demo-view", lambda route: route.fulfill(json={"viewerUrl": None}))
    await page.goto(f"{site.address}/nowhere")
    await expect(page.get_by_role("heading", name="There is no page at this address")).to_be_visible()
    assert await serious_findings(page) == []
    async with page.expect_response("**/demo-view"):
        await page.get_by_role("link", name="Seat Preview").click()
    picture = page.get_by_role("img", name="The view from a seat")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1200
    await expect(page.get_by_role("link", name="Seat Preview")).to_have_attribute("aria-current", "page")
    assert await page.locator("seat-preview").count() == 0


@pytest.mark.usefixtures("demo")
async def test_a_live_view_that_fails_gives_way_to_the_picture(site: Site, page: Page) -> None:
    await page.route("**/demo-view", lambda route: route.fulfill(json={"viewerUrl": "nonsense"}))
    await page.goto(f"{site.address}/")
    await expect(page.locator("seat-preview")).to_have_count(0)
    await expect(page.get_by_role("img", name="The view from a seat")).to_be_visible()
    await expect(page.locator("figcaption")).to_contain_text("drawn from its seating plan")
