"""A page that is written from right to left: texts flow from the right, and left stays left in the hall."""

import pytest
from playwright.async_api import Locator, Page, expect

from web.conftest import Site, serious_findings, without_webgl
from web.halls import STAGED_LAYOUT, furnish, viewer_url

pytestmark = pytest.mark.anyio


async def test_hebrew_flows_from_the_right_and_left_stays_left(site: Site, phone: Page) -> None:
    await furnish(site.cast, rules={"layout": STAGED_LAYOUT}, imagerySets=[])
    await without_webgl(phone)
    await phone.goto(await viewer_url(site.cast, "102/B/4", locale="he-IL"))
    await expect(phone.locator("html")).to_have_attribute("dir", "rtl")
    await expect(phone.locator("html")).to_have_attribute("lang", "he")
    # A heading begins at the right edge, whatever script the section's name is in.
    assert await left_of(phone.locator(".where")) + await width_of(phone.locator(".where")) > 360
    left, right = phone.locator(".move[data-side=left]"), phone.locator(".move[data-side=right]")
    assert await left_of(left) < await left_of(right)
    await phone.locator(".handle").tap()
    await expect(phone.locator(".facts dd").first).to_be_visible()
    assert await phone.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    assert (
        await phone.locator(".venue-map svg").first.evaluate("map => getComputedStyle(map).direction")
        == "ltr"
    )
    assert await serious_findings(phone) == []


async def left_of(element: Locator) -> float:
    return float(await element.evaluate("element => element.getBoundingClientRect().left"))


async def width_of(element: Locator) -> float:
    return float(await element.evaluate("element => element.getBoundingClientRect().width"))
