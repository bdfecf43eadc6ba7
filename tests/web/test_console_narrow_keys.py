"""Keys that may do little in the console: the reason stands where a button would be refused."""

import pytest
from playwright.async_api import Page, Response, expect

from cast import Actor
from web.conftest import Site, serious_findings
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

READ_ONLY = "Your key may only read. Changes need a key with the group Management."
TABS = ("map", "record", "rules", "imagery", "aliases", "grants", "preview")


async def test_a_key_that_only_reads_is_told_why_nothing_can_be_changed(page: Page, site: Site) -> None:
    reader = await _limited(site, "management_read_only", "seats", "events")
    key = await site.cast.owner.make_key(label="Looked at")
    refused = _refusals(page)
    await sign_in(page, site, reader, "keys")
    await expect(page.get_by_text(READ_ONLY)).to_be_visible()
    await _shown(page, f"keys/{key['keyId']}", READ_ONLY)
    await expect(page.get_by_label("Label")).to_be_disabled()
    await expect(page.get_by_label("Everything that its tenant may")).to_be_checked()
    await expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    await _shown(page, "keys/new", READ_ONLY)
    await _shown(page, "venues/new", READ_ONLY)
    for tab in ("record", "rules", "imagery", "aliases", "grants"):
        await _shown(page, f"venues/{site.cast.hall}/{tab}", READ_ONLY)
    for button in ("Save", "Publish", "Choose images", "Add alias", "Grant", "End grant", "Discard changes"):
        await expect(page.get_by_role("button", name=button, exact=True)).to_have_count(0)
    await page.evaluate(f"location.hash = '#/venues/{site.cast.hall}/preview'")
    await expect(page.get_by_label("Seat", exact=True)).to_be_visible()
    assert refused == []


async def test_a_key_for_events_alone_begins_with_them_and_asks_for_nothing_else(
    page: Page, site: Site
) -> None:
    refused = _refusals(page)
    await sign_in(page, site, await _limited(site, "events"), "")
    await expect(page.get_by_role("heading", level=1, name="Events")).to_be_visible()
    await expect(page.get_by_role("navigation", name="Screens").get_by_role("link")).to_have_text(
        ["Events", "You"]
    )
    await _shown(
        page, f"events/{site.cast.hall}", "The map is not shown. This needs a key with the group Seats."
    )
    await _shown(page, "venues", "This needs a key with the group Management (read only). Yours has: Events.")
    await page.evaluate("location.hash = '#/you'")
    await expect(page.get_by_role("heading", level=1, name="You")).to_be_visible()
    assert refused == []


async def test_a_technicians_key_without_sessions_is_told_what_the_viewer_needs(
    page: Page, site: Site
) -> None:
    layout = {"sections": [{"id": "A", "rows": [1], "seats": {"count": 4}}]}
    await site.cast.owner.put(
        f"/manage/venues/{site.cast.hall}", {"name": "Hall", "rules": {"layout": layout}}
    )
    refused = _refusals(page)
    technician = await _limited(site, "management", "seats")
    await sign_in(page, site, technician, f"venues/{site.cast.hall}/preview")
    await page.get_by_label("Seat", exact=True).fill("A/1/2")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("This needs a key with the group Sessions.")).to_be_visible()
    assert refused == []


async def test_a_key_for_one_venue_is_offered_that_venue_alone(page: Page, site: Site) -> None:
    narrow = await site.cast.actor(tenantId=site.cast.owner.tenant_id, venues=[site.cast.hall])
    refused = _refusals(page)
    await sign_in(page, site, narrow, "venues")
    await expect(page.get_by_text("a new one would not be among them")).to_be_visible()
    await page.evaluate("location.hash = '#/keys/new'")
    venues = page.get_by_role("group", name="Venues", exact=True)
    await expect(venues.get_by_role("radio")).to_have_count(1)
    await expect(
        page.get_by_role("group", name="Venues that the key may use").get_by_role("checkbox")
    ).to_be_checked()
    await page.get_by_role("button", name="Create the key").click()
    await expect(page.get_by_role("dialog").get_by_label("Secret key")).to_be_visible()
    assert refused == []


@pytest.mark.long
async def test_no_tab_of_a_granted_venue_asks_for_what_is_refused(page: Page, site: Site) -> None:
    refused = _refusals(page)
    await sign_in(page, site, site.cast.grantee, f"venues/{site.cast.hall}")
    for tab in TABS:
        await page.evaluate(f"location.hash = '#/venues/{site.cast.hall}/{tab}'")
        await expect(page.get_by_role("tab", selected=True)).to_have_text(tab.title())
        assert await serious_findings(page) == []
    await page.wait_for_load_state("networkidle")
    assert refused == []


async def _limited(site: Site, *groups: str) -> Actor:
    return await site.cast.actor(tenantId=site.cast.owner.tenant_id, groups=[*groups])


async def _shown(page: Page, address: str, reason: str) -> None:
    await page.evaluate(f"location.hash = '#/{address}'")
    shown = page.locator("[role=tabpanel]:not([hidden]), main:not(:has([role=tablist]))").get_by_text(reason)
    await expect(shown.first).to_be_visible()


def _refusals(page: Page) -> list[str]:
    """The requests of the page that were refused; it grows as the page sends more."""
    refused: list[str] = []

    def look(response: Response) -> None:
        if response.status >= 400:
            refused.append(f"{response.status} {response.request.method} {response.url}")

    page.on("response", look)
    return refused
