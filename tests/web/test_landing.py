"""A journey from a wrong link over the landing page to the console, on a phone.

When the live view gives way to the picture is tested in web/source/landing/demo-view.test.tsx.
"""

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site, without_webgl

pytestmark = pytest.mark.anyio


@pytest.mark.usefixtures("demo")
async def test_a_wrong_link_leads_to_the_picture_or_the_live_view_and_on_to_the_console(
    site: Site, phone: Page
) -> None:
    await without_webgl(phone)
    await phone.route("**/demo-view", lambda route: route.fulfill(json={"viewerUrl": None}))
    await phone.goto(f"{site.address}/nowhere")
    await expect(phone.get_by_role("heading", name="There is no page at this address")).to_be_visible()
    async with phone.expect_response("**/demo-view"):
        await phone.get_by_role("link", name="Seat Preview").click()
    picture = phone.get_by_role("img", name="The view from a seat")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1200
    await expect(phone.get_by_role("link", name="Seat Preview")).to_have_attribute("aria-current", "page")

    await phone.unroute("**/demo-view")
    await phone.reload()
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390, "nothing is cut off"
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name="Section 107")).to_be_attached()
    await expect(phone.locator("figcaption")).to_contain_text("This is live")
    links = phone.get_by_role("navigation", name="Seat Preview").get_by_role("link")
    addresses = [await link.get_attribute("href") for link in await links.all()]
    assert addresses == ["/guide/", "/docs", "/console"]
    await links.filter(has_text="Console").click()
    await expect(phone.get_by_role("heading", name="Sign in to the console")).to_be_visible()
    await expect(phone.get_by_role("link", name="Console")).to_have_attribute("aria-current", "page")


@pytest.mark.long
@pytest.mark.usefixtures("demo")
async def test_neither_page_holds_what_axe_finds_serious(site: Site, page: Page) -> None:
    await without_webgl(page)
    await page.goto(f"{site.address}/nowhere")
    await expect(page.get_by_role("heading", name="There is no page at this address")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []
    await page.goto(f"{site.address}/")
    await expect(page.locator("figcaption")).to_contain_text("This is live")
    assert await serious_in_light_or_dark(page) == []
