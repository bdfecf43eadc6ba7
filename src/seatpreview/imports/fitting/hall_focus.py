"""Finds what people look at: by areas and texts of the file, or else by how the seats stand."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Literal, NamedTuple, get_args

from seatpreview.imports.fitting.near_points import (
    PlanPoint,
    along,
    bearing_of,
    main_direction,
    middle_of,
    shared_circle,
    spread_of,
)
from seatpreview.imports.fitting.plan_scale import REACH_M_MAX, PlanScale
from seatpreview.imports.model import FoundArea, FoundHall
from seatpreview.imports.natural_order import sorted_naturally
from seatpreview.layouts.ground_plan import centroid, doubled_area

StageSide = Literal["top", "bottom", "left", "right", "middle"]
"""Where a stage is on the page, seen from the seats."""
STAGE_SIDES: tuple[StageSide, ...] = get_args(StageSide)


class HallFocus(NamedTuple):
    """The point that people look at, in metres from the middle of the plan."""

    point: PlanPoint
    kind: Literal["stage", "field"]
    reason: str
    is_assumed: bool = True
    name: str = ""
    outline: tuple[PlanPoint, ...] = ()
    is_round: bool = False
    """Whether seats surround it."""


def find_focus(found: FoundHall, scale: PlanScale, points: Sequence[PlanPoint | None]) -> HallFocus:
    """Returns the focus of a hall, with the reason in a sentence."""
    placed = [point for point in points if point is not None]
    focus = _of_areas(found, scale) or _of_focal_point(found, scale)
    if focus is not None:
        return focus._replace(is_round=is_around(placed, focus.point))
    if not placed:
        return HallFocus(PlanPoint(0.0, 0.0), "stage", "The file has no positions of seats.")
    rows = _rows(found, points)
    return (
        _of_empty_middle(found, scale, placed)
        or _of_curved_rows(rows, placed)
        or _in_front(found, rows, points, placed)
    )


def is_around(points: Sequence[PlanPoint], focus: PlanPoint) -> bool:
    """Returns whether seats are on all sides of a point: nowhere is a quarter of the circle empty."""
    sample = points[:: max(1, len(points) // _POINTS_LOOKED_AT)]
    tenths = sorted({int(bearing_of(x - focus.x, y - focus.y) // 10) for x, y in sample})
    if not tenths:
        return False
    return max(after - before for before, after in pairwise([*tenths, tenths[0] + 36])) <= _GAP_AROUND_MAX


def outline_of(area: FoundArea, scale: PlanScale) -> tuple[PlanPoint, ...]:
    """Returns the corners of an area in metres from the middle of the plan, at most 200."""
    corners = [point for x, y in area.points if (point := scale.point(x, y)) is not None]
    step = -(-len(corners) // 200) if corners else 1
    return tuple(corners[::step])


def _of_areas(found: FoundHall, scale: PlanScale) -> HallFocus | None:
    """Returns the middle of the largest stage, or else of the largest field."""
    for kind in ("stage", "field"):
        shapes = [(outline_of(area, scale), area.name) for area in found.areas if area.kind == kind]
        shapes = [(outline, name) for outline, name in shapes if outline]
        if not shapes:
            continue
        outline, name = max(shapes, key=lambda shape: abs(doubled_area(shape[0])))
        called = f" {name!r}" if name else ""
        reason = f"The focus is the middle of the {kind}{called} of the file."
        if len(outline) < 3 or abs(doubled_area(outline)) < 0.5:
            return HallFocus(middle_of(outline), kind, reason, is_assumed=False, name=name)
        point = PlanPoint(*centroid(outline))
        return HallFocus(point, kind, reason, is_assumed=False, name=name, outline=outline)
    return None


def _of_focal_point(found: FoundHall, scale: PlanScale) -> HallFocus | None:
    point = None if found.focal_point is None else scale.point(*found.focal_point)
    if point is None:
        return None
    if found.is_focus_answered:
        return HallFocus(point, "stage", _BY_ANSWER)
    return HallFocus(point, "stage", "The focus is the focal point of the file.", is_assumed=False)


def _of_empty_middle(found: FoundHall, scale: PlanScale, placed: Sequence[PlanPoint]) -> HallFocus | None:
    west, east = min(x for x, _ in placed), max(x for x, _ in placed)
    south, north = min(y for _, y in placed), max(y for _, y in placed)
    middle = PlanPoint((west + east) / 2, (south + north) / 2)
    empty_m = _EMPTY_PART * min(east - west, north - south)
    if empty_m <= 1 or not is_around(placed, middle):
        return None
    if any(math.dist(point, middle) < empty_m for point in placed):
        return None
    reason = "Seats stand around an empty middle; the focus is there."
    inside = [outline for area in found.areas if _may_be_field(outline := outline_of(area, scale), middle)]
    outline = max(inside, key=lambda shape: abs(doubled_area(shape)), default=())
    if outline and any(_is_within(point, outline) for point in placed):
        outline = ()
    return HallFocus(middle, "field", reason, outline=outline, is_round=True)


def _may_be_field(outline: Sequence[PlanPoint], middle: PlanPoint) -> bool:
    return len(outline) >= 3 and _is_within(middle, outline)


def _is_within(point: PlanPoint, outline: Sequence[PlanPoint]) -> bool:
    inside = False
    for here, there in zip(outline, [*outline[1:], *outline[:1]], strict=True):
        if (here.y > point.y) != (there.y > point.y):
            share = (point.y - here.y) / (there.y - here.y)
            inside ^= point.x < here.x + share * (there.x - here.x)
    return inside


def _rows(found: FoundHall, points: Sequence[PlanPoint | None]) -> list[list[PlanPoint]]:
    """Returns some rows of the file that have at least six seats."""
    rows: dict[tuple[str, ...], list[PlanPoint]] = defaultdict(list)
    for seat, point in zip(found.seats, points, strict=True):
        if point is not None and seat.table is None and (seat.row or seat.part):
            rows[seat.level, seat.section, seat.row, seat.part].append(point)
    long = [row for row in rows.values() if len(row) >= 6]
    return long[:: max(1, len(long) // 300)]


def _of_curved_rows(rows: Sequence[Sequence[PlanPoint]], placed: Sequence[PlanPoint]) -> HallFocus | None:
    circles = [(circle, row) for row in rows if (circle := shared_circle([row])) is not None]
    curved = [circle for circle, row in circles if _bends(circle.radii_m[0], row)]
    if not curved or len(curved) < 0.5 * len(rows):
        return None
    centre = PlanPoint(median(c.centre.x for c in curved), median(c.centre.y for c in curved))
    radius_m = median(circle.radii_m[0] for circle in curved)
    apart_m = median(math.dist(circle.centre, centre) for circle in curved)
    nearest = min(placed, key=lambda point: math.dist(point, centre))
    front_m = math.dist(nearest, centre)
    if apart_m > 0.25 * radius_m or front_m < 0.5:
        return None
    reason = "Rows bend around one point; the focus is there."
    wide_m = max(abs(x - centre.x) for x, _ in placed) + max(abs(y - centre.y) for _, y in placed)
    far_m = max(6.0, 0.35 * wide_m)
    if front_m > far_m:
        reason = "Rows bend around one point; the focus is in front of the first row, on the way there."
        middle = middle_of(placed)
        away_m = math.dist(middle, centre)
        keep = (front_m - far_m) / away_m
        centre = PlanPoint(centre.x + keep * (middle.x - centre.x), centre.y + keep * (middle.y - centre.y))
    if max(abs(centre.x), abs(centre.y)) > REACH_M_MAX:
        return None
    return HallFocus(centre, "stage", reason, is_round=is_around(placed, centre))


def _bends(radius_m: float, row: Sequence[PlanPoint]) -> bool:
    """Returns whether the arc of a row rises by more than a tenth of a metre over its chord."""
    direction = main_direction(spread_of(row, middle_of(row)))
    places = [along(point, direction) for point in row]
    chord_m = max(places) - min(places)
    return radius_m < 150 and chord_m * chord_m / (8 * radius_m) > max(0.1, 0.01 * chord_m)


def _in_front(
    found: FoundHall,
    rows: Sequence[Sequence[PlanPoint]],
    points: Sequence[PlanPoint | None],
    placed: Sequence[PlanPoint],
) -> HallFocus:
    """Returns a point in front of all seats, in the direction that they face."""
    facing, reason = _facing(found, points)
    across = _across(rows)
    if across is not None and reason != _BY_BEARINGS:
        facing = _squared(facing, across)
    return HallFocus(_ahead_of(placed, facing), "stage", reason)


def point_on_side(placed: Sequence[PlanPoint], side: StageSide) -> PlanPoint:
    """Returns where a stage is, of which only the side of the page is known."""
    if side == "middle":
        west, east = min(x for x, _ in placed), max(x for x, _ in placed)
        south, north = min(y for _, y in placed), max(y for _, y in placed)
        return PlanPoint((west + east) / 2, (south + north) / 2)
    return _ahead_of(placed, _FACINGS[side])


def _ahead_of(placed: Sequence[PlanPoint], facing: PlanPoint) -> PlanPoint:
    """Returns the point in front of the middle of all seats, as far away as stages usually are."""
    right = PlanPoint(facing.y, -facing.x)
    ahead = [along(point, facing) for point in placed]
    beside = [along(point, right) for point in placed]
    width_m = max(beside) - min(beside)
    ahead_m = max(ahead) + min(15.0, max(_STAGE_AHEAD_M, 0.2 * width_m))
    middle_m = (max(beside) + min(beside)) / 2
    return PlanPoint(
        facing.x * ahead_m + right.x * middle_m,
        facing.y * ahead_m + right.y * middle_m,
    )


def _facing(found: FoundHall, points: Sequence[PlanPoint | None]) -> tuple[PlanPoint, str]:
    bearings = [seat.facing_deg for seat in found.seats if seat.facing_deg is not None and seat.table is None]
    bearings = [bearing for bearing in bearings if math.isfinite(bearing)]
    if len(bearings) >= 0.5 * len(found.seats) > 0:
        east = sum(math.sin(math.radians(bearing)) for bearing in bearings) / len(bearings)
        north = sum(math.cos(math.radians(bearing)) for bearing in bearings) / len(bearings)
        length = math.hypot(east, north)
        if length > 0.3:
            return PlanPoint(east / length, north / length), _BY_BEARINGS
    east = north = 0.0
    for step in _steps_to_the_front(found, points):
        east, north = east + step.x, north + step.y
    length = math.hypot(east, north)
    if length > 0.5:
        return PlanPoint(east / length, north / length), _BY_ROW_NAMES
    if found.stage_at:
        return PlanPoint(0.0, 1.0 if found.stage_at == "top" else -1.0), _BY_TEXT
    return PlanPoint(0.0, 1.0), NOTHING_SAYS_WHERE


def _steps_to_the_front(found: FoundHall, points: Sequence[PlanPoint | None]) -> Iterator[PlanPoint]:
    """Yields for each section the way from the later half of its rows, by name, to the earlier half."""
    sections: dict[tuple[str, str], dict[str, list[PlanPoint]]] = defaultdict(lambda: defaultdict(list))
    for seat, point in zip(found.seats, points, strict=True):
        if point is not None and seat.row and seat.table is None:
            sections[seat.level, seat.section][seat.row].append(point)
    for rows in sections.values():
        middles = [middle_of(rows[name]) for name in sorted_naturally(rows)]
        half = len(middles) // 2
        if half:
            front, back = middle_of(middles[:half]), middle_of(middles[-half:])
            weight = len(middles)
            yield PlanPoint(weight * (front.x - back.x), weight * (front.y - back.y))


def _across(rows: Sequence[Sequence[PlanPoint]]) -> PlanPoint | None:
    """Returns the direction that most rows have in common."""
    spreads = [spread_of(row, middle_of(row)) for row in rows]
    if not spreads:
        return None
    return main_direction(
        (sum(s[0] for s in spreads), sum(s[1] for s in spreads), sum(s[2] for s in spreads))
    )


def _squared(facing: PlanPoint, across: PlanPoint) -> PlanPoint:
    """Returns the direction at a right angle to the rows that is nearer to `facing`, if it is near at all."""
    ahead = PlanPoint(-across.y, across.x)
    share = along(ahead, facing)
    if abs(share) < 0.5:
        return facing
    return ahead if share > 0 else PlanPoint(-ahead.x, -ahead.y)


_POINTS_LOOKED_AT = 5000
_GAP_AROUND_MAX = 7
"""In tens of degrees."""
_EMPTY_PART = 0.12
_STAGE_AHEAD_M = 5.0
"""From the first row to the middle of a stage that the file does not have, with an edge about 3 m away."""
_BY_BEARINGS = "The focus is in front of all seats, in the direction that the file turns them."
_BY_ROW_NAMES = "The focus is in front of the rows that come first by name."
_FACINGS = {
    "top": PlanPoint(0.0, 1.0),
    "bottom": PlanPoint(0.0, -1.0),
    "left": PlanPoint(-1.0, 0.0),
    "right": PlanPoint(1.0, 0.0),
}
_BY_ANSWER = "The focus is on the side that you chose; how far away it is, is assumed."
_BY_TEXT = "The focus is on the side of the page where a text of the file has the stage."
NOTHING_SAYS_WHERE = "Nothing says where people look; the focus is above all seats on the page."
