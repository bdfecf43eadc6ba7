"""Makes an event with 2,000 seats in the shop that the environment names, and links it to a new venue.

It runs in a process of its own: python -m journey.make_arena SERVICE TENANT_KEY"""

import sys
from typing import Any

import django

BLOCKS, ROWS, SEATS = 8, 10, 25
SEAT_COUNT = BLOCKS * ROWS * SEATS


def main(service_url: str, tenant_key: str) -> None:
    """Sets the event up as an organizer would."""
    from django_scopes import scopes_disabled
    from organizer_at_work import OrganizerAtWork, messages_of
    from seat_preview_service import SeatPreviewService

    from trial_shop.example_shop import add_event, add_plan

    with scopes_disabled():
        organizer = OrganizerAtWork()
        plan = add_plan(organizer.organizer, arena())
        event = add_event(organizer.organizer, "arena", plan)
        assert event.seats.count() == SEAT_COUNT
        organizer.connect(SeatPreviewService(service_url, tenant_key))
        told = messages_of(organizer.sync(plan))
        assert "is made" in told, told


def arena() -> dict[str, Any]:
    """A plan of eight blocks before a stage, each with 250 seats."""
    stage = {
        "shape": "rectangle",
        "color": "#dddddd",
        "position": {"x": 900, "y": 0},
        "rectangle": {"width": 600, "height": 100},
        "text": {"text": "STAGE", "color": "#000000", "position": {"x": 300, "y": 50}},
    }
    zones = [_block(number) for number in range(BLOCKS)]
    return {
        "name": "Arena",
        "size": {"width": 2400, "height": 1200},
        "categories": [{"name": "Standard", "color": "#1d70b8"}],
        "zones": [zones[0] | {"areas": [stage]}, *zones[1:]],
    }


def _block(number: int) -> dict[str, Any]:
    across, behind = number % 4, number // 4
    return {
        "name": f"Block {'ABCDEFGH'[number]}",
        "position": {"x": 20 + 600 * across, "y": 200 + 460 * behind},
        "rows": [_row(number, row) for row in range(ROWS)],
        "areas": [],
    }


def _row(block: int, row: int) -> dict[str, Any]:
    seats = [
        {
            "seat_guid": guid(block, row, seat),
            "seat_number": str(seat + 1),
            "category": "Standard",
            "position": {"x": 20 * seat, "y": 0},
        }
        for seat in range(SEATS)
    ]
    return {"row_number": str(row + 1), "position": {"x": 0, "y": 36 * row}, "seats": seats}


def guid(block: int, row: int, seat: int) -> str:
    """Names a seat of the arena, counted from zero."""
    return f"{'ABCDEFGH'[block]}-{row + 1}-{seat + 1}"


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:])
