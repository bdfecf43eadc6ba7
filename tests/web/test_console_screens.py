"""What only a browser can say about all screens of the console.

They fit a phone, axe-core finds nothing serious in them, and none asks for what is refused to its key. What
they do is tested in web/source/console/**/*.test.tsx.
"""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, Response, expect

from cast import Actor
from events.arena import LAGER, LAGER_CLICKED, create_arena, create_page, event
from web.colours import serious_in_light_or_dark
from web.conftest import Site, serious_findings, without_webgl
from web.signing_in import enter_key, sign_in

pytestmark = pytest.mark.anyio

MODES = ("draw", "paint", "images", "trace", "checks")
TABS = (
    *(f"design/{mode}" for mode in MODES),
    "map",
    "record",
    "rules",
    "versions",
    "imagery",
    "aliases",
    "grants",
    "preview",
)

COUNT_REQUESTS = """
const send = window.fetch;
window.pending = 0;
window.fetch = (...given) => {
  // A page that follows changes always waits for one.
  if (/waitSeconds=[1-9]/.test(given[0])) return send(...given);
  window.pending += 1;
  return send(...given).finally(() => { window.pending -= 1; });
};
"""
OPEN_SCREEN = """async (hash) => {
  const followed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  location.hash = hash;
  await followed;
  // A screen sends its requests after it was drawn once.
  for (const frame of [1, 2]) await new Promise(requestAnimationFrame);
}"""
IS_LOADED = """() =>
  window.pending === 0 && document.querySelector("main :is(.ghost, .waiting, [aria-busy=true])") === null"""
TOO_WIDE = """(selector) => [...document.querySelectorAll(selector)]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth)
  .map((part) => part.getAttribute("aria-label") ?? part.tagName)"""


async def screens(page: Page, *addresses: str) -> AsyncIterator[str]:
    """Opens screens of a console, after the sign-in. Yields the address of each once it is loaded."""
    for address in addresses:
        await page.evaluate(OPEN_SCREEN, f"#/{address}")
        await page.wait_for_function(IS_LOADED)
        yield address


async def open_screens(page: Page, site: Site, actor: Actor, *addresses: str) -> AsyncIterator[str]:
    """Signs in, and opens one screen after the other."""
    await without_webgl(page)
    await page.add_init_script(COUNT_REQUESTS)
    await sign_in(page, site, actor, "nowhere")
    async for address in screens(page, *addresses):
        yield address


async def all_addresses(site: Site, venue_id: str) -> list[str]:
    """The addresses of all screens of a tenant, with a key and a venue."""
    key = await site.cast.owner.make_key(label="Looked at")
    await site.cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 3600})
    webhook = await _disabled_webhook(site)
    return [
        *("keys", "keys/new", f"keys/{key['keyId']}", "venues", "venues/new", "you"),
        *(f"venues/{venue_id}/{tab}" for tab in TABS),
        *("webhooks", "webhooks/new", "webhooks/changes", f"webhooks/{webhook}"),
        *("audit", "events", f"events?venue={venue_id}"),
    ]


async def test_every_screen_fits_a_phone_and_the_charts_count_what_was_reported(
    phone: Page, site: Site
) -> None:
    venue_id = await _arena_with_events(site)
    addresses = await all_addresses(site, venue_id)
    one_mode = [address for address in addresses if not address.endswith(MODES[1:])]
    async for address in open_screens(phone, site, site.cast.owner, *one_mode):
        assert await phone.evaluate(TOO_WIDE, "html") == [], address

    await phone.get_by_text("Show as a table").click()
    for width in (390, 1280):
        await phone.set_viewport_size({"width": width, "height": 844})
        assert await phone.evaluate(TOO_WIDE, "main [role=region]") == []
    await expect(phone.get_by_role("button", name="Seats viewed 3")).to_be_visible()
    sections = phone.get_by_role("region", name="Sections")
    await expect(sections.get_by_role("row").nth(1)).to_have_text("1022")
    ads = phone.get_by_role("region", name="Ads").get_by_role("row").nth(1)
    await expect(ads.get_by_role("cell")).to_have_text(["1", "1", "100.0 %", ""])
    recent = phone.get_by_role("region", name="Recent events")
    await expect(recent.get_by_role("row")).to_have_count(7)
    await phone.get_by_label("Who").select_option("Staff")
    await expect(phone.get_by_role("button", name="Seats viewed 1")).to_be_visible()
    await expect(recent.get_by_role("row")).to_have_count(2)


# In the quick lane, shell.test.tsx does the same with a stand-in that knows which groups an operation needs.
@pytest.mark.long
@pytest.mark.parametrize(
    "groups",
    [["management_read_only", "seats", "events"], ["management", "seats"], ["events"], ["sessions"]],
    ids=", ".join,
)
async def test_no_screen_asks_for_what_is_refused_to_a_limited_key(
    page: Page, site: Site, groups: list[str]
) -> None:
    """What stands in place of buttons that would be refused is in web/source/console/shell/shell.test.tsx."""
    actor = await site.cast.actor(tenantId=site.cast.owner.tenant_id, groups=groups)
    refused = _refusals(page)
    async for _ in open_screens(page, site, actor, *await all_addresses(site, site.cast.hall)):
        pass
    assert refused == []


@pytest.mark.long
async def test_no_tab_of_a_granted_venue_asks_for_what_is_refused(page: Page, site: Site) -> None:
    refused = _refusals(page)
    tabs = [f"venues/{site.cast.hall}/{tab}" for tab in TABS]
    async for _ in open_screens(page, site, site.cast.grantee, *tabs):
        assert await serious_in_light_or_dark(page) == []
    assert refused == []


