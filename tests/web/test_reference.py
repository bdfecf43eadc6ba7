"""Journeys through the reference at /docs, on a desk and on a phone.

That its pages say everything that the document has is tested in web/source/reference/reference.test.tsx.
"""

import pytest
from playwright.async_api import Locator, Page, expect

from seatpreview.api.reference_pages import CLIENT_GROUPS, OTHER_PAGES
from web.colours import serious_in_light_or_dark
from web.conftest import Site

pytestmark = pytest.mark.anyio


async def test_a_reader_searches_copies_and_tries_and_the_key_stays_in_memory(site: Site, page: Page) -> None:
    """Attack: read the key from the page, its address, or what the browser keeps."""
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    # The first operation of a page begins in the upper quarter of the window, which is where one reads.
    await page.set_viewport_size({"width": 1280, "height": 900})
    await page.goto(f"{site.address}/docs#problem-conflict")
    await expect(page).to_have_url(f"{site.address}/docs/problems#problem-conflict")
    await expect(page.get_by_role("heading", name="conflict")).to_be_in_viewport()

    await page.keyboard.press("/")
    await page.keyboard.type("previewseat")
    await expect(page.get_by_role("listbox", name="Results").get_by_role("option").first).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(f"{site.address}/docs/seats#previewSeat")
    preview = page.locator("#previewSeat")
    await expect(preview.get_by_role("heading", level=2)).to_be_in_viewport()
    await expect(marked_in_list(page)).to_have_attribute("href", "/docs/seats#previewSeat")
    await page.keyboard.press("End")
    last = await page.locator("article.operation").last.get_attribute("id")
    await expect(marked_in_list(page)).to_have_attribute("href", f"/docs/seats#{last}")
    await expect(marked_in_list(page)).to_be_in_viewport()

    await preview.get_by_role("button", name="Copy", exact=True).first.click()
    await expect(preview.get_by_role("button", name="Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert f'curl "{site.address}/v1/seats/preview?venue=harbour&seat=107/K/9"' in copied

    key = site.cast.owner.plaintext
    await follow(page, "Keys")
    create = page.locator("#createKey")
    await create.get_by_text("Try it").click()
    await create.get_by_label("Secret key").fill(key)
    await create.get_by_label("Body", exact=True).fill('{"label": "From the reference"}')
    await create.get_by_role("button", name="Send POST").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("changes data")
    assert await labels(site) == []
    await dialog.get_by_role("button", name="Send POST").click()
    await expect(create.locator(".try-status")).to_contain_text("201")
    assert await labels(site) == ["From the reference"]

    kept = await page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    shown = await page.evaluate("document.body.innerText")
    assert key not in kept + page.url + shown
    await page.reload()
    await page.locator("#createKey").get_by_text("Try it").click()
    await expect(page.locator("#createKey").get_by_label("Secret key")).to_have_value("")


@pytest.mark.long
async def test_the_reference_is_easy_to_read_on_a_phone_and_in_the_dark(site: Site, phone: Page) -> None:
    response = await phone.goto(f"{site.address}/docs/kees")
    assert response is not None
    assert response.status == 404
    await expect(phone.get_by_role("heading", name="There is no page “kees”")).to_be_visible()
    await phone.get_by_role("button", name="Contents").click()
    await follow(phone, "Caller")
    await expect(phone.get_by_role("navigation", name="Reference")).to_be_hidden()
    await phone.locator("#getCaller").get_by_text("Try it").click()
    assert await serious_in_light_or_dark(phone) == []
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.long
async def test_every_page_fits_a_phone_and_a_form_with_a_body_is_easy_to_read(
    site: Site, phone: Page
) -> None:
    for name in ("", *OTHER_PAGES, *CLIENT_GROUPS):
        await phone.goto(f"{site.address}/docs/{name}")
        await expect(phone.locator("main h1")).to_be_visible()
        assert await phone.evaluate("document.documentElement.scrollWidth") == 390, name
    await phone.goto(f"{site.address}/docs/tenants")
    await phone.locator("#createTenant").get_by_text("Try it").click()
    assert await serious_in_light_or_dark(phone) == []


async def follow(page: Page, title: str) -> None:
    """Opens a page of the reference by its link."""
    await page.get_by_role("navigation", name="Reference").get_by_role("link", name=title, exact=True).click()
    await expect(page.locator("main h1")).to_have_text(title)


def marked_in_list(page: Page) -> Locator:
    """The operation that the list of pages marks as the one that is being read."""
    return page.get_by_role("navigation", name="Reference").locator("[aria-current=location]")


async def labels(site: Site) -> list[str]:
    found = (await site.cast.owner.get("/manage/keys?label=From the reference")).json()["data"]
    return [key["label"] for key in found]
