"""How far rows are behind the front of their level, so that rows beside each other are at one height.

The focus is at (0, 0). The ends of a straight stand, and the short sides of a field, are farther from it than
the middle of a long side, and yet begin at the same height.
"""

import math
from collections.abc import Sequence

from seatpreview.imports.fitting.near_points import PlanPoint, along, middle_of
from seatpreview.imports.fitting.seat_order import common_facing

Row = Sequence[PlanPoint]

_DIRECTIONS = 120


def nearest_m(row: Row) -> float:
    """Returns how far a row is from the focus: at its nearest seat, or at its middle if that is nearer."""
    nearest = min(math.hypot(x, y) for x, y in row)
    return min(math.hypot(*middle_of(row)), nearest) if len(row) < 3 else max(0.5, nearest)


def depths_of_level(sections: Sequence[Sequence[Row]]) -> list[list[float]]:
    """Returns for each row of each section how far it is behind the first row of the level in its direction.
    The rows of a section are given from the front to the back."""
    fronts_m = _fronts(sections)
    depths = []
    for rows in sections:
        middle = middle_of(rows[0])
        front_m = nearest_m(rows[0])
        start_m = max(0.0, front_m - fronts_m.get(_direction(middle), front_m))
        depths.append([start_m + offset_m for offset_m in _behind_first_row(rows)])
    return depths


def _fronts(sections: Sequence[Sequence[Row]]) -> dict[int, float]:
    """Returns how far the nearest row is in each direction from the focus."""
    fronts_m: dict[int, float] = {}
    for rows in sections:
        for row in (rows[0], rows[-1]):
            distance_m = nearest_m(row)
            for direction in _directions(row):
                fronts_m[direction] = min(distance_m, fronts_m.get(direction, math.inf))
    return fronts_m


def _direction(point: PlanPoint) -> int:
    return math.floor(math.atan2(point.x, point.y) / math.tau * _DIRECTIONS) % _DIRECTIONS


def _directions(row: Row) -> set[int]:
    """Returns the directions in which a row lies. A gap of less than half a circle belongs to the row."""
    middle = _direction(middle_of(row))
    half = _DIRECTIONS // 2
    turns = [(_direction(point) - middle + half) % _DIRECTIONS - half for point in row]
    return {(middle + turn) % _DIRECTIONS for turn in range(min(turns), max(turns) + 1)}


def _behind_first_row(rows: Sequence[Row]) -> list[float]:
    """Returns the offset of each row: at a right angle to straight rows, and from the focus for bent ones."""
    ahead = common_facing(rows)
    if ahead is not None and _is_straight(max(rows, key=len), ahead):
        places_m = [-along(middle_of(row), ahead) for row in rows]
    else:
        places_m = [nearest_m(row) for row in rows]
    return [max(0.0, place_m - places_m[0]) for place_m in places_m]


def _is_straight(row: Row, ahead: PlanPoint) -> bool:
    """Returns whether a row is rather a straight line than an arc around the focus."""
    depths_m = [along(point, ahead) for point in row]
    distances_m = [math.hypot(x, y) for x, y in row]
    return max(depths_m) - min(depths_m) <= max(distances_m) - min(distances_m)
