"""The seats of an event and what is free of them, as pretix's own functions say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext

from pretix_seatpreview.picker.buyer import Buyer
from pretix_seatpreview.seat_matching import PlanSeat

FREE, ORDERED, IN_CART, RESERVED, BLOCKED = "f", "s", "h", "r", "b"
"""The letters of `SeatStates.letters`. A blocked seat is not for sale, or too near to one that is taken."""

FIELDS = (
    "seat_guid",
    "zone_name",
    "row_name",
    "row_label",
    "seat_number",
    "seat_label",
    "product_id",
)
FLAGS = ("has_order", "has_cart", "has_voucher")


class SeatRow(NamedTuple):
    """A seat as pretix has it, without what changes while tickets are sold."""

    seat_guid: str
    zone_name: str
    row_name: str
    row_label: str | None
    seat_number: str
    seat_label: str | None
    product_id: int | None

    @property
    def in_plan(self) -> PlanSeat:
        """The seat as its seating plan names it."""
        return PlanSeat(self.seat_guid, self.zone_name, self.row_name, self.seat_number)

    @property
    def row_text(self) -> str:
        """The name of its row as pretix prints it."""
        if self.row_label:
            return self.row_label
        return gettext("Row {number}").format(number=self.row_name) if self.row_name else ""

    @property
    def seat_text(self) -> str:
        """The name of the seat within its row, as pretix prints it."""
        if self.seat_label:
            return self.seat_label
        return gettext("Seat {number}").format(number=self.seat_number) if self.seat_number else ""


class SeatStates(NamedTuple):
    """All seats of an event, with one letter for the state of each."""

    seats: tuple[SeatRow, ...]
    letters: str

    @property
    def plan(self) -> str:
        """Names the list of seats: it changes when seats are added, renamed or get another product."""
        digest = hashlib.blake2b(digest_size=8)
        for seat in self.seats:
            digest.update(repr(tuple(seat)).encode())
        return digest.hexdigest()


def seat_states(buyer: Buyer) -> SeatStates:
    """Asks pretix in two queries for all seats and for those that this buyer may have, in pretix's order."""
    free = _free_guids(buyer)
    found = buyer.date.total_seats(ignore_voucher=buyer.voucher).values_list(*FIELDS, *FLAGS)
    seats, letters = [], []
    for row in found:
        seat = SeatRow(*row[: len(FIELDS)])
        seats.append(seat)
        letters.append(_letter(seat, row[len(FIELDS) :], free))
    return SeatStates(tuple(seats), "".join(letters))


def _free_guids(buyer: Buyer) -> set[str]:
    found = buyer.date.free_seats(ignore_voucher=buyer.voucher, sales_channel=buyer.channel.identifier)
    if buyer.voucher is not None and buyer.voucher.seat_id is not None:
        found = found.filter(pk=buyer.voucher.seat_id)
    return set(found.values_list("seat_guid", flat=True))


def _letter(seat: SeatRow, flags: Iterable[bool], free: set[str]) -> str:
    if seat.product_id is None:
        return BLOCKED
    if seat.seat_guid in free:
        return FREE
    return next(
        (letter for letter, is_set in zip((ORDERED, IN_CART, RESERVED), flags, strict=True) if is_set),
        BLOCKED,
    )
