"""What services answer for pages of buyers: nothing of it takes a page down, leads elsewhere or is markup."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from hostile_service import MARKUP, hostile_service
from organizer_at_work import EVENT, OrganizerAtWork, Shop, messages_of, text_of
from picker.shop_visitor import ShopVisitor
from PIL import Image
from pretix.base.email import get_email_context
from pretix.base.models import Event
from purchase.buyer import get, images_on, order_page, place_order
from stand_in_service import Answer, Service, answer, problem

from pretix_seatpreview.connection_settings import Keys, PlanLink, own_scope, save_keys, save_link
from pretix_seatpreview.purchase import fetching, stored_images
from pretix_seatpreview.purchase.seat_views import view_of_seat

KEY = "sk_live_secret000000000000000000000000000000000"


def name_service(event: Event, address: str) -> None:
    """Does what whoever edits the event can do: names a service for it, and gives its plan a venue there."""
    save_keys(own_scope(event), Keys(address, KEY, KEY, "key_1", "key_2"))
    link = PlanLink("ven_1", 1, "", "2026-11-18T09:00:00+00:00")
    save_link(own_scope(event), event.seating_plan, link)


@pytest.fixture
def shop(organizer: OrganizerAtWork, service: Service) -> Shop:
    """The event of the example shop names a service whose answers the test chooses."""
    name_service(organizer.event, service.address)
    return organizer


def image_link(url: str) -> Answer:
    """Answers with a link to an image."""
    link = {"url": url, "expiresAt": "2030-05-04T18:00:00Z", "width": 1200, "height": 630, "alt": "View"}
    return answer(201, json.dumps(link).encode(), Content_Type="application/json")


ELSEWHERE: dict[str, Callable[[str], str]] = {
    "a script": lambda _: "javascript:alert(1)",
    "data": lambda _: "data:text/html,<script>alert(1)</script>",
    "another host": lambda _: "https://evil.example/image.jpg",
    "another port": lambda address: f"{address}0/image.jpg",
    "without a scheme": lambda _: "//evil.example/image.jpg",
    "the service as a name": lambda address: f"{address}@evil.example/image.jpg",
    "the service before a backslash": lambda address: f"{address}\\@evil.example/image.jpg",
    "a part of a host": lambda address: f"{address}.evil.example/image.jpg",
    "two lines": lambda address: f"{address}/\r\nSet-Cookie: a=b",
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_an_image_link_leads_to_the_service_that_was_entered_and_nowhere_else(
    name: str, shop: Shop, service: Service
) -> None:
    """Attack: a service sends the browsers of buyers to another place, by an address of the shop."""
    service.answer = image_link(ELSEWHERE[name](service.address))
    [view] = images_on(order_page(place_order(shop.event, "S1-2"))).values()
    answered = get(view)
    assert (answered.status_code, answered.get("Location")) == (404, None)
    service.answer = image_link(f"{service.address}/image.jpg")
    assert get(view)["Location"] == f"{service.address}/image.jpg"


NONSENSE: dict[str, Answer] = {
    "a page": answer(200, b"<html>hello</html>"),
    "a list": answer(200, b"[]"),
    "an empty object": answer(200, b"{}"),
    "no list of seats": answer(200, b'{"data": 5}'),
    "no seats": answer(200, b'{"data": [null]}'),
    "seats of other types": answer(
        200, b'{"data": [{"key": {}, "section": 1, "properties": 5, "category": 1}]}'
    ),
    "a link of another type": answer(201, b'{"url": {}, "expiresAt": 1, "width": 1, "height": 1, "alt": 1}'),
    "a deep list": answer(200, b"[" * 100_000),
    "a redirect": answer(302, b"", Location="http://127.0.0.1:9/"),
    "a refusal": problem(403, "scope_insufficient", "no"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_in_place_of_seats_and_links_takes_no_page_down(
    name: str, shop: Shop, service: Service
) -> None:
    """Attack: a service that one event names sends what cannot be read, so that the shop fails."""
    service.answer = NONSENSE[name]
    visitor = ShopVisitor()
    assert set(visitor.letters().values()) == {"f"}
    assert not visitor.seats()["hasKeys"]
    [view] = images_on(order_page(place_order(shop.event, "S1-2"))).values()
    assert get(view).status_code == 404


def test_an_image_that_cannot_be_drawn_is_not_kept_and_stops_no_other_event(
    shop: Shop, service: Service
) -> None:
    """Attack: a service sends an image that is cut off, or that would have four billion pixels, so that
    e-mails of the shop fail, or the background task that fetches images for all events."""
    view = view_of_seat(shop.event, shop.event.seats.get(seat_guid="S1-2"), "en")
    for image in (_jpeg()[:-200], _jpeg().replace(_SIZE, b"\xff\xff\xff\xff")):

        def send(handler: object, image: bytes = image) -> None:
            is_link = getattr(handler, "command", "") == "POST"
            sent = image_link(f"{service.address}/image.jpg") if is_link else answer(200, image)
            sent(handler)  # type: ignore[arg-type]  # the server gives its handler

        service.answer = send
        assert fetching.fetch_all([view]) == 0
        assert stored_images.read_image(view) is None
    email = get_email_context(event=shop.event, order=place_order(shop.event, "S1-2"))["seat_views"]
    assert "<img" not in email.html


def test_an_image_that_is_kept_is_nothing_but_an_image(shop: Shop, service: Service) -> None:
    """Attack: an image of a service is a page or a script as well, which a browser would guess."""
    view = view_of_seat(shop.event, shop.event.seats.get(seat_guid="S1-2"), "en")
    stored_images.store_image(view, _jpeg() + b"<script>alert(1)</script>", stands_in=False)
    service.answer = NONSENSE["a refusal"]
    kept = get(view.address)
    assert (kept["Content-Type"], kept["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")


def test_texts_of_a_service_are_texts_on_every_page(organizer: OrganizerAtWork) -> None:
    """Attack: a service answers with markup, to run a script in the control pages or in the shop."""
    with hostile_service() as service:
        name_service(organizer.event, service.url)
        entered = organizer.post(EVENT, service_url=service.url, sync_key=KEY)
        pages = [
            organizer.post(f"{EVENT}check/"),
            organizer.preview(at=EVENT),
            organizer.sync(at=EVENT),
            entered,
        ]
        for page in pages:
            assert "The key may not do this" in messages_of(page)
        visitor = ShopVisitor()
        seats = visitor.web.get(f"{visitor.shop}seatpreview/seats/", secure=True)
        assert seats["Content-Type"] == "application/json"
        [chosen] = [seat for seat in seats.json()["sections"][0]["rows"][0]["seats"] if seat[1] == "S1-1"]
        assert chosen[5:] == [MARKUP, [MARKUP]]
        [view] = images_on(order_page(place_order(organizer.event, "S1-1"))).values()
        assert get(view).status_code == 404
        for shown in (*pages, visitor.web.get(visitor.shop, secure=True)):
            assert "<img src=x" not in text_of(shown)


_SIZE = b"\x00\x08\x00\x09"
"""Height and width in the head of the image below."""


def _jpeg() -> bytes:
    file = BytesIO()
    Image.new("RGB", (9, 8), "navy").save(file, "JPEG")
    assert file.getvalue().count(_SIZE) == 1
    return file.getvalue()
