"""Fifty buyers at the same time, in a pretix of several processes on PostgreSQL."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

from seat_preview_service import SeatPreviewService

from journey.arena_shop import arena_shop
from journey.crowd import BUYERS, POPULAR, SEATS_EACH, Crowd
from journey.make_arena import SEAT_COUNT
from pretix_seatpreview.picker.answers import STATES_FRESH_SECONDS


def test_fifty_buyers_want_the_same_seats_and_no_seat_is_sold_twice(
    seat_preview: SeatPreviewService, tmp_path: Path
) -> None:
    with arena_shop(tmp_path, seat_preview) as shop:
        crowd = Crowd(shop.address)
        crowd.open()
        assert all(len(buyer.guids) == SEAT_COUNT for buyer in crowd.buyers)
        purchases = crowd.buy()
        sold = shop.sold_seats()
        time.sleep(STATES_FRESH_SECONDS)
        shown = crowd.taken_seats()
    assert max(Counter(guid for guid, _ in sold).values()) == 1, "a seat was sold twice"
    assert len(sold) == BUYERS * SEATS_EACH
    assert set(sold) == {(seat, purchase.email) for purchase in purchases for seat in purchase.seats}
    assert len({purchase.order for purchase in purchases}) == BUYERS
    assert set(POPULAR) <= {guid for guid, _ in sold}
    assert sum(purchase.refused for purchase in purchases) > 0, "nobody was in anybody's way"
    assert shown == [{guid for guid, _ in sold}] * BUYERS
