"""Directions from an eye to what is looked at: columns, each with the elevations that meet it."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.layouts.geometry import Point
from seatpreview.layouts.polygons import centroid, has_inside
from seatpreview.sightlines.model import LookedAt
from seatpreview.sightlines.solids import Floats

COLUMNS = 64
"""Directions side by side. Of each, all elevations count, not samples of them."""
_LEAST_M = 1e-6


class Target(NamedTuple):
    """What is looked at, as arrays."""

    looked_at: LookedAt
    corners: Floats
    following: Floats
    centre: tuple[float, float]
    radius_m: float


class Columns(NamedTuple):
    """Columns of directions. An elevation is given by its tangent: metres up for each metre ahead."""

    x: Floats
    y: Floats
    near_m: Floats
    """How far away each column enters the ground plan of what is looked at."""
    low: Floats
    high: Floats
    """The elevations between which it meets what is looked at."""
    ahead: float
    """The azimuth of the middle."""
    half: float
    """Half of the angle that the columns cover."""
    far_m: float
    size: float
    """The solid angle, but for a factor."""


def target_of(looked_at: LookedAt) -> Target:
    """Prepares what is looked at for many eyes."""
    corners = np.array(looked_at.points, dtype=np.float64)
    centre = centroid(looked_at.points)
    radius_m = float(np.hypot(*(corners - centre).T).max())
    return Target(looked_at, corners, np.roll(corners, -1, axis=0), centre, radius_m)


def columns_to(target: Target, eye: Point) -> Columns | None:
    """Returns the columns of directions from an eye; None for an eye inside of what is looked at."""
    low_z, high_z = target.looked_at.z
    is_over = has_inside(target.looked_at.points, eye.x, eye.y)
    if is_over and low_z <= eye.z <= high_z:
        return None
    ahead, half = _span(target, eye, is_over)
    azimuths = ahead + half * _STEPS
    x, y = np.sin(azimuths), np.cos(azimuths)
    near_m, far_m = _reach(target, eye, x, y)
    if is_over:
        near_m = np.where(far_m > 0, _LEAST_M, near_m)
    meets = far_m > 0
    if not meets.any():
        return None
    x, y, near_m, far_m = x[meets], y[meets], near_m[meets], far_m[meets]
    below, above = low_z - eye.z, high_z - eye.z
    low, high = below / (near_m if below < 0 else far_m), above / (far_m if above < 0 else near_m)
    size = float((sine(high) - sine(low)).sum())
    return Columns(x, y, near_m, low, high, ahead, half, float(far_m.max()), size)


def sine(tangents: Floats) -> Floats:
    """Returns the sine of elevations. Between two elevations, it measures the solid angle of a column."""
    return tangents / np.sqrt(1.0 + tangents * tangents)


_STEPS: Floats = (2.0 * np.arange(COLUMNS) + 1.0) / COLUMNS - 1.0


def _span(target: Target, eye: Point, is_over: bool) -> tuple[float, float]:
    """Returns the azimuth of the middle, and half of the angle."""
    if is_over:
        return 0.0, math.pi
    toward = math.atan2(target.centre[0] - eye.x, target.centre[1] - eye.y)
    azimuths = np.arctan2(target.corners[:, 0] - eye.x, target.corners[:, 1] - eye.y) - toward
    turned = (azimuths + math.pi) % math.tau - math.pi
    left, right = float(turned.min()), float(turned.max())
    return toward + (left + right) / 2, (right - left) / 2


def _reach(target: Target, eye: Point, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Returns where columns enter and leave the ground plan; 0 where they miss it."""
    along = target.following - target.corners
    start = target.corners - (eye.x, eye.y)
    with np.errstate(divide="ignore", invalid="ignore"):
        cross = x[None, :] * along[:, 1:] - y[None, :] * along[:, :1]
        distance_m = (start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0])[:, None] / cross
        part = (start[:, :1] * y[None, :] - start[:, 1:] * x[None, :]) / cross
        meets = (part >= 0) & (part <= 1) & (distance_m > 0)
    near_m = np.where(meets, distance_m, np.inf).min(axis=0)
    far_m = np.where(meets, distance_m, 0.0).max(axis=0)
    return np.maximum(near_m, _LEAST_M), far_m
