"""<seat-preview> on a page of another origin: shown where the key allows it, and nowhere else."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import FrameLocator, Page, Route, expect

from servers.free_ports import free_port
from web.conftest import SMALL_DESK, Site, without_webgl
from web.halls import furnish
from web.shops import Shop, open_shop
from web.waiting import settled

pytestmark = pytest.mark.anyio

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
    await expect(viewer(page).get_by_text("Panorama from row B · Ann Lee")).to_be_visible()
    await expect(viewer(page).locator("canvas.panorama")).to_be_visible()
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
    await without_webgl(page)
    await page.goto(shop.origin)
    stage = viewer(page).get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seats 4 and 5"))
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
    pair = ["101/B/4", "101/B/5"]
    in_order = [pair, "101/C/1", pair, "101/B/4"]
    seats = "heard.filter(({ name }) => name === 'seat').map(({ seat, seats }) => seats ?? seat)"
    # The page, which is another process than the frame, hears of a seat a moment after it is shown.
    assert await settled(lambda: page.evaluate(seats), lambda told: told == in_order) == in_order

    # A seat that the venue does not have is told with what was asked for.
    async with page.expect_console_message(lambda message: 'seat="Kop 9"' in message.text) as warned:
        await page.evaluate("element.setAttribute('seat', 'Kop 9')")
    assert "<seat-preview> not_found: " in (await warned.value).text
    assert 'seat="Kop 9"' in (await heard(page, "problem"))["hint"]


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
    await expect(page.locator("seat-preview iframe")).to_be_visible()
    await expect(viewer(page).locator("#viewer")).to_have_count(0)
    # The element waits for twelve seconds from the frame's load on, which may come after the message.
    while not await page.evaluate("heard.length"):
        await page.clock.run_for(1000)
    [problem] = await page.evaluate("heard")
    assert (problem["name"], problem["code"]) == ("problem", "frame_refused")
    assert f"Add {shop.origin} to embedFrameAncestors of {key['keyId']}." in problem["hint"]


async def test_a_viewer_that_loads_slowly_is_not_taken_for_a_refused_one(
    site: Site, shop: Shop, page: Page
) -> None:
    await keyless(site, shop, shop.origin)
    shop.sell(site.address, venue=site.cast.hall, seat="101/B/4")
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def answer_late(route: Route) -> None:
        asked.set()
        await may_answer.wait()
        await route.continue_()

    await page.route("**/v1/caller", answer_late)
    await without_webgl(page)
    await stop_clock(page)
    await page.goto(shop.origin)
    await asked.wait()
    await page.frames[1].wait_for_load_state("load")
    await page.clock.run_for(30_000)
    assert await page.evaluate("heard") == []
    may_answer.set()
    await expect(viewer(page).get_by_role("heading", name="Row B, Seat 4")).to_be_visible()


async def test_the_viewer_is_deaf_to_pages_of_another_origin(site: Site, shop: Shop, page: Page) -> None:
    """A session that is bound to one origin is framed by a page of another, which asks it for seats."""
    await furnish(site.cast)
    key = await site.cast.owner.make_key(embedFrameAncestors=[shop.origin])
    made = await site.cast.session(key, origin="https://elsewhere.example")
    shop.sell(site.address, session=made["viewerUrl"], seat="101/B/4")
    await without_webgl(page)
    await page.goto(shop.origin)
    stage = viewer(page).get_by_role("application")
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 4"))
    await page.evaluate(
        "element.shadowRoot.querySelector('iframe').contentWindow"
        ".postMessage({ type: 'seat-preview', ask: 'show', seat: '102/A/1' }, '*')"
    )
    await viewer(page).get_by_role("button", name="Seat to the right").click()
    await expect(stage).to_have_accessible_name(re.compile("Row B, Seat 5"))
    assert await page.evaluate("heard") == []


async def test_a_session_is_not_shown_under_the_key_of_another_tenant(
    site: Site, shop: Shop, page: Page
) -> None:
    """Attack: a page that its own tenant's key allows frames the viewer under that key, with the token of a
    shop that allows no frames."""
    await furnish(site.cast)
    made = await site.cast.session()
    own = await site.cast.stranger.make_key(embedFrameAncestors=[shop.origin])
    foreign = made["viewerUrl"].replace(site.cast.owner.key_id, own["keyId"])
    shop.sell(site.address, session=foreign, seat="101/B/4")
    await without_webgl(page)
    await page.goto(shop.origin)
    sentence = "This page may not show the preview. The shop has to allow it."
    await expect(viewer(page).get_by_role("alert")).to_have_text(sentence)
    await expect(viewer(page).get_by_role("application")).to_have_count(0)
    assert (await heard(page, "problem"))["code"] == "origin_not_allowed"


async def test_a_session_of_a_server_is_shown_as_it_is(site: Site, shop: Shop, page: Page) -> None:
    await furnish(site.cast)
    key = await site.cast.owner.make_key(embedFrameAncestors=[shop.origin])
    made = await site.cast.session(key, seats=["101/B/4", "102/A/1"])
    shop.sell(site.address, session=made["viewerUrl"])
    await without_webgl(page)
    await page.goto(shop.origin)
    mine = viewer(page).get_by_role("group", name="Your seats")
    await expect(mine.get_by_role("button")).to_have_text(["101 · B · 4", "102 · A · 1"])
    assert (await heard(page, "ready"))["name"] == "ready"


SORRY = "Der Blick von diesem Platz kann im Moment nicht gezeigt werden."
OFFLINE = "Die Ansicht konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung."


async def test_what_is_wrong_is_told_to_the_developer_and_the_buyer_reads_a_kind_sentence(
    site: Site, shop: Shop, page: Page
) -> None:
    """Each of these pages asks another origin than its own, as a shop's does."""
    await furnish(site.cast)
    cast, hall = site.cast, site.cast.hall
    here = await cast.owner.make_key(allowedOrigins=[shop.origin], allowOriginOnly=True)
    elsewhere = await cast.owner.make_key(allowedOrigins=["https://a.example"], allowOriginOnly=True)
    secret_only = await cast.owner.make_key(allowedOrigins=[shop.origin])
    nobody = f"http://127.0.0.1:{free_port()}"
    cases: list[tuple[dict[str, str], str, str, str]] = [
        ({"venue": hall}, "credentials_missing", f"has {shop.origin} in allowedOrigins", SORRY),
        (
            {"venue": hall, "key_id": elsewhere["keyId"]},
            "origin_not_allowed",
            f"Add {shop.origin} to allowedOrigins of {elsewhere['keyId']}.",
            SORRY,
        ),
        ({"venue": hall, "key_id": secret_only["keyId"]}, "key_invalid", "have allowOriginOnly on", SORRY),
        ({"venue": hall, "key_id": "key_aaaaaaaaaaaa"}, "key_invalid", 'key-id="key_aaaaaaaaaaaa"', SORRY),
        (
            {"venue": hall, "key_id": here["keyId"], "service": nobody},
            "unreachable",
            f"No answer from {nobody}.",
            OFFLINE,
        ),
        ({"venue": "nowhere", "key_id": here["keyId"]}, "not_found", 'venue="nowhere"', SORRY),
        ({"key_id": here["keyId"]}, "venue_missing", "Set the attribute venue", SORRY),
        ({"session": "st_alone"}, "session_invalid", "viewerUrl", SORRY),
        (
            {"venue": hall, "key_id": here["keyId"], "cta_url": "https://b.example/"},
            "origin_not_allowed",
            "Add https://b.example to the key's allowedOrigins",
            SORRY,
        ),
        (
            {"venue": hall, "key_id": here["keyId"], "cta_url": "javascript:alert(1)"},
            "validation_failed",
            "/cta/url",
            SORRY,
        ),
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
    shop.sell(site.address, venue=hall, key_id=here["keyId"])
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
