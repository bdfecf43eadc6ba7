"""Finds the rows of seats that have no row in the file, by how the seats stand. The focus is at (0, 0)."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from seatpreview.imports.fitting.near_points import NearPoints, PlanPoint


def rows_by_position(
    seats: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float
) -> list[list[int]]:
    """Returns seats that stand side by side as rows. Seats without a position are the last row."""
    placed = [seat for seat in seats if seat in points]
    rest = [seat for seat in seats if seat not in points]
    joined = _Joined(placed)
    across = _row_direction(placed, points, pitch_m)
    index = NearPoints(((seat, points[seat]) for seat in placed), _REACH_PITCHES * pitch_m)
    for seat in placed:
        neighbour = _right_neighbour(seat, points, index, across)
        if neighbour is not None:
            joined.join(seat, neighbour)
    rows: dict[int, list[int]] = defaultdict(list)
    for seat in placed:
        rows[joined.first_of(seat)].append(seat)
    return [*rows.values(), *([rest] if rest else [])]


def _row_direction(placed: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float) -> float | None:
    """Returns the angle that rows of the whole section have in common, if the nearest neighbours of most
    seats lie in one direction; None if rows have to be taken across the way to the focus."""
    index = NearPoints(((seat, points[seat]) for seat in placed), _REACH_PITCHES * pitch_m)
    east = north = 0.0
    counted = 0
    for seat in placed[:: max(1, len(placed) // 500)]:
        here = points[seat]
        nearest = min(((d, other) for d, other in index.near(here) if d > 0.05), default=None)
        if nearest is not None:
            there = points[nearest[1]]
            doubled = 2 * math.atan2(there.y - here.y, there.x - here.x)
            east, north, counted = east + math.cos(doubled), north + math.sin(doubled), counted + 1
    if not counted or math.hypot(east, north) < _AGREEMENT_MIN * counted:
        return None
    return math.atan2(north, east) / 2


def _right_neighbour(
    seat: int, points: Mapping[int, PlanPoint], index: NearPoints, across: float | None
) -> int | None:
    """Returns the nearest seat to the right, within 35 degrees of the row's direction."""
    here = points[seat]
    angle = math.atan2(here.x, -here.y) if across is None else across
    east, north = math.cos(angle), math.sin(angle)
    best: tuple[float, int] | None = None
    for distance, other in index.near(here):
        there = points[other]
        ahead = (there.x - here.x) * east + (there.y - here.y) * north
        if other != seat and distance > 0 and ahead > _STRAIGHT_MIN * distance:
            best = min(best or (distance, other), (distance, other))
    return None if best is None else best[1]


class _Joined:
    """Sets of seats that are joined step by step."""

    def __init__(self, seats: Sequence[int]) -> None:
        self._parents = {seat: seat for seat in seats}

    def first_of(self, seat: int) -> int:
        while self._parents[seat] != seat:
            self._parents[seat] = self._parents[self._parents[seat]]
            seat = self._parents[seat]
        return seat

    def join(self, seat: int, other: int) -> None:
        self._parents[self.first_of(seat)] = self.first_of(other)


_REACH_PITCHES = 1.6
_AGREEMENT_MIN = 0.8
_STRAIGHT_MIN = 0.82
