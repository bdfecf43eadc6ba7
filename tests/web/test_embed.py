"""<seat-preview> on a page of another origin: shown where the key allows it, and nowhere else."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import FrameLocator, Page, expect

from servers.free_ports import free_port
from web.conftest import SMALL_DESK, Site, without_webgl
from web.halls import furnish
from web.shops import Shop, open_shop
from web.waiting import settled

pytestmark = pytest.mark.anyio

PAIR = "101 B 4-5"
SHOWN = """heard.filter(({ name }) => name === "seat")
  .map(({ seat, seats, medium }) => [seats ?? seat, medium])"""
VIEWED = """heard.filter(({ kind }) => kind === "seat_viewed").map(({ seat }) => seat)"""


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


async def stop_clock(page: Page) -> None:
    """Stops the time of pages: it passes when a test says so, and on no machine before."""
    await page.clock.install(time=0)
    await page.clock.pause_at(1000)


async def heard(page: Page, name: str) -> Any:
    """The last event of this name that the shop's page was told of, once there is one."""
    last = "name => heard.findLast(each => each.name === name)"
    return await (await page.wait_for_function(last, arg=name)).json_value()


async def test_a_shop_shows_the_viewer_and_hears_of_seats(site: Site, shop: Shop, page: Page) -> None:
    await keyless(site, shop, shop.origin)
    shop.sell(site.address, venue=site.cast.hall, seat="101/B/4", cta_url=f"{shop.origin}/buy")
    await page.set_viewport_size(SMALL_DESK)
    await page.goto(shop.origin)
    stage = viewer(page).get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 4"))
    await expect(viewer(page).get_by_text("Panorama from this row · Ann Lee")).to_be_visible()
    await expect(viewer(page).locator("canvas.panorama")).to_be_visible()
    await expect(viewer(page).get_by_role("link", name="Choose this seat")).to_be_visible()
    assert await stage.evaluate("() => document.featurePolicy.allowsFeature('xr-spatial-tracking')")

    # The page asks for other seats, by script and by attribute, without a new frame.
    await page.evaluate("window.frame = element.shadowRoot.querySelector('iframe')")
    await page.evaluate("element.show('102/A/1')")
    await expect(stage).to_have_accessible_name(re.compile("Section 102, Row A, Seat 1"))
    await page.evaluate("element.setAttribute('seat', '101 B 4-5')")
    await expect(stage).to_have_accessible_name(re.compile("Section 101, Row B, Seats 4 and 5"))
    assert await page.evaluate("frame === element.shadowRoot.querySelector('iframe')")

    # The buyer moves, and goes back without leaving the page.
    entries = await page.evaluate("history.length")
    await viewer(page).get_by_role("button", name="Row behind").click()
    await expect(stage).to_have_accessible_name(re.compile("Row C, Seat 4"))
    assert await page.evaluate("history.length") == entries
    await viewer(page).get_by_role("button", name="Back to Section 101, Row B, Seats 4 and 5").click()
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seats 4 and 5"))
    await viewer(page).get_by_role("button", name="Drawing").click()

    pair = ["101/B/4", "101/B/5"]
    in_order = [
        ["101/B/4", "picture"],
        ["102/A/1", "picture"],
        [pair, "picture"],
        ["101/C/4", "picture"],
        [pair, "picture"],
        [pair, "drawing"],
    ]
    # The page, which is another process than the frame, hears of a seat a moment after it is shown.
    assert await settled(lambda: page.evaluate(SHOWN), lambda told: told == in_order) == in_order
    told = await heard(page, "seat")
    assert (told["seat"], told["label"]) == ("101/B/4", PAIR)
    assert await page.evaluate(VIEWED) == ["101/B/4", "102/A/1", "101/B/4", "101/C/4", "101/B/4"]

    # A seat that the venue does not have is told with what was asked for.
    async with page.expect_console_message(lambda message: 'seat="Kop 9"' in message.text) as warned:
        await page.evaluate("element.setAttribute('seat', 'Kop 9')")
    assert "<seat-preview> not_found: " in (await warned.value).text
    assert 'seat="Kop 9"' in (await heard(page, "problem"))["hint"]


# In the quick lane, web/source/viewer/viewer-actions.test.ts says what a session of one seat offers.
@pytest.mark.long
@pytest.mark.parametrize("seats", [["101/B/4", "101/B/5"], ["101/B/4"]], ids=len)
async def test_a_session_of_a_server_offers_its_own_seats_and_no_others(
    seats: list[str], site: Site, shop: Shop, page: Page
) -> None:
    await furnish(site.cast)
    key = await site.cast.owner.make_key(embedFrameAncestors=[shop.origin])
    await without_webgl(page)
    made = await site.cast.session(key, seats=seats)
    shop.sell(site.address, session=made["viewerUrl"])
    await page.goto(shop.origin)
    await expect(viewer(page).get_by_role("heading", name="Row B, Seat 4")).to_be_visible()
    moves = len(seats) - 1
    mine = viewer(page).get_by_role("group", name="Your seats").get_by_role("button")
    names = ["Section 101, Row B, Seat 4", "Section 101, Row B, Seat 5"]
    await expect(mine).to_have_text(names if moves else [])
    await expect(viewer(page).get_by_role("group", name="Move to another seat")).to_have_count(moves)
    await expect(viewer(page).get_by_role("button", name="Compare")).to_have_count(moves)
    await expect(viewer(page).get_by_label("Go to a seat")).to_have_count(0)
    assert (await heard(page, "ready"))["name"] == "ready"


