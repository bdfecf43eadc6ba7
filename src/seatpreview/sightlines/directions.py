"""Directions from eyes to what is looked at: columns, each with the elevations that meet it."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.layouts.ground_plan import centroid
from seatpreview.sightlines.ground_tests import Flags, is_inside
from seatpreview.sightlines.model import LookedAt
from seatpreview.sightlines.solids import Floats

COLUMNS = 64
"""Directions side by side. Of each, all elevations count, not samples of them."""
_LEAST_M = 1e-6


class Target(NamedTuple):
    """What is looked at, as arrays."""

    looked_at: LookedAt
    corners: Floats
    along: Floats
    """From each corner to the next one."""
    centre: tuple[float, float]
    radius_m: float


class Columns(NamedTuple):
    """Columns of directions from several eyes: arrays of eyes, or of eyes and columns. An elevation is given
    by its tangent: metres up for each metre ahead."""

    eyes: Floats
    ahead: Floats
    """The azimuth of the middle of the columns."""
    half: Floats
    """Half of the angle that the columns cover."""
    x: Floats
    y: Floats
    near_m: Floats
    """How far away a column enters the ground plan of what is looked at."""
    low: Floats
    high: Floats
    """The elevations between which a column meets what is looked at. Equal: it misses it."""
    lowest: Floats
    highest: Floats
    farthest_m: Floats
    size: Floats
    """The solid angle of what is looked at, but for a factor; 0 for an eye inside of it."""


def target_of(looked_at: LookedAt) -> Target:
    """Prepares what is looked at for many eyes."""
    corners = np.array(looked_at.points, dtype=np.float64)
    centre = centroid(looked_at.points)
    radius_m = float(np.hypot(*(corners - centre).T).max())
    return Target(looked_at, corners, np.roll(corners, -1, axis=0) - corners, centre, radius_m)


def columns_to(target: Target, eyes: Floats) -> Columns:
    """Returns the columns of directions from eyes, each given by x, y and z."""
    is_over = is_inside(target.looked_at.points, eyes[:, :2])
    ahead, half = _spans(target, eyes, is_over)
    azimuths = ahead[:, None] + half[:, None] * _STEPS
    x, y = np.sin(azimuths), np.cos(azimuths)
    near_m, far_m = _reach(target, eyes, x, y)
    meets = far_m > 0
    near_m = np.where(is_over[:, None], _LEAST_M, np.where(meets, np.maximum(near_m, _LEAST_M), 1.0))
    far_m = np.where(meets, np.maximum(far_m, _LEAST_M), 1.0)
    below = (target.looked_at.z[0] - eyes[:, 2])[:, None]
    above = (target.looked_at.z[1] - eyes[:, 2])[:, None]
    low, high = below / np.where(below < 0, near_m, far_m), above / np.where(above < 0, far_m, near_m)
    is_within = (is_over & (below <= 0)[:, 0] & (above >= 0)[:, 0])[:, None]
    counts = meets & ~is_within
    return Columns(
        eyes=eyes,
        ahead=ahead,
        half=half,
        x=x,
        y=y,
        near_m=near_m,
        low=np.where(counts, low, 0.0),
        high=np.where(counts, high, 0.0),
        lowest=np.where(counts, low, np.inf).min(axis=1),
        highest=np.where(counts, high, -np.inf).max(axis=1),
        farthest_m=np.where(counts, far_m, 0.0).max(axis=1),
        size=np.where(counts, sine(high) - sine(low), 0.0).sum(axis=1),
    )


def sine(tangents: Floats) -> Floats:
    """Returns the sine of elevations. Between two elevations, it measures the solid angle of a column."""
    return tangents / np.sqrt(1.0 + tangents * tangents)


_STEPS: Floats = (2.0 * np.arange(COLUMNS) + 1.0) / COLUMNS - 1.0


def _spans(target: Target, eyes: Floats, is_over: Flags) -> tuple[Floats, Floats]:
    """Returns the azimuth of the middle, and half of the angle."""
    toward = np.arctan2(target.centre[0] - eyes[:, 0], target.centre[1] - eyes[:, 1])
    east_m, north_m = (target.corners[None, :, axis] - eyes[:, axis, None] for axis in (0, 1))
    turned = (np.arctan2(east_m, north_m) - toward[:, None] + math.pi) % math.tau - math.pi
    left, right = turned.min(axis=1), turned.max(axis=1)
    return toward + (left + right) / 2, np.where(is_over, math.pi, (right - left) / 2)


def _reach(target: Target, eyes: Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Returns where columns enter and leave the ground plan; 0 where they miss it."""
    along_x, along_y = target.along[None, :, 0, None], target.along[None, :, 1, None]
    start = target.corners[None] - eyes[:, None, :2]
    start_x, start_y = start[:, :, 0, None], start[:, :, 1, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        cross = x[:, None] * along_y - y[:, None] * along_x
        distance_m = (start_x * along_y - start_y * along_x) / cross
        part = (start_x * y[:, None] - start_y * x[:, None]) / cross
        meets = (part >= 0) & (part <= 1) & (distance_m > 0)
    near_m: Floats = np.where(meets, distance_m, np.inf).min(axis=1)
    far_m: Floats = np.where(meets, distance_m, 0.0).max(axis=1)
    return near_m, far_m
