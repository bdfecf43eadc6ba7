"""The whole journey with a real pretix, a real service and a real browser."""

from __future__ import annotations

import copy
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from running_shop import TEMPLATE, run_chapter, run_program, serving
from seat_preview_service import SeatPreviewService, running_service

from journey.what_buyers_get import VIEW, VIEW_IN_EMAIL, emails, html_of, images_in, views_in
from trial_shop.example_shop import MILL

BUYER = "dora.quill@example.org"


class Stage:
    """A shop and a service, which can be stopped."""

    def __init__(
        self, data: Path, origin: str, service: SeatPreviewService, stop: Callable[[], None]
    ) -> None:
        """Takes what runs already."""
        self.data, self.origin, self.service, self.stop_service = data, origin, service, stop

    def chapter(self, name: str, *arguments: str) -> dict[str, Any]:
        """Lets people do something in Chromium, and returns what it prints."""
        return run_chapter(name, self.origin, *arguments, stop_service=self.stop_service)

    def command(self, name: str) -> str:
        """Does something in the database of the shop."""
        environment = {"PRETIX_PRETIX_DATADIR": str(self.data), "PRETIX_PRETIX_URL": self.origin}
        return run_program("journey.shop_commands", name, environment=environment)

    def emails(self) -> list[EmailMessage]:
        """Returns all e-mails to the buyer, in the order of their sending."""
        return emails(self.data, BUYER)

    def tickets(self, order: str, name: str) -> list[tuple[int, int]]:
        """Downloads the tickets of an order, and returns the sizes of their images."""
        file = self.data / name
        self.chapter("download", order, str(file))
        return images_in(file)

    def plan(self, name: str, *new_seats: str) -> Path:
        """Writes a plan with more seats on the balcony than the first one has."""
        plan = copy.deepcopy(MILL) | {"name": name}
        seats = plan["zones"][1]["rows"][0]["seats"]
        for guid in new_seats:
            number = guid.rpartition("-")[2]
            seats.append(
                seats[-1]
                | {"seat_guid": guid, "seat_number": number, "position": {"x": 20 * len(seats), "y": 0}}
            )
        file = self.data / f"{name}.json"
        file.write_text(json.dumps(plan))
        return file


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """The example shop, which knows nothing of the service yet."""
    shutil.copytree(TEMPLATE, tmp_path / "data")
    (tmp_path / "service").mkdir()
    with ExitStack() as service_stack, serving(tmp_path) as origin:
        service = service_stack.enter_context(running_service(tmp_path / "service"))
        yield Stage(tmp_path / "data", origin, service, service_stack.close)


def test_from_the_first_setting_to_tickets_through_new_plans_and_on_without_the_service(stage: Stage) -> None:
    stage.chapter("set_up", stage.service.url, stage.service.make_key())
    stage.chapter("choose_in_widget")
    assert json.loads(stage.command("seats_in_carts")) == ["S2-6"]
    stage.chapter("write_emails")
    stage.command("use_view_in_tickets")
    order = stage.chapter("buy")["order"]
    code = re.findall("/order/([A-Z0-9]+)/", order)[0]
    assert json.loads(stage.command("ordered_seats")) == [[code, BUYER, "S1-3"], [code, BUYER, "S2-2"]]
    [placed] = stage.emails()
    assert "View from Stalls, Row 2, Seat 2" in html_of(placed), "a link, since no image is here yet"
    assert views_in(placed) == []
    assert VIEW not in stage.tickets(order, "before.pdf")

    stage.command("fetch_images")
    assert stage.tickets(order, "after.pdf").count(VIEW) == 2
    stage.chapter("pay", code)
    _, paid = stage.emails()
    assert views_in(paid) == [VIEW_IN_EMAIL] * 2

    stage.chapter("change_plan", str(stage.plan("Mill 2027", "B1-6")), "Mill 2027", "Mill Theatre")
    stage.chapter("see_seats", "Balcony", "6")
    with stage.service.client() as client:
        [venue] = [venue for venue in client.venues.list(limit=100) if venue.name == "Mill Theatre"]
        client.venues.edit(venue.venue_id, lambda _: {"name": "The Mill"})
    plan = stage.plan("Mill 2028", "B1-6", "B1-7")
    stage.chapter("change_edited_venue", str(plan), "Mill 2028", "Mill 2027")
    stage.chapter("see_seats", "Balcony", "7")

    stage.chapter("lose_the_service", order)
    assert VIEW in stage.tickets(order, "without-the-service.pdf")
