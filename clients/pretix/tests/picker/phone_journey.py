"""Two buyers in Chromium: one on a phone chooses two seats, and the other is faster for one of them.

It runs in the environment of the service, which has Playwright:
python phone_journey.py SHOP SERVICE [PICTURES]"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    FrameLocator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

SECONDS = 1_000
PATIENCE = 240 * SECONDS
"""A machine under load may draw slowly. Nothing waits longer than it has to."""
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def main(shop: str, service: str, pictures: Path | None) -> None:
    """Runs the journey. It fails with an exception that says what was not there."""
    expect.set_options(timeout=PATIENCE)
    faults: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        phone = open_shop(browser, shop, faults)
        choose_on_the_map(phone, "Row 1, seat 1")
        choose_from_the_list(phone, "Stalls, Row 2, Seat 2")
        expect(phone.locator("[data-part=sum]")).to_have_text("€70.00")
        keep_picture(phone, pictures, "two-seats")
        other = open_shop(browser, shop, faults)
        choose_from_the_list(other, "Stalls, Row 1, Seat 1")
        # The phone hears of it within some seconds. Here it sends its seats before.
        stop_asking(phone)
        add_to_cart(other)
        expect(other.get_by_text("successfully added to your cart")).to_be_visible()
        add_to_cart(phone)
        see_that_somebody_was_faster(phone)
        hear_of_taken_seat(other, "Stalls, Row 2, Seat 2")
        keep_picture(phone, pictures, "somebody-was-faster")
        sell_without_the_service(browser, shop, service, pictures)
        browser.close()
    if faults:
        sys.exit("\n".join(faults))


def launch(playwright: Playwright) -> Browser:
    """Starts Chromium, with graphics in software."""
    return playwright.chromium.launch(
        executable_path=CHROMIUM if Path(CHROMIUM).exists() else None,
        args=["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    )


def open_shop(browser: Browser, shop: str, faults: list[str]) -> Page:
    """Opens the shop on a phone of its own."""
    page = new_phone(browser)
    collect_faults(page, faults)
    page.goto(shop)
    return page


def collect_faults(page: Page, faults: list[str]) -> None:
    """Collects errors in scripts, and of the policy."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: keep_fault(message, faults))


def keep_fault(message: ConsoleMessage, faults: list[str]) -> None:
    """Keeps what the browser says about the content security policy."""
    if "Content Security Policy" in message.text:
        faults.append(message.text)


def new_phone(browser: Browser) -> Page:
    """Returns an empty page on a phone that nobody has used yet."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def choose_on_the_map(page: Page, seat: str, section: str = "Stalls") -> None:
    """Zooms into a section, looks from a seat, and chooses it."""
    viewer: FrameLocator = page.frame_locator("seat-preview iframe")
    viewer.get_by_role("button", name=section).press("Enter")
    viewer.get_by_role("button", name=seat).press("Enter")
    viewer.get_by_role("button", name="Choose this seat").tap()
    expect(viewer.get_by_role("button", name="Remove this seat")).to_be_visible()
    expect(page.locator("[data-part=chosen] li")).to_have_count(1)


def choose_from_the_list(page: Page, seat: str, section: str = "Stalls") -> None:
    """Chooses a seat by keyboard in the list, where a screen reader says its whole name."""
    page.get_by_role("button", name="List of seats").tap()
    page.locator("summary", has_text=section).focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("checkbox", name=seat)
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    expect(page.locator("[data-part=chosen]")).to_contain_text(seat)


def stop_asking(page: Page) -> None:
    """Keeps the page from hearing that a seat was taken, until it is loaded again."""
    page.route("**/seatpreview/states/*", lambda route: route.abort())


def add_to_cart(page: Page) -> None:
    """Sends the chosen seats by pretix's own form, and waits for the page after it."""
    with page.expect_navigation(url="**require_cookie*", timeout=PATIENCE):
        page.get_by_role("button", name="Add to cart").tap()
    page.unroute("**/seatpreview/states/*")


def see_that_somebody_was_faster(page: Page) -> None:
    """Pretix says it, the picker says which seat, and the other seat is in the cart."""
    expect(page.get_by_text("The seat you selected has already been taken")).to_be_visible()
    faster = page.locator("[data-part=faster]")
    expect(faster).to_contain_text("Stalls, Row 1, Seat 1 is no longer free: somebody else was faster")
    expect(faster).to_contain_text("Stalls, Row 2, Seat 2 is in your cart")
    page.get_by_role("button", name="List of seats").tap()
    page.locator("summary", has_text="Stalls").tap()
    for seat in ("Stalls, Row 1, Seat 1", "Stalls, Row 2, Seat 2"):
        expect(page.get_by_role("checkbox", name=seat)).to_be_disabled()


def hear_of_taken_seat(page: Page, seat: str) -> None:
    """A page that was opened before the seat was taken shows it without being loaded again."""
    page.get_by_role("button", name="List of seats").tap()
    page.locator("summary", has_text="Stalls").tap()
    expect(page.get_by_role("checkbox", name=seat)).to_be_disabled()


def sell_without_the_service(browser: Browser, shop: str, service: str, pictures: Path | None) -> None:
    """The list takes the place of the map where the service does not answer, and sells."""
    page = new_phone(browser)
    page.route(f"{service}/**", lambda route: route.abort())
    page.goto(shop)
    choose_without_a_map(page, "Balcony, Bench 1, Seat 3")
    keep_picture(page, pictures, "without-the-service")
    add_to_cart(page)
    expect(page.get_by_text("successfully added to your cart")).to_be_visible()


def choose_without_a_map(page: Page, seat: str) -> None:
    """Chooses a seat of the balcony on a page that has found no map to show."""
    expect(page.get_by_text("You can choose your seats from the list")).to_be_visible()
    page.locator("summary", has_text="Balcony").tap()
    box = page.get_by_role("checkbox", name=seat)
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()


def keep_picture(page: Page, pictures: Path | None, name: str) -> None:
    """Stores a picture of the whole page, if somebody wants pictures."""
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png", full_page=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]) if len(sys.argv) > 3 else None)
