"""Heights, which plans do not have: a rake by C-value for each level, and levels above each other.

With a C-value, each person sees the focus that far above the eyes of the person in front. For rows at a
distance d with the tread t, the eyes are then at d * (e / d0 + c / t * ln(d / d0)) above the focus, where the
first row is at d0 and its eyes at e.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from seatpreview.imports.fitting.near_points import PlanPoint, along, middle_of
from seatpreview.imports.fitting.seat_order import common_facing
from seatpreview.layouts.geometry import SEATED_EYE_M

LEVEL_LIFT_M = 3.4
"""From the floor below the front of a balcony to the balcony's floor."""
SLOPE_MAX = 0.7
"""The steepest stairs that people accept: 35 degrees."""
_USUAL_TREAD_M = 0.85
Row = Sequence[PlanPoint]

_DIRECTIONS = 120


class Rake(NamedTuple):
    """The floor of a level by the distance from the focus."""

    front_m: float
    tread_m: float
    base_m: float
    """The height of the floor at the front."""
    focus_z: float
    c_value_mm: float
    back_m: float = math.inf
    """The distance of the last row."""

    def height_m(self, distance_m: float) -> float:
        """Returns the height of the floor at a distance from the focus."""
        if self.c_value_mm == 0 or distance_m <= self.front_m:
            return self.base_m
        eye_m = self.base_m + SEATED_EYE_M - self.focus_z
        ratio = distance_m / self.front_m
        slope = eye_m / self.front_m + self.c_value_mm / 1000 / self.tread_m * math.log(ratio)
        needed_m = distance_m * slope - eye_m
        return self.base_m + min(SLOPE_MAX * (distance_m - self.front_m), max(0.0, needed_m))


class LevelRows(NamedTuple):
    """The rows of a level: for each section, the distances of its rows from the focus. Rows beside each other
    have the same distance here, which is that of the first row of the level and what is behind it."""

    rank: int
    distances_m: Sequence[Sequence[float]]
    fronts_m: Sequence[float]
    """Where sections really begin, above what may be on the level below."""
    is_flat: bool = False


def rakes_of_levels(levels: Mapping[str, LevelRows], focus_z: float, c_value_mm: float) -> dict[str, Rake]:
    """Returns the rake of each level. A level begins above what is below the fronts of its sections."""
    rakes: dict[str, Rake] = {}
    by_rank: dict[int, list[Rake]] = {}
    for name in sorted(levels, key=lambda name: levels[name].rank):
        level = levels[name]
        distances = [distance for section in level.distances_m for distance in section]
        front_m = max(1.0, min(distances, default=1.0))
        below = [rake for rank, of_rank in by_rank.items() if rank < level.rank for rake in of_rank]
        lifted = [
            rake.height_m(min(begin_m, rake.back_m)) + LEVEL_LIFT_M
            for rake in below
            for begin_m in level.fronts_m
        ]
        base_m = max([LEVEL_LIFT_M * level.rank, *lifted]) if level.rank else 0.0
        c_mm = 0.0 if level.is_flat else c_value_mm
        back_m = max(distances, default=front_m)
        rakes[name] = Rake(front_m, _tread(level.distances_m), base_m, focus_z, c_mm, back_m)
        by_rank.setdefault(level.rank, []).append(rakes[name])
    return rakes


def _tread(sections: Sequence[Sequence[float]]) -> float:
    steps = [
        after - before
        for distances in sections
        for before, after in itertools.pairwise(distances)
        if 0.3 < after - before < 3
    ]
    return median(steps) if steps else _USUAL_TREAD_M


# How far rows are behind the front of their level, so that rows beside each other are at one height.
#
# The focus is at (0, 0). The ends of a straight stand, and the short sides of a field, are farther from it
# than the middle of a long side, and yet begin at the same height.


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
