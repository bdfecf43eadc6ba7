"""What buyers do in Chromium, on a phone: they choose seats, pay, and look at their order and tickets."""

from __future__ import annotations

import email
import sys
from base64 import b64encode
from email.policy import default
from pathlib import Path

from playwright.sync_api import Browser, FrameLocator, Page, expect

from journey.chromium import PATIENCE_MS, open_shop
from journey.pictures import Pictures

EMAIL = "dora.quill@example.org"
STOP = "stop the service"
"""The test stops the service when it reads this, and then sends an empty line."""


def choose_two_while_another_is_faster(
    browser: Browser, shop: str, pictures: Pictures, faults: list[str]
) -> Page:
    """Chooses two seats, loses one of them to somebody else, and chooses another one. Returns the page with
    both in the cart."""
    phone = open_shop(browser, shop, faults)
    pictures.keep_part(phone, "pretix-map", ".seatpreview")
    choose_on_the_map(phone, "Row 1, seat 1")
    pictures.keep_part(phone, "pretix-view", ".seatpreview")
    choose_from_the_list(phone, "Stalls, Row 2, Seat 2")
    expect(phone.locator("[data-part=sum]")).to_have_text("€70.00")
    pictures.keep(phone, "pretix-two-seats", whole_page=True)
    other = open_shop(browser, shop, faults)
    choose_from_the_list(other, "Stalls, Row 1, Seat 1")
    # The phone hears of it within some seconds. Here it sends its seats before.
    stop_asking(phone)
    add_to_cart(other)
    expect(other.get_by_text("successfully added to your cart")).to_be_visible()
    add_to_cart(phone)
    see_that_somebody_was_faster(phone)
    hear_of_taken_seat(other, "Stalls, Row 2, Seat 2")
    pictures.keep(phone, "pretix-somebody-was-faster", whole_page=True)
    phone.goto(shop)
    choose_from_the_list(phone, "Stalls, Row 1, Seat 3")
    add_to_cart(phone)
    return phone


def choose_on_the_map(page: Page | FrameLocator, seat: str, section: str = "Stalls") -> None:
    """Zooms into a section, looks from a seat, and chooses it."""
    viewer: FrameLocator = page.frame_locator("seat-preview iframe")
    viewer.get_by_role("button", name=section).press("Enter")
    viewer.get_by_role("button", name=seat).press("Enter")
    viewer.get_by_role("button", name="Choose this seat").tap()
    expect(viewer.get_by_role("button", name="Remove this seat")).to_be_visible()
    expect(page.locator("[data-part=chosen] li")).to_have_count(1)


def choose_from_the_list(page: Page | FrameLocator, seat: str, section: str = "Stalls") -> None:
    """Chooses a seat by keyboard in the list, where a screen reader says its whole name."""
    page.get_by_role("button", name="List of seats").tap()
    page.locator("summary", has_text=section).press("Enter")
    box = page.get_by_role("checkbox", name=seat)
    box.press("Space")
    expect(box).to_be_checked()
    expect(page.locator("[data-part=chosen]")).to_contain_text(seat)


def stop_asking(page: Page) -> None:
    """Keeps the page from hearing that a seat was taken, until it is loaded again."""
    page.route("**/seatpreview/states/*", lambda route: route.abort())


def add_to_cart(page: Page) -> None:
    """Sends the chosen seats by pretix's own form, and waits for the page after it."""
    with page.expect_navigation(url="**require_cookie*", timeout=PATIENCE_MS):
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


def check_out(page: Page) -> str:
    """Goes through pretix's checkout, and returns the address of the order."""
    page.get_by_role("button", name="Proceed with checkout").click()
    page.get_by_label("Email", exact=False).first.fill(EMAIL)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Bank transfer").first).to_be_visible()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Place binding order").click()
    page.wait_for_url("**/order/**", timeout=PATIENCE_MS)
    return page.url


def look_at_order(page: Page, seats: list[str], pictures: Pictures, name: str) -> None:
    """Sees the view from each seat on the page of the order, as an image that was really loaded."""
    for seat in seats:
        image = page.get_by_role("img", name=f"View from {seat}")
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", True)
        width = image.evaluate("image => image.naturalWidth")
        assert width == 1200, f"The view from {seat} is {width} wide."
    pictures.keep(page, name, whole_page=True)


def download_tickets(page: Page, file: Path) -> None:
    """Opens the tickets from the page of their order, as one PDF, and stores what the browser was sent."""
    page.locator(".info-download button").first.click()
    page.wait_for_url("**/download/pdf")
    file.write_bytes(page.context.request.get(page.url).body())


def read_email(browser: Browser, file: Path, seats: list[str], pictures: Pictures) -> None:
    """Sees the view from each seat in an e-mail, whose images are parts of it."""
    message = email.message_from_bytes(file.read_bytes(), policy=default)
    body = message.get_body(("html",))
    assert body, "The e-mail has no HTML."
    html = str(body.get_content())
    for part in message.walk():
        if name := str(part["Content-ID"] or "").strip("<>"):
            data = b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
    page = browser.new_page(viewport={"width": 800, "height": 600})
    page.set_content(html)
    for seat in seats:
        expect(page.get_by_role("img", name=f"View from {seat}")).to_have_js_property("naturalWidth", 600)
    pictures.keep(page, "pretix-email", whole_page=True)


def see_seats(browser: Browser, shop: str, section: str, count: int, faults: list[str]) -> None:
    """Sees on the map how many seats a section has, all of which are on sale, and chooses the last one."""
    page = open_shop(browser, shop, faults)
    viewer = page.frame_locator("seat-preview iframe")
    expect(viewer.get_by_role("button", name=f"{section}, {count} places")).to_have_accessible_name(
        f"{section}, {count} places, from €28, {count} on sale"
    )
    choose_from_the_list(page, f"Seat {count}", section)


def go_on_without_the_service(browser: Browser, shop: str, pictures: Pictures, faults: list[str]) -> None:
    """Chooses a seat on the map; then the service stops, and the list sells on."""
    page = open_shop(browser, shop, faults)
    choose_on_the_map(page, "Row 1, seat 1", "Balcony")
    print(STOP, flush=True)  # noqa: T201 - the test reads it
    sys.stdin.readline()
    choose_from_the_list(page, "Stalls, Row 2, Seat 5")
    add_to_cart(page)
    expect(page.get_by_text("successfully added to your cart")).to_be_visible()
    late = open_shop(browser, shop, faults)
    choose_without_a_map(late, "Balcony, Bench 1, Seat 3")
    pictures.keep(late, "pretix-without-the-service", whole_page=True)
    add_to_cart(late)
    expect(late.get_by_text("successfully added to your cart")).to_be_visible()


def choose_without_a_map(page: Page, seat: str) -> None:
    """Chooses a seat of the balcony on a page that has found no map to show."""
    expect(page.get_by_text("You can choose your seats from the list")).to_be_visible()
    page.locator("summary", has_text="Balcony").tap()
    box = page.get_by_role("checkbox", name=seat)
    box.press("Space")
    expect(box).to_be_checked()
