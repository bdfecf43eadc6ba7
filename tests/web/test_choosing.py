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


async def test_a_refusal_is_a_sentence_with_seats_that_would_do(site: Site, shop: Shop, phone: Page) -> None:
    warnings: list[str] = []
    phone.on("console", lambda message: warnings.append(message.text))
    rules = {"atLeast": 2, "atMost": 2, "sideBySide": True, "noSingleSeat": True, "most": 3}
    offers = [*row("B", 3, 4, 5, 6, 7), *row("C", 1, 2)]
    viewer = await open_picker(site, shop, phone, "101/B/4", offers, rules)
    offer = viewer.get_by_role("region", name="Offer")
    choose = viewer.get_by_role("button", name="Choose this seat")
    would_do = viewer.get_by_role("group", name="You can choose these:").get_by_role("button")
    heading = viewer.get_by_role("heading")

    await choose.tap()
    await expect(offer).to_contain_text("A single seat would be left over.")
    assert await phone.evaluate("chosen.length") == 0
    assert await serious_findings(phone.frames[1]) == []
    await expect(would_do).to_have_text(
        [
            "Row B, Seat 3 Stalls, €40",
            "Row B, Seat 5 Stalls, €40",
            "Row B, Seats 3 and 4 Stalls, €40",
        ]
    )
    await would_do.first.tap()
    await expect(heading.get_by_text("Seat 3")).to_be_attached()
    told = await last_choice(phone)
    assert (told["seat"], told["allChosen"], told["unmet"]) == ("101/B/3", ["101/B/3"], "atLeast")
    await expect(offer).to_contain_text("Please choose at least this many places: 2.")

    # Not beside the other one: a seat beside it is offered, and taken with the button.
    await phone.evaluate("element.show('101/C/1')")
    await expect(heading.get_by_text("Row C")).to_be_attached()
    await choose.tap()
    await expect(offer).to_contain_text("Please choose places side by side.")
    await would_do.filter(has_text="Row B, Seat 4").tap()
    told = await last_choice(phone)
    assert (told["allChosen"], told["unmet"]) == (["101/B/3", "101/B/4"], None)
    await expect(offer.locator(".offer-notice")).to_have_count(0)

    await phone.evaluate("element.show('101/B/5')")
    await expect(heading.get_by_text("Seat 5")).to_be_attached()
    await choose.tap()
    await expect(offer).to_contain_text("No more than this many places can be chosen: 2.")
    assert any("rules.most is left out: there is no such rule." in warning for warning in warnings)


async def test_wheelchair_spaces_are_for_those_who_ask_and_bring_their_companion(
    site: Site, shop: Shop, phone: Page
) -> None:
    rules = {"wheelchairOnRequest": True, "companionWithWheelchair": True}
    viewer = await open_picker(site, shop, phone, "101/A/2", row("A", 1, 2, 3, 4), rules)
    offer = viewer.get_by_role("region", name="Offer")
    await viewer.get_by_role("button", name="Choose this seat").tap()
    await expect(offer).to_contain_text("These places are kept for people in wheelchairs.")
    await viewer.get_by_role("button", name="I need a wheelchair space").tap()
    await expect(offer).to_contain_text("Please choose the wheelchair space as well.")
    both = viewer.get_by_role("group", name="You can choose these:").get_by_role(
        "button", name="Seats 1 and 2"
    )
    await both.tap()
    assert sorted((await last_choice(phone))["allChosen"]) == ["101/A/1", "101/A/2"]


async def test_a_chosen_seat_that_somebody_else_buys_is_told_with_seats_as_good(
    site: Site, shop: Shop, phone: Page
) -> None:
    dear = [offer | {"price": 90, "label": "Front"} for offer in row("A", 3, 4, 5)]
    viewer = await open_picker(site, shop, phone, "101/B/4", [*dear, *row("B", 4, 7), *row("C", 1)])
    offer = viewer.get_by_role("region", name="Offer")
    await viewer.get_by_role("button", name="Choose this seat").tap()
    await expect(viewer.get_by_role("button", name="Remove this seat")).to_be_visible()

    await phone.evaluate("element.updateOffers([{ seat: '101/B/4', state: 'sold' }])")
    await expect(offer).to_contain_text(
        "Somebody else was faster. No longer available: Section 101, Row B, Seat 4"
    )
    # Seats of row A are nearer, but not of the same price.
    alike = viewer.get_by_role("group", name="Just as good:").get_by_role("button")
    await expect(alike).to_have_text(["Row B, Seat 7 Stalls, €40", "Row C, Seat 1 Stalls, €40"])
    assert await serious_findings(phone.frames[1]) == []
    await alike.first.tap()
    await expect(viewer.get_by_role("heading", name="Section 101, Row B, Seat 7")).to_be_visible()
    told = await last_choice(phone)
    assert (told["seat"], told["chosen"], told["allChosen"]) == ("101/B/7", True, ["101/B/7"])
    await expect(offer.get_by_text("Somebody else")).to_have_count(0)


async def test_a_table_is_chosen_as_one(site: Site, shop: Shop, phone: Page) -> None:
    tables = [
        {"seat": "TABLES/T1", "price": 200, "currency": "EUR", "label": "Table", "sell": "whole"},
        {
            "seat": "TABLES/T2",
            "price": 200,
            "currency": "EUR",
            "label": "Table",
            "sell": "whole",
            "state": "sold",
        },
        *(
            {"seat": f"TABLES/T3/{seat}", "price": 50, "currency": "EUR", "sell": "whole"}
            for seat in range(1, 5)
        ),
        *({"seat": f"TABLES/T4/{seat}", "price": 60, "currency": "EUR"} for seat in range(1, 5)),
    ]
    viewer = await open_picker(site, shop, phone, "TABLES/T1/2", tables, {"atMost": 8})
    offer = viewer.get_by_role("region", name="Offer")
    await expect(offer).to_contain_text("€200 Table")
    await expect(offer).to_contain_text("This table is sold as a whole.")
    await viewer.get_by_role("button", name="Choose this table").tap()
    told = await last_choice(phone)
    assert (told["seat"], told["offer"]["price"], told["allChosen"]) == ("TABLES/T1", 200, ["TABLES/T1"])
    await expect(viewer.get_by_role("button", name="Remove this table")).to_be_visible()
    await expect(viewer.locator(".venue-map-ticks circle")).to_have_count(1)

    await phone.evaluate("element.show('TABLES/T2/1')")
    await expect(offer).to_contain_text("Sold")
    # Without an offer of its own, a table is all its seats.
    await phone.evaluate("element.show('TABLES/T3/4')")
    await expect(offer).to_contain_text("€200 in total")
    await viewer.get_by_role("button", name="Choose this table").tap()
    seats = [f"TABLES/T3/{seat}" for seat in range(1, 5)]
    told = await last_choice(phone)
    assert (told["seats"], told["allChosen"]) == (seats, ["TABLES/T1", *seats])
    # A seat of another table is chosen alone, and is one too many.
    await phone.evaluate("element.show('TABLES/T4/1')")
    await expect(offer).to_contain_text("€60")
    await viewer.get_by_role("button", name="Choose this seat").tap()
    await expect(offer).to_contain_text("No more than this many places can be chosen: 8.")

    # On the map a table is tapped as one, wherever.
    await viewer.locator("[data-section='TABLES']").dispatch_event("click")
    await expect(viewer.locator(".venue-map-whole")).to_have_count(3)
    await phone.screenshot(path="/tmp/offers/tables.png")
