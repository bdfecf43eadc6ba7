"""Bounding spheres: lower bounds of the distance to a set of points, without looking at each of them."""

import math
from typing import NamedTuple

from seatpreview.layouts.geometry import Point


class BoundingSphere(NamedTuple):
    """A sphere that contains a set of points."""

    middle: Point
    radius_m: float

    def distance_min_m(self, eye: Point) -> float:
        """Returns a distance that no point of the set is nearer than."""
        return math.dist(eye, self.middle) - self.radius_m


def sphere_around(points: list[Point]) -> BoundingSphere:
    """Returns a sphere that contains these points, of which there is at least one."""
    middle = Point(*((min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True)))
    return BoundingSphere(middle, max(math.dist(middle, point) for point in points))
