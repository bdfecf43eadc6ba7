"""How many calls of the API a buyer's view takes. Each is charged, and a sale has 200 new buyers a second."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, Request, expect

from web.conftest import SMALL_DESK, Site
from web.halls import furnish, missing_kinds, viewer_url

pytestmark = pytest.mark.anyio

HOLD_EVENTS = """
const later = window.setTimeout;
window.setTimeout = (call, ms, ...rest) => (ms === 3000 ? 0 : later(call, ms, ...rest));
"""
"""The three seconds whose events go together last until the page is left, on a slow machine as well."""


async def leave(page: Page) -> None:
    """The page sends the events that wait."""
    async with page.expect_request("**/v1/events"):
        await page.evaluate("dispatchEvent(new Event('pagehide'))")


@pytest.mark.parametrize(
    "imagery",
    [{}, pytest.param({"imagerySets": []}, marks=pytest.mark.long)],
    ids=["photo", "drawing"],
)
async def test_a_view_takes_four_calls_and_the_next_seat_two(
    imagery: dict[str, Any], site: Site, page: Page
) -> None:
    await furnish(site.cast, **imagery)
    calls: list[str] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/v1/"):
            calls.append(f"{request.method} {path}")

    page.on("request", note)
    await page.set_viewport_size(SMALL_DESK)
    await page.add_init_script(HOLD_EVENTS)
    # Making the session is the first of the four.
    await page.goto(await viewer_url(site.cast, "102/B/4"))
    await expect(page.locator(".stage[aria-busy=false]")).to_be_visible()
    await expect(page.get_by_role("group", name="Map of the venue")).to_be_visible()
    await leave(page)
    assert sorted(calls) == ["GET /v1/seats/plan", "GET /v1/seats/preview", "POST /v1/events"]

    calls.clear()
    async with page.expect_response("**/v1/seats/preview?*"):
        await page.get_by_role("button", name="Seat to the right").click()
    await expect(page.get_by_role("status")).to_contain_text("row B, seat 5")
    await leave(page)
    assert sorted(calls) == ["GET /v1/seats/preview", "POST /v1/events"]

    assert await missing_kinds(site.cast, {"seat_viewed"}) == set()
    reported = (await site.cast.owner.get("/events", venue=site.cast.hall)).json()["data"]
    looked_at = {event["seat"] for event in reported if event["kind"] == "seat_viewed"}
    assert looked_at <= {"102/B/4", "102/B/5"}, "a neighbour that was only loaded is not looked at"
