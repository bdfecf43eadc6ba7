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

from seatpreview.layouts.geometry import SEATED_EYE_M

LEVEL_LIFT_M = 3.4
"""From the floor below the front of a balcony to the balcony's floor."""
SLOPE_MAX = 0.7
"""The steepest stairs that people accept: 35 degrees."""
_USUAL_TREAD_M = 0.85


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
