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
