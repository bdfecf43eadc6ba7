"""Outlines of sections on a map, in metres: the same shapes as those of the map in the viewer."""

import math
from collections.abc import Iterator

from seatpreview.layouts.compiled import CompiledLayout, PlacedTable, Row, Section
from seatpreview.layouts.geometry import Placement, packed_place, row_frame
from seatpreview.layouts.ground_plan import Point, doubled_area, extent_of, halfway, rectangle
from seatpreview.layouts.model import Focus

_ARC_STEP_M = 1.0
_ARC_STEPS_MAX = 48
_STANDING_M2 = 0.25
_SEATED_M2 = 1.1
_AREA_ASPECT = 1.6
_ROUND_STEPS = 24
_WITHOUT_HALVES = frozenset({"stage", "screen", "baseball", "boxing"})
_SMOOTH_M = 0.6
"""The largest distance of a point from the simplified line: about the spacing of two seats."""


def outline_of(layout: CompiledLayout, section: Section) -> list[Point]:
    """Returns the outline of all rows of a section, or of a standing area; without described seats, a
    rectangle with the floor area that its capacity needs. Empty if the section has no geometry."""
    placement = section.plan.placement
    if placement is None:
        return []
    if section.plan.corners:
        return list(section.plan.corners)
    place = _Placed(layout, section, placement)
    rows = [row for row in section.rows if row.seats is not None and row.seats.slots]
    if not rows:
        return place.area()
    if any(row.places for row in rows):
        # The hull of the seats first: only the corners of its seats can be corners of the outline.
        outer = _hull([seat for row in rows for seat in place.seats(row)])
        return _hull([corner for seat in outer for corner in place.seat_corners(seat)])
    return [
        *place.across(rows[0], -0.5, is_forward=True),
        *_simplified([point for row in rows for point in place.side(row, 1)]),
        *place.across(rows[-1], 0.5, is_forward=False),
        *_simplified([point for row in rows for point in place.side(row, 0)])[::-1],
    ]


def row_line(layout: CompiledLayout, section_id: str, row_id: str) -> list[Point]:
    """Returns the line of a row from its left to its right end; empty if its seats or its position are not
    known."""
    section, row = layout.section(section_id), layout.row(section_id, row_id)
    if section is None or row is None or row.seats is None or section.plan.placement is None:
        return []
    place = _Placed(layout, section, section.plan.placement)
    return place.seats(row) if row.places else place.across(row, 0.0, is_forward=True)


def halfway_line(focus: Focus) -> list[Point]:
    """Returns the line across the middle of a field; empty for a stage, a ballpark and a polygon."""
    extent = focus.extent
    if extent is None or extent.kind in _WITHOUT_HALVES or len(extent.points) > 2:
        return []
    left_back, right_back, right_front, left_front = extent_of(focus)
    return [halfway(left_back, right_back), halfway(left_front, right_front)]


def table_outline(table: PlacedTable) -> list[Point]:
    """Returns the outline of a table: a circle or a rectangle."""
    if table.shape == "rectangle":
        return rectangle((table.x, table.y), table.width_m, table.depth_m, table.turn_deg)
    turns = [math.tau * step / _ROUND_STEPS for step in range(_ROUND_STEPS)]
    radius_m = table.width_m / 2
    return [(table.x + radius_m * math.sin(turn), table.y + radius_m * math.cos(turn)) for turn in turns]


def area_of(outline: list[Point]) -> float:
    """Returns the area of an outline in square metres."""
    return abs(doubled_area(outline)) / 2


class _Placed:
    """A section with its placement, whose rows have ends."""

    def __init__(self, layout: CompiledLayout, section: Section, placement: Placement) -> None:
        self._layout = layout
        self._section = section
        self._placement = placement

    def across(self, row: Row, treads_behind: float, *, is_forward: bool) -> list[Point]:
        """Returns points along a row, from left to right or back. A straight row needs its two ends only."""
        left_m, right_m = self._ends(row)
        is_straight = self._placement.shape == "straight"
        steps = 1 if is_straight else min(_ARC_STEPS_MAX, max(2, math.ceil((right_m - left_m) / _ARC_STEP_M)))
        line = [
            self._at(row.index, left_m + (right_m - left_m) * step / steps, treads_behind)
            for step in range(steps + 1)
        ]
        return line if is_forward else line[::-1]

    def side(self, row: Row, end: int) -> list[Point]:
        """Returns the left (0) or right (1) end of a row, from its front to its back."""
        right_m = self._ends(row)[end]
        return [self._at(row.index, right_m, -0.5), self._at(row.index, right_m, 0.5)]

    def area(self) -> list[Point]:
        """Returns a rectangle with the floor area that the section's capacity needs."""
        section, placement = self._section, self._placement
        area_m2 = max(section.capacity, 4) * (_STANDING_M2 if section.kind == "standing" else _SEATED_M2)
        depth_m = max(math.sqrt(area_m2 / _AREA_ASPECT), len(section.rows) * placement.tread_m)
        treads, half_m = depth_m / placement.tread_m / 2, area_m2 / depth_m / 2
        last_m = placement.depth_m(len(section.rows) - 1) if section.rows else 0.0
        middle = last_m / placement.tread_m / 2
        ends = ((-treads, -half_m), (-treads, half_m), (treads, half_m), (treads, -half_m))
        return [self._at(0, right_m, middle + behind) for behind, right_m in ends]

    def seats(self, row: Row) -> list[Point]:
        """Returns the seats of a row whose positions are listed."""
        places = (packed_place(row.places, slot) for slot in range(row.place_count()))
        return [(place.point.x, place.point.y) for place in places]

    def seat_corners(self, seat: Point) -> Iterator[Point]:
        """Yields the corners of the floor of a seat whose position is listed."""
        half_m, depth_m = self._placement.spacing_m / 2, min(0.5, self._placement.tread_m / 2)
        yield from ((seat[0] + dx, seat[1] + dy) for dx in (-half_m, half_m) for dy in (-depth_m, depth_m))

    def _ends(self, row: Row) -> tuple[float, float]:
        spacing_m = self._placement.spacing_m
        if row.offsets_m:
            return row.offsets_m[0] - spacing_m / 2, row.offsets_m[-1] + spacing_m / 2
        half_m = (0 if row.seats is None else row.seats.slots) * spacing_m / 2
        return -half_m, half_m

    def _at(self, row: int, right_m: float, treads_behind: float) -> Point:
        frame = row_frame(self._placement, self._layout.focus, self._section.ordinal, row)
        x, y, _ = frame.point(right_m, treads_behind * self._placement.tread_m)
        return x, y


def _hull(points: list[Point]) -> list[Point]:
    """Returns the convex hull of points, counterclockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    lower, upper = _half_hull(ordered), _half_hull(ordered[::-1])
    return [*lower[:-1], *upper[:-1]] if len(ordered) > 2 else ordered


def _half_hull(ordered: list[Point]) -> list[Point]:
    hull: list[Point] = []
    for point in ordered:
        while len(hull) > 1 and _turn(hull[-2], hull[-1], point) <= 0:
            hull.pop()
        hull.append(point)
    return hull


def _turn(start: Point, middle: Point, end: Point) -> float:
    """Returns a positive number if the way from start over middle to end turns left."""
    return (middle[0] - start[0]) * (end[1] - start[1]) - (middle[1] - start[1]) * (end[0] - start[0])


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
