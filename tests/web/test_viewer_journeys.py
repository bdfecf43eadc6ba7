"""What a buyer does with a view: share it, go back, compare, choose the configuration, ask for what is not
there."""

import copy
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from seatpreview.seats.phrases import PHRASES
from web.conftest import Site, serious_findings, without_webgl
from web.halls import LAYOUT, STAGED_LAYOUT, furnish, viewer_url
from web.test_viewer import seen
from web.waiting import settled

pytestmark = pytest.mark.anyio

CTA = {"url": "https://shop.example/buy"}
ROUND_CORNERS_PX = 19
LANGUAGES = sorted(PHRASES)
BROKEN_WORDS = """
() => {
  const places = ".facts dt, .facts dd, .glance, .compared-seats td, .compared-seats th, .buy, .where, h1";
  const broken = [];
  for (const element of document.querySelectorAll(places)) {
    if (element.offsetParent === null) continue;
    const { clientWidth, scrollWidth, textContent } = element;
    if (scrollWidth > clientWidth + 1 && clientWidth > 1) broken.push(textContent);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { index, 0: word } of node.data.matchAll(/[^\\s-]+/g)) {
        // Japanese and Chinese break between any two signs.
        if (/[\\u3040-\\u30ff\\u4e00-\\u9fff]/.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) broken.push("the page itself");
  return broken;
}
"""


def with_configurations(**layout: Any) -> dict[str, Any]:
    """The hall with two ways of using it, one of which closes a section."""
    configurations = [
        {"id": "concert", "name": "End stage", "mood": "concert"},
        {"id": "match", "name": "Basketball", "closed": ["104"]},
    ]
    return {"layout": copy.deepcopy(LAYOUT) | {"configurations": configurations} | layout}


async def top_and_bottom(element: Locator) -> tuple[float, float]:
    box = await element.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


async def bearing_of(cone: Locator) -> float:
    found = re.search(r"rotate\(([\d.]+)\)", await cone.get_attribute("transform") or "")
    assert found is not None
    return float(found[1])


async def is_covered_by_corners_alone(view: Locator, sheet: Locator) -> bool:
    """Whether a view ends where the sheet begins, once the view has heard how high the sheet is: a browser
    tells it with the next frame."""

    async def is_so() -> bool:
        (_, view_end), (sheet_start, _) = await top_and_bottom(view), await top_and_bottom(sheet)
        return view_end <= sheet_start + ROUND_CORNERS_PX

    return await settled(is_so, bool)


@pytest.mark.long
async def test_a_shared_address_shows_the_seat_to_somebody_else_for_a_day(site: Site, page: Page) -> None:
    await furnish(site.cast, rules=with_configurations())
    await without_webgl(page)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto(await viewer_url(site.cast, "101/B/4", "&configuration=match", ttlSeconds=600))
    await expect(page.locator("img.flat")).to_be_visible()
    await page.get_by_role("button", name="Seat to the right").click()
    await expect(page.get_by_role("heading", name="Seat 5")).to_be_visible()
    await page.get_by_role("button", name="Share this view").click()
    await expect(page.get_by_role("status")).to_contain_text("Link copied. The link works until")
    assert await serious_findings(page) == []

    address: str = await page.evaluate("navigator.clipboard.readText()")
    token = address.partition("#")[2].partition("&")[0]
    caller = await site.service.ask("GET", "/caller", [("authorization", f"Bearer {token}")])
    session = caller.json()["session"]
    made, expires = (datetime.fromisoformat(session[name]) for name in ("createdAt", "expiresAt"))
    assert expires - made == timedelta(days=1)
    assert page.context.browser is not None
    other = await page.context.browser.new_context(locale="en-GB")
    friend = await other.new_page()
    await without_webgl(friend)
    await friend.goto(address)
    await expect(friend.get_by_role("heading", name="Section 101, Row B, Seat 5")).to_be_visible()
    await expect(friend.get_by_label("Set-up")).to_have_value("match")
    await other.close()


