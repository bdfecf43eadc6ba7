"""What the picker shows as free: always what pretix itself would sell to this buyer."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now
from organizer_at_work import OrganizerAtWork
from pretix.base.models import Event, Order, OrderPosition, Seat
from pretix.base.services.seating import generate_seats

from picker.shop_visitor import ShopVisitor
from pretix_seatpreview.picker.shared_value import forget_shared_values
from trial_shop.example_shop import STARTS_AT

QUERIES_MAX = 40
"""Of the whole request, with what pretix itself asks for every page of a shop."""


def test_each_seat_has_the_state_that_pretix_gives_it(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    event = organizer.event
    _sell(event, "S1-1")
    _change(event, "S1-3", blocked=True)
    event.vouchers.create(code="FRIEND", seat=_seat(event, "S1-4"), item=_seat(event, "S1-4").product)
    _change(event, "S1-5", product=None)
    assert "Stalls, Row 1, Seat 2" in ShopVisitor().add(_fields(event, "S1-2"))
    letters = visitor.letters()
    assert [letters[f"S1-{number}"] for number in range(1, 7)] == ["s", "h", "b", "r", "b", "f"]
    assert {letter for guid, letter in letters.items() if not guid.startswith("S1")} == {"f"}


def test_a_blocked_seat_is_free_in_a_channel_that_may_sell_it(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    _change(organizer.event, "S1-3", blocked=True)
    organizer.event.settings.seating_allow_blocked_seats_for_channel = ["web"]
    assert visitor.letters()["S1-3"] == "f"


def test_a_seat_of_a_voucher_is_free_for_the_voucher_and_no_other_seat_is(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    event = organizer.event
    seat = _seat(event, "S1-4")
    event.vouchers.create(code="FRIEND", seat=seat, item=seat.product, price_mode="set", value=Decimal(5))
    letters = visitor.letters("?voucher=friend")
    assert [guid for guid, letter in letters.items() if letter == "f"] == ["S1-4"]
    [product] = visitor.config("redeem?voucher=FRIEND")["products"]
    assert product["choices"][0]["price"] == "5.00"
    assert "Stalls, Row 1, Seat 4" in visitor.add({"_voucher_code": "FRIEND", **_fields(event, "S1-4")})


def test_a_hidden_product_is_shown_by_its_voucher_alone(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    event = organizer.event
    premium = event.items.get(name__icontains="Premium")
    premium.hide_without_voucher = True
    premium.save()
    event.vouchers.create(code="CLUB", item=premium, show_hidden_items=True)
    assert [product["name"] for product in visitor.config()["products"]] == ["Standard"]
    assert str(premium.pk) not in visitor.states()["products"]
    assert [product["name"] for product in visitor.config("redeem?voucher=CLUB")["products"]] == ["Premium"]
    assert str(premium.pk) in visitor.states("?voucher=CLUB")["products"]


def test_a_product_of_another_sales_channel_is_not_offered(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    premium = organizer.event.items.get(name__icontains="Premium")
    premium.all_sales_channels = False
    premium.save()
    assert [product["name"] for product in visitor.config()["products"]] == ["Standard"]


def test_seats_of_a_product_that_is_sold_out_are_taken_also_where_such_products_are_hidden(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    event = organizer.event
    event.settings.hide_sold_out = True
    quota = event.quotas.get(name="Premium")
    quota.size = 0
    quota.save()
    premium = event.items.get(name__icontains="Premium")
    assert visitor.states()["products"][str(premium.pk)] == ["sold", {str(premium.pk): "sold"}]


@pytest.mark.parametrize("path", ["states/", "seats/", "list/"])
def test_nothing_is_answered_where_buyers_do_not_choose_their_seats(
    organizer: OrganizerAtWork, visitor: ShopVisitor, path: str
) -> None:
    organizer.event.settings.seating_choice = False
    assert "data-seatpreview" not in visitor.page()
    assert visitor.web.get(f"{visitor.shop}seatpreview/{path}", secure=True).status_code == 404


def test_a_date_of_a_series_has_its_own_seats_and_variations(organizer: OrganizerAtWork) -> None:
    date = _series(organizer)
    visitor = ShopVisitor("/mill/series/")
    config = visitor.config(f"{date}/")
    [standard] = [product for product in config["products"] if product["name"] == "Standard"]
    assert [(choice["name"], choice["price"]) for choice in standard["choices"]] == [
        ("Adult", "28.00"),
        ("Child", "14.00"),
    ]
    assert (standard["min"], standard["max"]) == (2, 4)
    assert set(visitor.letters(f"?subevent={date}").values()) == {"f"}
    child = standard["choices"][1]["field"]
    page = visitor.add({"subevent": str(date), f"seat_{child}": ["S2-1", "S2-2"]}, f"{date}/")
    assert "Stalls, Row 2, Seat 2" in page
    assert sorted(visitor.config(f"{date}/")["mine"]) == ["S2-1", "S2-2"]
    assert visitor.web.get("/mill/series/seatpreview/states/", secure=True).status_code == 404
    assert visitor.web.get("/mill/series/seatpreview/states/?subevent=999", secure=True).status_code == 404


def test_two_thousand_seats_take_few_queries_and_buyers_who_ask_together_none(
    organizer: OrganizerAtWork, visitor: ShopVisitor
) -> None:
    event = organizer.event
    product = event.items.get(name__icontains="Standard")
    Seat.objects.bulk_create(
        Seat(
            event=event,
            zone_name="Hall",
            row_name=str(number // 50),
            seat_number=str(number % 50),
            seat_guid=f"H{number}",
            product=product,
            sorting_rank=10**9 + number,
        )
        for number in range(2_000)
    )
    visitor.states()
    with CaptureQueriesContext(connection) as again:
        visitor.states()
    forget_shared_values()
    with CaptureQueriesContext(connection) as anew:
        letters = visitor.states()["states"]
    assert len(letters) == 2_017
    asked_of_seats = [query for query in anew if '"pretixbase_seat"."seat_guid"' in query["sql"]]
    assert len(asked_of_seats) == 2
    assert len(anew) <= QUERIES_MAX
    assert not [query for query in again if '"pretixbase_seat"' in query["sql"]]


def _seat(event: Event, guid: str) -> Seat:
    return event.seats.get(seat_guid=guid)


def _change(event: Event, guid: str, **changes: object) -> None:
    event.seats.filter(seat_guid=guid).update(**changes)


def _fields(event: Event, guid: str) -> dict[str, str]:
    return {f"seat_{_seat(event, guid).product_id}": guid}


def _sell(event: Event, guid: str) -> None:
    seat = _seat(event, guid)
    order = Order.objects.create(
        code="SOLD1",
        event=event,
        email="buyer@shop.example",
        status=Order.STATUS_PAID,
        datetime=now(),
        expires=now() + timedelta(days=1),
        total=Decimal(42),
        sales_channel=event.organizer.sales_channels.get(identifier="web"),
    )
    OrderPosition.objects.create(order=order, item=seat.product, price=Decimal(42), seat=seat)


def _series(organizer: OrganizerAtWork) -> int:
    event = Event.objects.create(
        organizer=organizer.organizer,
        name="Series",
        slug="series",
        date_from=STARTS_AT,
        currency="EUR",
        plugins=organizer.event.plugins,
        live=True,
        has_subevents=True,
    )
    date = event.subevents.create(
        name="Friday", date_from=STARTS_AT, active=True, seating_plan=organizer.plan
    )
    mapping = {}
    for category in organizer.plan.get_categories():
        item = event.items.create(
            name=category.name, default_price=Decimal(42), min_per_order=2, max_per_order=4
        )
        quota = event.quotas.create(name=category.name, size=None, subevent=date)
        quota.items.add(item)
        if category.name == "Standard":
            for name, price in (("Adult", 28), ("Child", 14)):
                quota.variations.add(item.variations.create(value=name, default_price=Decimal(price)))
        event.seat_category_mappings.create(layout_category=category.name, product=item, subevent=date)
        mapping[category.name] = item
    generate_seats(event, date, organizer.plan, mapping)
    found: int = date.pk
    return found
