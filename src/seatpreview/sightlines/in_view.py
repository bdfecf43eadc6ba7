"""What eyes beside each other may see before what is looked at: a quick choice, then columns of it."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.sightlines.directions import COLUMNS, Columns, Target
from seatpreview.sightlines.ground_tests import Flags
from seatpreview.sightlines.solids import Floats, Indices


class AroundEyes(NamedTuple):
    """A circle around eyes beside each other, and the view that they share from there."""

    x: float
    y: float
    radius_m: float
    lowest: float
    highest: float
    farthest_m: float


def around_eyes(columns: Columns) -> AroundEyes:
    x, y = columns.eyes[:, 0].mean(), columns.eyes[:, 1].mean()
    radius_m = np.hypot(columns.eyes[:, 0] - x, columns.eyes[:, 1] - y).max()
    far_m = columns.farthest_m.max()
    return AroundEyes(x, y, radius_m, columns.lowest.min(), columns.highest.max(), far_m)


def is_toward(target: Target, around: AroundEyes, centre: Floats, radius_m: Floats | float) -> Flags:
    """Returns which circles are between the eyes and what is looked at, or beside it."""
    along_x, along_y = target.centre[0] - around.x, target.centre[1] - around.y
    start_x, start_y = centre[:, 0] - around.x, centre[:, 1] - around.y
    length2 = max(along_x * along_x + along_y * along_y, 1e-9)
    part = np.clip((start_x * along_x + start_y * along_y) / length2, 0.0, 1.0)
    away_m = np.hypot(start_x - part * along_x, start_y - part * along_y)
    flags: Flags = away_m <= radius_m + around.radius_m + (target.radius_m - around.radius_m) * part
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
