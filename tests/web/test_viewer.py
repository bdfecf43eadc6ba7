"""The viewer in a buyer's hand, on a desk, and by keyboard."""

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from web.conftest import SMALL_DESK, Site, serious_findings
from web.halls import STAGED_LAYOUT, furnish, missing_kinds, viewer_url

pytestmark = pytest.mark.anyio

SCRIPT_BYTES_MAX = 200_000
CTA = {"url": "https://shop.example/buy"}
NOTE_FIRST_VIEW = """
new MutationObserver(() => {
  if (document.querySelector(".stage[aria-busy=false]") !== null) window.shownAt ??= performance.now();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
SCRIPTS_TO_FIRST_VIEW = """() => Object.fromEntries(performance.getEntriesByType("resource")
  .filter(({ name, startTime }) => name.endsWith(".js") && startTime < shownAt)
  .map(({ name, encodedBodySize }) => [name, encodedBodySize]))"""


async def seen(page: Page) -> None:
    """Every view shows what it was asked for. Drawn in software, the first one takes its time."""
    await expect(page.locator(".stage[aria-busy=false]").first).to_be_visible()
    await expect(page.locator(".stage[aria-busy=true]")).to_have_count(0)


async def test_a_buyer_looks_around_on_a_phone(site: Site, phone: Page) -> None:
    await furnish(site.cast, rules={"layout": STAGED_LAYOUT})
    await phone.goto(await viewer_url(site.cast, "101/B/4"))
    await seen(phone)
    await expect(phone.get_by_role("heading", name="Section 101, Row B, Seat 4")).to_be_visible()
    await expect(phone.get_by_text("Panorama from this row · Ann Lee")).to_be_visible()

    await phone.get_by_role("button", name="Seat to the right").tap()
    await expect(phone.get_by_role("status")).to_contain_text("row B, seat 5")
    await expect(phone).to_have_url(re.compile(r"#st_.*seat=101%2FB%2F5"))

    await phone.get_by_role("button", name="More about this seat").tap()
    await expect(phone.get_by_role("term").filter(has_text="Obstructions")).to_be_visible()
    await phone.get_by_role("button", name=re.compile(r"^Section 103, Lower Bowl")).tap()
    await expect(phone.get_by_role("status")).to_contain_text("Section 103")
    # The map shows the section's seats now, in one layer that hears the tap. A seat closes the sheet.
    await phone.get_by_role("button", name="Row A, seat 1", exact=True).tap(force=True)
    await expect(phone.get_by_role("status")).to_contain_text("row A, seat 1")
    await expect(phone.get_by_role("term").filter(has_text="Obstructions")).to_be_hidden()

    await phone.get_by_role("button", name="Row behind").tap()
    await expect(phone.get_by_role("heading", name="Section 103, Row B, Seat 1")).to_be_visible()
    await expect(phone.get_by_role("paragraph").filter(has_text="Drawing")).to_be_visible()
    await phone.get_by_role("button", name="Photo").tap()
    await expect(phone.get_by_text("Photo from Section 102, about 9 m away", exact=True)).to_be_visible()
    await phone.reload()
    await seen(phone)
    await expect(phone.get_by_role("heading", name="Section 103, Row B, Seat 1")).to_be_visible()


@pytest.mark.long
async def test_two_seats_are_compared_each_with_its_own_words(site: Site, phone: Page) -> None:
    await furnish(site.cast)
    await phone.goto(await viewer_url(site.cast, "101/A/4"))
    await seen(phone)
    await phone.get_by_role("button", name="Compare").tap()
    await seen(phone)
    first, second = (phone.get_by_role("application").nth(number) for number in (0, 1))
    await expect(first).to_have_accessible_name(re.compile("Section 101, Row A, Seat 4"))
    await expect(second).to_have_accessible_name(re.compile("Section 101, Row B, Seat 4"))
    await expect(first).to_have_accessible_description(re.compile("row A, seat 4"))
    await expect(second).to_have_accessible_description(re.compile("row B, seat 4"))

    await phone.get_by_role("button", name="Seat to the left").tap()
    await expect(second).to_have_accessible_name(re.compile("Row B, Seat 3"))
    await expect(first).to_have_accessible_name(re.compile("Row A, Seat 4"))
    # Section 103 has a picture from far away alone, so that both views are drawn.
    await phone.get_by_role("button", name="More about this seat").tap()
    await phone.get_by_label("Go to a seat").fill("103 B 2")
    await phone.get_by_role("button", name="Show", exact=True).tap()
    await expect(phone.locator(".provenance")).to_have_text(["Drawing from this seat"] * 2)
    await phone.get_by_role("button", name="End comparison").tap()
    await expect(phone.get_by_role("application")).to_have_count(1)


@pytest.mark.long
async def test_everything_can_be_done_by_keyboard(site: Site, page: Page) -> None:
    await furnish(site.cast)
    await page.goto(await viewer_url(site.cast, "101/B/4"))
    await seen(page)
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("application")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("+")
    for key, place in (
        ("d", "row B, seat 5"),
        ("a", "row B, seat 4"),
        ("s", "row C"),
        ("w", "row B, seat 4"),
    ):
        await page.keyboard.press(key)
        await expect(page.get_by_role("status")).to_contain_text(place)

    await page.keyboard.press("p")
    await expect(page.get_by_role("button", name="Drawing")).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("p")
    await page.keyboard.press("g")
    await expect(page.get_by_label("Go to a seat")).to_be_focused()
    await page.keyboard.type("Section 102 Row A Seat 1")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Section 102, Row A, Seat 1")).to_be_visible()

    await page.keyboard.press("Tab")
    await page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keyboard shortcuts and gestures")
    await expect(help_).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await page.keyboard.press("Escape")
    await expect(help_).to_be_hidden()
    await page.keyboard.press("c")
    await expect(page.get_by_role("application")).to_have_count(1)


async def test_what_a_buyer_does_is_reported(site: Site, page: Page) -> None:
    await furnish(site.cast, imagerySets=[])
    await page.set_viewport_size(SMALL_DESK)
    forged = "&cta=https%3A%2F%2Fevil.example%2F&ctaLabel=Forged"
    await page.goto(await viewer_url(site.cast, "103/B/4", forged, cta=CTA | {"label": "Buy now"}))
    await page.context.route("https://*.example/**", lambda route: route.fulfill(body="sold"))
    await seen(page)
    await expect(page.get_by_role("link", name="Forged")).to_have_count(0)
    buy = page.get_by_role("link", name="Buy now")
    await expect(buy).to_have_attribute("href", "https://shop.example/buy")
    await buy.click()
    advert = page.get_by_role("link", name="The bar")
    await advert.focus()
    assert await missing_kinds(site.cast, {"ad_shown"}) == set(), "the service takes no click before it"
    # By the keyboard: the map above the ad is loaded after the view, and moves the ad under a mouse.
    await advert.press("Enter")
    await expect(page.get_by_role("complementary", name="Ad")).to_contain_text("Ad")
    await page.get_by_role("application").press("ArrowLeft")
    wanted = {"session_started", "seat_viewed", "view_rotated", "fallback_shown"}
    wanted |= {"cta_clicked", "ad_shown", "ad_clicked"}
    assert await missing_kinds(site.cast, wanted) == set()


@pytest.mark.long
@pytest.mark.parametrize("imagery", [{}, {"imagerySets": []}], ids=["panorama", "drawing"])
async def test_200_kilobytes_of_script_do_for_the_first_view(
    imagery: dict[str, Any], site: Site, page: Page
) -> None:
    await furnish(site.cast, **imagery)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.add_init_script(NOTE_FIRST_VIEW)
    await page.goto(await viewer_url(site.cast, "101/B/4"))
    await seen(page)
    # What comes after the first view, such as the map, holds nothing up.
    await expect(page.get_by_role("group", name="Map of the venue")).to_be_visible()
    sizes: dict[str, int] = await page.evaluate(SCRIPTS_TO_FIRST_VIEW)
    assert 0 < sum(sizes.values()) <= SCRIPT_BYTES_MAX, sizes
    assert [url for url in asked if not url.startswith((site.address, "blob:"))] == []


@pytest.mark.long
async def test_the_viewer_speaks_german(site: Site, page: Page) -> None:
    await furnish(site.cast)
    await page.goto(await viewer_url(site.cast, "101/A/4", locale="de"))
    await seen(page)
    await expect(page.get_by_role("heading", name="Section 101, Reihe A, Platz 4")).to_be_visible()
    await expect(page.get_by_text("Panorama aus Reihe B, etwa 1 m entfernt")).to_be_visible()
    await page.get_by_label("Zu einem Platz gehen").fill("Section 103 Row B Seats 2-4")
    await page.get_by_role("button", name="Zeigen").click()
    await expect(page.get_by_role("heading", name="Section 103, Reihe B, Plätze 2 bis 4")).to_be_visible()
    await expect(page.get_by_role("paragraph").filter(has_text="Zeichnung von Platz 3")).to_be_visible()
    assert await page.evaluate("document.documentElement.lang") == "de"


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_serious(theme: str, site: Site, page: Page, phone: Page) -> None:
    await furnish(site.cast, viewerDefaults={"theme": theme})
    url = await viewer_url(site.cast, "101/B/4", cta=CTA)
    await page.goto(url)
    await seen(page)
    assert await serious_findings(page) == []
    await page.get_by_role("button", name="Compare").click()
    await seen(page)
    assert await serious_findings(page) == []

    await phone.goto(url)
    await seen(phone)
    await phone.get_by_role("button", name="More about this seat").tap()
    assert await serious_findings(phone) == []