@pytest.mark.long
async def test_a_form_and_what_a_key_for_sessions_sees_hold_nothing_that_axe_finds_serious(
    page: Page, site: Site
) -> None:
    """All screens have the controls and colours of the form; the next test looks at all of them."""
    async for _ in open_screens(page, site, site.cast.owner, "keys/new"):
        assert await serious_in_light_or_dark(page) == []
    await page.get_by_role("button", name="Sign out").click()
    actor = await site.cast.actor(tenantId=site.cast.owner.tenant_id, groups=["sessions"])
    await enter_key(page, actor.plaintext)
    await expect(page.get_by_role("heading", name="Your key is not for this screen")).to_be_visible()
    assert await serious_findings(page) == []


@pytest.mark.long
async def test_no_screen_holds_what_axe_finds_serious(page: Page, site: Site) -> None:
    venue_id = await _arena_with_events(site)
    addresses = await all_addresses(site, venue_id)
    async for address in open_screens(page, site, site.cast.owner, *addresses):
        assert await serious_in_light_or_dark(page) == [], address
        if address.endswith(MODES):
            await page.set_viewport_size({"width": 390, "height": 844})
            assert await page.evaluate(TOO_WIDE, "html") == [], address
            await page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.long
async def test_the_sign_in_page_and_dialogs_and_marked_fields_hold_nothing_that_axe_finds_serious(
    phone: Page, site: Site
) -> None:
    key = await site.cast.owner.make_key(label="Looked at")
    await phone.add_init_script(COUNT_REQUESTS)
    await phone.goto(f"{site.address}/console#/tenants")
    await expect(phone.get_by_label("Secret key", exact=True)).to_be_visible()
    assert await serious_in_light_or_dark(phone) == []
    await enter_key(phone, site.cast.operator.plaintext)
    await phone.get_by_role("button", name="Create a tenant").click()
    await expect(phone.get_by_role("dialog")).to_be_visible()
    assert await serious_in_light_or_dark(phone) == []
    await phone.get_by_role("button", name="Cancel").click()
    async for _ in screens(phone, f"keys/{key['keyId']}"):
        await phone.get_by_role("button", name="Revoke", exact=True).click()
        await expect(phone.get_by_role("dialog")).to_be_visible()
        assert await serious_in_light_or_dark(phone) == []
        await phone.get_by_role("button", name="Cancel").click()
    async for _ in screens(phone, "keys/new"):
        await phone.get_by_label("Choose groups of operations").check()
        await phone.get_by_role("checkbox", name="Sessions").uncheck()
        await phone.get_by_role("button", name="Create the key").click()
        await expect(phone.get_by_role("alert")).to_be_visible()
        assert await serious_in_light_or_dark(phone) == []


@pytest.mark.long
async def test_the_words_of_a_label_and_their_tip_hold_nothing_that_axe_finds_serious(
    page: Page, site: Site
) -> None:
    venue_id = await create_arena(site.cast, site.cast.owner)
    async for _ in open_screens(page, site, site.cast.owner, f"venues/{venue_id}/rules"):
        await page.get_by_label("Add labels").fill("Section 101, Row A, Seats 4-5\nnothing at all\nSection")
        await page.get_by_role("button", name="Add", exact=True).click()
    labels = page.get_by_role("list", name="Labels and what they become").get_by_role("listitem")
    await expect(labels.filter(has_text="nothing at all")).to_contain_text("unmatched")
    await page.wait_for_function(IS_LOADED)
    await labels.first.get_by_role("button", name="101: section").click()
    await expect(page.get_by_role("tooltip")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []


@pytest.mark.long
async def test_a_table_of_keys_with_long_values_is_not_cut_off(page: Page, site: Site) -> None:
    await site.cast.owner.make_key(label="Limited")
    await page.set_viewport_size({"width": 1280, "height": 800})
    await sign_in(page, site, site.cast.operator)
    fits = await page.get_by_role("table").evaluate(
        """(table) => {
          for (const cell of table.querySelectorAll("td:nth-last-child(-n + 2)")) {
            cell.innerHTML = "<time>12 minutes ago</time>";
          }
          table.querySelector("td:nth-last-child(4)").textContent = "Management, read only";
          return table.offsetWidth <= table.parentElement.clientWidth;
        }"""
    )
    assert fits


def _refusals(page: Page) -> list[str]:
    """Returns the requests of the page that were refused. The list grows as the page sends more. That a venue
    has no draft, or no floor plan, is an answer, not a refusal."""
    refused: list[str] = []

    def look(response: Response) -> None:
        is_missing = response.status == 404 and response.url.endswith(("/draft", "/floor-plan"))
        if response.status >= 400 and not is_missing:
            refused.append(f"{response.status} {response.request.method} {response.url}")

    page.on("response", look)
    return refused


async def _disabled_webhook(site: Site) -> str:
    """Makes a webhook with a delivery that waits, disabled by the end of the key that made it."""
    maker = await site.cast.actor(tenantId=site.cast.owner.tenant_id)
    webhook = await maker.post("/manage/webhooks", {"url": f"https://shop.example/{'long' * 40}"})
    webhook_id: str = webhook.json()["webhookId"]
    await maker.post(f"/manage/webhooks/{webhook_id}/test")
    await site.cast.owner.delete(f"/manage/keys/{maker.key_id}")
    return webhook_id


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
