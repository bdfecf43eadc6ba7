"""What buyers see of their seats on pages, in e-mails and on PDF tickets."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import httpx
import pytest
from organizer_at_work import Shop
from PIL import Image
from pretix.base.email import get_email_context
from pretix.base.models import CachedTicket, Event, Order
from pretix.base.services.mail import convert_image_to_cid
from pretix.plugins.ticketoutputpdf.models import DEFAULT_TICKET_LAYOUT
from purchase.buyer import (
    EMAIL,
    NAME,
    get,
    images_on,
    order_page,
    place_order,
    ticket_page,
    ticket_pdf,
)
from pypdf import PdfReader

from pretix_seatpreview.connection_settings import Keys, Scope, keys_of, save_keys
from pretix_seatpreview.purchase import fetching, stored_images
from pretix_seatpreview.purchase.image_links import service_locale
from pretix_seatpreview.purchase.seat_views import SeatView, view_of_seat

pytestmark = pytest.mark.django_db


def test_pages_show_a_view_from_each_seat_and_ask_nobody_for_it(
    shop: Shop, sent: list[httpx.Request]
) -> None:
    order = place_order(shop.event, "S1-2", "B1-3")
    second = order.positions.last()
    page = order_page(order)
    texts = ["View from Stalls, Row 1, Seat 2", "View from Balcony, Bench 1, Seat 3"]
    assert list(images_on(page)) == texts
    assert list(images_on(ticket_page(second))) == texts[1:]
    policy = page["Content-Security-Policy"]
    assert _service(shop.event) in policy.partition("img-src")[2].partition(";")[0]
    assert sent == []


def test_a_browser_is_led_from_the_shop_to_the_image(shop: Shop, sent: list[httpx.Request]) -> None:
    [address] = images_on(order_page(place_order(shop.event, "S1-2"))).values()
    led = get(address)
    assert (led.status_code, led["Cache-Control"]) == (302, "public, max-age=3600")
    image = httpx.get(led["Location"], timeout=30)
    assert Image.open(BytesIO(image.content)).size == (1200, 630)
    assert get(address.replace("/view/", "/view/x")).status_code == 404
    assert len(sent) == 1


def test_an_address_is_of_the_seat_and_not_of_the_order(shop: Shop) -> None:
    addresses = [images_on(order_page(place_order(shop.event, "S1-2"))) for _ in range(2)]
    assert addresses[0] == addresses[1]


def test_orders_without_a_view_show_nothing(shop: Shop) -> None:
    cancelled = place_order(shop.event, "S1-1")
    cancelled.status = Order.STATUS_CANCELED
    cancelled.save()
    without_seat = place_order(shop.event, "S1-2")
    without_seat.positions.update(seat=None)
    unlinked = place_order(shop.event, "S1-3")
    pages = [cancelled, without_seat]
    assert [images_on(order_page(order)) for order in pages] == [{}, {}]
    [address] = images_on(order_page(unlinked)).values()
    shop.scope.forget()
    assert images_on(order_page(unlinked)) == {}
    assert get(address).status_code == 404


def test_a_plan_that_the_service_wrote_has_keys_for_ids(shop: Shop) -> None:
    shop.event.seats.filter(seat_guid="S1-2").update(seat_guid="Stalls/1/2")
    # This one has another id than the venue knows, and the name of a seat there; the last one has neither.
    shop.event.seats.filter(seat_guid="S1-3").update(seat_guid="Stalls/1/2x")
    shop.event.seats.filter(seat_guid="S1-4").update(seat_guid="Stalls/1/2y", zone_name="Stall")
    ids = ("Stalls/1/2", "Stalls/1/2x", "Stalls/1/2y")
    addresses = images_on(order_page(place_order(shop.event, *ids))).values()
    assert [get(address).status_code for address in addresses] == [302, 302, 404]


def test_a_date_of_a_series_shows_the_hall_of_its_own_plan(shop: Shop) -> None:
    event = shop.event
    date = event.subevents.create(
        name="Monday", date_from=event.date_from, seating_plan=shop.plan, active=True
    )
    event.seats.update(subevent=date)
    Event.objects.update(has_subevents=True, seating_plan=None)
    [address] = images_on(order_page(place_order(shop.event, "S1-2", subevent=date))).values()
    assert get(address).status_code == 302


class TestTickets:
    """PDF tickets with the image variable in their layout."""

    def test_a_ticket_is_made_without_the_image_until_it_was_fetched(
        self, shop: Shop, sent: list[httpx.Request]
    ) -> None:
        _use_in_layout(shop.event)
        [position] = place_order(shop.event, "S1-2").positions.all()
        assert (1200, 630) not in _images(ticket_pdf(position))
        assert sent == []
        fetching.fetch_missing()
        assert not CachedTicket.objects.exists(), "the ticket without the image is not given out again"
        assert (1200, 630) in _images(ticket_pdf(position))
        # A busy service sends an image that stands in for the one that it still draws: it is fetched again.
        times = (
            1
            if stored_images.has_final_image(view_of_seat(shop.event, position.seat, position.order.locale))
            else 2
        )
        fetching.fetch_missing()
        assert [request.method for request in sent] == ["POST", "GET"] * times

    def test_nothing_is_fetched_where_no_layout_or_text_shows_it(
        self, shop: Shop, sent: list[httpx.Request]
    ) -> None:
        place_order(shop.event, "S1-2")
        fetching.fetch_missing()
        assert sent == []

    def test_the_service_learns_seats_and_nothing_of_buyers(
        self, shop: Shop, sent: list[httpx.Request], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _use_in_layout(shop.event)
        order = place_order(shop.event, "S1-2", "S1-3")
        given: list[dict[str, object]] = []
        monkeypatch.setattr(fetching, "has_workers", lambda: True)
        monkeypatch.setattr(fetching.fetch_images, "apply_async", lambda kwargs: given.append(kwargs))
        fetching.fetch_soon(shop.event, [position.seat for position in order.positions.all()], order.locale)
        [kwargs] = given
        assert set(kwargs) == {"event", "seat_ids", "locale"}
        fetching.fetch_images.run(**(kwargs | {"event": shop.event}))
        written = "\n".join(f"{r.url} {r.headers} {r.content!r}" for r in sent)
        assert len(sent) == 4
        assert not [word for word in (order.code, order.secret, EMAIL, NAME, "Quill") if word in written]

    def test_tickets_and_pages_do_without_a_service_that_is_gone(self, shop: Shop) -> None:
        _use_in_layout(shop.event)
        known, unknown = place_order(shop.event, "S1-2"), place_order(shop.event, "S1-3")
        [kept] = images_on(order_page(known)).values()
        [missing] = images_on(order_page(unknown)).values()
        fetching.fetch_all([_view(shop.event, "S1-2")])
        keys = keys_of(shop.scope)
        assert keys is not None
        save_keys(shop.scope, Keys("http://127.0.0.1:9", "", keys.buyers_key, keys.buyers_key_id))
        fetching.fetch_missing()
        assert get(kept)["Content-Type"] == "image/jpeg"
        assert get(missing).status_code == 404
        assert (1200, 630) not in _images(ticket_pdf(unknown.positions.get()))

    def test_images_go_with_the_link_and_have_a_bound(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_images, "IMAGES_MAX", 1)
        assert fetching.fetch_all(_view(shop.event, guid) for guid in ("S1-1", "S1-2")) == 1
        assert stored_images.forget_images([shop.event]) == 1
        assert not stored_images.has_final_image(_view(shop.event, "S1-1"))

    def test_an_image_that_stands_in_for_a_better_one_is_fetched_again(self, shop: Shop) -> None:
        view = _view(shop.event, "S1-1")
        stored_images.store_image(view, _jpeg(8, 8), stands_in=True)
        assert stored_images.read_image(view) == _jpeg(8, 8)
        assert fetching.fetch_all([view]) == 1
        assert stored_images.has_final_image(view) or stored_images.read_image(view) != _jpeg(8, 8)


class TestEmails:
    """The placeholder `{seat_views}`."""

    def test_an_email_has_links_first_and_images_once_they_are_here(
        self, shop: Shop, sent: list[httpx.Request]
    ) -> None:
        order = place_order(shop.event, "S1-2", "B1-3")
        before = get_email_context(event=shop.event, order=order)["seat_views"]
        assert before.plain.splitlines()[0].startswith(
            "View from Stalls, Row 1, Seat 2: https://shop.example/mill/concert/seatpreview/view/"
        )
        assert before.html.count("<a href=") == 2
        assert "<img" not in before.html
        assert sent == []
        fetching.fetch_all([_view(shop.event, "S1-2")])
        asked = len(sent)
        after = get_email_context(event=shop.event, order=order)["seat_views"].html
        assert after.count("<img") == 1
        source = after.partition('<img src="')[2].partition('"')[0]
        attached = convert_image_to_cid(source, "image_0")
        assert Image.open(BytesIO(attached.get_payload(decode=True))).size == (600, 315)
        assert len(sent) == asked

    def test_an_email_to_the_holder_of_a_ticket_has_their_seat_alone(self, shop: Shop) -> None:
        order = place_order(shop.event, "S1-2", "B1-3")
        context = get_email_context(event=shop.event, order=order, position=order.positions.last())
        assert "Balcony" in context["seat_views"].plain
        assert "Stalls" not in context["seat_views"].plain

    def test_a_name_cannot_leave_its_place(self, shop: Shop) -> None:
        shop.event.seats.filter(seat_guid="S1-2").update(zone_name='"><script>')
        order = place_order(shop.event, "S1-2")
        assert "<script>" not in get_email_context(event=shop.event, order=order)["seat_views"].html
        assert "<script>" not in order_page(order).content.decode().partition("seatpreview-views")[2]


def test_images_are_wanted_where_a_layout_or_a_text_has_them(shop: Shop) -> None:
    event = shop.event
    assert not fetching.shows_images(event)
    event.settings.mail_text_order_paid = "Hello {seat_views}"
    assert fetching.shows_images(event)
    event.settings.delete("mail_text_order_paid")
    _use_in_layout(event)
    assert fetching.shows_images(event)


@pytest.mark.parametrize(
    ("content", "is_image"),
    [
        (lambda: _jpeg(1200, 630), True),
        (lambda: _jpeg(2001, 10), False),
        (lambda: _jpeg(8, 8) + b"0" * stored_images.IMAGE_BYTES_MAX, False),
        (lambda: b"<html>", False),
        (lambda: b"", False),
    ],
)
def test_only_a_jpeg_of_a_usual_size_is_kept(content: Callable[[], bytes], is_image: bool) -> None:
    assert stored_images.is_image(content()) is is_image


@pytest.mark.parametrize(
    ("header", "stands_in"),
    [
        ("public, max-age=60", True),
        ("public, max-age=3600", False),
        ("no-store", False),
        ("max-age=x", False),
    ],
)
def test_the_service_says_by_its_cache_time_that_a_better_image_will_come(
    header: str, stands_in: bool
) -> None:
    assert fetching._stands_in(httpx.Response(200, headers={"Cache-Control": header})) is stands_in


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("de", "Die Sicht von Ihrem Platz"), ("de-informal", "Die Sicht von deinem Platz")],
)
def test_the_page_speaks_the_language_of_the_shop(shop: Shop, locale: str, heading: str) -> None:
    event = shop.event
    event.settings.locales, event.settings.locale = [locale], locale
    page = order_page(place_order(event, "S1-2", locale=locale))
    assert heading in page.content.decode()
    assert list(images_on(page)) == ["Sicht von Stalls, Reihe 1, Platz 2"]


def test_languages_are_named_as_the_service_knows_them() -> None:
    assert [service_locale(name) for name in ("de", "de-informal", "pt-br")] == ["de", "de", "pt-br"]


def _view(event: Event, guid: str) -> SeatView:
    return view_of_seat(event, event.seats.get(seat_guid=guid), "en")


def _use_in_layout(event: Event) -> None:
    area = {"type": "imagearea", "left": "17.5", "bottom": "60", "width": "120", "height": "63"}
    layout = [*json.loads(DEFAULT_TICKET_LAYOUT), area | {"content": fetching.IMAGE_VARIABLE, "page": 1}]
    event.ticket_layouts.create(name="With a view", default=True, layout=json.dumps(layout))


def _images(pdf: bytes) -> list[tuple[int, int]]:
    return [
        image.image.size for page in PdfReader(BytesIO(pdf)).pages for image in page.images if image.image
    ]


def _jpeg(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), "navy").save(file, "JPEG")
    return file.getvalue()


def _service(event: Event) -> str:
    keys = keys_of(Scope(event.organizer))
    assert keys is not None
    return keys.service_url
