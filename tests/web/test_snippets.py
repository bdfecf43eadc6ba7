"""The pages that README and docs/ tell people to save, served to a phone as they stand there."""

from functools import partial

import pytest
from playwright.async_api import Page, Route, expect

from guides.code_blocks import ROOT, blocks
from seatpreview.demo.creation import Demo
from web.conftest import Site, without_webgl
from web.shops import open_shop

pytestmark = pytest.mark.anyio

SHOP = "http://localhost:8000"
SERVICE = "http://127.0.0.1:8080"
"""Where the pages say that the shop and the service are."""


def page_of(name: str) -> str:
    """The one whole page that a document has."""
    [page] = [block.text for block in blocks(ROOT / name) if block.is_whole_html_page]
    return page


async def open_page(phone: Page, site: Site, page: str) -> None:
    """Serves the page where its document says that it is served, and takes its requests to the service."""
    async with open_shop() as shop:
        shop.page = page
        for written, real in ((SHOP, shop.origin), (SERVICE, site.address)):
            await phone.route(f"{written}/**", partial(go_to, written, real))
        await phone.goto(SHOP)


async def go_to(written: str, real: str, route: Route) -> None:
    await route.continue_(url=route.request.url.replace(written, real))


async def is_shown(phone: Page, seat: str) -> None:
    assert await phone.locator("meta[charset='utf-8']").count() == 1
    assert await phone.evaluate("innerWidth") == 390, "as wide as the phone, by the viewport that it declares"
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name=seat)).to_be_visible()
    await expect(viewer.locator(".stage[aria-busy=false]")).to_be_visible()


# Only the second of these pages draws the demo's arena.
@pytest.mark.parametrize("document", ["README.md", pytest.param("docs/embedding.md", marks=pytest.mark.long)])
async def test_the_page_for_the_demo_shows_its_seat(
    document: str, demo: Demo, site: Site, phone: Page
) -> None:
    if document == "README.md":
        await without_webgl(phone)
    await open_page(phone, site, page_of(document))
    await is_shown(phone, "Row K, Seat 9")
    if "cta-url" in page_of(document):
        button = phone.frame_locator("seat-preview iframe").get_by_role("link", name="Buy this seat")
        await expect(button).to_have_attribute("href", f"{SHOP}/basket?seat=107%2FK%2F9")


async def test_the_policy_of_the_page_is_the_one_that_is_tested() -> None:
    """tests/web/test_embed.py opens a page with these three directives and no others."""
    assert (
        "script-src https://seats.example; connect-src https://seats.example; frame-src https://seats.example"
        in (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    )
