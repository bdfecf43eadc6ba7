"""The shops in examples/, opened on a phone: a view is shown, and a chosen seat is in the basket."""

import shutil
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from docs.generated_pages import ROOT
from seatpreview.demo.creation import Demo
from servers.free_ports import free_port
from web.client_packages import (
    PACKAGES,
    SHOP,
    build_packages,
    build_page,
    open_built,
    open_served,
    run,
    serving_node,
)
from web.conftest import Site, serious_findings, without_webgl

pytestmark = pytest.mark.anyio

EXAMPLES = ROOT / "examples"


async def is_shown(phone: Page, seat: str) -> None:
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name=seat)).to_be_visible()


# In the quick lane, test_components.py shows the components of the packages, and test_embed.py a plain page.
@pytest.mark.long
@pytest.mark.parametrize("example", ["shop-html", "shop-react", "shop-vue"])
async def test_a_shop_shows_seats_and_sells_them(
    example: str, demo: Demo, site: Site, phone: Page, tmp_path: Path
) -> None:
    built = tmp_path / "built"
    if example == "shop-html":
        shutil.copytree(EXAMPLES / example, built)
    else:
        await build_packages()
        await build_page(EXAMPLES / example, built)
    await without_webgl(phone)
    async with open_built(phone, built, site.address):
        await buy_two_seats(phone)
        if example != "shop-vue":
            await stand_with_two_others(phone)


async def buy_two_seats(phone: Page) -> None:
    """Chooses two seats of the list, and puts one of them back."""
    await is_shown(phone, "Row K, Seat 9")
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390, (
        "nothing is wider than a phone"
    )
    basket = phone.locator(".basket")
    await expect(basket).to_have_text("Your basket is empty.")

    viewer = phone.frame_locator("seat-preview iframe")
    await viewer.get_by_role("button", name="Choose this seat").tap()
    await expect(basket).to_have_text("107/K/9: €64.00")
    # Another seat of the list is shown by the viewer that is there, and the list knows which one that is.
    upper = phone.get_by_role("button", name="313/12/4 · Upper bowl")
    await upper.tap()
    await is_shown(phone, "Row 12, Seat 4")
    await expect(upper).to_have_attribute("aria-pressed", "true")
    await viewer.get_by_role("button", name="Choose this seat").tap()
    await expect(basket).to_have_text("107/K/9, 313/12/4: €103.00")
    await viewer.get_by_role("button", name="Remove this seat").tap()
    await expect(basket).to_have_text("107/K/9: €64.00")
    assert await phone.locator("head script[src$='embed.js']").count() == 1
    assert await serious_findings(phone) == []


async def stand_with_two_others(phone: Page) -> None:
    """Chooses three places to stand, and hears that no fourth fits beside the seat."""
    viewer = phone.frame_locator("seat-preview iframe")
    await phone.get_by_role("button", name="PIT · Standing").tap()
    await is_shown(phone, "Standing Pit")
    more = viewer.get_by_role("button", name="One place more")
    basket = phone.locator(".basket")
    for count in (1, 2, 3):
        await more.tap()
        places = ", ".join(["PIT"] * count)
        await expect(basket).to_have_text(f"107/K/9, {places}: €{64 + 45 * count}.00")
    await more.tap()
    offer = viewer.get_by_role("region", name="Offer")
    await expect(offer).to_contain_text("No more than this many places can be chosen: 4.")
    await expect(basket).to_have_text("107/K/9, PIT, PIT, PIT: €199.00")


@pytest.mark.long
@pytest.mark.usefixtures("packages")
async def test_a_server_in_typescript_makes_sessions_for_its_page(
    demo: Demo, site: Site, phone: Page
) -> None:
    example = EXAMPLES / "server-typescript"
    await run(PACKAGES / ".bin" / "tsc", cwd=example)
    port = free_port()
    key = str(demo.shop_key.plaintext)
    env = {"SEATPREVIEW_URL": site.address, "SEATPREVIEW_KEY": key, "ORIGIN": SHOP}
    await without_webgl(phone)
    async with serving_node(example / "dist" / "server.js", port, env):
        await open_served(phone, f"http://127.0.0.1:{port}")
        await is_shown(phone, "Row K, Seat 9")
        assert key not in await phone.content()
        # Playwright takes no redirect elsewhere, so the basket is at the real port.
        await phone.goto(f"http://127.0.0.1:{port}/")
        await phone.get_by_role("link", name="Put 107/K/9 into the basket").tap()
        await expect(phone.locator(".basket")).to_have_text("107/K/9")
        await phone.goto(SHOP)
        await phone.get_by_role("link", name="313/12/4: €39").tap()
        await is_shown(phone, "Row 12, Seat 4")
