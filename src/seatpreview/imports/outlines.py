"""Outlines of simple shapes on a page whose y grows downwards."""

import math

Point = tuple[float, float]
Outline = tuple[Point, ...]

CURVE_POINTS = 32
"""The corners of the polygon that stands for a circle or an ellipse."""


def rectangle_outline(left: float, top: float, width: float, height: float) -> Outline:
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def ellipse_outline(x: float, y: float, radius_x: float, radius_y: float) -> Outline:
    angles = [2 * math.pi * index / CURVE_POINTS for index in range(CURVE_POINTS)]
    return tuple((x + radius_x * math.cos(angle), y + radius_y * math.sin(angle)) for angle in angles)


def turn_clockwise(outline: Outline, around: Point, degrees: float) -> Outline:
    """Turns an outline clockwise as seen on the page."""
    if not degrees % 360:
        return outline
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    centre_x, centre_y = around
    return tuple(
        (
            centre_x + (x - centre_x) * cosine - (y - centre_y) * sine,
            centre_y + (x - centre_x) * sine + (y - centre_y) * cosine,
        )
        for x, y in outline
    )


def move_and_scale(outline: Outline, origin: Point, scale: float) -> Outline:
    """Places an outline of a nested drawing: scaled first, then moved so that its zero lies at `origin`."""
    return tuple((origin[0] + x * scale, origin[1] + y * scale) for x, y in outline)
