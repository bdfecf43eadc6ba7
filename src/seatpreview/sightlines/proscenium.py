"""The wall between the house and the stage of a theatre, as web/source/drawing/stage-opening.ts has it."""

import math
from collections.abc import Iterator

from seatpreview.layouts.ground_plan import Corner, Point
from seatpreview.sightlines.hall_measures import HallMeasures
from seatpreview.sightlines.measures import PROSCENIUM
from seatpreview.sightlines.model import HallBody, LookedAt

_WALL_BEYOND_M = 2.6


def proscenium_bodies(measures: HallMeasures, looked_at: LookedAt) -> Iterator[HallBody]:
    """Yields the wall on both sides of a theatre's stage opening; nothing where people sit on several sides
    of the stage, or beside the half of it that is farther from the audience."""
    if not measures.shape.has_proscenium or looked_at.kind != "stage" or not measures.audience.has_a_front:
        return
    frame = _StageFrame(measures, looked_at)
    corners = [frame.side_and_ahead(point) for point in looked_at.points]
    seats = [frame.side_and_ahead(point) for point in _seat_points(measures)]
    ahead_m = plane_ahead_m([ahead for _, ahead in corners], [ahead for _, ahead in seats])
    if ahead_m is None:
        return
    half_m = max(PROSCENIUM.half_least_m, max(abs(side) for side, _ in corners) - PROSCENIUM.narrower_m)
    wall_m = max(half_m, *(abs(side) for side, _ in seats), 0.0) + _WALL_BEYOND_M
    top_z = max([stand.last_z for stand in measures.shown], default=measures.floor_z)
    z = (round(measures.floor_z, 3), round(top_z + measures.shape.roof_over_seats_m, 3))
    for name, sign in (("left", 1), ("right", -1)):
        line = (frame.ground(sign * half_m, ahead_m), frame.ground(sign * wall_m, ahead_m))
        yield HallBody(id=f"proscenium.{name}", kind="wall", line=line, z=z)


def plane_ahead_m(stage_m: list[float], seats_m: list[float]) -> float | None:
    """Returns how far the wall is from the focus towards the audience, given how far the corners of the stage
    and the seats are. It stands a little behind the front of the stage, and behind all seats: boxes beside
    the stage are in front of it. None: seats reach behind the middle of the stage, so there is no wall."""
    usual_m = max(stage_m) - PROSCENIUM.apron_m
    behind_seats_m = min(seats_m, default=math.inf) - PROSCENIUM.behind_seats_m
    if behind_seats_m >= usual_m:
        return usual_m
    return None if behind_seats_m < (max(stage_m) + min(stage_m)) / 2 else behind_seats_m


class _StageFrame:
    """Places on the ground plan as metres to the side of the focus, and ahead of it towards the audience."""

    def __init__(self, measures: HallMeasures, looked_at: LookedAt) -> None:
        front = math.radians(looked_at.front_deg or 0.0)
        self._x, self._y = measures.focus.x, measures.focus.y
        self._forward_x, self._forward_y = math.sin(front), math.cos(front)

    def side_and_ahead(self, point: Corner) -> Point:
        x, y = point[0] - self._x, point[1] - self._y
        return y * self._forward_x - x * self._forward_y, x * self._forward_x + y * self._forward_y

    def ground(self, side_m: float, ahead_m: float) -> Point:
        x = self._x - self._forward_y * side_m + self._forward_x * ahead_m
        return round(x, 2), round(self._y + self._forward_x * side_m + self._forward_y * ahead_m, 2)


def _seat_points(measures: HallMeasures) -> Iterator[Point]:
    """Yields the ends of all rows, the edges of stands, and where people are on no stand."""
    for stand in measures.shown:
        yield from (*stand.front(), *stand.back())
        for strip in stand.strips:
            yield from (*strip.left, *strip.right)
    yield from measures.off_stands
