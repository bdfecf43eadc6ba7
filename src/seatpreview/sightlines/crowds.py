"""Where people stand: on a grid, a little off it, as web/source/drawing/crowd-spots.ts has them."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from seatpreview.layouts.ground_plan import Corner, doubled_area
from seatpreview.sightlines.ground_tests import is_inside
from seatpreview.sightlines.measures import PEOPLE_PER_M2
from seatpreview.sightlines.solids import Floats

_STANDERS_MAX = 4_000
_SPOTS_MAX = 40_000
_OFF_GRID = 0.55
"""How far people are from their spots of the grid at most, as a part of the distance between spots."""


def crowd_spots(corners: Sequence[Corner], capacity: int, taken: Sequence[Sequence[Corner]]) -> Floats:
    """Returns where people stand inside of an area, but not on ground that something else takes."""
    if len(corners) < 3:
        return np.zeros((0, 2))
    outline = np.array(corners)
    (left, low), (right, high) = outline.min(axis=0), outline.max(axis=0)
    apart_m = _apart_m(corners, capacity, (right - left) * (high - low))
    columns, lines = math.ceil((right - left) / apart_m), math.ceil((high - low) / apart_m)
    number = np.arange(columns * lines)
    line, column = np.divmod(number, max(1, columns))
    # Every second line is shifted by half, as people stand in the gaps of those in front.
    x = left + apart_m * (column + 0.25 + 0.5 * (line % 2) + _OFF_GRID * (seeded_random(number, 11) - 0.5))
    y = low + apart_m * (line + 0.5 + _OFF_GRID * (seeded_random(number, 12) - 0.5))
    spots = np.column_stack([x, y])
    free = is_inside(corners, spots)
    for ground in taken:
        free &= ~is_inside(ground, spots)
    return spots[free]


def expanded(corners: Sequence[Corner], by_m: float) -> list[Corner]:
    """Returns a polygon whose sides are moved outwards, as the drawing moves them."""
    turned = list(corners) if doubled_area(corners) > 0 else list(reversed(corners))
    moved: list[Corner] = []
    for before, corner, after in zip(
        [turned[-1], *turned[:-1]], turned, [*turned[1:], turned[0]], strict=True
    ):
        one, other = _outward(before, corner), _outward(corner, after)
        reach_m = by_m / max(0.4, 1 + one[0] * other[0] + one[1] * other[1])
        moved.append((corner[0] + (one[0] + other[0]) * reach_m, corner[1] + (one[1] + other[1]) * reach_m))
    return moved


def seeded_random(numbers: npt.NDArray[np.integer], salt: int) -> Floats:
    """Returns numbers between 0 and 1 that depend on these only: those of the drawing's seeded-random.ts."""
    salted = np.uint32((salt + 1) * 0x85EBCA77 & 0xFFFFFFFF)
    bits = numbers.astype(np.uint32) * np.uint32(0x9E3779B1) ^ salted
    bits = (bits ^ (bits >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    bits = (bits ^ (bits >> np.uint32(12))) * np.uint32(0x297A2D39)
    values: Floats = (bits ^ (bits >> np.uint32(15))) / 4294967296.0
    return values


def _apart_m(corners: Sequence[Corner], capacity: int, box_m2: float) -> float:
    standers = min(_STANDERS_MAX, max(1, capacity))
    return max(
        1 / math.sqrt(PEOPLE_PER_M2),
        math.sqrt(abs(doubled_area(corners)) / 2 / standers),
        math.sqrt(box_m2 / _SPOTS_MAX),
    )


def _outward(start: Corner, end: Corner) -> Corner:
    length_m = math.dist(start, end) or 1.0
    return (end[1] - start[1]) / length_m, (start[0] - end[0]) / length_m
