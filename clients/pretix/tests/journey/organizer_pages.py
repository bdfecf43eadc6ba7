"""What an organizer does in Chromium: connects the service, syncs plans, and marks orders as paid."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from journey.chromium import PATIENCE_MS, collect_faults
from journey.pictures import Pictures

EMAIL = "admin@localhost"
PASSWORD = "admin"
PLANS = "/control/organizer/mill/seatpreview/"
SEATS = "/control/event/mill/concert/seatpreview/seats/"


class OrganizerInChromium:
    """Somebody of the team, who is signed in."""

    def __init__(self, browser: Browser, origin: str, pictures: Pictures, faults: list[str]) -> None:
        """Signs in at the control pages of the shop."""
        self.origin, self.pictures = origin, pictures
        self.page: Page = browser.new_context(
            viewport={"width": 1280, "height": 900}, locale="en-GB"
        ).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        collect_faults(self.page, faults)
        self.open("/control/login")
        self.page.get_by_label("Email").fill(EMAIL)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        expect(self.page.get_by_role("heading", name="Dashboard")).to_be_visible()

    def open(self, path: str) -> None:
        """Opens a page of pretix."""
        self.page.goto(self.origin + path)

    def connect(self, service: str, key: str) -> None:
        """Enters the address of the service and the key for plan sync. The page never shows the key again."""
        self.open(PLANS)
        self.page.get_by_label("Address of the service").fill(service)
        self.page.get_by_label("Key for plan sync").fill(key)
        self.pictures.keep(self.page, "pretix-connect")
        self.page.get_by_role("button", name="Check and save").click()
        self.expect_text("The service accepts the keys. They are stored.")
        assert key not in self.page.content(), "The page shows the key again."

    def look_at_the_venue(self) -> None:
        """Sees what would be made of the plan, before anything is made."""
        self.page.get_by_role("button", name="Look at the venue first").click()
        self.expect_text("A venue with 17 seats in 2 sections would be made. Nothing has been made yet.")
        self.pictures.keep(self.page, "pretix-plan-preview")

    def make_the_venue(self) -> None:
        """Makes the venue, and the key for buyers with it."""
        self.page.get_by_role("button", name="Make the venue").click()
        self.expect_text("The venue of “Mill Theatre” is made.")
        expect(self.page.get_by_role("row", name="Mill Theatre")).to_contain_text("up to date")
        self.pictures.keep(self.page, "pretix-plan-synced")

    def ask_service_of_event(self) -> Page:
        """Checks the connection of a single event. Returns the page with what its service says."""
        self.open("/control/event/mill/concert/seatpreview/")
        self.page.get_by_role("button", name="Check the connection").click()
        self.expect_text("The key may not do this")
        return self.page

    def allow_page_with_widget(self, page: str) -> None:
        """Enters a page that has shown the widget without a map, as the settings tell."""
        self.open(PLANS)
        expect(self.page.locator("code", has_text=page)).to_be_visible()
        self.page.get_by_label("Pages with the pretix widget").fill(page)
        self.page.get_by_role("button", name="Check and save").click()
        self.expect_text("The service accepts the keys. They are stored.")
        expect(self.page.locator("code", has_text=page)).to_have_count(0)

    def write_views_into_emails(self) -> None:
        """Puts the placeholder for the views into the e-mails about placed and paid orders."""
        self.open("/control/event/mill/concert/settings/email")
        self.page.get_by_role("tab", name="Email content").click()
        for title, name in (("Placed order", "placed"), ("Paid order", "paid")):
            self.page.locator("summary", has_text=title).click()
            text = self.page.locator(f"textarea[name=mail_text_order_{name}_0]")
            text.fill(f"{text.input_value()}\n\n{{seat_views}}")
        self.page.get_by_role("button", name="Save").click()
        self.expect_text("Your changes have been saved.")

    def upload_plan(self, file: Path, name: str) -> None:
        """Uploads a seating plan as a file."""
        self.open(PLANS)
        self.page.get_by_role("link", name="Upload a seating plan").click()
        self.page.locator("input[type=file]").set_input_files(file)
        self.pictures.keep(self.page, "pretix-upload")
        self.page.get_by_role("button", name="Upload").click()
        self.expect_text(f"The seating plan “{name}” is stored.")

    def look_at_what_changes(self, plan: str, venue_of: str) -> None:
        """Asks what would change if a new plan took over the venue of an older one."""
        self.open(PLANS)
        row = self.page.get_by_role("row", name=plan)
        row.get_by_role("button", name="Look at the venue first").click()
        self.page.get_by_label("Venue of the seating plan").select_option(label=venue_of)
        self.page.get_by_role("button", name="Look at what would change").click()

    def update_the_venue(self, plan: str) -> None:
        """Updates a venue that nobody has edited."""
        self.expect_text("it would be updated at once")
        self.pictures.keep(self.page, "pretix-plan-change")
        self.page.get_by_role("button", name="Update the venue").click()
        self.expect_text(f"The venue of “{plan}” is up to date.")

    def store_a_draft_and_publish_it(self) -> None:
        """Somebody has edited the venue: the new plan waits as a draft, with its difference."""
        self.expect_text("would be stored as a draft")
        self.page.get_by_role("button", name="Store as a draft").click()
        expect(self.page.get_by_role("row", name="New seats")).to_contain_text("1")
        self.pictures.keep(self.page, "pretix-plan-draft")
        self.page.get_by_role("button", name="Publish the draft").click()
        self.expect_text("The draft is published: buyers see the new plan.")

    def give_to_event(self, plan: str) -> None:
        """Gives a plan to the event. The products of its categories are suggested."""
        self.open(SEATS)
        self.page.get_by_label("Seating plan").select_option(label=plan)
        self.page.get_by_role("button", name="Save").click()
        expect(self.page.get_by_label("Premium")).to_be_visible()
        self.pictures.keep(self.page, "pretix-products")
        self.page.get_by_role("button", name="Save").click()
        self.expect_text("The seats of the event are stored.")

    def mark_as_paid(self, code: str) -> None:
        """Confirms that the money has come."""
        self.open(f"/control/event/mill/concert/orders/{code}/transition?status=p")
        self.page.get_by_role("button", name="Create payment").click()
        self.expect_text("The order has been marked as paid.")

    def change_seat(self, code: str, old: str, new: str) -> None:
        """Gives a ticket another seat, in pretix's own page for changes of orders."""
        self.open(f"/control/event/mill/concert/orders/{code}/change")
        field = self.page.locator(f"input[data-seat-guid-field][value='{old}']")
        # It is in a part of the page that opens for those who change something.
        field.evaluate("(field, guid) => { field.value = guid }", new)
        self.pictures.keep(self.page, "pretix-change-of-seat", whole_page=True)
        self.page.locator(".submit-group button[type=submit]").click()
        self.expect_text("The order has been changed")

    def check_in(self, seat: str) -> None:
        """Finds a ticket in the check-in list by its seat, and checks it in."""
        self.open("/control/event/mill/concert/checkinlists/")
        self.page.get_by_role("link", name="Doors").first.click()
        row = self.page.get_by_role("row", name=seat)
        expect(row).to_be_visible()
        row.get_by_role("checkbox").check()
        self.pictures.keep(self.page, "pretix-check-in-list")
        self.page.get_by_role("button", name="Check-In selected attendees").click()
        expect(self.page.get_by_role("row", name=seat)).to_contain_text("Checked in")

    def cancel_and_refund(self, code: str) -> None:
        """Cancels a paid order, and notes that the money goes back by hand."""
        self.open(f"/control/event/mill/concert/orders/{code}/transition?status=c")
        self.page.locator("form.form-horizontal button.btn-danger, form button.btn-danger").last.click()
        self.expect_text("The order has been canceled.")
        self.page.locator("[name=manual_state][value=done]").check()
        self.pictures.keep(self.page, "pretix-refund")
        self.page.locator("button[name=perform]").click()
        self.expect_text("refund")
        self.pictures.keep(self.page, "pretix-refunded-order", whole_page=True)

    def expect_text(self, text: str) -> None:
        """Waits for a text on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()
