"""The pages of the picker: what they contain, what they allow, and how they sell without the service."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from organizer_at_work import ORGANIZER, OrganizerAtWork, text_of
from pretix.base.models import Event
from seat_preview_service import SeatPreviewService

from picker.shop_visitor import ShopVisitor
from pretix_seatpreview.connection import connection_of
from pretix_seatpreview.connection_settings import Scope, keys_of, save_keys
from pretix_seatpreview.picker.origins import SEEN_MAX, missing_origins
from pretix_seatpreview.picker.shared_value import SharedValue, forget_shared_values, shared_value

FRAME = "w/abcdefghijklmnop/seatingframe/"


def test_the_viewer_is_allowed_on_pages_with_the_picker_and_on_no_other(
    shop: OrganizerAtWork, seat_preview: SeatPreviewService, visitor: ShopVisitor
) -> None:
    """Attack: somebody who may edit this event, and nothing else in pretix, names a service of their own, to
    run a script at the origin of the shop, which is that of pretix's control pages, too."""
    for path in ("", "seatingframe/", FRAME):
        policy = visitor.web.get(visitor.shop + path, secure=True)["Content-Security-Policy"]
        parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        allowing = {name for name, sources in parts.items() if seat_preview.url in sources.split()}
        assert allowing == {"connect-src", "frame-src"}, path
        assert parts["script-src"] == parts["default-src"] == "'self' https://shop.example"
        assert "unsafe" not in policy
    elsewhere = visitor.web.get(f"{visitor.shop}resend/", secure=True)["Content-Security-Policy"]
    assert seat_preview.url not in elsewhere


