"""Finds rows by how seats stand, and orders rows and their seats as people see them. Focus: (0, 0)."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from seatpreview.imports.fitting.near_points import (
    NearPoints,
    PlanPoint,
    along,
    main_direction,
    middle_of,
    spread_of,
)
from seatpreview.imports.natural_order import natural_sort_key

Seats = list[int]
Points = Sequence[PlanPoint]
_REACH_PITCHES = 1.6
_ROW_AGREEMENT_MIN = 0.8
_STRAIGHT_MIN = 0.82


def from_left_to_right(seats: Seats, points: Mapping[int, PlanPoint]) -> Seats:
    """Returns the seats of a row as a person who faces the focus sees them."""
    if len(seats) < 2:
        return list(seats)
    own = [points[seat] for seat in seats]
    if _spans_focus(own):
        return _around_focus(seats, points)
    middle = middle_of(own)
    direction = main_direction(spread_of(own, middle))
    right = PlanPoint(-middle.y, middle.x)
    sign = -1.0 if along(direction, right) < 0 else 1.0
    return sorted(seats, key=lambda seat: (sign * along(points[seat], direction), seat))


def from_front_to_back(rows: Mapping[str, Seats], points: Mapping[int, PlanPoint]) -> dict[str, Seats]:
    """Returns the rows of a section by their distance from the focus."""
    own = {name: [points[seat] for seat in seats] for name, seats in rows.items()}
    ahead = common_facing(list(own.values()))
    depths = {
        name: round(
            sum(map(math.hypot, *zip(*row, strict=True))) / len(row)
            if ahead is None
            else -along(middle_of(row), ahead),
            3,
        )
        for name, row in own.items()
    }
    return {
        name: rows[name] for name in sorted(rows, key=lambda name: (depths[name], natural_sort_key(name)))
    }


def common_facing(rows: Sequence[Points]) -> PlanPoint | None:
    """Returns the direction at a right angle to all rows, towards the focus; None if rows differ in it."""
    long = [row for row in rows if len(row) > 1]
    spreads = [spread_of(row, middle_of(row)) for row in long]
    xx, xy, yy = (sum(spread[part] for spread in spreads) for part in range(3))
    total = xx + yy
    if total <= 0 or math.hypot(xx - yy, 2 * xy) < _AGREEMENT_MIN * total:
        return None
    direction = main_direction((xx, xy, yy))
    ahead = PlanPoint(-direction.y, direction.x)
    middle = middle_of([point for row in rows for point in row])
    distance = math.hypot(*middle)
    share = -along(middle, ahead)
    if abs(share) < _FACING_MIN * distance:
        return None
    return ahead if share > 0 else PlanPoint(-ahead.x, -ahead.y)


def _spans_focus(row: Points) -> bool:
    """Returns whether a row goes around the focus by more than a third of a circle."""
    bearings = sorted(math.atan2(x, y) for x, y in row)
    widest_gap = max(math.tau - bearings[-1] + bearings[0], *(b - a for a, b in pairwise(bearings)), 0.0)
    return math.tau - widest_gap > math.tau / 3


def _around_focus(seats: Seats, points: Mapping[int, PlanPoint]) -> Seats:
    """Returns the seats against the clock, from the widest gap on: smaller bearings are on the right."""
    ordered = sorted(seats, key=lambda seat: (-math.atan2(points[seat].x, points[seat].y), seat))
    bearings = [math.atan2(points[seat].x, points[seat].y) for seat in ordered]
    gaps = [bearings[index - 1] - bearings[index] for index in range(len(ordered))]
    gaps[0] += math.tau
    start = gaps.index(max(gaps))
    return ordered[start:] + ordered[:start]


_AGREEMENT_MIN = 0.9
_FACING_MIN = 0.35


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
    if not counted or math.hypot(east, north) < _ROW_AGREEMENT_MIN * counted:
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
