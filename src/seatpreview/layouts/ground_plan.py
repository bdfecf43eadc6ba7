"""Outlines on the ground plan, in metres: of what people look at, and of bodies."""

import math

from seatpreview.layouts.focus_model import Focus, usual_size_m
from seatpreview.layouts.model import Obstruction

Point = tuple[float, float]
"""A point in metres: to the east and to the north."""


def extent_of(focus: Focus) -> list[Point]:
    """Returns the corners of the stage, field or court at the focus; empty if only the point is known."""
    extent = focus.extent
    if extent is None:
        return []
    if len(extent.points) > 2:
        return [(x, y) for x, y in extent.points]
    width_m, depth_m = usual_size_m(extent)
    return rectangle((focus.x, focus.y), width_m, depth_m, extent.turn_deg)


def footprint_of(body: Obstruction) -> list[Point]:
    """Returns the corners of an obstruction; empty if it has no body."""
    if body.box is not None:
        (left, right), (front, back) = body.box.x, body.box.y
        return [(left, front), (right, front), (right, back), (left, back)]
    return [] if body.polygon is None else [(x, y) for x, y in body.polygon.points]


def heights_of(body: Obstruction) -> tuple[float, float]:
    """Returns the lowest and the highest z of an obstruction."""
    shape = body.box or body.polygon
    return (0.0, 0.0) if shape is None else (shape.z[0], shape.z[1])


def rectangle(middle: Point, width_m: float, depth_m: float, turn_deg: float) -> list[Point]:
    """Returns the corners of a rectangle whose front faces a bearing: two at its back, two at its front."""
    turn = math.radians(turn_deg)
    ahead, right = (math.sin(turn), math.cos(turn)), (math.cos(turn), -math.sin(turn))
    corners = ((0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
    return [
        (
            middle[0] + across * width_m * right[0] + forward * depth_m * ahead[0],
            middle[1] + across * width_m * right[1] + forward * depth_m * ahead[1],
        )
        for across, forward in corners
    ]


def halfway(one: Point, other: Point) -> Point:
    """Returns the point halfway between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
