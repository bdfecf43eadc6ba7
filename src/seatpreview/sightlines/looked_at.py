"""What people look at: the stage, screen or field of a configuration, and where its front is."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.ground_plan import (
    Corner,
    centroid,
    doubled_area,
    extent_of,
    footprint_of,
    has_inside,
    heights_of,
    rectangle,
)
from seatpreview.layouts.model import Focus, FocusExtent, HallKind, Obstruction, usual_size_m
from seatpreview.sightlines.ball_field import ball_field_of
from seatpreview.sightlines.measures import ACTING_HEIGHT_M, HALL_SHAPES, RING_M, SCREEN, STAGE_LEAST_M
from seatpreview.sightlines.model import LookedAt, LookedAtKind
from seatpreview.sightlines.rink import rink_outline

_FRONT_SIDE_DEG = 35.0
"""A side of a stage is its front if the audience is in this direction of it, or nearly."""
_STATED_FRONT_DEG = 75.0
_OUTLINES = {"baseball": ball_field_of, "ice_hockey": rink_outline}
"""Fields that are not the whole rectangle of their extent."""
_CURTAIN = re.compile(r"curtain|\bbefore\b|vorhang|rideau|sipario|tel[óo]n")
"""As web/source/drawing/event-kind.ts has it."""
_BEFORE_IT = 0.15
"""A stated front counts if clearly more people sit before it than behind it."""


_BESIDE_M = 1.0
"""A focus that is so near to a stage is on it."""
_FACE_M = 1.5
"""How high above a stage its performers are looked at, as web/source/plan/sightlines.ts has it."""


class Performance(NamedTuple):
    """Where people perform, and what that is called; empty if it has no name."""

    point: Point
    name: str


class Audience(NamedTuple):
    """The direction from the focus to the middle of the audience, and how much of it is on that side."""

    x: float
    y: float
    one_sidedness: float
    """From 0, for people on all sides alike, to 1."""

    @property
    def has_a_front(self) -> bool:
        """Whether so many people are on one side that a stage has its front there: as much as with people on
        three of four sides."""
        return self.one_sidedness > 0.25

    @property
    def bearing_deg(self) -> float:
        """The direction as a bearing."""
        return math.degrees(math.atan2(self.x, self.y)) % 360.0


def looked_at_body(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> Obstruction | None:
    """Returns the configuration's body that people look at: the stage nearest to the focus; a screen if the
    focus is on it, or if there is neither a stage nor a field."""
    focus = layout.focus if configuration is None else configuration.focus
    bodies = () if configuration is None else configuration.obstructions
    placed = [body for body in bodies if len(footprint_of(body)) > 2]
    stages = [body for body in placed if body.kind == "stage"]
    screens = [body for body in placed if body.kind == "screen"]
    on_screen = [body for body in screens if _is_in(body, focus)]
    if on_screen and not any(_is_in(stage, focus) for stage in stages):
        return on_screen[0]
    has_field = focus.extent is not None and focus.extent.kind != "screen"
    return _nearest(stages or ([] if has_field else screens), focus)


def performed_at(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> Performance:
    """Returns where people perform, to which distances are told: at the focus; where that is beside the stage
    or screen that people look at, at the middle of it. In ancient drama, the focus may be the orchestra."""
    focus = layout.focus if configuration is None else configuration.focus
    body = looked_at_body(layout, configuration)
    if body is None or distance_m(footprint_of(body), focus.x, focus.y) <= _BESIDE_M:
        return Performance(Point(focus.x, focus.y, focus.z), focus.name or "")
    low_z, high_z = heights_of(body)
    z = high_z + _FACE_M if body.kind == "stage" else (low_z + high_z) / 2
    return Performance(Point(*centroid(footprint_of(body)), z), body.name or "")


def has_lowered_curtain(hall: HallKind | None, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether the name of a theatre's configuration says that its curtain is down. The drawing lowers
    it where nothing says what is looked at, and nowhere else."""
    if hall is None or configuration is None or not HALL_SHAPES[hall].has_proscenium:
        return False
    return _CURTAIN.search(f"{configuration.id} {configuration.name}".casefold()) is not None


def looked_at_of(body: Obstruction | None, focus: Focus, floor_z: float) -> LookedAt | None:
    """Returns the space that people look at; None if only a point is known."""
    if body is not None:
        return _of_body(body)
    extent = focus.extent
    if extent is None:
        return None
    if extent.kind == "screen":
        return _of_screen(focus, extent, floor_z)
    ground_z = floor_z + _raised_m(extent)
    kind: LookedAtKind = "stage" if extent.kind == "stage" else "field"
    outline_of = _OUTLINES.get(extent.kind)
    corners = extent_of(focus) if outline_of is None else outline_of(focus, extent)
    return _space(kind, corners, ground_z, ground_z + ACTING_HEIGHT_M)