@pytest.mark.long
async def test_a_link_that_cannot_be_copied_is_shown(site: Site, phone: Page) -> None:
    await furnish(site.cast)
    await without_webgl(phone)
    refused = "writeText: () => Promise.reject(new DOMException('', 'NotAllowedError'))"
    await phone.add_init_script(
        f"Object.defineProperty(navigator, 'clipboard', {{ value: {{ {refused} }} }})"
    )
    await phone.goto(await viewer_url(site.cast, "101/B/4", locale="fr"))
    await phone.get_by_role("button", name="Partager cette vue").tap()
    field = phone.get_by_role("textbox", name="Lien vers cette vue")
    await expect(field).to_have_value(re.compile(r"/viewer/key_\w+#st_.*&seat=101%2FB%2F4$"))
    assert await serious_findings(phone) == []


@pytest.mark.long
async def test_on_a_desk_back_goes_to_the_last_seat_and_escape_ends_full_screen(
    site: Site, page: Page
) -> None:
    await furnish(site.cast)
    await without_webgl(page)
    await page.goto(await viewer_url(site.cast, "101/B/4", locale="en-US"))
    await expect(page.locator(".facts dd").first).to_contain_text("49 ft")
    for number in (5, 6):
        await page.get_by_role("button", name="Seat to the right").click()
        await expect(page.get_by_role("heading", name=f"Seat {number}")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("heading", name="Seat 5")).to_be_visible()
    await page.get_by_role("button", name="Back to Section 101, Row B, Seat 4").click()
    await expect(page.get_by_role("heading", name="Seat 4")).to_be_visible()
    await expect(page.get_by_role("button", name="Back to")).to_have_count(0)
    await page.go_forward()
    await expect(page.get_by_role("heading", name="Seat 5")).to_be_visible()
    await page.keyboard.press("b")
    await expect(page.get_by_role("heading", name="Seat 4")).to_be_visible()
    await expect(page).to_have_url(re.compile("seat=101%2FB%2F4"))
    await page.keyboard.press("f")
    await expect(page.locator(".panel")).to_be_hidden()
    await page.keyboard.press("Escape")
    await expect(page.locator(".panel")).to_be_visible()


@pytest.mark.long
@pytest.mark.long
async def test_a_share_that_arrives_late_is_waited_for_and_nothing_is_called_clear_meanwhile(
    site: Site, page: Page
) -> None:
    """The first answers are those of a service that is still computing; the page asks again by itself."""
    await furnish(site.cast, rules={"layout": STAGED_LAYOUT}, imagerySets=[])
    await without_webgl(page)
    pending: dict[str, Any] = {
        "state": "pending",
        "visibleShare": None,
        "obstructions": [],
        "restriction": None,
    }
    left = 2

    async def late(route: Route) -> None:
        nonlocal left
        response = await route.fetch()
        preview = await response.json()
        if left > 0:
            left -= 1
            preview["sightline"] |= pending
        await route.fulfill(response=response, json=preview)

    await page.route("**/v1/seats/preview?*", late)
    await page.goto(await viewer_url(site.cast, "103/A/3"))
    facts = page.locator(".facts").first
    await expect(facts).to_contain_text("being computed")
    await expect(facts).not_to_contain_text("None")
    await expect(facts).not_to_contain_text("your eyes")
    await expect(facts).to_contain_text(re.compile(r"In view\s*\d+%"))
    await expect(facts).to_contain_text("your eyes")
    assert left == 0


async def test_the_buyer_chooses_the_configuration_unless_the_session_does(site: Site, page: Page) -> None:
    await furnish(site.cast, rules=with_configurations(defaultConfiguration="concert"))
    await without_webgl(page)
    await page.goto(await viewer_url(site.cast, "101/B/4"))
    await expect(page.get_by_label("Set-up")).to_have_value("concert")
    await page.get_by_label("Set-up").select_option("Basketball")
    await expect(page.locator("#description-of-first")).to_contain_text("Basketball")
    await expect(page.get_by_role("button", name=re.compile("Section 104.*closed"))).to_be_visible()
    await page.reload()
    await expect(page.get_by_label("Set-up")).to_have_value("match")
    await page.goto("about:blank")
    await page.goto(await viewer_url(site.cast, "101/B/4", "&configuration=match", configuration="concert"))
    await expect(page.locator("#description-of-first")).to_contain_text("End stage")
    await expect(page.get_by_role("group", name="Map of the venue")).to_be_visible()
    await expect(page.get_by_label("Set-up")).to_have_count(0)


