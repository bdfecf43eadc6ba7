"""The seats of a row: kept as runs of names, which rows share, and never listed one by one."""

from collections.abc import Iterator

import msgspec

from seatpreview.layouts.series import Series


class Run(msgspec.Struct, frozen=True, array_like=True):
    """Seats side by side, counted from the left or from the right.

    A slot is where a seat can be, counted from the left as seen by who faces the focus. The slot of a
    seat that is not there stays empty.
    """

    names: Series
    is_reversed: bool = False

    @property
    def slots(self) -> int:
        return self.names.count

    def slot_of(self, seat: str) -> int | None:
        index = self.names.index_of(seat)
        if index is None or self.names.skips(index):
            return None
        return self._turned(index)

    def seat_at(self, slot: int) -> str | None:
        index = self._turned(slot)
        return None if self.names.skips(index) else self.names.name_at(index)

    def _turned(self, index: int) -> int:
        return self.names.count - 1 - index if self.is_reversed else index


class Seating(msgspec.Struct, frozen=True, array_like=True):
    """Runs from left to right. As a collection: the seats of a row, in the order in which the rules count."""

    runs: tuple[Run, ...]

    def __len__(self) -> int:
        return sum(len(run.names) for run in self.runs)

    def __iter__(self) -> Iterator[str]:
        for run in self.runs:
            yield from run.names

    def __contains__(self, seat: object) -> bool:
        return any(seat in run.names for run in self.runs)

    @property
    def slots(self) -> int:
        return sum(run.slots for run in self.runs)

    def slot_of(self, seat: str) -> int | None:
        start = 0
        for run in self.runs:
            slot = run.slot_of(seat)
            if slot is not None:
                return start + slot
            start += run.slots
        return None

    def seat_at(self, slot: int) -> str | None:
        """None where the slot is empty, or beyond either end of the row."""
        if slot < 0:
            return None
        for run in self.runs:
            if slot < run.slots:
                return run.seat_at(slot)
            slot -= run.slots
        return None

    def seat_left_of(self, slot: int) -> str | None:
        """The next seat to the left, across empty slots."""
        return self._first_of(range(slot - 1, -1, -1))

    def seat_right_of(self, slot: int) -> str | None:
        return self._first_of(range(slot + 1, self.slots))

    def _first_of(self, slots: range) -> str | None:
        return next((seat for slot in slots if (seat := self.seat_at(slot)) is not None), None)


def slot_behind(slot: int, slots: int, slots_behind: int) -> int:
    """The slot straight behind one, of a row in which so many slots are centred on the same line.

    Where it is behind the gap of two, it is the left one; `slot_in_front` then takes the right one, so
    that each is the way back from the other.
    """
    return _across(slot, slots, slots_behind, lean=0)


def slot_in_front(slot: int, slots: int, slots_in_front: int) -> int:
    return _across(slot, slots, slots_in_front, lean=1)


def _across(slot: int, slots: int, other_slots: int, lean: int) -> int:
    # In halves of a slot from the centre line, rows of 4 lie at -3 -1 1 3 and rows of 5 at -4 -2 0 2 4.
    halves_from_left = 2 * slot - (slots - 1) + (other_slots - 1)
    return (halves_from_left + lean) // 2
