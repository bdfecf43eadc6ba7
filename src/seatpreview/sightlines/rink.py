"""A rink of ice hockey: its outline with round corners, and the boards, panes and nets around it."""

import math
from collections.abc import Iterator

from seatpreview.layouts.ground_plan import Point, extent_of
from seatpreview.layouts.model import Focus, FocusExtent
from seatpreview.sightlines.measures import RINK
from seatpreview.sightlines.model import BodyKind, HallBody

_CORNER_PIECES = 6
_PER_CORNER = _CORNER_PIECES + 1


def rink_outline(focus: Focus, extent: FocusExtent) -> list[Point]:
    """Returns the ice as web/source/drawing/court.ts has it, a rectangle with round corners."""
    if extent.points:
        return extent_of(focus)
    corners, turn = extent_of(focus), math.radians(extent.turn_deg + 90.0)
    sine, cosine = math.sin(turn), math.cos(turn)
    along = [x * sine + y * cosine for x, y in corners]
    beside = [x * cosine - y * sine for x, y in corners]
    along_half_m, beside_half_m = _half(along), _half(beside)
    along_m, beside_m = max(along) - along_half_m, max(beside) - beside_half_m

    def ground(point: Point) -> Point:
        right = beside_m + point[0] * beside_half_m / RINK.half_wide_m
        ahead = along_m + point[1] * along_half_m / RINK.half_long_m
        return ahead * sine + right * cosine, ahead * cosine - right * sine

    return [ground(point) for point in _usual_outline()]


def rink_bodies(focus: Focus, extent: FocusExtent, floor_z: float) -> Iterator[HallBody]:
    """Yields the boards, the panes above them, and the nets behind the goals. Of an outline that is stated by
    its corners nothing is known about the ends: it has boards and panes all around."""
    outline = [(round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in rink_outline(focus, extent)]
    ice_z = floor_z + extent.height_m

    def sheet(name: str, kind: BodyKind, line: list[Point], low_m: float, high_m: float) -> HallBody:
        z = (round(ice_z + low_m, 3), round(ice_z + high_m, 3))
        return HallBody(id=f"rink.{name}", kind=kind, line=tuple(reversed(line)), z=z)

    closed = [*outline, outline[0]]
    yield sheet("boards", "wall", closed, 0.0, RINK.boards_m)
    beside_m, behind_m = RINK.boards_m + RINK.glass_beside_m, RINK.boards_m + RINK.glass_behind_m
    if extent.points:
        yield sheet("glass", "glass", closed, RINK.boards_m, beside_m)
        return
    for name, end, side in (("one", 1, 2), ("other", 3, 0)):
        behind = [outline[(end * _PER_CORNER + step) % len(outline)] for step in range(2 * _PER_CORNER)]
        first = side * _PER_CORNER + _PER_CORNER - 1
        beside = [outline[first % len(outline)], outline[(first + 1) % len(outline)]]
        yield sheet(f"glass.behind.{name}", "glass", behind, RINK.boards_m, behind_m)
        yield sheet(f"glass.beside.{name}", "glass", beside, RINK.boards_m, beside_m)
        yield sheet(f"net.{name}", "net", behind, behind_m, RINK.net_top_m)


def _usual_outline() -> Iterator[Point]:
    across_m, along_m = RINK.half_wide_m - RINK.corner_m, RINK.half_long_m - RINK.corner_m
    corners = ((across_m, along_m), (across_m, -along_m), (-across_m, -along_m), (-across_m, along_m))
    for quarter, (x, y) in enumerate(corners):
        for step in range(_PER_CORNER):
            turn = math.radians(90.0 * (quarter + step / _CORNER_PIECES))
            yield x + RINK.corner_m * math.sin(turn), y + RINK.corner_m * math.cos(turn)


def _half(values: list[float]) -> float:
    return (max(values) - min(values)) / 2
