"""Outlines on the ground plan, in metres; areas, middles and insides of polygons."""

import math
from collections.abc import Sequence

from seatpreview.layouts.model import Focus, Obstruction, usual_size_m

Point = tuple[float, float]
"""A point in metres: to the east and to the north."""
Corner = tuple[float, ...]


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


def doubled_area(corners: Sequence[Corner]) -> float:
    """Returns twice the area of a polygon: positive if its corners go counterclockwise."""
    following = [*corners[1:], *corners[:1]]
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(corners, following, strict=True))


def centroid(corners: Sequence[Corner]) -> tuple[float, float]:
    """Returns the centre of gravity of a polygon; of one without an area, its first corner."""
    doubled = doubled_area(corners)
    if abs(doubled) < 1e-9:
        return corners[0][0], corners[0][1]
    x = y = 0.0
    for (from_x, from_y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        cross = from_x * to_y - to_x * from_y
        x += (from_x + to_x) * cross
        y += (from_y + to_y) * cross
    return x / (3 * doubled), y / (3 * doubled)


def has_inside(corners: Sequence[Corner], x: float, y: float) -> bool:
    """Returns whether a point is inside: a ray to the east crosses the edges an odd number of times."""
    is_inside = False
    for (from_x, from_y), (to_x, to_y) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
        if (from_y > y) != (to_y > y) and x < from_x + (y - from_y) / (to_y - from_y) * (to_x - from_x):
            is_inside = not is_inside
    return is_inside
