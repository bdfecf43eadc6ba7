"""Finds the size of a template for a number of seats: as many rows as it needs, and a few seats fewer."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.venues.templates.blocks import Block, seat_count

ROWS_MAX = 200

Build = Callable[[int], Sequence[Block]]
"""Returns the blocks of a hall with a number of rows in all. More rows never have fewer seats."""


class Sized(NamedTuple):
    """The blocks of a hall, and the number of rows in all that they were built with."""

    rows: int
    blocks: tuple[Block, ...]


def sized(build: Build, seats: int) -> Sized:
    """Returns the blocks with the fewest rows that hold the seats, without the seats that are too many."""
    rows = 1 + bisect_left(range(1, ROWS_MAX), seats, key=lambda rows: seat_count(build(rows)))
    blocks = tuple(build(rows))
    for smaller in (_without_back_rows, _without_seats_of_front_rows):
        blocks = smaller(blocks, seats)
    return Sized(rows, blocks)


def _without_back_rows(blocks: tuple[Block, ...], seats: int) -> tuple[Block, ...]:
    """Removes the last row of each group of blocks that mirror each other, while enough seats remain."""
    for group in _groups(blocks):
        shorter = tuple(
            replace(block, counts=block.counts[:-1])
            if block.group == group and len(block.counts) > 2
            else block
            for block in blocks
        )
        if seat_count(shorter) >= seats:
            blocks = shorter
    return blocks


def _without_seats_of_front_rows(blocks: tuple[Block, ...], seats: int) -> tuple[Block, ...]:
    """Removes a few seats of one row after the other, from the front to the back."""
    for row, group in _rows_of_groups(blocks):
        if seat_count(blocks) <= seats:
            return blocks
        narrower = tuple(_narrower(block, row) if block.group == group else block for block in blocks)
        if abs(seat_count(narrower) - seats) < abs(seat_count(blocks) - seats):
            blocks = narrower
    return blocks


def _narrower(block: Block, row: int) -> Block:
    if row >= len(block.counts) or block.counts[row] <= 2 * block.trimmed_by:
        return block
    counts = list(block.counts)
    counts[row] -= block.trimmed_by
    return replace(block, counts=tuple(counts))


def _groups(blocks: Sequence[Block]) -> list[str]:
    return list(dict.fromkeys(block.group for block in blocks if not block.is_fixed))


def _rows_of_groups(blocks: Sequence[Block]) -> Iterator[tuple[int, str]]:
    """Yields the index of a row and the group of its blocks: first the front rows of all groups."""
    rows = {block.group: len(block.counts) for block in blocks if not block.is_fixed}
    pairs = [[(row, group) for row in range(count)] for group, count in rows.items()]
    for alike in zip_longest(*pairs):
        yield from (pair for pair in alike if pair is not None)
