"""What the whole journey does in the shop's own database, in a process of its own.

python -m journey.shop_commands use_view_in_tickets"""

import json
import sys
from collections.abc import Callable

import django


def use_view_in_tickets() -> None:
    """Puts the view into the layout of tickets, as pretix's editor does, and gives tickets out before the
    payment."""
    from pretix.base.models import Event
    from pretix.plugins.ticketoutputpdf.models import DEFAULT_TICKET_LAYOUT

    from pretix_seatpreview.purchase.fetching import IMAGE_VARIABLE

    area = {"type": "imagearea", "left": "17.5", "bottom": "60", "width": "120", "height": "63", "page": 1}
    layout = [*json.loads(DEFAULT_TICKET_LAYOUT), area | {"content": IMAGE_VARIABLE}]
    event = Event.objects.get(slug="concert")
    event.ticket_layouts.all().delete()
    event.ticket_layouts.create(name="With a view", default=True, layout=json.dumps(layout))
    event.settings.ticketoutput_pdf__enabled = event.settings.ticket_download_pending = True


def name_service_for_event(service_url: str) -> None:
    """Stores a connection for the event alone, as the form of its settings does, and a venue of its plan."""
    from pretix.base.models import Event

    from pretix_seatpreview.connection_settings import Keys, PlanLink, own_scope, save_keys, save_link

    event = Event.objects.get(slug="concert")
    key = "sk_live_forAService000000000000000000000000000"
    save_keys(own_scope(event), Keys(service_url, key, key, "key_buyers", "key_sync"))
    link = PlanLink("ven_1", 1, "", "2026-11-18T09:00:00+00:00")
    save_link(own_scope(event), event.seating_plan, link)


def fetch_images() -> None:
    """Does what pretix's periodic task does for the plugin."""
    from pretix_seatpreview.purchase.fetching import fetch_missing

    fetch_missing()


def seats_in_carts() -> None:
    """Prints the seats that are in carts."""
    from pretix.base.models import CartPosition

    found = CartPosition.objects.order_by("seat__seat_guid")
    print(json.dumps(list(found.values_list("seat__seat_guid", flat=True))))  # noqa: T201 - the test reads it


def ordered_seats() -> None:
    """Prints the seats of all orders, and who ordered them."""
    from pretix.base.models import OrderPosition

    # What was canceled is not among the objects that this manager finds.
    found = OrderPosition.objects.order_by("order__datetime", "seat__seat_guid")
    print(json.dumps(list(found.values_list("order__code", "order__email", "seat__seat_guid"))))  # noqa: T201 - the test reads it


def link_two_organizers(first_url: str, first_key: str, second_url: str, second_key: str) -> None:
    """Gives the example shop one service, and a second organizer with an event another one. E-mails and
    tickets of the first show the views."""
    from organizer_at_work import OrganizerAtWork, messages_of
    from pretix.base.models import Event, Organizer
    from seat_preview_service import SeatPreviewService

    from trial_shop.example_shop import MILL, PLUGINS, add_admin, add_event, add_plan

    loft = Organizer.objects.create(name="The Loft", slug="loft", plugins=",".join(PLUGINS[:2]))
    add_admin(loft)
    plan = add_plan(loft, MILL | {"name": "The Loft"})
    add_event(loft, "show", plan)
    use_view_in_tickets()
    event = Event.objects.get(slug="concert")
    for name in ("mail_text_order_placed", "mail_text_order_paid"):
        event.settings.set(name, f"{event.settings.get(name)}\n\n{{seat_views}}\n")
    event.checkin_lists.create(name="Doors", all_products=True)
    organizer = OrganizerAtWork()
    at = "/control/organizer/loft/seatpreview/"
    organizer.connect(SeatPreviewService(first_url, first_key))
    organizer.connect(SeatPreviewService(second_url, second_key), at=at)
    for told in (messages_of(organizer.sync()), messages_of(organizer.sync(plan, at=at))):
        assert "is made" in told, told


def count_stored_images() -> None:
    """Prints how many images of seats pretix keeps."""
    from pretix.base.models import CachedFile

    print(CachedFile.objects.filter(filename__contains=".seatpreview.").count())  # noqa: T201 - the test reads it


COMMANDS: dict[str, Callable[..., None]] = {
    command.__name__: command
    for command in (
        *(use_view_in_tickets, name_service_for_event, fetch_images, link_two_organizers),
        *(seats_in_carts, ordered_seats, count_stored_images),
    )
}

if __name__ == "__main__":
    django.setup()
    from django_scopes import scopes_disabled

    with scopes_disabled():
        COMMANDS[sys.argv[1]](*sys.argv[2:])
