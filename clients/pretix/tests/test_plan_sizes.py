"""Plans of 2,000 and of 20,000 seats."""

from __future__ import annotations

import json
from typing import Any

import pytest
from organizer_at_work import OrganizerAtWork, messages_of, text_of
from pretix.base.models import SeatingPlan
from seat_preview_service import SeatPreviewService

from pretix_seatpreview.connection_settings import Scope, link_of


@pytest.mark.parametrize(("zones", "rows", "seats"), [(4, 20, 25), (20, 25, 40)], ids=["2000", "20000"])
def test_a_large_plan_is_shown_and_synced_within_one_request(
    zones: int, rows: int, seats: int, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    layout = json.dumps(large_plan(zones, rows, seats))
    plan = SeatingPlan.objects.create(organizer=organizer.organizer, name="Large", layout=layout)
    organizer.connect(seat_preview)
    assert f"A venue with {zones * rows * seats} seats" in text_of(organizer.preview(plan))
    assert "is made" in messages_of(organizer.sync(plan))
    link = link_of(Scope(organizer.organizer), plan)
    assert link is not None
    with seat_preview.client() as client:
        assert client.venues.get(link.venue_id).seat_count == zones * rows * seats
    data = json.loads(layout)
    data["zones"][0]["rows"][0]["seats"].pop()
    plan.layout = json.dumps(data)
    plan.save()
    assert "would be updated at once" in text_of(organizer.preview(plan))
    assert "up to date" in messages_of(organizer.sync(plan))


def large_plan(zones: int, rows: int, seats: int) -> dict[str, Any]:
    """Returns a plan of blocks side by side, four in each line of blocks."""
    return {
        "name": "Large",
        "size": {"width": 6000, "height": 8000},
        "categories": [{"name": "A", "color": "#a3195b"}],
        "zones": [_zone(zone, rows, seats) for zone in range(zones)],
    }


def _zone(zone: int, rows: int, seats: int) -> dict[str, Any]:
    x, y = zone % 4 * (seats * 20 + 60), zone // 4 * (rows * 36 + 100)
    return {
        "name": f"Block {zone + 1}",
        "position": {"x": x, "y": y},
        "areas": [],
        "rows": [_row(f"{zone + 1}-{row + 1}", row, seats) for row in range(rows)],
    }


def _row(prefix: str, row: int, seats: int) -> dict[str, Any]:
    return {
        "row_number": str(row + 1),
        "position": {"x": 0, "y": row * 36},
        "seats": [
            {
                "seat_guid": f"{prefix}-{seat + 1}",
                "seat_number": str(seat + 1),
                "category": "A",
                "position": {"x": seat * 20, "y": 0},
            }
            for seat in range(seats)
        ],
    }
