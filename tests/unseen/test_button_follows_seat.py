"""Unseen cases: the viewer's button whose address follows the seat that is shown."""

import os
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect, sync_playwright

from unseen.served import Served, served

pytestmark = pytest.mark.long

Json = dict[str, Any]
LABEL = "Buy it here"
SLOW = 60_000
"""Milliseconds: a viewer that draws takes long on a busy machine."""

ODD_SECTIONS = ["Loge 1. Rang", "Größe-Ä_ß", "東 2", "A"]
LAYOUT: Json = {
    "focus": {"name": "Stage", "z": 1.2},
    "sections": [
        {
            "ids": ODD_SECTIONS,
            "rows": ["1", "Ö 2"],
            "seats": {"count": 8},
            "geometry": {"bearingDeg": 120, "bearingStepDeg": 30, "distanceM": 8},
        },
        {
            "id": "Steh Platz",
            "kind": "standing",
            "capacity": 50,
            "geometry": {"bearingDeg": 0, "distanceM": 6},
        },
    ],
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("button")) as running:
        yield running


@pytest.fixture(scope="module")
def venue(service: Served) -> str:
    return service.create_venue(rules={"layout": LAYOUT})


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = os.environ.get("SEATPREVIEW_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.set_default_timeout(SLOW)
    yield page
    page.close()


def make_session(service: Served, venue: str, url: str, **members: Any) -> Any:
    body = {"venue": venue, "cta": {"url": url, "label": LABEL}} | members
    return service.http.post("/sessions", json=body)


def open_viewer(page: Page, service: Served, venue: str, url: str, seat: str, **members: Any) -> None:
    """Opens the viewer at this seat, with a button to this address."""
    session = make_session(service, venue, url, **members)
    assert session.status_code == 201, session.text
    page.goto(f"{session.json()['viewerUrl']}&seat={quote(seat, safe='')}")


def button_address(page: Page | FrameLocator) -> str:
    """Where the button leads, once it is there."""
    button = page.get_by_role("link", name=LABEL)
    button.first.wait_for()
    address = button.first.get_attribute("href")
    assert address is not None
    return address


@pytest.mark.parametrize("section", ["Loge 1. Rang", "Größe-Ä_ß", "東 2"])
def test_odd_names_are_encoded_in_path_query_and_fragment(
    page: Page, service: Served, venue: str, section: str
) -> None:
    """Spaces, letters of all scripts and slashes are percent-encoded, wherever the placeholder is."""
    url = "https://shop.example/hall/{section}/{row}?seat={seat}&again={seat}#{row}"
    key = f"{section}/Ö 2/3"
    open_viewer(page, service, venue, url, key)
    section_text, row, seat = (quote(each, safe="") for each in (section, "Ö 2", key))
    expected = f"https://shop.example/hall/{section_text}/{row}?seat={seat}&again={seat}#{row}"
    assert button_address(page) == expected


def test_section_of_two_dots_does_not_climb(page: Page, service: Served) -> None:
    """A section that is called `..` does not lead out of the folder of the shop that the address names: there
    is no button where it would."""
    section = {"id": "..", "rows": ["1"], "seats": {"count": 8}, "geometry": {"distanceM": 8}}
    focus = {"name": "Stage", "z": 1.2}
    venue = service.create_venue(rules={"layout": {"focus": focus, "sections": [section]}})
    with page.expect_response(lambda answer: "/seats/preview" in answer.url):
        open_viewer(page, service, venue, "https://shop.example/halls/{section}/buy?seat={seat}", "../1/3")
    page.wait_for_load_state("networkidle")
    assert page.get_by_role("link", name=LABEL).count() == 0


def test_several_seats_are_separated_by_commas(page: Page, service: Served, venue: str) -> None:
    """The button has all keys of a label that names several seats, and one section and row."""
    url = "https://shop.example/?seats={seat}&section={section}&row={row}"
    open_viewer(page, service, venue, url, "A row 1 seats 3-5")
    query = dict(part.split("=") for part in button_address(page).partition("?")[2].split("&"))
    assert "/" not in query["seats"]
    assert unquote(query["seats"]) == "A/1/3,A/1/4,A/1/5"
    assert (query["section"], query["row"]) == ("A", "1")


def test_section_without_rows_leaves_the_row_empty(page: Page, service: Served, venue: str) -> None:
    """A standing area has a key and no row."""
    open_viewer(page, service, venue, "https://shop.example/?seat={seat}&row={row}&x=1", "Steh Platz")
    assert button_address(page) == "https://shop.example/?seat=Steh%20Platz&row=&x=1"


def test_button_follows_the_buyer_to_the_neighbour(page: Page, service: Served, venue: str) -> None:
    """After a step to the right, the same button leads to the next seat."""
    open_viewer(page, service, venue, "https://shop.example/?seat={seat}", "A/1/4")
    before = unquote(button_address(page))
    assert before.endswith("=A/1/4")
    page.get_by_role("button", name="Right").first.click()
    moved = page.get_by_role("link", name=LABEL).first
    expect(moved).not_to_have_attribute("href", quote(before, safe=":/?="), timeout=SLOW)
    expect(moved).to_have_attribute(
        "href", f"https://shop.example/?seat={quote('A/1/5', safe='')}", timeout=SLOW
    )


def test_button_is_not_there_until_a_seat_is_shown(page: Page, service: Served, venue: str) -> None:
    """Where nothing goes by the label there is no button; without placeholders there is one."""
    open_viewer(page, service, venue, "https://shop.example/?seat={seat}", "nowhere at all")
    page.get_by_text("nowhere at all").first.wait_for()
    assert page.get_by_role("link", name=LABEL).count() == 0
    open_viewer(page, service, venue, "https://shop.example/plain", "A/1/4")
    assert button_address(page) == "https://shop.example/plain"


def test_braces_that_are_encoded_already_are_a_placeholder_as_well(
    page: Page, service: Served, venue: str
) -> None:
    """Some systems of shops encode addresses by themselves."""
    open_viewer(page, service, venue, "https://shop.example/%7Bseat%7D?row={row}", "A/1/4")
    assert button_address(page) == "https://shop.example/A%2F1%2F4?row=1"


FORBIDDEN = [
    "https://{section}.shop.example/",
    "https://shop.example{seat}/basket",
    "https://shop.example:{row}/basket",
    "https://{seat}@shop.example/basket",
    "https://{seat}/basket",
    "{section}://shop.example/basket",
    "{seat}",
    "https://shop.example/{price}",
    "https://shop.example/{Seat}",
    "https://shop.example/?seat={seat}&to={url}",
    "http://shop.example/{seat}",
    "javascript:alert('{seat}')",
]


@pytest.mark.parametrize("url", FORBIDDEN)
def test_placeholder_in_a_forbidden_place_is_refused(service: Served, venue: str, url: str) -> None:
    """The session is refused, and the problem points at the address."""
    refused = make_session(service, venue, url)
    assert refused.status_code == 400, refused.text
    problem = refused.json()
    assert problem["code"] == "validation_failed"
    assert [fault["pointer"] for fault in problem["errors"]] == ["/cta/url"]


class Shop(BaseHTTPRequestHandler):
    """A page of a shop, which is put together by the test."""

    html = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(type(self).html.encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def shop() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("state", "text"), [("sold", "Sold"), ("held", "Reserved"), (None, "Not on sale")])
def test_button_on_a_seat_that_cannot_be_had(
    page: Page, service: Served, venue: str, shop: str, state: str | None, text: str
) -> None:
    """It says why and leads nowhere; one seat further, which is on sale, it leads there."""
    tenant_id = service.http.get(f"/manage/venues/{venue}").json()["tenantId"]
    body = {"tenantId": tenant_id, "allowedOrigins": [shop], "allowOriginOnly": True}
    key = service.http.post("/manage/keys", json=body | {"embedFrameAncestors": [shop]}).json()
    offers = (
        '[{seat: "A/1/5", price: 5}'
        + (f', {{seat: "A/1/4", price: 5, state: "{state}"}}' if state else "")
        + "]"
    )
    Shop.html = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<script src="{service.root}/embed.js"></script>
<seat-preview venue="{venue}" key-id="{key["keyId"]}" seat="A/1/4"
  cta-url="{shop}/basket?seat={{seat}}" cta-label="{LABEL}"></seat-preview>
<script>document.querySelector("seat-preview").offers = {offers};</script>"""
    page.goto(shop)
    frame = page.frame_locator("iframe")
    frame.get_by_text(text, exact=True).first.wait_for()
    expect(frame.get_by_role("link", name=LABEL)).to_have_count(0, timeout=SLOW)
    assert frame.locator(f'a[href^="{shop}"]').count() == 0
    page.evaluate('document.querySelector("seat-preview").setAttribute("seat", "A/1/5")')
    assert unquote(button_address(frame)) == f"{shop}/basket?seat=A/1/5"