async def test_a_seat_that_cannot_be_shown_says_why_and_so_does_a_session_that_ended(
    site: Site, phone: Page
) -> None:
    layout = with_configurations()
    twins = [{"id": f"{letter}1", "name": f"{name} 1"} for letter, name in (("L", "Lower"), ("U", "Upper"))]
    rest = {"rows": ["A", "B"], "seats": {"count": 8}}
    layout["layout"]["sections"] += [twin | rest for twin in twins]
    await furnish(site.cast, rules=layout)
    await without_webgl(phone)
    session = await site.cast.session(locale="de", configuration="match")
    await phone.goto(f"{session['viewerUrl']}&seat=104/B/4")
    alert = phone.get_by_role("alert")
    await expect(alert).to_contain_text(
        "Section 104, Reihe B, Platz 4 ist im Aufbau „Basketball“ geschlossen."
    )

    field = phone.get_by_label("Zu einem Platz gehen")
    await field.fill("Loge <9>")
    await field.press("Enter")
    await expect(alert).to_contain_text("„Loge <9>“ wurde nicht gefunden.")
    await field.fill("Block 1 Reihe B Platz 4")
    await field.press("Enter")
    await expect(alert).to_contain_text("„Block 1 Reihe B Platz 4“ kann mehrere Plätze meinen.")
    assert await serious_findings(phone) == []
    await alert.get_by_role("button", name=re.compile("^Upper 1")).tap()
    await expect(phone.get_by_role("heading", name="Upper 1")).to_be_visible()

    # What cannot be shown leaves the view as it was.
    await phone.locator(".handle").tap()
    await field.fill("Loge <9>")
    await field.press("Enter")
    await expect(alert).to_contain_text("„Loge <9>“ wurde nicht gefunden.")
    await expect(phone.get_by_role("heading", name="Upper 1")).to_be_visible()

    await phone.locator(".handle").tap()
    await field.fill("Upper 1 B 5")
    token = [("authorization", f"Bearer {session['token']}")]
    await site.service.ask("DELETE", f"/sessions/{session['sessionId']}", token)
    # A neighbour that is loaded meanwhile may notice the end before the buyer does. Then there is no field.
    await phone.evaluate("document.querySelector('#seat-field')?.form.requestSubmit()")
    await expect(alert).to_contain_text("Diese Vorschau ist abgelaufen.")


