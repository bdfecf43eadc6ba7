"""How soon a page shows that a seat is taken: within nine seconds and the time of one answer."""

from __future__ import annotations

import pytest
from organizer_at_work import OrganizerAtWork
from picker.shop_visitor import ShopVisitor

from pretix_seatpreview.picker import answers, shared_value
from pretix_seatpreview.picker.buyer import Buyer

BEGAN_AT = 1_900_000_000.0


class Clock:
    """A clock that stands still until somebody sets it."""

    def __init__(self) -> None:
        """Begins at a moment that no test depends on."""
        self.now = BEGAN_AT

    def time(self) -> float:
        """Returns the seconds of this clock."""
        return self.now


def test_an_answer_is_computed_once_in_three_seconds_and_never_older(
    organizer: OrganizerAtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, compute = Clock(), answers._states
    computed: list[float] = []

    def noted(buyer: Buyer) -> bytes:
        computed.append(clock.now)
        return compute(buyer)

    monkeypatch.setattr(shared_value, "time", clock)
    monkeypatch.setattr(answers, "_states", noted)
    watchers = [ShopVisitor() for _ in range(5)]
    product = organizer.event.seats.get(seat_guid="S1-1").product_id

    def shown() -> set[str]:
        return {watcher.letters()["S1-1"] for watcher in watchers}

    assert shown() == {"f"}
    ShopVisitor().add({f"seat_{product}": "S1-1"})
    clock.now = BEGAN_AT + 2.9
    assert shown() == {"f"}
    clock.now = BEGAN_AT + 3.0
    assert shown() == {"h"}
    assert computed == [BEGAN_AT, BEGAN_AT + 3.0]
    assert answers.STATES_FRESH_SECONDS == 3.0
