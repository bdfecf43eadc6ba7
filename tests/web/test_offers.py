"""Offers of a shop's page: the example of docs/offers.md, on a phone, on another origin than the service."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, Request, expect

from guides.code_blocks import blocks
from web.conftest import Site, serious_findings, without_webgl
from web.halls import furnish
from web.shops import Shop, open_shop

pytestmark = pytest.mark.anyio

GUIDE = Path(__file__).parents[2] / "docs" / "offers.md"
SECRETS = ("price", "89.5", "EUR", "Category", "sold", "available")


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    async with open_shop() as shop:
        yield shop


async def open_example(site: Site, shop: Shop, phone: Page) -> None:
    """Serves the page of the guide, with the three values replaced that it asks to replace."""
    await furnish(site.cast)
    key = await site.cast.keyless(allowedOrigins=[shop.origin], embedFrameAncestors=[shop.origin])
    [page] = [block.text for block in blocks(GUIDE) if block.is_whole_html_page]
    page = page.replace("https://seats.example", site.address).replace("key_000000000000", key["keyId"])
    button = f'cta-url="{shop.origin}/buy?seat={{seat}}" cta-label="Buy"'
    shop.page = page.replace('venue="hall"', f'venue="{site.cast.hall}" {button}')
    await phone.goto(shop.origin)


async def test_a_shop_sells_seats_and_the_service_hears_of_no_price(
    site: Site, shop: Shop, phone: Page
) -> None:
    sent: list[Request] = []
    warnings: list[str] = []
    phone.on("request", lambda request: sent.append(request))
    phone.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    await without_webgl(phone)
    await open_example(site, shop, phone)
    viewer = phone.frame_locator("seat-preview iframe")
    offer = viewer.get_by_role("region", name="Offer")
    await expect(offer).to_contain_text("€89.50 Category A")

    # A button chooses the seat. Once it is chosen, another one leads to the shop, and nothing has moved.
    buy = viewer.get_by_role("link", name="Buy")
    choose = viewer.get_by_role("button", name="Choose this seat")
    await expect(choose).to_be_visible()
    await expect(buy).to_have_count(0)
    await viewer.get_by_role("button", name="Seat to the right").tap()
    await expect(offer).to_contain_text("Sold")
    await expect(choose).to_have_count(0)
    near = viewer.get_by_role("group", name="Available nearby").get_by_role("button")
    await expect(near.first).to_have_text("Row B, Seat 4 Category A, €89.50")
    await near.first.tap()

    await expect(choose).to_be_visible()
    arrow = viewer.get_by_role("button", name="Seat to the right")
    places = [await arrow.bounding_box(), await choose.bounding_box()]
    await expect(offer.get_by_text("Chosen")).to_be_hidden()
    await choose.tap()
    await expect(buy).to_have_attribute("href", f"{shop.origin}/buy?seat=101%2FB%2F4")
    await expect(phone.locator("output")).to_have_text("101/B/4")
    await expect(phone.get_by_role("button", name="Continue to payment")).to_be_enabled()
    await expect(offer.get_by_text("Chosen")).to_be_visible()
    remove = viewer.get_by_role("button", name="Remove this seat")
    assert [await arrow.bounding_box(), await remove.bounding_box()] == places

    await viewer.get_by_role("button", name="More about this seat").tap()
    legend = viewer.get_by_role("list", name="Prices").get_by_role("listitem")
    await expect(legend).to_have_text(["€39", "€64", "€89.50", "Not on sale", "✓Chosen"])
    cheap = viewer.get_by_role("button", name="Section 103, Lower Bowl, 24 places, from €39, 1 on sale")
    await expect(cheap).to_be_attached()
    await expect(viewer.get_by_role("button", name=re.compile("^Section 102.*Not on sale"))).to_be_attached()
    fills = [
        await viewer.locator(f"[data-section='{number}'] path").evaluate(
            "path => getComputedStyle(path).fill"
        )
        for number in (101, 102, 103)
    ]
    assert len(set(fills)) == 3
    ticks = viewer.locator(".venue-map-ticks circle")
    await expect(ticks).to_have_count(1)
    frame = phone.frames[1]
    assert await serious_findings(frame) == []

    # Seat 5 is sold and seat 6 has no offer.
    await viewer.get_by_label("Only seats on sale").check()
    await viewer.get_by_role("button", name="Seat to the right").tap()
    await expect(viewer.get_by_role("heading", name="Section 101, Row B, Seat 7")).to_be_visible()
    await expect(offer).to_contain_text("€64 Category B")
    await viewer.get_by_role("button", name="Seat to the left").tap()
    await expect(viewer.get_by_role("heading", name="Section 101, Row B, Seat 4")).to_be_visible()
    await expect(viewer.get_by_role("button", name="Remove this seat")).to_be_visible()

    async with phone.expect_console_message(lambda message: "name no seat of the venue" in message.text):
        await phone.evaluate("element.offers = [...element.offers, { seat: 7 }, { seat: 'no such place' }]")
    await phone.evaluate("element.chosen = ['101/B/7', '101/B/4']")
    await expect(ticks).to_have_count(2)
    await viewer.get_by_role("button", name="Remove this seat").tap()
    await expect(phone.locator("output")).to_have_text("101/B/7")
    assert await phone.evaluate("element.chosen") == ["101/B/7"]
    await viewer.locator("[data-section='101']").dispatch_event("click")
    await expect(viewer.locator(".venue-map-dots.is-off")).to_be_attached()
    await expect(viewer.locator(".venue-map-dots.is-price-5")).to_be_attached()
    # The price of the whole section, since no seat of it is shown.
    await expect(offer).to_contain_text("from €64, 2 on sale")

    assert any("offers[4] is left out" in warning for warning in warnings)
    assert any("name no seat of the venue: no such place" in warning for warning in warnings)
    texts = [f"{request.url} {request.post_data}" for request in sent if request.url != f"{shop.origin}/"]
    assert [text for text in texts if any(secret in text for secret in SECRETS)] == []
    resolved = [request.post_data_json for request in sent if request.url.endswith("/seats/resolve")]
    assert resolved == [{"labels": ["Section 103 Row C Seat 2"]}, {"labels": ["no such place"]}]
