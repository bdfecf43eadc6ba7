"""Finds seats by their refs: the ids that another system has for them."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from itertools import islice

from seatpreview.layouts.section_parts import Row


class SeatRefs:
    """A hash table of refs that holds numbers of seats alone, about eight bytes for each.

    A dictionary would take 300 bytes for each of up to 250,000 seats.
    """

    def __init__(self, rows: Iterable[tuple[str, Row]]) -> None:
        """Takes rows, each with the id of its section. Those without refs are left out."""
        self._rows = [(section, row) for section, row in rows if row.refs]
        self._starts: list[int] = []
        count = sum(len(row.refs) for _, row in self._rows)
        self._mask = (1 << (2 * count).bit_length()) - 1
        # The table has at least twice as many entries as there are refs. 0 is an empty entry.
        self._table = array("I", bytes(4 * (self._mask + 1) if count else 0))
        number = 0
        for _, row in self._rows:
            self._starts.append(number)
            for ref in row.refs:
                number += 1
                if ref:
                    self._insert(ref, number)

    def find(self, ref: str) -> tuple[str, str, str] | None:
        """Returns the section, the row and the seat of a ref; None if no seat has it."""
        if not self._table:
            return None
        at = hash(ref) & self._mask
        while number := self._table[at]:
            found = self._seat(number - 1, ref)
            if found is not None:
                return found
            at = (at + 1) & self._mask
        return None

    def _insert(self, ref: str, number: int) -> None:
        table, mask = self._table, self._mask
        at = hash(ref) & mask
        while table[at]:
            at = (at + 1) & mask
        table[at] = number

    def _seat(self, number: int, ref: str) -> tuple[str, str, str] | None:
        place = bisect_right(self._starts, number) - 1
        section, row = self._rows[place]
        index = number - self._starts[place]
        if row.refs[index] != ref or row.seats is None:
            return None
        return section, row.id, next(islice(row.seats, index, None))
