"""Follows docs/recipes-pretix.md in Chromium, from an empty pretix to the first order, with pictures.

It runs in the environment of the service, which has Playwright, from the folder of the tests:
python -m guide.follow_guide PRETIX SERVICE TENANT_KEY FOLDER [PICTURES]"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from journey.chromium import PATIENCE_MS, launch
from PIL import Image, ImageOps
from playwright.sync_api import Browser, FloatRect, FrameLocator, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parents[4]
GUIDE = " ".join((ROOT / "docs" / "recipes-pretix.md").read_text(encoding="utf-8").split())
ADMIN, PASSWORD = "admin@localhost", "admin"  # pretix's own first user
PRICES = {"Premium": "48.00", "First": "36.00", "Second": "28.00", "Third": "18.00", "Standing": "12.00"}
TOTAL = "€96.00"
FIRST, SECOND = "Stalls Centre, Row F, Seat 13", "Stalls Centre, Row F, Seat 14"
COLOURS = 256
MARGIN_PIXELS = 16
BESIDE_THE_MENU: FloatRect = {"x": 280, "y": 0, "width": 1000, "height": 900}


class Reader:
    """Somebody who does what the guide says, and finds everything by the names that the guide gives it."""

    def __init__(self, browser: Browser, pretix: str, service: str, pictures: Path | None) -> None:
        """Opens a window for the work of the organizer."""
        self.pretix, self.service, self.pictures = pretix, service, pictures
        self.page = self._window(browser)
        self.buyer = self._window(browser)

    def press(self, name: str, role: str = "button", within: Locator | None = None) -> None:
        """Presses what the guide prints in bold."""
        assert f"**{name}**" in GUIDE, f"The guide does not say **{name}**"
        (within or self.page.locator("body")).get_by_role(role, name=name).first.click()  # type: ignore[arg-type]  # roles are words here

    def enter(self, name: str, value: str) -> None:
        """Fills in a field that the guide prints in italics."""
        assert f"*{name}*" in GUIDE, f"The guide does not say *{name}*"
        self.page.get_by_label(name).first.fill(value)

    def look(self, page: Page, name: str, part: str | None = None) -> None:
        """Takes a picture that the guide shows, of the window or of a part of the page."""
        assert f"pictures/pretix-{name}.png" in GUIDE, f"The guide does not show {name}"
        if self.pictures is None:
            return
        shot = page.locator(part).first.screenshot() if part else page.screenshot(clip=BESIDE_THE_MENU)
        image = ImageOps.expand(Image.open(io.BytesIO(shot)).convert("RGB"), MARGIN_PIXELS, "white")
        image.quantize(COLOURS).save(self.pictures / f"pretix-{name}.png", optimize=True)

    @staticmethod
    def _window(browser: Browser) -> Page:
        context = browser.new_context(
            viewport={"width": 1280, "height": 900},
            locale="en-GB",
            reduced_motion="reduce",
            accept_downloads=True,
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        return page


def main(pretix: str, service: str, tenant_key: str, folder: Path, pictures: Path | None) -> None:
    """Follows all steps. It fails with an exception that says what was not there."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        reader = Reader(browser, pretix, service, pictures)
        plan = draw_hall(reader, tenant_key, folder)
        key = make_key(reader)
        begin_in_pretix(reader)
        connect(reader, key)
        link_plan(reader, plan)
        make_event(reader)
        give_seats(reader)
        show_in_emails_and_on_tickets(reader)
        go_live(reader)
        order = buy(reader)
        (folder / "order.txt").write_text(order)
        browser.close()


def draw_hall(reader: Reader, tenant_key: str, folder: Path) -> Path:
    """Step 1 for those who have no plan: a hall from a template, written as a plan of pretix."""
    page = reader.page
    page.goto(f"{reader.service}/console#/venues")
    page.get_by_label("Secret key", exact=True).fill(tenant_key)
    page.get_by_role("button", name="Sign in").click()
    reader.press("New venue", "link")
    # The list of venues has a field for names, too: it searches.
    expect(page.get_by_role("heading", name="New venue")).to_be_visible()
    reader.enter("Name", "Old Mill")
    page.get_by_label("A template").check()
    page.get_by_label("Seats", exact=True).fill("400")
    reader.press("Create venue")
    expect(page.get_by_role("application").first).to_be_visible()
    reader.press("Add")
    reader.press("Standing area", "menuitem")
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    reader.press("Publish...")
    reader.press("Publish", within=page.get_by_role("dialog", name="Publish this draft?"))
    expect(page.get_by_text("version 2").first).to_be_visible()
    page.goto(page.url.split("/designer")[0].replace("/map", ""))
    page.locator("summary", has_text="Export").first.click()
    with page.expect_download() as download:
        reader.press("Seating plan of pretix")
    plan = folder / "old-mill.json"
    download.value.save_as(plan)
    return plan


