"""Choosing places that a shop sells with rules: an area, a table, seats, on a page of another origin."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from playwright.async_api import ConsoleMessage, FrameLocator, Page, expect

from web.conftest import Site, serious_findings, without_webgl
from web.halls import STAGED_LAYOUT, furnish
from web.shops import Shop, open_shop

pytestmark = pytest.mark.anyio

LAYOUT: dict[str, Any] = STAGED_LAYOUT | {
    "sections": [
        STAGED_LAYOUT["sections"][0]
        | {
            "properties": [
                {"at": {"A": [1]}, "has": ["wheelchair"]},
                {"at": {"A": [2]}, "has": ["companion"]},
            ]
        },
        {
            "id": "PIT",
            "name": "Pit",
            "kind": "standing",
            "capacity": 60,
            "geometry": {"area": [[-6, -10], [6, -10], [6, -6], [-6, -6]]},
        },
        {
            "id": "TABLES",
            "name": "Tables",
            "rows": {"first": "T1", "last": "T4"},
            "seats": {"count": 4},
            "geometry": {
                "origin": {"x": 14, "y": -8},
                "facingDeg": 300,
                "tables": {"columns": 2, "pitchM": 3, "widthM": 1.2},
            },
        },
    ],
}


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    async with open_shop() as shop:
        yield shop


async def open_picker(
    site: Site, shop: Shop, page: Page, seat: str, offers: Sequence[object], rules: object = None
) -> FrameLocator:
    """Opens a page that sells these, and keeps what it hears of a choice in `chosen`."""
    await furnish(site.cast, rules={"layout": LAYOUT})
    key = await site.cast.keyless(allowedOrigins=[shop.origin], embedFrameAncestors=[shop.origin])
    shop.sell(site.address, service=site.address, key_id=key["keyId"], venue=site.cast.hall, seat=seat)
    await without_webgl(page)
    await page.goto(shop.origin)
    await page.evaluate(
        """([offers, rules]) => {
          window.chosen = [];
          element.addEventListener("seat-chosen", ({ detail }) => chosen.push(detail));
          element.rules = rules;
          element.offers = offers;
        }""",
        [list(offers), rules],
    )
    return page.frame_locator("seat-preview iframe")


def row(name: str, *free: int, of: int = 8, price: float = 40) -> list[dict[str, Any]]:
    """Offers of a row of the hall, of which some seats are free."""
    return [
        {
            "seat": f"101/{name}/{seat}",
            "price": price,
            "currency": "EUR",
            "label": "Stalls",
            "state": "available" if seat in free else "sold",
        }
        for seat in range(1, of + 1)
    ]


async def last_choice(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = await page.evaluate("chosen.at(-1)")
    return told


async def test_a_buyer_chooses_a_number_of_places_in_a_standing_area(
    site: Site, shop: Shop, phone: Page
) -> None:
    warnings: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "warning":
            warnings.append(message.text)

    phone.on("console", note)
    pit = {"seat": "PIT", "price": 25, "currency": "EUR", "label": "Standing", "free": 5}
    viewer = await open_picker(site, shop, phone, "PIT", [pit, *row("B", 4), {"seat": "101/A/3", "free": 2}])
    offer = viewer.get_by_role("region", name="Offer")
    await expect(offer).to_contain_text("€25 Standing 5 on sale")
    await expect(offer).to_contain_text("What you see depends on who stands in front of you.")
    await expect(offer).to_contain_text("from the worst place")
    places = viewer.get_by_role("group", name="How many places?")
    fewer, more = places.get_by_role("button").first, places.get_by_role("button").last
    await expect(fewer).to_be_disabled()
    for _ in range(3):
        await more.tap()
    await expect(places.get_by_role("status")).to_have_text("3")
    assert await last_choice(phone) == {
        "seat": "PIT",
        "offer": pit | {"state": "available"},
        "chosen": True,
        "count": 3,
        "allChosen": ["PIT"] * 3,
        "unmet": None,
    }
    await expect(viewer.locator(".venue-map-ticks text")).to_have_text("3")
    area = viewer.get_by_role("button", name="Pit, 60 places, from €25, 5 on sale")
    await expect(area).to_be_attached()
    assert await serious_findings(phone.frames[1]) == []

    # Two are gone: a single offer changes, and the others stay.
    await phone.evaluate("element.updateOffers([{ ...element.offers[0], free: 3 }])")
    await expect(offer).to_contain_text("3 on sale")
    await expect(more).to_be_disabled()
    assert len(await phone.evaluate("element.offers")) == 10
    await fewer.tap()
    await expect(places.get_by_role("status")).to_have_text("2")
    assert await phone.evaluate("element.chosen") == ["PIT", "PIT"]
    await phone.evaluate("element.chosen = ['PIT']")
    await expect(places.get_by_role("status")).to_have_text("1")
    assert any("The offer of 101/A/3 is left out: `free`" in warning for warning in warnings), warnings
