"""Finds seats that were added, removed, renamed or moved between two layouts. Pure."""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.section_parts import Row

MOVED_M = 0.5
"""Seats that moved further than this are told."""

SAME_PLACE_M = 0.1
"""Two seats within this distance are at the same place. Neighbours are further apart."""

_CELL_M = 0.5
_CELL_SEATS_MAX = 50
"""The most seats of a cell that are looked at, where very many are drawn at one place."""


class PlacedSeat(NamedTuple):
    """A seat by its key, and the floor there; None if the layout does not say where."""

    key: str
    point: Point | None


class SeatMove(NamedTuple):
    """A seat that is elsewhere now."""

    key: str
    distance_m: float


class SeatDifference(NamedTuple):
    """How the seats of two layouts differ, each in the order of the layout."""

    added: list[str]
    gone: list[str]
    renamed: list[tuple[str, str]]
    moved: list[SeatMove]


def compare_seats(before: CompiledLayout, after: CompiledLayout) -> SeatDifference:
    """Compares all seats. Rows that are the same in both layouts are not looked at seat by seat, and the rest
    takes time and memory in proportion to the number of seats."""
    gone: list[PlacedSeat] = []
    added: list[PlacedSeat] = []
    moved: list[SeatMove] = []
    for section, row in _rows(before):
        seats = _seats_if_changed(before, section, row, after)
        if seats is None:
            continue
        others = _seats_by_key(after, section.id, row.id)
        gone += (seat for seat in seats if seat.key not in others)
        moved += _moved(seats, others)
    for section, row in _rows(after):
        seats = _seats_if_changed(after, section, row, before)
        if seats is not None:
            others = _seats_by_key(before, section.id, row.id)
            added += (seat for seat in seats if seat.key not in others)
    renamed = dict(_same_places(gone, added))
    new_keys = set(renamed.values())
    return SeatDifference(
        added=[seat.key for seat in added if seat.key not in new_keys],
        gone=[seat.key for seat in gone if seat.key not in renamed],
        renamed=list(renamed.items()),
        moved=moved,
    )


def _rows(layout: CompiledLayout) -> Iterator[tuple[Section, Row]]:
    return ((section, row) for section in layout.sections for row in section.rows)


def _seats_if_changed(
    layout: CompiledLayout, section: Section, row: Row, other: CompiledLayout
) -> list[PlacedSeat] | None:
    """Returns the seats of a row; None if the other layout has the same row at the same place."""
    there = other.section(section.id)
    row_there = None if there is None else there.row(row.id)
    if _form(layout, section, row) == _form(other, there, row_there):
        return None
    return list(_seats(layout, section, row))


def _form(layout: CompiledLayout, section: Section | None, row: Row | None) -> tuple[object, ...]:
    """Returns everything that the keys and places of a row's seats follow from; nothing for no row."""
    if section is None or row is None:
        return ()
    placement = section.plan.placement
    spacing_m = None if placement is None else placement.spacing_m
    frame = None if row.places else layout.row_frame(section, row.index)
    return row.seats, row.offsets_m, row.places, spacing_m, frame


def _seats(layout: CompiledLayout, section: Section, row: Row) -> Iterator[PlacedSeat]:
    place_at = layout.places_in_row(section, row)
    first_slot = 0
    for group in () if row.seats is None else row.seats.groups:
        for slot in range(group.slots):
            seat = group.seat_at(slot)
            if seat is not None:
                point = None if place_at is None else place_at(first_slot + slot).point
                yield PlacedSeat(f"{section.id}/{row.id}/{seat}", point)
        first_slot += group.slots


def _seats_by_key(layout: CompiledLayout, section: str, row: str) -> dict[str, Point | None]:
    found = layout.section(section)
    found_row = None if found is None else found.row(row)
    return {} if found is None or found_row is None else dict(_seats(layout, found, found_row))


def _moved(seats: list[PlacedSeat], others: dict[str, Point | None]) -> Iterator[SeatMove]:
    for key, point in seats:
        there = others.get(key)
        if point is not None and there is not None and (distance_m := math.dist(point, there)) > MOVED_M:
            yield SeatMove(key, distance_m)


def _same_places(gone: list[PlacedSeat], added: list[PlacedSeat]) -> Iterator[tuple[str, str]]:
    """Yields the old and the new key of seats at the same place. Each seat is in one pair at most."""
    cells: dict[tuple[int, ...], list[PlacedSeat]] = defaultdict(list)
    # Each list is read from its end, so that of seats at one place the first ones are paired first.
    for seat in reversed(added):
        if seat.point is not None:
            cells[_cell(seat.point, 0.0)].append(seat)
    for key, point in gone:
        found = None if point is None else _take_nearest(cells, point)
        if found is not None:
            yield key, found


def _take_nearest(cells: dict[tuple[int, ...], list[PlacedSeat]], point: Point) -> str | None:
    """Removes the seat at a place from its cell, and returns its key; None if no seat is there."""
    best: tuple[list[PlacedSeat], int] | None = None
    best_m = SAME_PLACE_M
    for cell in _cells_around(point):
        seats = cells.get(cell, [])
        for index in range(len(seats) - 1, max(-1, len(seats) - 1 - _CELL_SEATS_MAX), -1):
            distance_m = math.dist(point, seats[index].point or point)
            if distance_m < best_m:
                best, best_m = (seats, index), distance_m
    return None if best is None else best[0].pop(best[1]).key


def _cells_around(point: Point) -> set[tuple[int, ...]]:
    """Returns the cells in which a seat at this place may be: mostly one, and eight at a corner."""
    low, high = _cell(point, -SAME_PLACE_M), _cell(point, SAME_PLACE_M)
    return {(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])}


def _cell(point: Point, shift_m: float) -> tuple[int, ...]:
    return tuple(math.floor((each + shift_m) / _CELL_M) for each in point)