def make_key(reader: Reader) -> str:
    """Step 2: a key for the plugin. Returns its secret."""
    page = reader.page
    reader.press("Keys", "link", page.get_by_role("navigation", name="Screens"))
    reader.press("Create a key", "link")
    reader.enter("Label", "pretix")
    page.get_by_label("Choose groups of operations").check()
    for group in ("Sessions", "Seats", "Management"):
        # The help of each group is part of its name.
        page.get_by_role("checkbox", name=re.compile(f"^{group}")).first.check()
    reader.press("Create the key")
    secret = page.get_by_text("sk_live_").first
    expect(secret).to_be_visible()
    return secret.inner_text().strip()


def begin_in_pretix(reader: Reader) -> None:
    """Step 4: an organizer with the plugin. Whoever has one skips its beginning."""
    page = reader.page
    page.goto(f"{reader.pretix}/control/login")
    page.locator("[name=email]").fill(ADMIN)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_text("Admin mode").first.click()
    expect(page.get_by_text("End admin session").first).to_be_visible()
    page.goto(f"{reader.pretix}/control/organizers/add")
    page.get_by_label("Name").first.fill("Old Mill")
    page.get_by_label("Short form").fill("mill")
    page.get_by_role("button", name="Save").click()
    for plugin in ("pretix.plugins.banktransfer", "pretix_seatpreview"):
        page.goto(f"{reader.pretix}/control/organizer/mill/settings/plugins")
        page.locator(f"button[name='plugin:{plugin}']").evaluate("button => button.click()")
        page.wait_for_url(f"**/plugins/{plugin}/events")


def connect(reader: Reader, key: str) -> None:
    """Step 5."""
    page = reader.page
    reader.press("Seat Preview", "link", page.locator("#side-menu"))
    reader.enter("Address of the service", reader.service)
    reader.enter("Key for plan sync", key)
    reader.look(page, "connection", "form.form-horizontal")
    reader.press("Check and save")
    expect(page.get_by_text("The service accepts the keys")).to_be_visible()


def link_plan(reader: Reader, plan: Path) -> None:
    """Step 6."""
    page = reader.page
    reader.press("Upload a seating plan…", "link")
    page.locator("input[type=file]").set_input_files(plan)
    reader.press("Upload")
    reader.press("Look at the venue first…")
    expect(page.get_by_text("The plan was written from this venue.")).to_be_visible()
    expect(page.get_by_role("row", name="Standing areas")).to_contain_text("Standing")
    page.evaluate("document.querySelector('h1').scrollIntoView()")
    reader.look(page, "venue")
    reader.press("Use this venue")
    expect(page.get_by_text("uses the venue “Old Mill”").first).to_be_visible()


def make_event(reader: Reader) -> None:
    """Step 7: an event with a ticket for each category."""
    page = reader.page
    page.goto(f"{reader.pretix}/control/events/add?organizer=mill")
    page.get_by_role("button", name="Continue").click()
    page.locator("[name=basics-name_0]").fill("Spring concert")
    page.locator("[name=basics-slug]").fill("spring")
    page.locator("[name=basics-date_from_0]").fill("2030-05-04")
    page.locator("[name=basics-no_taxes]").check()
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Continue").or_(page.get_by_role("button", name="Save")).first.click()
    for _ in range(len(PRICES) - 2):
        page.locator("button[data-formset-add]").click()
    for number, (name, price) in enumerate(PRICES.items()):
        page.locator(f"[name=form-{number}-name_0]").fill(name)
        page.locator(f"[name=form-{number}-default_price]").fill(price)
        page.locator(f"[name=form-{number}-quota]").fill("400")
    page.locator("[name=payment_banktransfer__enabled]").check()
    page.locator("[name=payment_banktransfer_bank_details_type][value=other]").check()
    page.locator("[name=payment_banktransfer_bank_details_0]").fill("Old Mill, account 1234")
    page.locator(".submit-group button[type=submit], button.btn-save").first.click()
    expect(page.get_by_text("Your changes have been saved").first).to_be_visible()
    page.goto(f"{reader.pretix}/control/event/mill/spring/settings/plugins")
    page.locator("button[name='plugin:pretix_seatpreview']").evaluate("button => button.click()")
    expect(page.locator("#side-menu").get_by_text("Seat Preview")).to_have_count(1)


