"""Draws the geometry of sections with its measures: from above, and from the side."""

import math
from collections.abc import Callable

from docs.guide_pictures.plans import MARGIN, WIDTH, Plan
from docs.guide_pictures.svg import Drawing
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.geometry import SEATED_EYE_M, Placement, Point
from seatpreview.seats.sightline import c_value, eye_of

At = Callable[[float, float], tuple[float, float]]
"""From metres, away from the focus and up, to a spot in the picture."""


def geometry_drawing(layout: CompiledLayout) -> Drawing:
    """The first section of a layout from above, with a name for each measure, and the others beside it."""
    plan = Plan(layout, "Two sections from above with their measures", height_max=640, room_left_m=2.4)
    plan.add_sections(plan.by_level())
    section, geometry = _first(layout)
    drawing = plan.drawing
    bearing = math.radians(geometry.bearing_deg)
    away = math.sin(bearing), math.cos(bearing)
    right = -math.cos(bearing), math.sin(bearing)
    depth_m = geometry.distance_m + (len(section.rows) - 1) * geometry.tread_m

    def at(along_m: float, right_m: float) -> tuple[float, float]:
        return plan.spot(
            layout.focus.x + along_m * away[0] + right_m * right[0],
            layout.focus.y + along_m * away[1] + right_m * right[1],
        )

    drawing.line([at(0, 0), at(depth_m + 0.6, 0)], css="dashed")
    _measure(drawing, at(0, 0), at(geometry.distance_m, 0), f"distanceM {geometry.distance_m:g}", beside=10)
    front = geometry.distance_m
    _measure(drawing, at(front, 0), at(front, geometry.shift_m), f"shiftM {geometry.shift_m:g}", above=True)
    edge = geometry.shift_m - (_seats(section) / 2 + 0.4) * geometry.spacing_m
    _measure(
        drawing,
        at(front + geometry.tread_m, edge),
        at(front + 2 * geometry.tread_m, edge),
        f"treadM {geometry.tread_m:g}",
        beside=-8,
    )
    left = geometry.shift_m - (_seats(section) - 1) / 2 * geometry.spacing_m
    behind = depth_m + 0.55
    _measure(
        drawing, at(behind, left), at(behind, left + geometry.spacing_m), f"spacingM {geometry.spacing_m:g}"
    )
    x, y = at(depth_m + 0.6, 0)
    drawing.text(x + 8, y, f"bearingDeg {geometry.bearing_deg:g} (south)", css="accent-ink small strong")
    _add_other_bearings(plan, layout)
    plan.add_focus()
    return drawing


def profile_drawing(layout: CompiledLayout) -> Drawing:
    """The first section of a layout from the side, with a line of sight."""
    section, geometry = _first(layout)
    rows = len(section.rows)
    length_m = geometry.distance_m + rows * geometry.tread_m + 0.6
    scale = (WIDTH - 2 * MARGIN) / length_m
    top_m = geometry.elevation_m + (rows - 1) * geometry.riser_m + SEATED_EYE_M + 0.5
    height = top_m * scale + 2 * MARGIN + 14
    drawing = Drawing(WIDTH, round(height), "The Parterre from the side, with a line of sight")
    ground = height - MARGIN - 14

    def at(distance_m: float, height_m: float) -> tuple[float, float]:
        return MARGIN + distance_m * scale, ground - height_m * scale

    drawing.line([at(0, 0), at(length_m, 0)])
    steps = [at(geometry.distance_m - geometry.tread_m / 2, 0)]
    for row in range(rows):
        floor = geometry.elevation_m + row * geometry.riser_m
        start = geometry.distance_m + (row - 0.5) * geometry.tread_m
        steps += [at(start, floor), at(start + geometry.tread_m, floor)]
    steps.append(at(geometry.distance_m + (rows - 0.5) * geometry.tread_m, 0))
    drawing.polygon(steps, css="area")
    _add_people(drawing, section, geometry, at)
    focus = at(0, layout.focus.z)
    drawing.line([at(0, 0), focus], css="dashed")
    drawing.circle(*focus, 4, css="focus")
    drawing.text(focus[0] + 10, focus[1] + 20, f"focus, z {layout.focus.z:g}", css="accent-ink small strong")
    _add_line_of_sight(drawing, layout, section, geometry, at)
    first = geometry.distance_m - geometry.tread_m / 2
    _measure(
        drawing,
        at(first - 0.25, 0),
        at(first - 0.25, geometry.elevation_m),
        f"elevationM {geometry.elevation_m:g}",
        beside=-8,
    )
    x, y = at(geometry.distance_m + (rows - 1.5) * geometry.tread_m, geometry.elevation_m + (rows - 2) * 0.25)
    drawing.text(x + 4, y + 30, f"riserM {geometry.riser_m:g} per row", css="ink small strong", anchor="end")
    drawing.text(
        *_below(at(geometry.distance_m / 2, 0)), "distanceM", css="ink small strong", anchor="middle"
    )
    return drawing


