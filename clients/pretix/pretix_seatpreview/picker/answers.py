"""What the picker's script is told: the list of seats, and the state of each."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any

from django.utils.translation import get_language

from pretix_seatpreview.connection import connection_of, facts_of_date
from pretix_seatpreview.picker.buyer import Buyer
from pretix_seatpreview.picker.products import assortment_of
from pretix_seatpreview.picker.seat_keys import venue_seats
from pretix_seatpreview.picker.seats import SeatRow, SeatStates, seat_states
from pretix_seatpreview.picker.shared_value import SharedValue, shared_value
from pretix_seatpreview.seat_matching import VenueSeat

STATES_FRESH_SECONDS = 3.0
SEATS_FRESH_SECONDS = 20.0


def states_answer(buyer: Buyer) -> SharedValue:
    """Returns the state of every seat and product as JSON, at most three seconds old."""
    if buyer.is_at_another_time:
        return SharedValue(time.time(), _states(buyer))
    return shared_value(
        buyer.event, f"states:{buyer.cache_name}", STATES_FRESH_SECONDS, lambda: _states(buyer)
    )


def seats_answer(buyer: Buyer) -> SharedValue:
    """Returns all seats as JSON, by section and row, each with its key in the venue."""
    name = f"seats:{get_language()}:{buyer.subevent.pk if buyer.subevent else 0}"
    return shared_value(buyer.event, name, SEATS_FRESH_SECONDS, lambda: _seats(buyer))


def _states(buyer: Buyer) -> bytes:
    # The answer is the same for as long as nothing changes, so that browsers that have it are sent nothing.
    states, assortment = seat_states(buyer), assortment_of(buyer)
    products = {
        product.id: [product.state, {choice.field: choice.state for choice in product.choices}]
        for product in assortment.products
    }
    return _encoded(
        {
            "plan": states.plan,
            "states": states.letters,
            "products": products,
            "quotas": assortment.quotas,
            "voucherLeft": buyer.voucher_uses_left,
        }
    )


def _seats(buyer: Buyer) -> bytes:
    states = seat_states(buyer)
    connection = connection_of(buyer.date)
    index = venue_seats(connection, [seat.in_plan for seat in states.seats]) if connection else None
    matches = {seat.seat_guid: index.find(seat.in_plan) for seat in states.seats} if index else {}
    facts = facts_of_date(buyer.date)

    def found(seat: SeatRow) -> VenueSeat | None:
        match = matches.get(seat.seat_guid)
        return match.seat if match else None

    def described(index: int, seat: SeatRow) -> list[Any]:
        return _seat(index, seat, found(seat), facts.properties_of(seat.seat_guid))

    has_keys = any(match is not None for match in matches.values())
    sections = _sections(states, described)
    return _encoded({"plan": states.plan, "hasKeys": has_keys, "sections": sections})


def _sections(states: SeatStates, described: Callable[[int, SeatRow], list[Any]]) -> list[dict[str, Any]]:
    order: dict[str, int] = {}
    for seat in states.seats:
        order.setdefault(seat.zone_name, len(order))
    numbered = sorted(enumerate(states.seats), key=lambda entry: order[entry[1].zone_name])
    return [
        {"name": name, "rows": _rows(list(seats), described)}
        for name, seats in groupby(numbered, key=lambda entry: entry[1].zone_name)
    ]


def _rows(
    numbered: list[tuple[int, SeatRow]], described: Callable[[int, SeatRow], list[Any]]
) -> list[dict[str, Any]]:
    rows: dict[str, list[list[Any]]] = {}
    for index, seat in numbered:
        rows.setdefault(seat.row_text, []).append(described(index, seat))
    return [{"name": name, "seats": seats} for name, seats in rows.items()]


def _seat(
    index: int, seat: SeatRow, venue_seat: VenueSeat | None, stored_properties: tuple[str, ...]
) -> list[Any]:
    short = seat.seat_label or seat.seat_number or seat.seat_guid
    key, properties = (
        (venue_seat.key, list(venue_seat.properties)) if venue_seat else (None, list(stored_properties))
    )
    return [index, seat.seat_guid, short, seat.seat_text, seat.product_id, key, properties]


def _encoded(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()