def give_seats(reader: Reader) -> None:
    """Step 8."""
    page = reader.page
    page.goto(f"{reader.pretix}/control/event/mill/spring/seatpreview/")
    reader.press("Choose the seating plan and its products…", "link")
    page.get_by_label("Seating plan").select_option(label="Old Mill")
    reader.press("Save")
    for field in ("Premium", "Premium, wheelchair place", "First", "Second", "Third"):
        # pretix writes behind a label that its field may stay empty.
        label = re.compile(rf"^\s*{field}\s*(Optional)?\s*$")
        chosen = page.get_by_label(label).locator("option:checked")
        expect(chosen).to_have_text(field.partition(",")[0])
    page.get_by_label("Standing area: Standing").select_option(label="Standing")
    reader.look(page, "seats", "form.form-horizontal")
    reader.press("Save")
    expect(page.get_by_text("up to date")).to_be_visible()


def show_in_emails_and_on_tickets(reader: Reader) -> None:
    """Step 10, which is done before the order here, so that the first e-mail has the view."""
    page = reader.page
    page.goto(f"{reader.pretix}/control/event/mill/spring/settings/email")
    text = page.locator("textarea[name=mail_text_order_placed_0]")
    written = text.input_value()
    text.evaluate("(field, value) => { field.value = value }", f"{written}\n\n{{seat_views}}\n")
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("Your changes have been saved").first).to_be_visible()


def go_live(reader: Reader) -> None:
    """Step 9, first half."""
    page = reader.page
    page.goto(f"{reader.pretix}/control/event/mill/spring/live/")
    reader.press("Go live")
    expect(page.get_by_text("Your shop is live now!")).to_be_visible()


def buy(reader: Reader) -> str:
    """Step 9: two seats, one beside the other. Returns the address of the order."""
    page = reader.buyer
    page.goto(f"{reader.pretix}/mill/spring/")
    viewer: FrameLocator = page.frame_locator("seat-preview iframe")
    viewer.get_by_label("Go to a seat").fill(FIRST)
    viewer.get_by_role("button", name="Show", exact=True).click()
    viewer.get_by_role("button", name="Choose this seat").click()
    viewer.get_by_role("button", name="Seat to the right").click()
    expect(viewer.get_by_role("heading", name="Seat 14")).to_be_attached()
    viewer.get_by_role("button", name="Choose this seat").click()
    expect(page.locator("[data-part=chosen] li")).to_have_count(2)
    expect(page.locator("[data-part=others] li")).to_have_count(0)
    expect(page.locator("[data-part=sum]")).to_have_text(TOTAL)
    page.wait_for_timeout(3_000)
    page.locator("seat-preview").scroll_into_view_if_needed()
    reader.look(page, "picker", "form:has(seat-preview)")
    page.locator("[data-part=add]").click()
    expect(page.get_by_text("successfully added to your cart")).to_be_visible()
    expect(page.locator(".cart-row.total")).to_contain_text(TOTAL)
    check_out(page)
    return look_at_order(reader)


def check_out(page: Page) -> None:
    """Goes through pretix's steps to the order."""
    page.goto(page.url.partition("?")[0] + "checkout/start")
    for _ in range(6):
        page.wait_for_load_state()
        if "/order/" in page.url:
            return
        if page.locator("#id_email").count():
            page.locator("#id_email").fill("dora@example.org")
        here = page.url
        page.locator("form button.btn-primary[type=submit]").first.click()
        page.wait_for_url(lambda url, here=here: url != here)  # type: ignore[misc]  # the type of a default


def look_at_order(reader: Reader) -> str:
    """Step 10: the page of the order has both seats and the view from each."""
    page = reader.buyer
    for seat in (FIRST, SECOND):
        expect(page.get_by_role("img", name=f"View from {seat}")).to_be_attached()
    views = page.locator(".seatpreview-views")
    see_images(views)
    if reader.pictures is not None:
        # A still may take its time to be drawn; until then it is the map, which browsers keep for a minute.
        page.wait_for_timeout(65_000)
        page.reload()
        see_images(views)
    reader.look(page, "order", ".seatpreview-views")
    return page.url


def see_images(views: Locator) -> None:
    """Scrolls to the images, and waits until each is there."""
    for image in views.locator("img").all():
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("naturalWidth", 1200)


if __name__ == "__main__":
    _, at_pretix, at_service, key_of_tenant, work_folder, *more = sys.argv
    main(at_pretix, at_service, key_of_tenant, Path(work_folder), Path(more[0]) if more else None)
