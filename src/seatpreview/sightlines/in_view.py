"""What eyes beside each other may see before what is looked at: a quick choice, then columns of it."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.layouts.ground_plan import Point
from seatpreview.sightlines.directions import COLUMNS, Columns, Target
from seatpreview.sightlines.ground_tests import Flags
from seatpreview.sightlines.solids import Floats, Indices

_WEDGE_LEAST = 0.05
"""What is looked at is all around an eye that is nearer."""


class AroundEyes(NamedTuple):
    """A circle around eyes beside each other."""

    x: float
    y: float
    radius_m: float


def around_eyes(columns: Columns) -> AroundEyes:
    """Returns the circle around all eyes of these columns."""
    x, y = columns.eyes[:, 0].mean(), columns.eyes[:, 1].mean()
    return AroundEyes(x, y, np.hypot(columns.eyes[:, 0] - x, columns.eyes[:, 1] - y).max())


def is_toward(
    target: Target, eyes: Point, eyes_radius_m: float, centre: Floats, radius_m: Floats | float
) -> Flags:
    """Returns which circles reach into the view from a circle of eyes to what is looked at."""
    along_x, along_y = target.centre[0] - eyes[0], target.centre[1] - eyes[1]
    start_x, start_y = centre[:, 0] - eyes[0], centre[:, 1] - eyes[1]
    length2 = max(along_x * along_x + along_y * along_y, 1e-9)
    narrow2 = 1.0 - target.radius_m**2 / length2
    if narrow2 < _WEDGE_LEAST:
        return np.ones(len(centre), dtype=np.bool_)
    part = np.clip((start_x * along_x + start_y * along_y) / length2, 0.0, 1.0)
    away_m = np.hypot(start_x - part * along_x, start_y - part * along_y)
    # The view is a wedge that touches the circle around what is looked at, and so is wider than it there.
    wide_m = target.radius_m / math.sqrt(narrow2)
    flags: Flags = away_m <= radius_m + eyes_radius_m + part * wide_m
    return flags


def columns_between(half: Floats, left: Floats, right: Floats) -> tuple[Indices, Indices]:
    """Returns the columns between azimuths, given from the middle: each with the index of its pair."""
    scale = COLUMNS / 2 / np.maximum(half, 1e-9)
    first = np.ceil(np.clip((left + half) * scale - 0.5 - 1e-9, 0, COLUMNS)).astype(np.intp)
    last = np.floor(np.clip((right + half) * scale - 0.5 + 1e-9, -1, COLUMNS - 1)).astype(np.intp)
    counts = np.maximum(last - first + 1, 0)
    pair = np.repeat(np.arange(len(counts)), counts)
    return pair, np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + first[pair]


def turned(azimuths: Floats) -> Floats:
    """Returns azimuths between minus and plus half a turn."""
    return (azimuths + math.pi) % math.tau - math.pi


def nearest(chosen: Indices, away_m: Floats, most: int) -> Indices:
    if len(chosen) <= most:
        return chosen
    return chosen[np.argpartition(away_m, most)[:most]]
