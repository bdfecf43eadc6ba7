"""What the picker's script is told: the list of seats, and the state of each."""

from __future__ import annotations

import json
import time
from itertools import groupby
from typing import Any

from django.utils.translation import get_language

from pretix_seatpreview.connection import connection_of
from pretix_seatpreview.picker.buyer import Buyer
from pretix_seatpreview.picker.products import assortment_of
from pretix_seatpreview.picker.seat_keys import VenueSeat, venue_seats
from pretix_seatpreview.picker.seats import SeatRow, SeatStates, seat_states
from pretix_seatpreview.picker.shared_value import SharedValue, shared_value

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
    guids = [seat.seat_guid for seat in states.seats]
    known = venue_seats(connection, guids) if connection is not None else None
    has_keys = known is not None and any(guid in known for guid in guids)
    return _encoded({"plan": states.plan, "hasKeys": has_keys, "sections": _sections(states, known or {})})


def _sections(states: SeatStates, known: dict[str, VenueSeat]) -> list[dict[str, Any]]:
    order: dict[str, int] = {}
    for seat in states.seats:
        order.setdefault(seat.zone_name, len(order))
    numbered = sorted(enumerate(states.seats), key=lambda entry: order[entry[1].zone_name])
    return [
        {"name": name, "rows": _rows(list(seats), known)}
        for name, seats in groupby(numbered, key=lambda entry: entry[1].zone_name)
    ]


def _rows(numbered: list[tuple[int, SeatRow]], known: dict[str, VenueSeat]) -> list[dict[str, Any]]:
    rows: dict[str, list[list[Any]]] = {}
    for index, seat in numbered:
        rows.setdefault(seat.row_text, []).append(_seat(index, seat, known.get(seat.seat_guid)))
    return [{"name": name, "seats": seats} for name, seats in rows.items()]


def _seat(index: int, seat: SeatRow, venue_seat: VenueSeat | None) -> list[Any]:
    short = seat.seat_label or seat.seat_number or seat.seat_guid
    key, properties = (venue_seat.key, list(venue_seat.properties)) if venue_seat else (None, [])
    return [index, seat.seat_guid, short, seat.seat_text, seat.product_id, key, properties]


def _encoded(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()
