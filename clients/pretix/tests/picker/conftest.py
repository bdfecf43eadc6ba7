"""Buyers of the example shop, whose plan has a venue in a real service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seat_preview_service import SeatPreviewService

if TYPE_CHECKING:
    from organizer_at_work import OrganizerAtWork

    from picker.shop_visitor import ShopVisitor


@pytest.fixture
def shop(organizer: OrganizerAtWork, seat_preview: SeatPreviewService) -> OrganizerAtWork:
    """The plan of the example shop has a venue."""
    organizer.connect(seat_preview)
    organizer.sync()
    return organizer


@pytest.fixture
def visitor(organizer: OrganizerAtWork) -> ShopVisitor:
    """Somebody who opens the shop for the first time."""
    from picker.shop_visitor import ShopVisitor

    return ShopVisitor()
