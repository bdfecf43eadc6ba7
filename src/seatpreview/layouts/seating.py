"""The seats of a row, stored as groups of consecutive names that rows share."""

from bisect import bisect_left
from collections.abc import Iterator

import msgspec

from seatpreview.layouts.series import Series


class SeatGroup(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Seats side by side from one seat rule, counted from the left or from the right.

    A slot is room for a seat. Slots are counted from the left, as seen by a person who faces the focus. The
    slot of a skipped seat stays empty.
    """

    names: Series
    is_reversed: bool = False

    @property
    def slots(self) -> int:
        """The number of slots."""
        return self.names.count

    def slot_of(self, seat: str) -> int | None:
        """Returns the slot of a seat; None if there is no such seat."""
        names = self.names
        index = names.index_of(seat)
        if index is None or (names.skipped and names.skips(index)):
            return None
        return names.count - 1 - index if self.is_reversed else index

    def seat_at(self, slot: int) -> str | None:
        """Returns the seat at a slot of the group; None if the slot is empty."""
        names = self.names
        index = names.count - 1 - slot if self.is_reversed else slot
        if names.skipped and names.skips(index):
            return None
        return names.name_format.name_of(names.first + index * names.step)


class Seating(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The groups of a row from left to right. Iteration yields the seats in the order in which the rules
    count."""

    groups: tuple[SeatGroup, ...]

    def __len__(self) -> int:
        return sum(len(group.names) for group in self.groups)

    def __iter__(self) -> Iterator[str]:
        for group in self.groups:
            yield from group.names

    def __contains__(self, seat: object) -> bool:
        return isinstance(seat, str) and self.slot_of(seat) is not None

    @property
    def slots(self) -> int:
        """The number of slots."""
        slots = 0
        for group in self.groups:
            slots += group.names.count
        return slots

    def slot_of(self, seat: str) -> int | None:
        """Returns the slot of a seat; None if there is no such seat."""
        start = 0
        for group in self.groups:
            slot = group.slot_of(seat)
            if slot is not None:
                return start + slot
            start += group.names.count
        return None

    def order_of(self, seat: str) -> tuple[int, int]:
        """Returns the position of a seat in the order of iteration. Raises ValueError if the row lacks the
        seat."""
        for number, group in enumerate(self.groups):
            index = group.names.index_of(seat)
            if index is not None and not group.names.skips(index):
                return number, index
        raise ValueError(f"The row has no seat {seat}.")

    def position_of(self, seat: str) -> int:
        """Returns the number of seats before this one in the order of iteration. Raises ValueError if the row
        lacks the seat."""
        number, index = self.order_of(seat)
        before = sum(len(group.names) for group in self.groups[:number])
        skipped = self.groups[number].names.skipped
        return before + index - bisect_left(skipped, index)

    def seat_at(self, slot: int) -> str | None:
        """Returns the seat at a slot; None if the slot is empty or beyond either end of the row."""
        if slot < 0:
            return None
        for group in self.groups:
            slots = group.names.count
            if slot < slots:
                return group.seat_at(slot)
            slot -= slots
        return None

    def seat_left_of(self, slot: int) -> str | None:
        """Returns the next seat to the left, across empty slots."""
        for there in range(slot - 1, -1, -1):
            seat = self.seat_at(there)
            if seat is not None:
                return seat
        return None

    def seat_right_of(self, slot: int) -> str | None:
        """Returns the next seat to the right, across empty slots."""
        for there in range(slot + 1, self.slots):
            seat = self.seat_at(there)
            if seat is not None:
                return seat
        return None


def slot_behind(slot: int, slots: int, slots_behind: int) -> int:
    """Returns the slot straight behind this one, in a row of `slots_behind` slots centred on the same line.

    Of two equally near slots, this is the left one. `slot_in_front` returns the right one, so each function
    reverses the other.
    """
    return _across(slot, slots, slots_behind, rounding=0)


def slot_in_front(slot: int, slots: int, slots_in_front: int) -> int:
    """Returns the slot straight in front of one; see `slot_behind`."""
    return _across(slot, slots, slots_in_front, rounding=1)


def _across(slot: int, slots: int, other_slots: int, rounding: int) -> int:
    # In halves of a slot from the centre line, rows of 4 lie at -3 -1 1 3 and rows of 5 at -4 -2 0 2 4.
    halves_from_left = 2 * slot - (slots - 1) + (other_slots - 1)
    return (halves_from_left + rounding) // 2
