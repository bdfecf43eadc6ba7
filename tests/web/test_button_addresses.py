"""The address of the viewer's button follows the seat that is shown."""

from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.async_api import FrameLocator, Page, expect

from web.conftest import Site, without_webgl
from web.shops import open_shop

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]
LABEL = "Buy it here"

LAYOUT: Json = {
    "focus": {"name": "Stage", "z": 1.2},
    "sections": [
        {
            "ids": ["Loge 1. Rang", "Größe-Ä_ß", "東 2", "A"],
            "rows": ["1", "Ö 2"],
            "seats": {"count": 8},
            "geometry": {"bearingDeg": 120, "bearingStepDeg": 30, "distanceM": 8},
        },
        {
            "id": "Steh Platz",
            "kind": "standing",
            "capacity": 50,
            "geometry": {"bearingDeg": 0, "distanceM": 6},
        },
    ],
}


@pytest.fixture
async def venue(site: Site) -> str:
    return await site.cast.venue(site.cast.owner.tenant_id, rules={"layout": LAYOUT})


async def open_viewer(page: Page, site: Site, venue: str, url: str, seat: str) -> None:
    """Opens the viewer at this seat, with a button to this address."""
    session = await site.cast.session(venue=venue, cta={"url": url, "label": LABEL})
    await without_webgl(page)
    await page.goto(f"{session['viewerUrl']}&seat={quote(seat, safe='')}")


async def button_address(page: Page | FrameLocator) -> str:
    """Returns where the button leads, once it is there."""
    button = page.get_by_role("link", name=LABEL).first
    await button.wait_for()
    address = await button.get_attribute("href")
    assert address is not None
    return address


@pytest.mark.parametrize("section", ["Loge 1. Rang", "Größe-Ä_ß", "東 2"])
async def test_unusual_names_are_encoded_in_path_query_and_fragment(
    page: Page, site: Site, venue: str, section: str
) -> None:
    url = "https://shop.example/hall/{section}/{row}?seat={seat}&again={seat}#{row}"
    key = f"{section}/Ö 2/3"
    await open_viewer(page, site, venue, url, key)
    section_text, row, seat = (quote(each, safe="") for each in (section, "Ö 2", key))
    expected = f"https://shop.example/hall/{section_text}/{row}?seat={seat}&again={seat}#{row}"
    assert await button_address(page) == expected


async def test_a_section_called_two_dots_has_no_button(page: Page, site: Site) -> None:
    """Attack: a section that is called `..` leads out of the folder of the shop that the address names."""
    section = {"id": "..", "rows": ["1"], "seats": {"count": 8}, "geometry": {"distanceM": 8}}
    layout = {"focus": {"name": "Stage", "z": 1.2}, "sections": [section]}
    venue = await site.cast.venue(site.cast.owner.tenant_id, rules={"layout": layout})
    url = "https://shop.example/halls/{section}/buy?seat={seat}"
    async with page.expect_response(lambda response: "/seats/preview" in response.url):
        await open_viewer(page, site, venue, url, "../1/3")
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_role("link", name=LABEL)).to_have_count(0)


async def test_several_seats_are_separated_by_commas(page: Page, site: Site, venue: str) -> None:
    url = "https://shop.example/?seats={seat}&section={section}&row={row}"
    await open_viewer(page, site, venue, url, "A row 1 seats 3-5")
    query = dict(part.split("=") for part in (await button_address(page)).partition("?")[2].split("&"))
    assert "/" not in query["seats"]
    assert unquote(query["seats"]) == "A/1/3,A/1/4,A/1/5"
    assert (query["section"], query["row"]) == ("A", "1")


async def test_a_section_without_rows_leaves_the_row_empty(page: Page, site: Site, venue: str) -> None:
    await open_viewer(page, site, venue, "https://shop.example/?seat={seat}&row={row}&x=1", "Steh Platz")
    assert await button_address(page) == "https://shop.example/?seat=Steh%20Platz&row=&x=1"


async def test_the_button_follows_the_buyer_to_the_neighbour(page: Page, site: Site, venue: str) -> None:
    await open_viewer(page, site, venue, "https://shop.example/?seat={seat}", "A/1/4")
    assert unquote(await button_address(page)).endswith("=A/1/4")
    await page.get_by_role("button", name="Right").first.click()
    moved = page.get_by_role("link", name=LABEL).first
    await expect(moved).to_have_attribute("href", f"https://shop.example/?seat={quote('A/1/5', safe='')}")


async def test_there_is_no_button_until_a_seat_is_shown(page: Page, site: Site, venue: str) -> None:
    """A button without placeholders is there at once."""
    await open_viewer(page, site, venue, "https://shop.example/?seat={seat}", "nowhere at all")
    await page.get_by_text("nowhere at all").first.wait_for()
    await expect(page.get_by_role("link", name=LABEL)).to_have_count(0)
    await open_viewer(page, site, venue, "https://shop.example/plain", "A/1/4")
    assert await button_address(page) == "https://shop.example/plain"


async def test_percent_encoded_braces_are_a_placeholder_as_well(page: Page, site: Site, venue: str) -> None:
    """Some shop systems encode addresses themselves."""
    await open_viewer(page, site, venue, "https://shop.example/%7Bseat%7D?row={row}", "A/1/4")
    assert await button_address(page) == "https://shop.example/A%2F1%2F4?row=1"


@pytest.mark.parametrize(
    "url",
    [
        "https://{section}.shop.example/",
        "https://shop.example{seat}/basket",
        "https://shop.example:{row}/basket",
        "https://{seat}@shop.example/basket",
        "https://{seat}/basket",
        "{section}://shop.example/basket",
        "{seat}",
        "https://shop.example/{price}",
        "https://shop.example/{Seat}",
        "https://shop.example/?seat={seat}&to={url}",
        "http://shop.example/{seat}",
        "javascript:alert('{seat}')",
    ],
)
async def test_a_placeholder_in_a_forbidden_place_is_refused(site: Site, venue: str, url: str) -> None:
    refused = await site.cast.owner.post("/sessions", {"venue": venue, "cta": {"url": url, "label": LABEL}})
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/cta/url"]


@pytest.mark.parametrize(("state", "text"), [("sold", "Sold"), ("held", "Reserved"), (None, "Not on sale")])
async def test_a_seat_that_is_not_for_sale_has_no_button(
    page: Page, site: Site, venue: str, state: str | None, text: str
) -> None:
    """The view says why. One seat further, which is on sale, there is a button again once it is chosen."""
    async with open_shop() as shop:
        key = await site.cast.owner.make_key(
            allowedOrigins=[shop.origin], allowOriginOnly=True, embedFrameAncestors=[shop.origin]
        )
        sold = f', {{seat: "A/1/4", price: 5, state: "{state}"}}' if state else ""
        cta = {"cta_url": f"{shop.origin}/basket?seat={{seat}}", "cta_label": LABEL}
        shop.sell(site.address, venue=venue, key_id=key["keyId"], seat="A/1/4", **cta)
        shop.page += f'<script>element.offers = [{{seat: "A/1/5", price: 5}}{sold}];</script>'
        await page.goto(shop.origin)
        frame = page.frame_locator("iframe")
        await frame.get_by_text(text, exact=True).first.wait_for()
        await expect(frame.get_by_role("link", name=LABEL)).to_have_count(0)
        assert await frame.locator(f'a[href^="{shop.origin}"]').count() == 0
        await page.evaluate('element.setAttribute("seat", "A/1/5")')
        await frame.get_by_role("button", name="Choose this seat").click()
        assert unquote(await button_address(frame)) == f"{shop.origin}/basket?seat=A/1/5"
