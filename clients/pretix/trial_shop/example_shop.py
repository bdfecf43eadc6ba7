"""Puts an organizer, an admin user and an event with seats into an empty pretix."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django_scopes import scope
from pretix.base.models import Event, Organizer, SeatingPlan, Team, User
from pretix.base.services.seating import generate_seats

ADMIN = "admin@localhost"
PASSWORD = "admin"  # noqa: S105 - it is no secret
"""Of the admin user. A trial shop listens on this machine alone."""

PLUGINS = [
    "pretix_seatpreview",
    "pretix.plugins.banktransfer",
    "pretix.plugins.ticketoutputpdf",
    "pretix.plugins.sendmail",
]
STARTS_AT = datetime(2030, 5, 4, 18, 0, tzinfo=UTC)
PRICES = {"Premium": Decimal("42.00"), "Standard": Decimal("28.00")}


def make_shop() -> Event:
    """Creates the organizer `mill` with the event `concert`, which has 17 seats, and an admin user."""
    organizer = Organizer.objects.create(
        name="Mill Theatre", slug="mill", plugins="pretix_seatpreview,pretix.plugins.banktransfer"
    )
    with scope(organizer=organizer):
        add_admin(organizer)
        return add_event(organizer, "concert", add_plan(organizer, MILL))


def add_admin(organizer: Organizer) -> User:
    """Creates the admin user, who may do everything in this organizer, and nothing in the server."""
    # pretix's own migrations create this user, too.
    user, _ = User.objects.get_or_create(email=ADMIN)
    user.is_staff = False
    user.set_password(PASSWORD)
    user.needs_password_change = False
    user.save()
    team = Team.objects.create(
        organizer=organizer,
        name="Everybody",
        all_events=True,
        all_event_permissions=True,
        all_organizer_permissions=True,
    )
    team.members.add(user)
    return user


def add_plan(organizer: Organizer, layout: dict[str, Any]) -> SeatingPlan:
    """Stores a seating plan."""
    return SeatingPlan.objects.create(organizer=organizer, name=layout["name"], layout=json.dumps(layout))


def add_event(organizer: Organizer, slug: str, plan: SeatingPlan) -> Event:
    """Creates an event that is live, with a product and a price for each category of the plan."""
    event = Event.objects.create(
        organizer=organizer,
        name="Concert",
        slug=slug,
        date_from=STARTS_AT,
        currency="EUR",
        plugins=",".join(PLUGINS),
        live=True,
        is_public=True,
        seating_plan=plan,
    )
    event.settings.locales = ["en", "de"]
    event.settings.payment_banktransfer__enabled = True
    event.settings.payment_banktransfer_bank_details = "Trial Bank"
    event.settings.ticket_download = True
    mapping = {}
    for category in plan.get_categories():
        product = event.items.create(
            name=category.name, default_price=PRICES.get(category.name, Decimal("20.00")), admission=True
        )
        quota = event.quotas.create(name=category.name, size=None)
        quota.items.add(product)
        event.seat_category_mappings.create(layout_category=category.name, product=product)
        mapping[category.name] = product
    generate_seats(event, None, plan, mapping)
    return event


def _row(name: str, x: float, y: float, category: str, guids: list[str], **members: str) -> dict[str, Any]:
    seats = [
        {
            "seat_guid": guid,
            "seat_number": guid.rpartition("-")[2],
            "category": category,
            "position": {"x": 20 * place, "y": 0},
        }
        for place, guid in enumerate(guids)
    ]
    return {
        "row_number": name,
        "row_number_position": None,
        "position": {"x": x, "y": y},
        "seats": seats,
        **members,
    }


def _zone(
    name: str, x: float, y: float, rows: list[dict[str, Any]], areas: list[dict[str, Any]]
) -> dict[str, Any]:
    return {"name": name, "position": {"x": x, "y": y}, "rows": rows, "areas": areas}


MILL: dict[str, Any] = {
    "name": "Mill Theatre",
    "size": {"width": 400, "height": 300},
    "categories": [{"name": "Premium", "color": "#a3195b"}, {"name": "Standard", "color": "#1d70b8"}],
    "zones": [
        _zone(
            "Stalls",
            100,
            120,
            [
                _row("1", 0, 0, "Premium", ["S1-1", "S1-2", "S1-3"]),
                _row("1", 80, 0, "Premium", ["S1-4", "S1-5", "S1-6"]),
                _row("2", 0, 36, "Standard", ["S2-1", "S2-2", "S2-3"]),
                _row("2", 80, 36, "Standard", ["S2-4", "S2-5", "S2-6"]),
            ],
            [
                {
                    "shape": "rectangle",
                    "color": "#dddddd",
                    "position": {"x": -20, "y": -100},
                    "rectangle": {"width": 160, "height": 50},
                    "text": {"text": "STAGE", "color": "#000000", "position": {"x": 80, "y": 25}},
                }
            ],
        ),
        _zone(
            "Balcony",
            120,
            230,
            [_row("1", 0, 0, "Standard", ["B1-1", "B1-2", "B1-3", "B1-4", "B1-5"], row_label="Bench %s")],
            [],
        ),
    ],
}
"""Two rows of stalls with an aisle, a balcony, and a stage: the example of docs/import-pretix.md."""
