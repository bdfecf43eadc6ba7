"""Fills a cart in Chromium as a case of `journey.cart_cases` says, and compares its total with the
picker's."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from journey.cart_cases import CartCase
from journey.chromium import open_shop

STALLS = "details.seatpreview-section > summary:has-text('Stalls')"


def fill_cart(browser: Browser, organizer: str, case: CartCase, faults: list[str]) -> None:
    """Chooses what the case says, and sends it."""
    path = f"/redeem?voucher={case.voucher}" if case.voucher else "/"
    page = open_shop(browser, f"{organizer}/{case.slug}{path}", faults)
    for name, count in case.counts.items():
        enter(page, name, count)
    page.locator(STALLS).press("Enter")
    for seat in case.seats:
        choose(page, seat)
    for seat, sentence in case.refused.items():
        box = seat_box(page, seat)
        box.press("Space")
        expect(page.locator("[data-part=faster]")).to_have_text(sentence)
        expect(box).not_to_be_checked()
    for name, price in case.own_prices.items():
        # That of a seat is asked in the picker, that of another product in pretix's own field.
        own = page.get_by_label(f"Price for {name}")
        (own if own.count() else row_of(page, name).locator("[name^=price_]")).fill(price)
    expect(page.locator("[data-part=sum]")).to_have_text(case.total)
    expect(page.locator("[data-part=limits]")).to_have_text(case.says)
    expect(page.locator("[data-part=chosen] li")).to_have_count(len(case.seats))
    with page.expect_navigation(url="**require_cookie*"):
        page.locator("[data-part=add]").tap()
    expect(page.locator(".cart-row.total")).to_contain_text(case.total)
    expect(page.locator("[data-part=faster]")).to_be_hidden()
    page.context.close()


def choose(page: Page, seat: str) -> None:
    """Chooses a seat of the list by keyboard."""
    box = seat_box(page, seat)
    box.press("Space")
    expect(box).to_be_checked()


def seat_box(page: Page, seat: str):  # type: ignore[no-untyped-def]  # the type is Playwright's
    """Returns the box of a seat, whose name begins with that of the seat."""
    return page.get_by_role("checkbox", name=f"{seat},")


def row_of(page: Page, name: str):  # type: ignore[no-untyped-def]  # the type is Playwright's
    """Returns the row of a product or variation among pretix's own fields."""
    return page.locator("article.product-row", has=page.get_by_role("heading", name=name, exact=True))


def enter(page: Page, name: str, count: int) -> None:
    """Enters how many of a product without a seat are wanted."""
    row_of(page, name).locator("input.input-item-count").fill(str(count))