@pytest.mark.long
async def test_compared_seats_are_shown_alike_with_their_facts_below_and_a_cone_each_on_the_map(
    site: Site, phone: Page
) -> None:
    await furnish(site.cast)
    await phone.goto(await viewer_url(site.cast, "101/B/4", cta=CTA))
    await seen(phone)
    await phone.get_by_role("button", name="Compare").tap()
    await seen(phone)
    table = phone.get_by_role("table", name="Comparison of two views")
    await expect(table.get_by_role("button", pressed=True)).to_have_text("Section 101Row C, Seat 4")
    buy = phone.get_by_role("link", name="Choose this seat")
    await expect(buy).to_contain_text("Section 101, Row C, Seat 4")
    assert await is_covered_by_corners_alone(phone.locator(".views"), table)
    left, right = [await cell.bounding_box() for cell in await table.get_by_role("cell").all()][:2]
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    assert await serious_findings(phone) == []

    await expect(phone.get_by_role("button", name="Photo")).to_have_attribute("aria-pressed", "true")
    await phone.get_by_role("button", name="More about this seat").tap()
    # The cone of a view turns and narrows with this view alone. Both seats are in the south-east.
    cones = [phone.locator(f".venue-map-cone{which}") for which in (":not(.is-second)", ".is-second")]
    await expect(cones[0]).to_have_attribute("transform", re.compile(r"rotate\(3[01]\d"))
    await expect(cones[1]).to_have_attribute("transform", re.compile(r"rotate\(3[01]\d"))
    before = [await bearing_of(cone) for cone in cones]
    shape = await cones[1].get_attribute("d")
    await phone.get_by_role("application").nth(1).press("ArrowLeft")
    turned = re.compile(rf"rotate\({int(before[1] - 6)}\.")
    await expect(cones[1]).to_have_attribute("transform", turned)
    await phone.get_by_role("application").nth(1).press("+")
    await expect(cones[1]).not_to_have_attribute("d", shape or "")
    assert await bearing_of(cones[0]) == pytest.approx(before[0])
    await expect(phone.locator(".venue-map-dot")).to_have_count(2)

    await phone.get_by_label("Go to a seat").fill("102 B 2")
    await phone.get_by_role("button", name="Show", exact=True).tap()
    await expect(buy).to_contain_text("Section 102, Row B, Seat 2")
    await table.get_by_role("button", name="Section 101").tap()
    await expect(buy).to_contain_text("Section 101, Row B, Seat 4")


async def test_on_a_phone_nothing_covers_the_view_and_help_speaks_of_fingers(site: Site, phone: Page) -> None:
    await furnish(site.cast)
    await without_webgl(phone)
    await phone.goto(await viewer_url(site.cast, "101/B/4", locale="fr"))
    await seen(phone)
    await phone.get_by_role("button", name="En savoir plus sur cette place").tap()
    await expect(phone.locator("#more")).to_be_visible()
    assert await is_covered_by_corners_alone(phone.locator(".stage"), phone.locator(".panel"))
    assert (await top_and_bottom(phone.locator(".stage")))[1] > 200

    await phone.get_by_role("button", name="Gestes").tap()
    help_ = phone.get_by_role("dialog", name="Gestes")
    await expect(help_).to_contain_text("Deux doigts")
    await expect(help_.locator("kbd")).to_have_count(0)
    assert await serious_findings(phone) == []
    await help_.get_by_role("button", name="Fermer").tap()

    await phone.get_by_role("button", name="Plein écran").tap()
    await expect(phone.locator(".panel")).to_be_hidden()
    await expect(phone.locator(".told-on-view")).to_be_visible()
    await expect(phone.get_by_role("button")).to_have_count(1)
    stage = phone.locator(".stage")
    assert (await settled(lambda: top_and_bottom(stage), lambda ends: ends[1] == 844))[1] == 844
    await phone.get_by_role("button", name="Quitter le plein écran").tap()
    await expect(phone.locator(".panel")).to_be_visible()


@pytest.mark.long
async def test_no_word_breaks_in_any_language_on_a_narrow_phone(site: Site, phone: Page) -> None:
    """The riser is so low that people in front hide a part of the stage, and all facts are shown."""
    low = copy.deepcopy(STAGED_LAYOUT)
    low["sections"][0]["geometry"]["riserM"] = 0.16
    await furnish(site.cast, rules={"layout": low}, imagerySets=[])
    await phone.set_viewport_size({"width": 320, "height": 640})
    await without_webgl(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    for language in LANGUAGES:
        await phone.goto("about:blank")
        asked.clear()
        await phone.goto(await viewer_url(site.cast, "102/B/4", locale=language, cta=CTA))
        await phone.locator(".handle").tap()
        await expect(phone.locator(".facts dd")).to_have_count(3)
        assert await phone.evaluate(BROKEN_WORDS) == [], language
        await phone.locator(".handle").tap()
        await phone.locator(".tool").nth(1).tap()
        await expect(phone.locator(".compared-seats td").nth(5)).to_be_visible()
        assert await phone.evaluate(BROKEN_WORDS) == [], language
        loaded = {found[1] for url in asked if (found := re.search(r"/assets/(\w\w)-[^/]+\.js$", url))}
        assert loaded == {language}
