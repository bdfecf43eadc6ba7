"""The line of sight from a place: distance and elevation, C-value, obstructions, and viewing direction."""

import math
from collections.abc import Container
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section
from seatpreview.layouts.geometry import SEATED_EYE_M, STANDING_EYE_M, Point, RowFrame, packed_place
from seatpreview.layouts.ground_plan import has_inside
from seatpreview.layouts.model import Box, Focus, Obstruction, Polygon
from seatpreview.seats.model import Orientation
from seatpreview.seats.sightline_model import SeenObstruction, Sightline
from seatpreview.sightlines.looked_at import performed_at
from seatpreview.sightlines.measures import ACTING_HEIGHT_M
from seatpreview.venues.model import Image, ViewerDefaults

FIELD_OF_VIEW_DEG = 75.0

UNKNOWN = Sightline(distance_m=None, elevation_m=None, c_value_mm=None, obstructions=())


class Span(NamedTuple):
    """A part of a line of sight, where 0 is the eye and 1 the focus."""

    start: float
    end: float


def eye_of(layout: CompiledLayout, place: Place) -> Point | None:
    """Returns the position of the eyes of a person at the place; None if the section has no geometry."""
    floor = layout.floor_point(place.section, place.row, place.seat)
    section = layout.section(place.section)
    if floor is None or section is None:
        return None
    x, y, z = floor
    return Point(x, y, z + eye_height_m(section))


def eye_height_m(section: Section) -> float:
    """Returns the height of the eyes above the floor."""
    return STANDING_EYE_M if section.kind == "standing" else SEATED_EYE_M