def test_the_page_names_the_venue_and_the_key_but_no_secret_and_has_no_script_of_its_own(
    shop: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    connection = connection_of(shop.event)
    assert connection is not None
    page = visitor.page()
    assert visitor.config()["viewer"] == {
        "service": connection.service_url,
        "venue": connection.venue_id,
        "keyId": connection.buyers_key_id,
    }
    assert connection.buyers_key not in page
    picker = page[page.index("data-seatpreview") :]
    own = [tag for tag in re.findall(r"<script[^>]*>", picker) if "pretix_seatpreview" in tag]
    assert [re.findall("/([a-z-]+)[.]js", tag) for tag in own] == [
        [name]
        for name in (
            "embed",
            "seats",
            "limits",
            "other-products",
            "basket",
            "list",
            "map",
            "polling",
            "picker",
        )
    ]
    assert all(" src=" in tag for tag in own)
    assert " style=" not in picker[: picker.index(own[0])]


def test_every_seat_is_named_as_on_the_ticket_and_has_its_key_in_the_venue(
    shop: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    answer = visitor.seats()
    assert answer["hasKeys"]
    assert [(section["name"], len(section["rows"])) for section in answer["sections"]] == [
        ("Stalls", 2),
        ("Balcony", 1),
    ]
    [bench] = answer["sections"][1]["rows"]
    assert bench["name"] == "Bench 1"
    _, guid, short, text, _, key, properties = bench["seats"][2]
    assert (guid, short, text, key, properties) == ("B1-3", "3", "Seat 3", "Balcony/1/3", [])
    assert answer["plan"] == visitor.states()["plan"]
    assert (
        visitor.web.get(
            f"{visitor.shop}seatpreview/seats/", secure=True, headers={"accept-language": "de"}
        ).json()["sections"][0]["rows"][0]["name"]
        == "Reihe 1"
    )


def test_a_faster_buyer_gets_the_seat_and_the_others_stay(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    product = organizer.event.seats.get(seat_guid="S1-1").product_id
    ShopVisitor().add({f"seat_{product}": "S1-1"})
    page = visitor.add({f"seat_{product}": ["S1-1", "S1-2"]})
    assert "The seat you selected has already been taken." in page
    assert visitor.config()["mine"] == ["S1-2"]
    letters = visitor.letters()
    assert (letters["S1-1"], letters["S1-2"]) == ("h", "h")


def test_the_frame_of_the_widget_shows_the_answer_of_pretix(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    product = organizer.event.seats.get(seat_guid="S1-1").product_id
    ShopVisitor().add({f"seat_{product}": "S1-1"})
    page = visitor.add({f"seat_{product}": ["S1-1", "S1-2"]}, "seatingframe/")
    assert re.search(r'<div class="alert alert-danger" role="alert">[^<]*already been taken', page)
    assert '<a class="btn btn-default btn-block" href="/mill/concert/checkout/start">' in page


def test_seats_are_sold_from_a_list_without_a_script(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    product = organizer.event.seats.get(seat_guid="B1-1").product_id
    assert "/mill/concert/seatpreview/list/" in visitor.page()
    page = visitor.page("seatpreview/list/?section=1")
    assert "Balcony, Bench 1" in page
    assert f'name="seat_{product}" value="B1-1"' in page
    visitor.add({f"seat_{product}": "B1-1"})
    again = visitor.page("seatpreview/list/?section=1")
    assert 'value="B1-1"' not in again
    assert "in your cart" in again
    assert "Stalls, Row 1" in visitor.page("seatpreview/list/?section=99999999999999999999999")


def test_an_event_without_a_connection_sells_from_the_list(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    assert visitor.config()["viewer"] is None
    assert not visitor.seats()["hasKeys"]
    assert set(visitor.letters().values()) == {"f"}


def test_a_service_that_is_down_is_asked_once_and_its_seats_stay_on_sale(
    shop: OrganizerAtWork, visitor: ShopVisitor, caplog: pytest.LogCaptureFixture
) -> None:
    scope = Scope(shop.organizer)
    keys = keys_of(scope)
    assert keys is not None
    save_keys(scope, replace(keys, service_url="http://127.0.0.1:9"))
    assert visitor.config()["viewer"] is not None
    for language in ("en", "de"):
        answer = visitor.web.get(
            f"{visitor.shop}seatpreview/seats/", secure=True, headers={"accept-language": language}
        )
        assert not answer.json()["hasKeys"]
    assert len([record for record in caplog.records if "did not list the seats" in record.message]) == 1
    assert keys.buyers_key not in caplog.text


def test_a_browser_is_sent_the_states_again_only_where_something_has_changed(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    def ask(known: str = "") -> HttpResponse:
        forget_shared_values()
        headers = {"if-none-match": known} if known else {}
        return visitor.web.get(f"{visitor.shop}seatpreview/states/", secure=True, headers=headers)

    first = ask()
    again = ask(first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert float(again["Seatpreview-At"]) > float(first["Seatpreview-At"])
    ShopVisitor().add({f"seat_{organizer.event.seats.get(seat_guid='S1-1').product_id}": "S1-1"})
    assert ask(first["ETag"]).status_code == 200


def test_processes_that_share_a_cache_compute_a_value_once(organizer: OrganizerAtWork, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    event, computed = organizer.event, []
    begun, released = threading.Event(), threading.Event()

    def slow() -> bytes:
        begun.set()
        released.wait()
        return b"of the first process"

    first = threading.Thread(target=lambda: computed.append(_in_a_process(event, slow)))
    first.start()
    begun.wait()
    second = threading.Thread(target=lambda: computed.append(_in_a_process(event, lambda: b"its own")))
    second.start()
    released.set()
    first.join()
    second.join()
    assert {shared.value for shared in computed} == {b"of the first process"}
    cache.clear()


def _in_a_process(event: Event, compute: Callable[[], bytes]) -> SharedValue:
    """Asks as a process does that has computed nothing yet."""
    forget_shared_values()
    return shared_value(event, "claimed", 60, compute)


def test_buyers_who_come_together_wait_for_one_computation(organizer: OrganizerAtWork) -> None:
    event, computed, start = organizer.event, [], threading.Barrier(12)

    def compute() -> bytes:
        computed.append(1)
        time.sleep(0.05)
        return b"states"

    def ask() -> None:
        start.wait()
        assert shared_value(event, "herd", 60, compute).value == b"states"

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(computed) == 1


def test_pages_around_the_widget_that_nobody_has_entered_are_told(
    shop: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    def show(address: str) -> None:
        visitor.page(FRAME, headers={"referer": address})

    scope = Scope(shop.organizer)
    show("https://www.mill.example/tickets")
    show("https://shop.example/mill/concert/")
    show("javascript:alert(1)")
    show("https://user@evil.example/")
    show('https://evil.example"onload=/')
    assert missing_origins(scope) == ["https://www.mill.example"]
    assert "<code>https://www.mill.example</code>" in text_of(shop.get(ORGANIZER))
    for number in range(2 * SEEN_MAX):
        show(f"https://page{number}.example/")
    assert len(missing_origins(scope)) == SEEN_MAX
    scope.write("widget_origins", "https://www.mill.example")
    assert "https://www.mill.example" not in missing_origins(scope)
