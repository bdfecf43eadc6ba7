"""The chapters of the whole journey that need a browser. Each prints what the next one has to know.

It runs in the environment of the service, which has Playwright, from the folder of the tests:
python -m journey.chapters CHAPTER ORIGIN [ARGUMENTS]"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Error, expect, sync_playwright

from journey import buyer_pages, cart_pages, hostile_pages, widget_pages
from journey.cart_cases import CASES
from journey.chromium import PATIENCE_MS, launch, open_shop
from journey.organizer_pages import OrganizerInChromium
from journey.pictures import Pictures

Arguments = dict[str, str]
SHOP = "/mill/concert/"
NOT_LOADED = "Failed to fetch dynamically imported module"
SEATS = ["Stalls, Row 2, Seat 2", "Stalls, Row 1, Seat 3"]


class Journey:
    """A browser at one shop."""

    def __init__(self, browser: Browser, origin: str) -> None:
        """Keeps pictures where the environment names a folder for them."""
        self.browser, self.origin = browser, origin
        self.faults: list[str] = []
        self.pictures = Pictures(os.environ.get("PRETIX_PICTURES"))

    @property
    def shop(self) -> str:
        """The address of the event."""
        return self.origin + SHOP

    def organizer(self) -> OrganizerInChromium:
        """Signs an organizer in."""
        return OrganizerInChromium(self.browser, self.origin, self.pictures, self.faults)

    def set_up(self, service: str, key: str) -> Arguments:
        """An organizer connects the service, and makes a venue of the plan."""
        organizer = self.organizer()
        organizer.connect(service, key)
        organizer.look_at_the_venue()
        organizer.make_the_venue()
        return {}

    def write_emails(self) -> Arguments:
        """The organizer puts the views into e-mails."""
        self.organizer().write_views_into_emails()
        return {}

    def buy(self) -> Arguments:
        """Two buyers want the same seat, and one of them gets it. Both seats of the other one are ordered."""
        phone = buyer_pages.choose_two_while_another_is_faster(
            self.browser, self.shop, self.pictures, self.faults
        )
        order = buyer_pages.check_out(phone)
        buyer_pages.look_at_order(phone, SEATS, self.pictures, "pretix-order")
        return {"order": order}

    def choose_in_widget(self) -> Arguments:
        """A page with pretix's widget sells from the list, and with the map once its address is entered."""
        with widget_pages.page_with_widget(self.origin, self.shop) as page:
            refused: list[str] = []
            widget_pages.see_list_alone(self.browser, page, refused)
            assert any("frame-ancestors" in fault for fault in refused), refused
            self.organizer().allow_page_with_widget(page)
            widget_pages.choose_and_go_on(self.browser, page, self.pictures, self.faults)
        return {}

    def pay(self, code: str) -> Arguments:
        """The organizer confirms the payment of an order."""
        self.organizer().mark_as_paid(code)
        return {}

    def change_seat(self, code: str, old: str, new: str) -> Arguments:
        """The organizer gives a ticket another seat."""
        self.organizer().change_seat(code, old, new)
        return {}

    def check_in(self, seat: str) -> Arguments:
        """Somebody at the door checks a ticket in, which they find by its seat."""
        self.organizer().check_in(seat)
        return {}

    def cancel_and_refund(self, code: str) -> Arguments:
        """The organizer cancels an order and sends the money back."""
        self.organizer().cancel_and_refund(code)
        return {}

    def look_at_order(self, order: str, name: str, *seats: str) -> Arguments:
        """The buyer sees the views on the page of the order."""
        page = open_shop(self.browser, order, self.faults)
        buyer_pages.look_at_order(page, list(seats), self.pictures, name)
        return {}

    def download(self, order: str, file: str) -> Arguments:
        """The buyer downloads the tickets."""
        buyer_pages.download_tickets(open_shop(self.browser, order, self.faults), Path(file))
        self.pictures.keep_pdf(Path(file), f"pretix-{Path(file).stem}")
        return {}

    def read_email(self, file: str, *seats: str) -> Arguments:
        """The buyer reads an e-mail."""
        buyer_pages.read_email(self.browser, Path(file), list(seats), self.pictures)
        return {}

    def change_plan(self, file: str, name: str, venue_of: str) -> Arguments:
        """The hall gets another seat, and the event another plan. Nobody has edited the venue."""
        organizer = self.organizer()
        organizer.upload_plan(Path(file), name)
        organizer.look_at_what_changes(name, venue_of)
        organizer.update_the_venue(name)
        organizer.give_to_event(name)
        return {}

    def change_edited_venue(self, file: str, name: str, venue_of: str) -> Arguments:
        """The hall gets one more seat after somebody has edited the venue."""
        organizer = self.organizer()
        organizer.upload_plan(Path(file), name)
        organizer.look_at_what_changes(name, venue_of)
        organizer.store_a_draft_and_publish_it()
        organizer.give_to_event(name)
        return {}

    def see_seats(self, section: str, count: str) -> Arguments:
        """A buyer chooses a seat that the first plan did not have."""
        buyer_pages.see_seats(self.browser, self.shop, section, int(count), self.faults)
        return {}

    def fill_carts(self) -> Arguments:
        """A buyer fills a cart in each of many shops."""
        for case in CASES:
            try:
                cart_pages.fill_cart(self.browser, f"{self.origin}/mill", case, self.faults)
            except (AssertionError, Error) as error:
                self.faults.append(f"{case.slug}: {error}")
        return {}

    def use_shop_with_hostile_service(self, service: str) -> Arguments:
        """A buyer uses a shop whose event names a service that means harm."""
        hostile_pages.use_the_shop(self.browser, self.shop, service)
        return {}

    def ask_hostile_service(self) -> Arguments:
        """An organizer reads what such a service answers."""
        page = self.organizer().ask_service_of_event()
        hostile_pages.see_no_mark(page)
        return {}

    def lose_the_service(self, order: str) -> Arguments:
        """The service stops while a buyer chooses. Everything goes on without it."""
        faults: list[str] = []
        buyer_pages.go_on_without_the_service(self.browser, self.shop, self.pictures, faults)
        page = open_shop(self.browser, order, faults)
        buyer_pages.look_at_order(page, SEATS, self.pictures, "pretix-order-without-the-service")
        # Scripts of the map that the browser had not loaded yet are gone with the service.
        self.faults += [fault for fault in faults if not fault.startswith(NOT_LOADED)]
        return {}


def main(chapter: str, origin: str, arguments: list[str]) -> None:
    """Runs one chapter. It fails with an exception that says what was not there."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        journey = Journey(browser, origin)
        run: Callable[..., object] = getattr(journey, chapter)
        told = run(*arguments)
        browser.close()
    if journey.faults:
        sys.exit("\n".join(journey.faults))
    print(json.dumps(told), flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
