"""The field of baseball: the ground between the foul lines and the fence."""

import math

from seatpreview.layouts.ground_plan import Point, extent_of
from seatpreview.layouts.model import Focus, FocusExtent
from seatpreview.sightlines.measures import BASEBALL


def ball_field_of(focus: Focus, extent: FocusExtent) -> list[Point]:
    """Returns home plate, and from there the corners along a foul line, the fence, and the other foul line.
    The fence is the stated outline as far as it is between the foul lines; without one, it is an arc around
    home plate."""
    corners, turn = extent_of(focus), math.radians(extent.turn_deg)
    frame = _Frame(corners, math.sin(turn), math.cos(turn))
    if not extent.points:
        return [frame.ground(point) for point in (_HOME, *_fence())]
    fair = [frame.field(corner) for corner in corners]
    for side in (1.0, -1.0):
        fair = _clipped(fair, side)
    if len(fair) < 3:
        return corners
    nearest = min(range(len(fair)), key=lambda index: math.dist(fair[index], _HOME))
    return [frame.ground(point) for point in (*fair[nearest:], *fair[:nearest])]


class _Frame:
    """Turns points on the ground plan into metres beside and along a field of the usual size, and back, as
    web/source/drawing/field.ts does it."""

    def __init__(self, corners: list[Point], sine: float, cosine: float) -> None:
        self._sine, self._cosine = sine, cosine
        along = [x * sine + y * cosine for x, y in corners]
        beside = [x * cosine - y * sine for x, y in corners]
        self._middle = ((min(beside) + max(beside)) / 2, (min(along) + max(along)) / 2)
        self._scale = (
            (max(beside) - min(beside)) / 2 / BASEBALL.half_m or 1.0,
            (max(along) - min(along)) / 2 / BASEBALL.half_m or 1.0,
        )

    def field(self, point: Point) -> Point:
        x, y = point
        beside, along = x * self._cosine - y * self._sine, x * self._sine + y * self._cosine
        return (beside - self._middle[0]) / self._scale[0], (along - self._middle[1]) / self._scale[1]

    def ground(self, point: Point) -> Point:
        beside = point[0] * self._scale[0] + self._middle[0]
        along = point[1] * self._scale[1] + self._middle[1]
        return along * self._sine + beside * self._cosine, along * self._cosine - beside * self._sine


_HOME: Point = (0.0, BASEBALL.home_m)


def _fence() -> list[Point]:
    """Returns an arc from one foul line to the other."""
    turns = [
        math.radians(135 + 90 * piece / BASEBALL.fence_pieces) for piece in range(BASEBALL.fence_pieces + 1)
    ]
    radius_m = math.sqrt(2) * BASEBALL.half_m
    return [(radius_m * math.sin(turn), BASEBALL.home_m + radius_m * math.cos(turn)) for turn in turns]


def _clipped(corners: list[Point], side: float) -> list[Point]:
    """Returns the part of a polygon that is on the fair side of a foul line."""

    def beyond_m(point: Point) -> float:
        return side * point[0] + point[1] - BASEBALL.home_m

    kept: list[Point] = []
    for start, end in zip(corners, [*corners[1:], *corners[:1]], strict=True):
        from_m, to_m = beyond_m(start), beyond_m(end)
        if from_m <= 0:
            kept.append(start)
        if (from_m <= 0) != (to_m <= 0):
            part = from_m / (from_m - to_m)
            kept.append((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    return kept
