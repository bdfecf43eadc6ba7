"""A page of somebody else, at another origin, that shows the shop in pretix's widget."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, FrameLocator, expect

from journey.buyer_pages import choose_from_the_list, choose_on_the_map
from journey.chromium import PATIENCE_MS, collect_faults
from journey.pictures import Pictures

PAGE = """<!doctype html>
<title>The mill</title>
<link rel="stylesheet" href="{shop}widget/v2.css">
<script src="{origin}/widget/v2.en.js" async></script>
<pretix-widget event="{shop}" skip-ssl-check></pretix-widget>
"""


@contextmanager
def page_with_widget(origin: str, shop: str) -> Iterator[str]:
    """Serves the page, and yields its origin."""
    content = PAGE.format(origin=origin, shop=shop).encode()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, content)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def see_list_alone(browser: Browser, page: str, faults: list[str]) -> None:
    """Sees the list of seats and no map: nobody has told the service of this page yet."""
    frame = _open_seats(browser, page, faults)
    expect(frame.get_by_text("You can choose your seats from the list")).to_be_visible()
    expect(frame.locator("summary", has_text="Stalls")).to_be_visible()


def choose_and_go_on(browser: Browser, page: str, pictures: Pictures, faults: list[str]) -> None:
    """Chooses a seat on the map in the widget, then another one from the list in its place, and goes on to
    pretix's checkout in the same frame."""
    frame = _open_seats(browser, page, faults)
    choose_on_the_map(frame, "Row 1, seat 1")
    pictures.keep(frame.owner.page, "pretix-widget")
    frame.frame_locator("seat-preview iframe").get_by_role("button", name="Remove this seat").tap()
    expect(frame.locator("[data-part=chosen] li")).to_have_count(0)
    choose_from_the_list(frame, "Stalls, Row 2, Seat 6")
    frame.get_by_role("button", name="Proceed with checkout").click()
    expect(frame.get_by_label("Email", exact=False).first).to_be_visible()


def _open_seats(browser: Browser, page: str, faults: list[str]) -> FrameLocator:
    """Opens the page and the choice of seats in its widget, and returns the frame of the widget."""
    outer = browser.new_context(
        viewport={"width": 1280, "height": 900}, has_touch=True, locale="en-GB"
    ).new_page()
    outer.set_default_timeout(PATIENCE_MS)
    collect_faults(outer, faults)
    outer.goto(page)
    outer.get_by_role("button", name="Open seat selection").click()
    return outer.frame_locator("iframe[name^=pretix-widget]")


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, content: bytes, *arguments: Any) -> None:
        self.content = content
        super().__init__(*arguments)

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(self.content)))
        self.end_headers()
        self.wfile.write(self.content)

    def log_message(self, format: str, *arguments: object) -> None:
        pass
