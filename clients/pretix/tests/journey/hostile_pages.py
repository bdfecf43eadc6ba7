"""What people see in Chromium where an event names a service that means harm."""

from __future__ import annotations

from hostile_service import MARK, SHOWN
from playwright.sync_api import Browser, Page, expect

from journey.buyer_pages import choose_from_the_list
from journey.chromium import open_shop

LOAD_SCRIPT = """address => new Promise((resolve) => {
  const tell = ({ effectiveDirective }) => resolve(`refused by ${effectiveDirective}`);
  document.addEventListener("securitypolicyviolation", tell);
  const script = document.createElement("script");
  script.onload = () => resolve("loaded");
  script.src = address;
  document.head.append(script);
})"""


def use_the_shop(browser: Browser, shop: str, service: str) -> None:
    """Uses the map, the list and the basket. No script of the service runs in the page, and none could."""
    faults: list[str] = []
    page = open_shop(browser, shop, faults)
    expect(page.frame_locator("seat-preview iframe").get_by_text(SHOWN)).to_be_visible()
    see_no_mark(page)
    # The frame says that this seat was chosen, by a key that is markup.
    expect(page.locator("[data-part=chosen] li")).to_contain_text("Stalls, Row 1, Seat 1")
    choose_from_the_list(page, "Stalls, Row 1, Seat 2")
    expect(page.locator("[data-part=chosen] li")).to_have_count(2)
    see_no_mark(page)
    assert not [address for address in _scripts(page) if not address.startswith(shop.partition("/mill/")[0])]
    assert faults == [], f"The page tried what its policy refuses: {faults}"
    assert page.evaluate(LOAD_SCRIPT, f"{service}/embed.js") == "refused by script-src-elem"
    see_no_mark(page)


def see_no_mark(page: Page) -> None:
    """Makes sure that no script of the service has run in the page."""
    mark = page.evaluate(f"document.documentElement.dataset.{MARK} ?? null")
    assert mark is None, f"A {mark} of the service ran in {page.url}."


def _scripts(page: Page) -> list[str]:
    addresses: list[str] = page.evaluate("[...document.scripts].map(({ src }) => src).filter(Boolean)")
    return addresses
