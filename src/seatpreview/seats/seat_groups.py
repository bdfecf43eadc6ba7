"""Groups of seats side by side in a row: seats between which there is neither an empty slot nor an aisle."""

import math
from collections.abc import Container, Iterator
from typing import NamedTuple

import msgspec

from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.geometry import SeatPlace
from seatpreview.seats.seat_listing import SeatsByRow, has_any_kind

_NEIGHBOURS_SPACINGS = 1.5
"""Seats that are further apart than this many spacings of their section have an aisle between them."""


class Candidates(msgspec.Struct, frozen=True, kw_only=True):
    """The seats that groups are made of."""

    sections: frozenset[str] | None = None
    """None: all sections."""
    closed: Container[str] = frozenset()
    among: SeatsByRow | None = None
    """The seats that are free; None: all seats are."""
    kinds: frozenset[int] | None = None
    """The kinds of seats that a group may have; None: any. Others are free too, and may be left single."""
    reserved: frozenset[int] = frozenset()
    """The kinds of seats that are kept for others, as if they were not free."""
    companions: frozenset[int] = frozenset()
    """The kinds of seats that a group has only together with one of the kinds in `wheelchairs`."""
    wheelchairs: frozenset[int] = frozenset()
    leaves_no_single: bool = False
    """Whether groups that leave a single seat are left out, unless there are no others."""


class GroupSeat(NamedTuple):
    """A free seat of a row."""

    key: str
    place: SeatPlace | None
    """None: the layout does not say where it is."""
    is_wanted: bool
    """Whether it has what is asked for."""
    kind: int


class SeatGroup(NamedTuple):
    """Seats side by side."""

    section: Section
    row: Row
    seats: tuple[GroupSeat, ...]
    leaves_single: bool
    """Whether a seat beside the group would be free, with neither of its neighbours free."""


def groups_of(layout: CompiledLayout, candidates: Candidates, count: int) -> list[SeatGroup]:
    """Returns every group of this many seats that may be chosen, in the order of the layout."""
    groups = [group for group in _all_groups(layout, candidates, count) if _has_wheelchair(candidates, group)]
    without_single = [group for group in groups if not group.leaves_single]
    return without_single if candidates.leaves_no_single and without_single else groups


def _has_wheelchair(candidates: Candidates, group: SeatGroup) -> bool:
    """Whether a group with companion seats has a wheelchair space."""
    kinds = {seat.kind for seat in group.seats}
    return kinds.isdisjoint(candidates.companions) or not kinds.isdisjoint(candidates.wheelchairs)


def _all_groups(layout: CompiledLayout, candidates: Candidates, count: int) -> Iterator[SeatGroup]:
    for section in layout.sections:
        if section.id in candidates.closed or not section.seat_count:
            continue
        if candidates.sections is not None and section.id not in candidates.sections:
            continue
        for row in section.rows:
            for run in _runs(layout, candidates, section, row):
                yield from _groups_of_run(section, row, run, count)


def _groups_of_run(section: Section, row: Row, run: list[GroupSeat], count: int) -> Iterator[SeatGroup]:
    for start in range(len(run) - count + 1):
        seats = tuple(run[start : start + count])
        if all(seat.is_wanted for seat in seats):
            leaves_single = start == 1 or len(run) - start - count == 1
            yield SeatGroup(section, row, seats, leaves_single)


def _runs(
    layout: CompiledLayout, candidates: Candidates, section: Section, row: Row
) -> Iterator[list[GroupSeat]]:
    """Yields the longest lists of free seats side by side."""
    free = _free_seats(candidates, section, row)
    kinds = candidates.kinds
    if row.seats is None or not free or (kinds is not None and not has_any_kind(row, kinds)):
        return
    place_at, gap_max_m = layout.places_in_row(section, row), _gap_max_m(section, row)
    run: list[GroupSeat] = []
    for slot in range(row.seats.slots):
        name = row.seats.seat_at(slot)
        kind = row.kind_index(slot)
        if name is None or name not in free or kind in candidates.reserved:
            if run:
                yield run
            run = []
            continue
        place = None if place_at is None else place_at(slot)
        seat = GroupSeat(f"{section.id}/{row.id}/{name}", place, kinds is None or kind in kinds, kind)
        if run and _has_gap(run[-1].place, place, gap_max_m):
            yield run
            run = []
        run.append(seat)
    if run:
        yield run


class _AllSeats(Container[str]):
    """Contains every seat."""

    def __contains__(self, _: object) -> bool:
        return True


_ALL_SEATS = _AllSeats()


def _free_seats(candidates: Candidates, section: Section, row: Row) -> Container[str] | None:
    if candidates.among is None:
        return _ALL_SEATS
    seats = candidates.among.get(section.id, {}).get(row.id)
    return None if seats is None else frozenset(seats)


def _gap_max_m(section: Section, row: Row) -> float:
    """Returns how far apart neighbours may be. Only rows with places of their own can have wider gaps; around
    a table all seats are neighbours."""
    placement = section.plan.placement
    is_regular = not (row.places or row.offsets_m)
    if placement is None or is_regular or section.plan.tables:
        return math.inf
    return _NEIGHBOURS_SPACINGS * placement.spacing_m


def _has_gap(left: SeatPlace | None, right: SeatPlace | None, gap_max_m: float) -> bool:
    if left is None or right is None or gap_max_m == math.inf:
        return False
    return math.dist(left.point, right.point) > gap_max_m
