"""Outlines of sections on a map, in metres: the same shapes as those of the map in the viewer."""

import math

from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.geometry import floor_point
from seatpreview.layouts.model import SectionGeometry

Point = tuple[float, float]
"""A point in metres: to the east and to the north."""

_ARC_STEP_M = 1.0
_ARC_STEPS_MAX = 48
_STANDING_M2 = 0.25
_SEATED_M2 = 1.1
_AREA_ASPECT = 1.6
_SMOOTH_M = 0.6
"""The largest distance of a point from the simplified line: about the spacing of two seats."""


def outline_of(layout: CompiledLayout, section: Section) -> list[Point]:
    """Returns the outline of all rows of a section; without described seats, a rectangle with the floor area
    that its capacity needs. Empty if the section has no geometry."""
    geometry = section.plan.geometry
    if geometry is None:
        return []
    place = _Placed(layout, section, geometry)
    rows = [(row.index, row.seats.slots / 2) for row in section.rows if row.seats is not None]
    if not rows:
        return place.area()
    (first, first_half), (last, last_half) = rows[0], rows[-1]
    return [
        *place.across(first - 0.5, -first_half, first_half),
        *_simplified([point for row, half in rows for point in place.side(row, half)]),
        *place.across(last + 0.5, last_half, -last_half),
        *_simplified([point for row, half in rows for point in place.side(row, -half)])[::-1],
    ]


def row_line(layout: CompiledLayout, section_id: str, row_id: str) -> list[Point]:
    """Returns the line of a row from its left to its right end; empty if its seats or its position are not
    known."""
    section, row = layout.section(section_id), layout.row(section_id, row_id)
    if section is None or row is None or row.seats is None or section.plan.geometry is None:
        return []
    half = row.seats.slots / 2
    return _Placed(layout, section, section.plan.geometry).across(row.index, -half, half)


def area_of(outline: list[Point]) -> float:
    """Returns the area of an outline in square metres."""
    return abs(_doubled_area(outline)) / 2


def centre_of(outline: list[Point]) -> Point:
    """Returns the centroid of an outline."""
    doubled = _doubled_area(outline)
    if abs(doubled) < 1e-9:
        return outline[0]
    x = y = 0.0
    for (from_x, from_y), (to_x, to_y) in zip(outline, [*outline[1:], outline[0]], strict=True):
        cross = from_x * to_y - to_x * from_y
        x += (from_x + to_x) * cross
        y += (from_y + to_y) * cross
    return x / (3 * doubled), y / (3 * doubled)


class _Placed:
    """A section with its geometry, whose rows and slots have positions."""

    def __init__(self, layout: CompiledLayout, section: Section, geometry: SectionGeometry) -> None:
        self._layout = layout
        self._section = section
        self._geometry = geometry

    def across(self, row: float, start: float, end: float) -> list[Point]:
        """Returns points along a row between two slots. A straight row needs its two ends only."""
        length_m = abs(end - start) * self._geometry.spacing_m
        is_straight = self._geometry.shape == "straight"
        steps = 1 if is_straight else min(_ARC_STEPS_MAX, max(2, math.ceil(length_m / _ARC_STEP_M)))
        return [self._at(row, start + (end - start) * step / steps) for step in range(steps + 1)]

    def side(self, row: float, slots_right: float) -> list[Point]:
        """Returns the end of a row, from its front to its back."""
        return [self._at(row - 0.5, slots_right), self._at(row + 0.5, slots_right)]

    def area(self) -> list[Point]:
        """Returns a rectangle with the floor area that the section's capacity needs."""
        section, geometry = self._section, self._geometry
        area_m2 = max(section.capacity, 4) * (_STANDING_M2 if section.kind == "standing" else _SEATED_M2)
        depth_m = max(math.sqrt(area_m2 / _AREA_ASPECT), len(section.rows) * geometry.tread_m)
        rows, slots = depth_m / geometry.tread_m / 2, area_m2 / depth_m / geometry.spacing_m / 2
        middle = max((len(section.rows) - 1) / 2, 0.0)
        ends = ((-rows, -slots), (-rows, slots), (rows, slots), (rows, -slots))
        return [self._at(middle + row, slot) for row, slot in ends]

    def _at(self, row: float, slots_right: float) -> Point:
        floor = floor_point(
            self._geometry,
            self._layout.focus,
            ordinal=self._section.ordinal,
            row=row,
            slots_right=slots_right,
        )
        return floor.x, floor.y


def _simplified(line: list[Point]) -> list[Point]:
    """Simplifies a line (Ramer-Douglas-Peucker), so that rows of different lengths do not make a jagged
    edge."""
    kept = {0, len(line) - 1}
    parts = [(0, len(line) - 1)]
    while parts:
        start, end = parts.pop()
        distances = [
            (_distance(line[index], line[start], line[end]), index) for index in range(start + 1, end)
        ]
        most, worst = max(distances, default=(0.0, start))
        if most > _SMOOTH_M:
            kept.add(worst)
            parts += ((start, worst), (worst, end))
    return [line[index] for index in sorted(kept)]


def _distance(point: Point, start: Point, end: Point) -> float:
    """Returns the distance of a point from the line through two others."""
    ahead_x, ahead_y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(ahead_x, ahead_y)
    here_x, here_y = point[0] - start[0], point[1] - start[1]
    return abs(here_x * ahead_y - here_y * ahead_x) / length if length else math.hypot(here_x, here_y)


def _doubled_area(outline: list[Point]) -> float:
    following = [*outline[1:], *outline[:1]]
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(outline, following, strict=True))