def front_deg_of(looked_at: LookedAt, focus: Focus, audience: Audience) -> float | None:
    """Returns the bearing that the front faces: as the layout states it, or else the side that faces the
    audience. On a stage in the round, performers face where most people are. A field, and a screen in the
    round, have no front."""
    if looked_at.kind == "field":
        return None
    extent = focus.extent
    if extent is not None and not extent.points and extent.kind == looked_at.kind:
        stated = math.radians(extent.turn_deg)
        agreement = audience.x * math.sin(stated) + audience.y * math.cos(stated)
        if audience.one_sidedness > _BEFORE_IT and agreement > math.cos(math.radians(_STATED_FRONT_DEG)):
            return extent.turn_deg % 360.0
    if audience.has_a_front:
        return _front_by_audience(looked_at.points, audience)
    return None if looked_at.kind == "screen" else audience.bearing_deg


class Front(NamedTuple):
    """Where the front of what people look at is: from the middle of it, in this direction."""

    x: float
    y: float
    bearing_deg: float

    def side_angle_deg(self, x: float, y: float) -> float:
        """Returns how far to the side a place is: 0 straight in front, 90 next to it, 180 behind it."""
        bearing_deg = math.degrees(math.atan2(x - self.x, y - self.y))
        return round(abs((bearing_deg - self.bearing_deg + 180.0) % 360.0 - 180.0), 1)


def front_of(looked_at: LookedAt | None) -> Front | None:
    """Returns the front from which every angle to the side is measured: in previews, best seats, views of
    seats and their words. None if there is no front, and nothing is said about a side."""
    if looked_at is None or looked_at.front_deg is None:
        return None
    return Front(*centroid(looked_at.points), looked_at.front_deg)


def _of_body(body: Obstruction) -> LookedAt:
    low_z, high_z = heights_of(body)
    points = footprint_of(body)
    if body.kind == "screen":
        return _space("screen", points, low_z, high_z)
    return _space("stage", points, high_z, high_z + ACTING_HEIGHT_M)


def _of_screen(focus: Focus, extent: FocusExtent, floor_z: float) -> LookedAt:
    width_m, _ = usual_size_m(extent)
    tall_m = width_m / SCREEN.ratio
    hung_z = floor_z + extent.height_m if extent.height_m > 0 else focus.z - tall_m / 2
    low_z = max(floor_z + SCREEN.least_z, hung_z)
    points = rectangle((focus.x, focus.y), width_m, SCREEN.thick_m, extent.turn_deg)
    return _space("screen", points, low_z, low_z + tall_m)


def _space(kind: LookedAtKind, points: Sequence[Corner], low_z: float, high_z: float) -> LookedAt:
    corners = tuple((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points)
    return LookedAt(kind=kind, points=corners, z=(round(low_z, 3) + 0.0, round(high_z, 3) + 0.0))


def _raised_m(extent: FocusExtent) -> float:
    if extent.kind == "stage":
        return max(STAGE_LEAST_M, extent.height_m)
    return extent.height_m or (RING_M if extent.kind == "boxing" else 0.0)


def _is_in(body: Obstruction, focus: Focus) -> bool:
    low_z, high_z = heights_of(body)
    # Of a stage the layout describes the floor; what people look at is above it.
    is_high = body.kind == "stage" or low_z <= focus.z <= high_z
    return is_high and has_inside(footprint_of(body), focus.x, focus.y)


def _nearest(bodies: Sequence[Obstruction], focus: Focus) -> Obstruction | None:
    return min(bodies, key=lambda body: distance_m(footprint_of(body), focus.x, focus.y), default=None)


def distance_m(corners: Sequence[Corner], x: float, y: float) -> float:
    """Returns the distance of a point from a polygon on the ground plan: 0 inside of it."""
    if has_inside(corners, x, y):
        return 0.0
    edges = zip(corners, [*corners[1:], corners[0]], strict=True)
    return min(_edge_distance_m(start, end, x, y) for start, end in edges)


def _edge_distance_m(start: Corner, end: Corner, x: float, y: float) -> float:
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    length2 = along_x * along_x + along_y * along_y
    part = ((x - start[0]) * along_x + (y - start[1]) * along_y) / length2 if length2 else 0.0
    part = min(1.0, max(0.0, part))
    return math.hypot(x - start[0] - part * along_x, y - start[1] - part * along_y)


def _front_by_audience(corners: Sequence[Corner], audience: Audience) -> float:
    """Returns the bearing of the side that faces the audience; of a round stage, that of the audience."""
    turn = 1.0 if doubled_area(corners) > 0 else -1.0
    best, best_deg = -1.0, 0.0
    for (from_x, from_y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        out_x, out_y = turn * (to_y - from_y), turn * (from_x - to_x)
        length = math.hypot(out_x, out_y)
        facing = (out_x * audience.x + out_y * audience.y) / length if length else -1.0
        if facing > best:
            best, best_deg = facing, math.degrees(math.atan2(out_x, out_y)) % 360.0
    if best > math.cos(math.radians(_FRONT_SIDE_DEG)) and len(corners) <= 8:
        return best_deg
    return audience.bearing_deg
