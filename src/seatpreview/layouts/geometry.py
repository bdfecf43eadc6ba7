"""Positions in space: x to the east, y to the north, z up, in metres."""

import math
from typing import NamedTuple

from seatpreview.layouts.model import Focus, SectionGeometry


class Point(NamedTuple):
    """A position in metres."""

    x: float
    y: float
    z: float


def floor_point(
    geometry: SectionGeometry, focus: Focus, *, ordinal: int, row: float = 0, slots_right: float = 0.0
) -> Point:
    """Returns the floor at a seat, by the number of rows behind the first and of slots right of the row's
    middle.

    `ordinal` is the section's index among the sections of its rule.
    """
    bearing = math.radians(geometry.bearing_deg + ordinal * geometry.bearing_step_deg)
    distance_m = geometry.distance_m + row * geometry.tread_m
    right_m = geometry.shift_m + ordinal * geometry.shift_step_m + slots_right * geometry.spacing_m
    if geometry.shape == "curved":
        # For a person who faces the focus, smaller bearings are on the right.
        bearing -= right_m / distance_m
        right_m = 0.0
    return Point(
        focus.x + distance_m * math.sin(bearing) - right_m * math.cos(bearing),
        focus.y + distance_m * math.cos(bearing) + right_m * math.sin(bearing),
        geometry.elevation_m + row * geometry.riser_m,
    )


def slots_that_fit(geometry: SectionGeometry, row: int) -> float:
    """Returns the number of slots that a row has room for: a curved row must not wrap around the focus and
    overlap."""
    if geometry.shape == "straight":
        return math.inf
    return math.tau * (geometry.distance_m + row * geometry.tread_m) / geometry.spacing_m
