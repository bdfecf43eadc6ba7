"""Pages that pretix's community edition lacks: upload a seating plan, and give it to an event."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from organizer_at_work import EVENT, ORGANIZER, OrganizerAtWork, messages_of, text_of
from pretix.base.models import Order, OrderPosition, SeatingPlan

from trial_shop.example_shop import MILL, STARTS_AT

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
    }
    assert "are stored" in messages_of(organizer.post(SEATS, **chosen))
    event = organizer.event
    assert (event.seating_plan, event.seats.count()) == (plan, 18)
    assert event.seats.get(seat_guid="BOX-1").product == premium
    assert event.seats.get(seat_guid="S2-1").product is None
    organizer.post(SEATS, plan="")
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
    assert "B1-5" in messages_of(organizer.post(SEATS, plan=""))
    assert organizer.event.seats.count() == 17


def test_each_date_of_a_series_has_its_own_seats(organizer: OrganizerAtWork) -> None:
    event = organizer.event
    event.seats.all().delete()
    event.seat_category_mappings.all().delete()
    event.has_subevents, event.seating_plan = True, None
    event.save()
    date = event.subevents.create(name="Monday", date_from=STARTS_AT)
    assert "Monday" in text_of(organizer.get(SEATS))
    plan = str(organizer.plan.pk)
    organizer.post(f"{SEATS}{date.pk}/", plan=plan, shown=plan)
    assert event.seats.filter(subevent=date).count() == 17
    assert "Mill Theatre" in text_of(organizer.get(EVENT))


def _with_box() -> dict[str, object]:
    plan = json.loads(json.dumps(MILL | {"name": "With a box"}))
    plan["categories"].append({"name": "Box", "color": "#00aa00"})
    seat = {"seat_guid": "BOX-1", "seat_number": "1", "category": "Box", "position": {"x": 0, "y": 0}}
    row = {"row_number": "B", "position": {"x": 0, "y": 60}, "seats": [seat]}
    plan["zones"][1]["rows"].append(row)
    return dict(plan)
