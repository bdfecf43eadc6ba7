"""<seat-preview> on a page of another origin: shown where the key allows it, and nowhere else."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import FrameLocator, Page, expect

from web.conftest import Site
from web.halls import furnish
from web.shops import Shop, open_shop

pytestmark = pytest.mark.anyio

SHOWN_WITHIN_MS = 30_000
PAIR = "101 B 4-5"


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    async with open_shop() as shop:
        yield shop


async def keyless(site: Site, shop: Shop, *ancestors: str) -> dict[str, Any]:
    """A keyless key for the shop's origin."""
    await furnish(site.cast)
    return await site.cast.keyless(allowedOrigins=[shop.origin], embedFrameAncestors=[*ancestors])


def viewer(page: Page) -> FrameLocator:
    return page.frame_locator("seat-preview iframe")


async def heard(page: Page, name: str) -> Any:
    """The last event of this name that the shop's page was told of, once there is one."""
    last = "name => heard.findLast(each => each.name === name)"
    return await (await page.wait_for_function(last, arg=name, timeout=SHOWN_WITHIN_MS)).json_value()


async def test_a_shop_shows_the_viewer_and_hears_of_seats(site: Site, shop: Shop, page: Page) -> None:
    await keyless(site, shop, shop.origin)
    shop.sell(site.address, venue=site.cast.hall, seat="101/B/4", cta_url="https://shop.example/buy")
    await page.goto(shop.origin)
    stage = viewer(page).get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 4"), timeout=SHOWN_WITHIN_MS)
    await expect(viewer(page).get_by_text("Panorama from row B · Ann Lee")).to_be_visible()
    await expect(viewer(page).locator("canvas.psv-canvas")).to_be_visible(timeout=SHOWN_WITHIN_MS)
    await expect(viewer(page).get_by_role("link", name="Choose this seat")).to_be_visible()
    assert (await heard(page, "seat"))["seat"] == "101/B/4"

    await page.evaluate("window.frame = element.shadowRoot.querySelector('iframe')")
    await page.evaluate("element.show('102/A/1')")
    await expect(stage).to_have_accessible_name(re.compile("Section 102, Row A, Seat 1"))
    await page.evaluate("element.setAttribute('seat', '101/C/2')")
    await expect(stage).to_have_accessible_name(re.compile("Section 101, Row C, Seat 2"))
    assert await page.evaluate("frame === element.shadowRoot.querySelector('iframe')")
    await viewer(page).get_by_role("button", name="Seat to the right").click()
    await page.wait_for_function("heard.some(({ name, seat }) => name === 'seat' && seat === '101/C/3')")
    assert (await heard(page, "event"))["kind"]


async def test_a_pair_of_seats_is_shown_together_and_told_as_one(site: Site, shop: Shop, page: Page) -> None:
    await keyless(site, shop, shop.origin)
    shop.sell(site.address, venue=site.cast.hall, seat=PAIR)
    await page.goto(shop.origin)
    stage = viewer(page).get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seats 4 and 5"), timeout=SHOWN_WITHIN_MS)
    told = await heard(page, "seat")
    assert (told["seat"], told["seats"], told["label"]) == ("101/B/4", ["101/B/4", "101/B/5"], PAIR)

    # A page that copies each seat into the attribute keeps the pair; one that asks for a seat gets it.
    await page.evaluate("element.setAttribute('seat', '101/B/4')")
    await page.evaluate("element.show('101/C/1')")
    await expect(stage).to_have_accessible_name(re.compile("Row C, Seat 1"))
    await page.evaluate("element.setAttribute('seat', '101 B 4-5')")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seats 4 and 5"))
    await page.evaluate("element.show('101/B/4')")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 4"))
    told = await page.evaluate(
        "heard.filter(({ name }) => name === 'seat').map(({ seat, seats }) => seats ?? seat)"
    )
    pair = ["101/B/4", "101/B/5"]
    assert told == [pair, "101/C/1", pair, "101/B/4"]


async def test_a_page_outside_frame_ancestors_sees_nothing(site: Site, shop: Shop, page: Page) -> None:
    """A page that the key does not name puts the viewer under its own buttons."""
    await keyless(site, shop, "https://other.example")
    shop.sell(site.address, venue=site.cast.hall, seat="101/B/4")
    refused = page.wait_for_event("console", lambda message: "frame-ancestors" in message.text)
    await page.goto(shop.origin)
    assert (await refused).type == "error"
    await expect(page.locator("seat-preview iframe")).to_be_visible()
    await expect(viewer(page).locator("#viewer")).to_have_count(0)
    assert await page.evaluate("heard") == []


async def test_the_viewer_is_deaf_to_pages_of_another_origin(site: Site, shop: Shop, page: Page) -> None:
    """A session that is bound to one origin is framed by a page of another, which asks it for seats."""
    await furnish(site.cast)
    key = await site.cast.owner.make_key(embedFrameAncestors=[shop.origin])
    made = await site.cast.session(key, origin="https://elsewhere.example")
    shop.sell(site.address, session=made["viewerUrl"], seat="101/B/4")
    await page.goto(shop.origin)
    stage = viewer(page).get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 4"), timeout=SHOWN_WITHIN_MS)
    await page.evaluate(
        "element.shadowRoot.querySelector('iframe').contentWindow"
        ".postMessage({ type: 'seat-preview', ask: 'show', seat: '102/A/1' }, '*')"
    )
    await viewer(page).get_by_role("button", name="Seat to the right").click()
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 5"))
    assert await page.evaluate("heard") == []


async def test_a_session_of_a_server_is_shown_as_it_is(site: Site, shop: Shop, page: Page) -> None:
    await furnish(site.cast)
    key = await site.cast.owner.make_key(embedFrameAncestors=[shop.origin])
    made = await site.cast.session(key, seats=["101/B/4", "102/A/1"])
    shop.sell(site.address, session=made["viewerUrl"])
    await page.goto(shop.origin)
    mine = viewer(page).get_by_role("group", name="Your seats")
    await expect(mine.get_by_role("button")).to_have_text(
        ["101 · B · 4", "102 · A · 1"], timeout=SHOWN_WITHIN_MS
    )
    assert (await heard(page, "ready"))["name"] == "ready"


async def test_a_problem_is_told_in_words(site: Site, shop: Shop, page: Page) -> None:
    await furnish(site.cast)
    shop.sell(site.address, venue=site.cast.hall)
    await page.goto(shop.origin)
    problem = await heard(page, "problem")
    assert problem["code"] in ("credentials_missing", "origin_not_allowed", "unreachable")
    await expect(page.locator("seat-preview").get_by_role("alert")).to_have_text(problem["detail"])