async def test_a_page_outside_frame_ancestors_sees_nothing_and_is_told_what_to_add(
    site: Site, shop: Shop, page: Page
) -> None:
    """A page that the key does not name puts the viewer under its own buttons."""
    key = await keyless(site, shop, "https://other.example")
    shop.sell(site.address, venue=site.cast.hall, seat="101/B/4")
    await stop_clock(page)
    async with page.expect_console_message(lambda message: "frame-ancestors" in message.text) as refused:
        await page.goto(shop.origin)
    assert (await refused.value).type == "error"
    # The browser's own page of the frame, with a broken picture, is not shown.
    await expect(page.locator("seat-preview iframe")).to_be_hidden()
    await expect(viewer(page).locator("#viewer")).to_have_count(0)
    # The element waits for three seconds from the frame's load on, which may come after the message.
    while not await page.evaluate("heard.length"):
        await page.clock.run_for(1000)
    [problem] = await page.evaluate("heard")
    assert (problem["name"], problem["code"]) == ("problem", "frame_refused")
    assert f"Add {shop.origin} to embedFrameAncestors of {key['keyId']}." in problem["hint"]


SORRY = "Der Blick von diesem Platz kann im Moment nicht gezeigt werden."
OFFLINE = "Die Ansicht konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung."


async def test_what_is_wrong_is_told_to_the_developer_and_the_buyer_reads_a_kind_sentence(
    site: Site, shop: Shop, page: Page
) -> None:
    """Each of these pages asks another origin than its own, as a shop's does. Refused by the service, by its
    key, for a part of the request, and not answered at all."""
    await furnish(site.cast)
    hall = site.cast.hall
    here = await site.cast.owner.make_key(allowedOrigins=[shop.origin], allowOriginOnly=True)
    elsewhere = await site.cast.owner.make_key(allowedOrigins=["https://a.example"], allowOriginOnly=True)
    nobody = f"http://127.0.0.1:{free_port()}"
    with_key = {"venue": hall, "key_id": here["keyId"]}
    cases: list[tuple[dict[str, str], str, str, str]] = [
        ({"venue": hall}, "credentials_missing", f"has {shop.origin} in allowedOrigins", SORRY),
        (
            {"venue": hall, "key_id": elsewhere["keyId"]},
            "origin_not_allowed",
            f"Add {shop.origin} to allowedOrigins of {elsewhere['keyId']}.",
            SORRY,
        ),
        (with_key | {"cta_url": "javascript:alert(1)"}, "validation_failed", "/cta/url", SORRY),
        (with_key | {"service": nobody}, "unreachable", f"No answer from {nobody}.", OFFLINE),
        ({"session": "st_alone"}, "session_invalid", "viewerUrl", SORRY),
    ]
    shop.language = "de-AT"
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    for attributes, code, mended_by, sentence in cases:
        told.clear()
        shop.sell(site.address, **attributes)
        await page.goto(shop.origin)
        problem = await heard(page, "problem")
        assert (problem["code"], problem["detail"]) == (code, sentence)
        assert mended_by in problem["hint"]
        assert f"<seat-preview> {code}: {problem['hint']}" in told
        await expect(page.locator("seat-preview").get_by_role("alert")).to_have_text(sentence)
        assert "a.example" not in problem["hint"], "which origins a key allows is nobody's business"

    # A buyer who was offline tries again.
    shop.sell(site.address, **with_key)
    await page.route("**/v1/sessions", lambda route: route.abort(), times=1)
    await page.goto(shop.origin)
    await page.get_by_role("button", name="Noch einmal versuchen").click()
    await expect(page.locator("seat-preview iframe")).to_have_attribute("title", "Blick vom Platz")


async def test_a_strict_policy_of_the_page_is_enough_with_three_directives(
    site: Site, shop: Shop, phone: Page
) -> None:
    """The directives of docs/embedding.md. Two elements: one at once, one when it comes near."""
    await keyless(site, shop, shop.origin)
    shop.policy = (
        f"default-src 'none'; script-src {site.address}; connect-src {site.address}; frame-src {site.address}"
    )
    attributes = (
        f'venue="{site.cast.hall}" events="off" theme="dark" accent="#ffd400" cta-url="{shop.origin}/"'
    )
    shop.page = f"""<!doctype html><html lang="en"><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
        <script src="{site.address}/embed.js" async></script>
        <seat-preview id="first" {attributes} seat="101/B/4"></seat-preview>
        <table height="6000"><tr><td>Far below</table>
        <seat-preview id="second" {attributes} seat="102/A/1" loading="lazy"></seat-preview>"""
    reported: list[str] = []
    phone.on("request", lambda request: reported.append(request.url.removeprefix(site.address)))
    refused: list[str] = []
    phone.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    await without_webgl(phone)
    await phone.goto(shop.origin)
    first, second = (phone.frame_locator(f"#{name} iframe") for name in ("first", "second"))
    stage = first.get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 4"))
    await expect(first.locator("html")).to_have_attribute("data-theme", "dark")
    button = first.get_by_role("link", name="Choose this seat")
    await expect(button).to_have_css("background-color", "rgb(255, 212, 0)")
    await expect(button).to_have_css("color", "rgb(0, 0, 0)")
    assert reported.count("/v1/sessions") == 1, "the second one is far away"

    await phone.locator("#second").scroll_into_view_if_needed()
    stage = second.get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Section 102"))
    assert reported.count("/v1/sessions") == 2
    assert "/v1/events" not in reported
    assert [text for text in refused if "Content Security Policy" in text] == []