def focus_of(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> Focus:
    """Returns the focus of the configuration, or that of the layout."""
    return layout.focus if configuration is None else configuration.focus


def sightline(
    layout: CompiledLayout,
    place: Place,
    eye: Point | None,
    configuration: CompiledConfiguration | None,
    among: Container[str] | None = None,
) -> Sightline:
    """Returns the line of sight: distances rounded to the decimetre, the C-value to the millimetre. With
    `among`, only bodies with these ids are compared with it."""
    if eye is None:
        return UNKNOWN
    target = performed_at(layout, configuration).point
    bodies = () if configuration is None else configuration.obstructions
    c_value_m = c_value(layout, place, eye, target)
    return Sightline(
        distance_m=round(math.dist(eye, target), 1),
        # Adding 0.0 turns minus zero into zero.
        elevation_m=round(eye.z - target.z, 1) + 0.0,
        c_value_mm=None if c_value_m is None else round(c_value_m * 1000),
        obstructions=tuple(
            SeenObstruction(id=body.id, name=body.name or None, kind=body.kind)
            for body in bodies
            if (among is None or body.id in among) and obstructs(body, eye, target)
        ),
    )


def sightline_steps(section: Section, row: Row, configuration: CompiledConfiguration | None) -> int:
    """Returns how many edges of bodies and seats of the row in front a line of sight is compared with. A
    microsecond or two each, they bound what many lines of sight cost."""
    in_front = section.rows[row.index - 1].place_count() if row.index else 0
    bodies = () if configuration is None else configuration.obstructions
    return 10 + in_front + sum([6 if body.polygon is None else len(body.polygon.points) for body in bodies])


def c_value(layout: CompiledLayout, place: Place, eye: Point, target: Point) -> float | None:
    """Returns how far above the eyes of the row in front the line to the target passes, in metres.

    The row in front is assumed to continue on both sides: a person at its end looks over the next section's
    row. None in the first row, and if the line does not cross the row in front.
    """
    section = layout.section(place.section)
    row = None if section is None or place.row is None else section.row(place.row)
    if section is None or row is None or row.index == 0 or section.plan.placement is None:
        return None
    in_front = section.rows[row.index - 1]
    if in_front.places:
        crossing = _listed_row_crossing(in_front, eye, target)
    else:
        placement = section.plan.placement
        tread_m = placement.depth_m(row.index) - placement.depth_m(in_front.index)
        crossing = _row_crossing(layout.row_frame(section, in_front.index), tread_m, eye, target)
    if crossing is None:
        return None
    return eye.z + crossing.part * (target.z - eye.z) - (crossing.floor_z + eye_height_m(section))


def obstructs(body: Obstruction, eye: Point, target: Point) -> bool:
    """Returns whether the line of sight meets the body. A body that contains the target does not obstruct: it
    is what people look at."""
    if body.box is not None:
        return not contains(body, target) and _box_span(body.box, eye, target) is not None
    if body.polygon is not None:
        return not contains(body, target) and _meets_polygon(body.polygon, eye, target)
    return False


def contains(body: Obstruction, point: Point) -> bool:
    """Returns whether a point is inside of the body."""
    if body.box is not None:
        return _box_contains(body.box, point)
    return body.polygon is not None and _polygon_contains(body.polygon, point)


class Direction(NamedTuple):
    """A direction in degrees: yaw by the compass, pitch above the horizon."""

    yaw: float
    pitch: float


def direction_to(eye: Point, focus: Focus) -> Direction:
    """Returns the direction from the eyes to the focus. On a stage it is at least that to the middle of the
    people on it: from a front row, a picture of the stage's floor would cut their heads off."""
    east_m, north_m, up_m = focus.x - eye.x, focus.y - eye.y, _aim_z(focus) - eye.z
    return Direction(
        math.degrees(math.atan2(east_m, north_m)),
        math.degrees(math.atan2(up_m, math.hypot(east_m, north_m))),
    )


def orientation(direction: Direction | None, image: Image | None, defaults: ViewerDefaults) -> Orientation:
    """Returns the initial direction, in degrees from the picture's middle; for a drawing, in compass degrees.

    The direction is the one from the requested place to the focus, even if the picture was taken elsewhere;
    None if the position of the place is not known. Then any picture is assumed to show the focus in its
    middle, and so is one without a pose.
    """
    yaw, pitch = _in_picture(direction, image)
    return Orientation(
        yaw=_normalized_deg(yaw + _or_zero(defaults.start_yaw_deg)),
        pitch=round(min(90.0, max(-90.0, pitch + _or_zero(defaults.start_pitch_deg))), 1) + 0.0,
        fov=FIELD_OF_VIEW_DEG if defaults.field_of_view_deg is UNSET else defaults.field_of_view_deg,
    )


def _aim_z(focus: Focus) -> float:
    extent = focus.extent
    if extent is None or extent.kind != "stage":
        return focus.z
    return max(focus.z, extent.height_m + ACTING_HEIGHT_M / 2)


class _Crossing(NamedTuple):
    """Where the line of sight crosses the row in front on the ground plan."""

    part: float
    """0 at the eye, 1 at the target."""
    floor_z: float


def _row_crossing(in_front: RowFrame | None, tread_m: float, eye: Point, target: Point) -> _Crossing | None:
    if in_front is None:
        return None
    ahead_x, ahead_y = target.x - eye.x, target.y - eye.y
    if in_front.is_curved:
        here_x, here_y = eye.x - in_front.centre_x, eye.y - in_front.centre_y
        part = _circle_crossing(here_x, here_y, ahead_x, ahead_y, in_front.distance_m)
    else:
        approach_m = -(ahead_x * math.sin(in_front.bearing) + ahead_y * math.cos(in_front.bearing))
        part = tread_m / approach_m if approach_m > tread_m else None
    return None if part is None else _Crossing(part, in_front.z)


def _listed_row_crossing(in_front: Row, eye: Point, target: Point) -> _Crossing | None:
    """Looks for the pair of neighbouring seats between which the line passes. The row is assumed to continue
    at both ends."""
    points = [packed_place(in_front.places, slot).point for slot in range(in_front.place_count())]
    if len(points) < 2:
        return None
    found = [_pair_crossing(points, pair, eye, target) for pair in range(len(points) - 1)]
    return min((each for each in found if each is not None), default=None)


def _pair_crossing(points: list[Point], pair: int, eye: Point, target: Point) -> _Crossing | None:
    left, right = points[pair], points[pair + 1]
    ahead_x, ahead_y = target.x - eye.x, target.y - eye.y
    along_x, along_y = right.x - left.x, right.y - left.y
    turn = ahead_x * along_y - ahead_y * along_x
    if turn == 0:
        return None
    to_x, to_y = left.x - eye.x, left.y - eye.y
    part = (to_x * along_y - to_y * along_x) / turn
    along = (to_x * ahead_y - to_y * ahead_x) / turn
    is_left_of_row, is_right_of_row = along < 0 and pair > 0, along > 1 and pair + 2 < len(points)
    if not 0 < part < 1 or is_left_of_row or is_right_of_row:
        return None
    return _Crossing(part, left.z + min(1.0, max(0.0, along)) * (right.z - left.z))


def _circle_crossing(
    here_x: float, here_y: float, ahead_x: float, ahead_y: float, radius_m: float
) -> float | None:
    """Returns where a line that starts outside a circle around (0, 0) first meets it."""
    length2 = ahead_x * ahead_x + ahead_y * ahead_y
    inwards = -(here_x * ahead_x + here_y * ahead_y)
    outside2 = here_x * here_x + here_y * here_y - radius_m * radius_m
    root2 = inwards * inwards - length2 * outside2
    if inwards <= 0 or root2 < 0:
        return None
    # The product of both solutions is known; computing the smaller one from it avoids cancellation.
    crossing = outside2 / (inwards + math.sqrt(root2))
    return crossing if crossing < 1 else None


def _box_contains(box: Box, point: Point) -> bool:
    extents = (box.x, box.y, box.z)
    return all(low <= value <= high for value, (low, high) in zip(point, extents, strict=True))


def _box_span(box: Box, eye: Point, target: Point) -> Span | None:
    span: Span | None = Span(0.0, 1.0)
    for here, there, extent in zip(eye, target, (box.x, box.y, box.z), strict=True):
        span = span and _clip(span, here, there, extent)
    return span


def _clip(span: Span, here: float, there: float, extent: tuple[float, ...]) -> Span | None:
    """Returns the part of a span between two planes that are perpendicular to one axis."""
    low, high = extent
    step = there - here
    if step == 0:
        return span if low <= here <= high else None
    enters, leaves = sorted(((low - here) / step, (high - here) / step))
    start, end = max(span.start, enters), min(span.end, leaves)
    return Span(start, end) if start <= end else None


def _polygon_contains(polygon: Polygon, point: Point) -> bool:
    low, high = polygon.z
    return low <= point.z <= high and has_inside(polygon.points, point.x, point.y)


def _meets_polygon(polygon: Polygon, eye: Point, target: Point) -> bool:
    """Between top and bottom of the body, the line must start inside its ground plan or cross an edge."""
    span = _clip(Span(0.0, 1.0), eye.z, target.z, polygon.z)
    if span is None:
        return False
    start, end = ((eye.x + part * (target.x - eye.x), eye.y + part * (target.y - eye.y)) for part in span)
    if has_inside(polygon.points, *start):
        return True
    return any(_segments_cross(start, end, corner, following) for corner, following in _edges(polygon))


_Corner = tuple[float, ...]


def _edges(polygon: Polygon) -> "zip[tuple[_Corner, _Corner]]":
    return zip(polygon.points, (*polygon.points[1:], polygon.points[0]), strict=True)


def _segments_cross(start: _Corner, end: _Corner, corner: _Corner, following: _Corner) -> bool:
    """Returns whether two segments on the ground plan have a point in common.

    Parallel ones are ignored: a line along an edge meets the adjacent edges.
    """
    one, other = _side(start, end, corner), _side(start, end, following)
    if one == other or one * other > 0:
        return False
    return _side(corner, following, start) * _side(corner, following, end) <= 0


def _side(start: _Corner, end: _Corner, point: _Corner) -> float:
    """Cross product: positive if the point is to the left of the line from start to end."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _in_picture(direction: Direction | None, image: Image | None) -> tuple[float, float]:
    if direction is None:
        return 0.0, 0.0
    if image is None:
        return direction
    if image.pose is UNSET:
        return 0.0, 0.0
    return direction.yaw - image.pose.yaw_deg, direction.pitch - image.pose.pitch_deg


def _or_zero(degrees: float | UnsetType) -> float:
    return 0.0 if degrees is UNSET else degrees


def _normalized_deg(degrees: float) -> float:
    """Returns the same direction, greater than -180 and at most 180 degrees."""
    normalized = -((180.0 - degrees) % 360.0 - 180.0)
    rounded = round(normalized, 1) + 0.0
    return 180.0 if rounded == -180.0 else rounded
