"""Pages that pretix's community edition lacks: upload a seating plan, and give it to an event."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from organizer_at_work import EVENT, ORGANIZER, OrganizerAtWork, messages_of, text_of
from picker.shop_visitor import ShopVisitor
from pretix.base.models import Event, LogEntry, Order, OrderPosition, SeatingPlan, Team, User

from pretix_seatpreview.connection_settings import (
    Keys,
    PlanFacts,
    PlanLink,
    Scope,
    StandingArea,
    area_products,
    save_facts,
    save_keys,
    save_link,
)
from pretix_seatpreview.control.seating_forms import plain_category
from trial_shop.example_shop import MILL, PASSWORD, STARTS_AT

UPLOAD = f"{ORGANIZER}upload/"
SEATS = f"{EVENT}seats/"


def upload(organizer: OrganizerAtWork, content: bytes, **data: str) -> str:
    """Sends a file, and returns what the page says."""
    return messages_of(organizer.post(UPLOAD, file=SimpleUploadedFile("plan.json", content), **data))


def test_a_plan_is_uploaded_and_gets_its_name_from_the_file(organizer: OrganizerAtWork) -> None:
    assert organizer.get(UPLOAD).status_code == 200
    assert "is stored" in upload(organizer, json.dumps(MILL | {"name": "Winter"}).encode())
    assert SeatingPlan.objects.get(name="Winter").layout_data["zones"] == MILL["zones"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "empty"),
        (b"\xff\xfe\xff", "not a valid JSON file"),
        (b"[" * 100_000, "not a valid"),
        (b"{}", "not a valid seating plan"),
        (json.dumps(MILL).replace("S1-2", "S1-1").encode(), "Multiple seats have the same ID"),
        (b" " * (10 * 1024 * 1024 + 1), "more than 10 MB"),
    ],
    ids=["empty", "bytes", "deep", "no plan", "ids twice", "large"],
)
def test_what_is_no_plan_is_refused_with_the_reason(
    content: bytes, told: str, organizer: OrganizerAtWork
) -> None:
    assert told in upload(organizer, content)
    assert SeatingPlan.objects.count() == 1


def test_an_event_gets_another_plan_and_its_categories_get_products(organizer: OrganizerAtWork) -> None:
    upload(organizer, json.dumps(_with_box()).encode())
    plan = SeatingPlan.objects.get(name="With a box")
    premium = organizer.event.items.get(name__icontains="Premium")
    page = text_of(organizer.post(SEATS, plan=str(plan.pk), shown=str(organizer.plan.pk)))
    assert "Box" in page
    assert organizer.event.seats.count() == 17
    chosen = {
        "plan": str(plan.pk),
        "shown": str(plan.pk),
        "product0": str(premium.pk),
        "product2": str(premium.pk),
        "seating_choice": "on",
    }
    assert "are stored" in messages_of(organizer.post(SEATS, **chosen))
    event = organizer.event
    assert (event.seating_plan, event.seats.count()) == (plan, 18)
    assert event.seats.get(seat_guid="BOX-1").product == premium
    assert event.seats.get(seat_guid="S2-1").product is None
    assert event.settings.seating_choice
    organizer.post(SEATS, plan="", seating_choice="on")
    assert (organizer.event.seating_plan, organizer.event.seats.count()) == (None, 0)


def test_a_plan_without_a_sold_seat_is_refused(organizer: OrganizerAtWork) -> None:
    event = organizer.event
    order = Order.objects.create(
        event=event,
        status=Order.STATUS_PAID,
        total=1,
        expires=STARTS_AT,
        sales_channel=event.organizer.sales_channels.get(identifier="web"),
    )
    OrderPosition.objects.create(
        order=order, item=event.items.first(), price=1, seat=event.seats.get(seat_guid="B1-5")
    )
    told = messages_of(organizer.post(SEATS, plan=""))
    assert "keep the plan and switch off “Buyers choose their seats”" in told
    without = json.loads(json.dumps(MILL | {"name": "Shorter"}).replace("B1-5", "B1-9"))
    upload(organizer, json.dumps(without).encode())
    shorter = str(SeatingPlan.objects.get(name="Shorter").pk)
    assert "B1-5" in messages_of(organizer.post(SEATS, plan=shorter, shown=shorter))
    assert organizer.event.seats.count() == 17


def test_the_rest_is_sold_without_seats_once_nobody_chooses_them(organizer: OrganizerAtWork) -> None:
    """The way out for an event whose seats are sold in part."""
    plan = str(organizer.plan.pk)
    products = {f"product{n}": str(item.pk) for n, item in enumerate(organizer.event.items.all())}
    assert "data-seatpreview" in ShopVisitor().page()
    organizer.post(SEATS, plan=plan, shown=plan, **products)
    page = ShopVisitor().page()
    assert "data-seatpreview" not in page
    assert f'name="item_{products["product0"]}"' in page


def test_categories_that_were_exported_with_their_ids_find_their_products() -> None:
    assert plain_category("Premium (premium)") == "Premium"
    assert plain_category("Premium, wheelchair place") == "Premium"
    assert plain_category("Twin (p), companion place") == "Twin"
    assert plain_category("(no category)") == "(no category)"


@pytest.fixture
def series(organizer: OrganizerAtWork) -> OrganizerAtWork:
    """The event is a series with 130 dates."""
    event = organizer.event
    event.seats.all().delete()
    event.seat_category_mappings.all().delete()
    event.has_subevents, event.seating_plan = True, None
    event.save()
    for day in range(130):
        event.subevents.create(name=f"Evening {day}", date_from=STARTS_AT + timedelta(days=day))
    return organizer


def test_many_dates_of_a_series_get_their_seats_at_once(series: OrganizerAtWork) -> None:
    first = text_of(series.get(SEATS))
    assert "Evening 99" in first
    assert "Evening 100" not in first
    assert "Evening 129" in text_of(series.get(f"{SEATS}?page=2"))
    event, plan = series.event, str(series.plan.pk)
    dates = [str(date.pk) for date in event.subevents.order_by("date_from")[:3]]
    page = text_of(series.post(SEATS, dates=dates))
    assert "For 3 dates:" in page
    products = {f"product{n}": str(item.pk) for n, item in enumerate(event.items.all())}
    told = messages_of(
        series.post(SEATS, dates=dates, plan=plan, shown=plan, seating_choice="on", **products)
    )
    assert "The seats of 3 dates are stored." in told
    seats = [event.seats.filter(subevent_id=date, product__isnull=False).count() for date in dates]
    assert seats == [17, 17, 17]
    assert event.seats.count() == 51
    assert "Choose at least one date." in text_of(series.post(SEATS))
    every = [str(date.pk) for date in event.subevents.all()]
    assert "Choose at most 100 dates." in messages_of(series.post(SEATS, dates=every))


def test_a_date_of_a_series_has_a_page_of_its_own(series: OrganizerAtWork) -> None:
    event, plan = series.event, str(series.plan.pk)
    date = event.subevents.get(name__icontains="Evening 7", date_from=STARTS_AT + timedelta(days=7))
    series.post(f"{SEATS}{date.pk}/", plan=plan, shown=plan, seating_choice="on")
    assert event.seats.filter(subevent=date).count() == 17
    assert "Mill Theatre" in text_of(series.get(EVENT))
    assert series.get(f"{EVENT}blocked/").status_code == 404
    assert "Stalls" in text_of(series.get(f"{EVENT}blocked/{date.pk}/"))


def test_seats_are_blocked_with_a_reason_and_given_free_again(organizer: OrganizerAtWork) -> None:
    blocked = f"{EVENT}blocked/"
    assert "Say why" in text_of(organizer.post(blocked, seats=["S1-1"], action="block"))
    assert "Choose at least one seat." in text_of(organizer.post(blocked, action="block", reason="tripod"))
    told = messages_of(organizer.post(blocked, seats=["S1-1", "S1-2"], action="block", reason="tripod"))
    assert "2 seats are blocked." in told
    letters = ShopVisitor().letters()
    assert (letters["S1-1"], letters["S1-2"], letters["S1-3"]) == ("b", "b", "f")
    page = text_of(organizer.get(blocked))
    assert "Seat Stalls, Row 1, Seat 1: tripod" in " ".join(page.split()) or "tripod" in page
    organizer.post(blocked, seats=["S1-1"], action="block", reason="sound desk")
    organizer.post(blocked, seats=["S1-2"], action="free")
    page = text_of(organizer.get(blocked))
    assert "tripod" not in page, "the last reason counts"
    entry = LogEntry.objects.filter(action_type="pretix_seatpreview.seats.blocked").first()
    assert entry is not None
    assert (entry.user, entry.parsed_data["seats"]) == (organizer.user, ["S1-2"])


def test_only_who_may_change_the_event_blocks_seats(organizer: OrganizerAtWork) -> None:
    """Attack: somebody who may look at orders takes seats from sale."""
    team = Team.objects.create(
        organizer=organizer.organizer,
        name="Box office",
        all_events=True,
        limit_event_permissions={"event.orders:read": True},
    )
    clerk = User.objects.create_user("clerk@localhost", PASSWORD)
    team.members.add(clerk)
    at_work = OrganizerAtWork("clerk@localhost")
    answer = at_work.post(f"{EVENT}blocked/", seats=["S1-1"], action="block", reason="mine")
    assert answer.status_code in (403, 404)
    assert not organizer.event.seats.filter(blocked=True).exists()


def test_a_standing_area_is_sold_as_a_product_without_seats(organizer: OrganizerAtWork) -> None:
    scope, event, plan = Scope(organizer.organizer), organizer.event, organizer.plan
    save_keys(scope, Keys("https://seats.example", "sk", "sk", "key_buyers", "key_sync"))
    save_link(scope, plan, PlanLink("ven_1", 1, "", "2026-11-18T09:00:00+00:00"))
    save_facts(scope, plan, PlanFacts(standing=(StandingArea("pit", "Pit"),)))
    pit = event.items.create(name="Pit", default_price=10)
    event.quotas.create(name="Pit", size=None).items.add(pit)
    page = text_of(organizer.get(SEATS))
    assert "Standing area: Pit" in page
    products = {"product0": str(event.seats.get(seat_guid="S1-1").product_id)}
    chosen = {"plan": str(plan.pk), "shown": str(plan.pk), "seating_choice": "on", **products}
    assert "sold with seats" in text_of(organizer.post(SEATS, **chosen, area0=products["product0"]))
    organizer.post(SEATS, **chosen, area0=str(pit.pk))
    assert ShopVisitor().config()["areas"] == [["pit", pit.pk]]
    copy = Event.objects.create(
        organizer=organizer.organizer, name="Copy", slug="copy", date_from=STARTS_AT, currency="EUR"
    )
    copy.copy_data_from(organizer.event)
    assert area_products(copy) == {"pit": copy.items.get(name="Pit").pk}


def test_the_way_out_names_what_could_not_be_sold_any_more(organizer: OrganizerAtWork) -> None:
    for address in (f"{ORGANIZER}leaving/", f"{EVENT}leaving/"):
        page = text_of(organizer.get(address))
        assert "nobody can buy the seats that are not sold" in page
        assert "<td>0</td><td>17</td>" in page
    organizer.event.settings.seating_choice = False
    assert "buyers do not choose seats there" in text_of(organizer.get(f"{ORGANIZER}leaving/"))


def _with_box() -> dict[str, object]:
    plan = json.loads(json.dumps(MILL | {"name": "With a box"}))
    plan["categories"].append({"name": "Box", "color": "#00aa00"})
    seat = {"seat_guid": "BOX-1", "seat_number": "1", "category": "Box", "position": {"x": 0, "y": 0}}
    row = {"row_number": "B", "position": {"x": 0, "y": 60}, "seats": [seat]}
    plan["zones"][1]["rows"].append(row)
    return dict(plan)
