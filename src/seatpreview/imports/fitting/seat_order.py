"""Orders rows from the front to the back, and their seats from left to right. The focus is at (0, 0)."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from seatpreview.imports.fitting.compact_names import natural_sort_key
from seatpreview.imports.fitting.near_points import PlanPoint, along, main_direction, middle_of, spread_of

Seats = list[int]
Points = Sequence[PlanPoint]


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