def _add_people(drawing: Drawing, section: Section, geometry: Placement, at: At) -> None:
    for row in range(len(section.rows)):
        floor = geometry.elevation_m + row * geometry.riser_m
        distance = geometry.distance_m + row * geometry.tread_m
        drawing.line([at(distance, floor), at(distance, floor + SEATED_EYE_M)], css="thin")
        drawing.circle(*at(distance, floor + SEATED_EYE_M), 4.5, css="card")


def _add_line_of_sight(
    drawing: Drawing, layout: CompiledLayout, section: Section, geometry: Placement, at: At
) -> None:
    row = section.rows[5]
    seat = next(iter(row.seats or ()))
    place = place_of(section.id, row.id, seat)
    eye = eye_of(layout, place)
    if eye is None:
        raise LookupError(f"{place.key} has no position.")
    target = Point(layout.focus.x, layout.focus.y, layout.focus.z)
    over_m = c_value(layout, place, eye, target)
    distance = geometry.distance_m + row.index * geometry.tread_m
    drawing.line([at(distance, eye.z), at(0, layout.focus.z)], css="sight")
    drawing.circle(*at(distance, eye.z), 6, css="eye")
    x, y = at(distance, eye.z)
    drawing.text(
        x,
        y - 14,
        f"row {row.id}: eyes 1.2 m above the floor, C-value {round((over_m or 0) * 1000)} mm",
        css="accent-ink small strong",
        anchor="end",
    )


def _add_other_bearings(plan: Plan, layout: CompiledLayout) -> None:
    for section in layout.sections[1:]:
        geometry = section.plan.placement
        if geometry is None:
            continue
        bearing = math.radians(geometry.bearing_deg)
        end = plan.spot(
            layout.focus.x + geometry.distance_m * math.sin(bearing),
            layout.focus.y + geometry.distance_m * math.cos(bearing),
        )
        start = plan.spot(layout.focus.x, layout.focus.y)
        plan.drawing.line([start, end], css="dashed")
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        text = f"bearingDeg {geometry.bearing_deg:g}, shape {geometry.shape}"
        plan.drawing.text(x + 10, y - 4, text, css="accent-ink small strong")


def _measure(
    drawing: Drawing,
    start: tuple[float, float],
    end: tuple[float, float],
    text: str,
    *,
    beside: float = 0,
    above: bool = False,
) -> None:
    """A line with ends, and the name of the measure below, above or beside it."""
    drawing.line([start, end], css="bold-line")
    for x, y in (start, end):
        across = (0.0, 5.0) if abs(start[0] - end[0]) > abs(start[1] - end[1]) else (5.0, 0.0)
        drawing.line([(x - across[0], y - across[1]), (x + across[0], y + across[1])], css="bold-line")
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if beside:
        drawing.text(x + beside, y + 4, text, css="ink small strong", anchor="end" if beside < 0 else "start")
    else:
        drawing.text(x, y - 9 if above else y + 20, text, css="ink small strong", anchor="middle")


def _first(layout: CompiledLayout) -> tuple[Section, Placement]:
    section = layout.sections[0]
    if section.plan.placement is None:
        raise LookupError(f"{section.id} has no geometry.")
    return section, section.plan.placement


def _seats(section: Section) -> int:
    return len(section.rows[0].seats or ())


def _below(spot: tuple[float, float]) -> tuple[float, float]:
    return spot[0], spot[1] + 18
