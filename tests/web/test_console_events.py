"""Events in the console: the charts say what was reported."""

import pytest
from playwright.async_api import Page, expect

from events.arena import LAGER, LAGER_CLICKED, create_arena, create_page, event
from web.colours import serious_in_light_or_dark
from web.conftest import Site
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio


async def test_the_charts_count_what_was_reported_and_hold_nothing_that_axe_finds_serious(
    page: Page, site: Site
) -> None:
    venue_id = await _arena_with_events(site)
    await sign_in(page, site, site.cast.owner, "events")
    await page.get_by_label("Venue").select_option(site.cast.yard)
    await expect(page.get_by_role("heading", name="No events in this period")).to_be_visible()
    await page.get_by_label("Venue").select_option(venue_id)
    await expect(page.get_by_role("button", name="Seats viewed 3")).to_be_visible()
    await expect(page.get_by_role("button", name="Views rotated 1")).to_be_visible()

    sections = page.get_by_role("region", name="Sections")
    await expect(sections.get_by_role("row").nth(1)).to_have_text("1022")
    await expect(sections.get_by_role("row").nth(2)).to_have_text("1011")
    ads = page.get_by_role("region", name="Ads")
    await expect(ads.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(["1", "1", "100.0 %", ""])

    await page.get_by_text("Show as a table").click()
    days = page.get_by_role("region", name="Events by day and kind")
    await expect(days.get_by_role("row", name="3 1 1 1")).to_have_count(1)

    recent = page.get_by_role("region", name="Recent events")
    await expect(recent.get_by_role("row")).to_have_count(7)
    await page.get_by_label("Kind", exact=True).select_option("seat_viewed")
    await expect(recent.get_by_role("row")).to_have_count(4)
    assert await serious_in_light_or_dark(page) == []
    for width in (390, 1280):
        await page.set_viewport_size({"width": width, "height": 844})
        for region in (sections, ads, days, recent):
            assert await region.evaluate("region => region.scrollWidth <= region.clientWidth")

    await page.get_by_label("Who").select_option("Staff")
    await expect(page.get_by_role("button", name="Seats viewed 1")).to_be_visible()
    await expect(recent.get_by_role("row")).to_have_count(2)


async def _arena_with_events(site: Site) -> str:
    venue_id = await create_arena(site.cast, site.cast.owner)
    buyer = await create_page(site.cast, site.cast.owner, venue_id)
    await buyer.report(
        event("seat_viewed", seat="102/A/1"),
        event("seat_viewed", seat="102/A/2"),
        event("seat_viewed", seat="101/B/4"),
        event("view_rotated"),
        LAGER | {"eventId": f"{buyer.session_id}-1"},
        LAGER_CLICKED | {"eventId": f"{buyer.session_id}-2"},
    )
    staff = await create_page(site.cast, site.cast.owner, venue_id, purpose="staff")
    await staff.report(event("seat_viewed", seat="103/A/1"))
    return venue_id
