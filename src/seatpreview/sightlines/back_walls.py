"""The walls behind stands that other people look over: no higher than the people before them sit."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise

from seatpreview.layouts.ground_plan import Point
from seatpreview.sightlines.hall_measures import HallMeasures
from seatpreview.sightlines.measures import ROWS_WITH_WALL, WALL_LOOKED_OVER_M
from seatpreview.sightlines.model import HallBody
from seatpreview.sightlines.stands import Stand

_EYE_M = 1.2
_CLEAR_M = 0.25
_PARTS = (0.1, 0.5, 0.9)
"""Where eyes are looked for along the first row of a stand."""
_SIGHTS_MOST = 300_000
"""Lines of sight that are compared with pieces of walls. A hall that needs more has no such walls."""


def back_walls(measures: HallMeasures, named: Callable[[str, str], str]) -> Iterator[HallBody]:
    """Yields the walls that somebody looks over. Where nobody does, a wall hides nothing, and the drawing
    builds it up to the roof."""
    if not measures.shape.has_back_walls:
        return
    eyes = _eyes_by_degree(measures)
    if _sights(measures, eyes) > _SIGHTS_MOST:
        return
    for stand in measures.shown:
        if stand.is_loose(measures.floor_z):
            continue
        is_few = stand.placement.shape == "free" and len(stand.strips) < ROWS_WITH_WALL
        back = stand.back()
        lowest_z = math.inf if is_few else _lowest_sight(stand, back, eyes, measures)
        # No layout states these walls. A higher one would hide from people what the real hall shows them.
        top_z = stand.last_z + WALL_LOOKED_OVER_M
        if top_z <= lowest_z < math.inf:
            section = stand.section.id
            yield HallBody(
                id=named(section, "wall"),
                kind="wall",
                section=section,
                line=tuple((round(x, 2), round(y, 2)) for x, y in back),
                z=(round(stand.last_z, 3), round(top_z, 3)),
            )


_Eyes = dict[int, list[tuple[Point, float, Stand]]]
"""Eyes by their bearing from the focus, in whole degrees: their lines of sight to it have this bearing."""


def _eyes_by_degree(measures: HallMeasures) -> _Eyes:
    eyes: _Eyes = defaultdict(list)
    for stand in measures.shown:
        front = stand.front()
        for part in _PARTS:
            at = _along(front, part)
            eyes[math.floor(_bearing_deg(at, measures))].append((at, stand.first_z + _EYE_M, stand))
    return eyes


def _sights(measures: HallMeasures, eyes: _Eyes) -> int:
    return sum(
        len(eyes.get(degree, ()))
        for stand in measures.shown
        for start, end in pairwise(stand.back())
        for degree in _degrees(start, end, measures)
    )


def _lowest_sight(stand: Stand, back: list[Point], eyes: _Eyes, measures: HallMeasures) -> float:
    """Returns the lowest line of sight over the back of a stand; infinity where nobody looks over it."""
    lowest_z, focus = math.inf, (measures.focus.x, measures.focus.y)
    for start, end in pairwise(back):
        for degree in _degrees(start, end, measures):
            for at, eye_z, other in eyes.get(degree, ()):
                part = None if other is stand else _crossing(at, focus, start, end)
                if part is None:
                    continue
                sight_z = eye_z + (measures.focus.z - eye_z) * part
                # Those below look under this stand, and not over it.
                if sight_z > stand.last_z:
                    lowest_z = min(lowest_z, sight_z - _CLEAR_M)
    return lowest_z


def _degrees(start: Point, end: Point, measures: HallMeasures) -> Iterator[int]:
    from_deg, to_deg = _bearing_deg(start, measures), _bearing_deg(end, measures)
    turn_deg = (to_deg - from_deg + 180) % 360 - 180
    low_deg = from_deg if turn_deg > 0 else to_deg
    for degree in range(math.floor(low_deg), math.floor(low_deg + abs(turn_deg)) + 1):
        yield degree % 360


def _bearing_deg(point: Point, measures: HallMeasures) -> float:
    return math.degrees(math.atan2(point[0] - measures.focus.x, point[1] - measures.focus.y)) % 360


def _along(line: list[Point], part: float) -> Point:
    at = part * (len(line) - 1)
    piece = min(len(line) - 2, math.floor(at))
    (x, y), (to_x, to_y) = line[piece], line[piece + 1]
    return x + (to_x - x) * (at - piece), y + (to_y - y) * (at - piece)


def _crossing(eye: Point, target: Point, start: Point, end: Point) -> float | None:
    """Returns the part of the way to the target at which it crosses a line; None if it does not."""
    x, y = target[0] - eye[0], target[1] - eye[1]
    line_x, line_y = end[0] - start[0], end[1] - start[1]
    cross = x * line_y - y * line_x
    if abs(cross) < 1e-9:
        return None
    start_x, start_y = start[0] - eye[0], start[1] - eye[1]
    part = (start_x * line_y - start_y * line_x) / cross
    along = (start_x * y - start_y * x) / cross
    return part if 0 < part < 1 and 0 < along < 1 else None
