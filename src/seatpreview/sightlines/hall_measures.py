"""The measures of one hall: its kind, its floor, its stands, and where its audience is, as
web/source/drawing/venue-measures.ts has them."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.layouts.geometry import SeatPlace
from seatpreview.layouts.ground_plan import Point, extent_of, footprint_of, heights_of
from seatpreview.layouts.model import Focus, HallKind, Obstruction
from seatpreview.sightlines.looked_at import Audience
from seatpreview.sightlines.measures import HALL_SHAPES, STADIUM_FROM_M, HallShape
from seatpreview.sightlines.plain_halls import hall_kind_of
from seatpreview.sightlines.row_lines import loose_seats
from seatpreview.sightlines.stands import Stand, stands_of

_SEA_LEVEL_M = 6.0
"""A layout whose lowest row is higher may measure its heights from sea level instead of the floor."""
_AROUND_FIELD_M = 2.9
_AROUND_SEAT_M = 1.5
_AROUND_SECTION_M = 5.7
_NO_DIRECTION = 0.02


class HallMeasures(NamedTuple):
    """A hall in one configuration."""

    hall: HallKind
    shape: HallShape
    focus: Focus
    obstructions: tuple[Obstruction, ...]
    closed: frozenset[str]
    stands: list[Stand]
    shown: list[Stand]
    """The stands that are drawn. Chairs of closed sections on the floor are removed."""
    off_stands: list[Point]
    """Where people of open sections are on no stand: single seats, corners of standing areas, suites."""
    floor_z: float
    audience: Audience


def measure_hall(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> HallMeasures:
    """Measures a hall. Rows and seats that its layout does not describe are assumed, as the drawing does."""
    focus = layout.focus if configuration is None else configuration.focus
    obstructions = () if configuration is None else configuration.obstructions
    closed: frozenset[str] = frozenset() if configuration is None else configuration.closed
    loose = {section.id: loose_seats(section) for section in layout.sections}
    hall = hall_kind_of(layout, configuration)
    stands = stands_of(layout, hall or "arena")
    if hall is None:
        hall = (
            "stadium" if _radius_m(layout, focus, obstructions, stands, loose) > STADIUM_FROM_M else "arena"
        )
    floor_z = _floor_z(layout, focus, obstructions, stands, loose)
    return HallMeasures(
        hall=hall,
        shape=HALL_SHAPES[hall],
        focus=focus,
        obstructions=obstructions,
        closed=closed,
        stands=stands,
        shown=[stand for stand in stands if stand.section.id not in closed or not stand.is_loose(floor_z)],
        off_stands=list(_off_stands(layout, closed, loose)),
        floor_z=floor_z,
        audience=_audience(layout, focus, closed, stands, loose),
    )


_Loose = dict[str, list[SeatPlace]]
"""Listed seats that stand alone, by the ids of their sections."""


def _radius_m(
    layout: CompiledLayout,
    focus: Focus,
    obstructions: tuple[Obstruction, ...],
    stands: list[Stand],
    loose: _Loose,
) -> float:
    here = (focus.x, focus.y)
    reaches = [math.dist(point, here) for stand in stands for point in _outer_points(stand)]
    reaches += [
        math.dist(seat.point[:2], here) + _AROUND_SEAT_M for seats in loose.values() for seat in seats
    ]
    reaches += [math.dist(point, here) for section in layout.sections for point in section.plan.corners]
    reaches += [math.dist(point, here) for body in obstructions for point in footprint_of(body)]
    reaches += [math.dist(point, here) + _AROUND_FIELD_M for point in extent_of(focus)]
    for section in layout.sections:
        place = None if section.rows or section.plan.corners else layout.place_of(section.id)
        if place is not None:
            reaches.append(math.dist(place.point[:2], here) + _AROUND_SECTION_M)
    return max(reaches, default=0.0)


def _outer_points(stand: Stand) -> Iterator[Point]:
    for strip in stand.strips:
        yield strip.left[1]
        yield strip.right[1]
    yield from stand.back()


def _floor_z(
    layout: CompiledLayout,
    focus: Focus,
    obstructions: tuple[Obstruction, ...],
    stands: list[Stand],
    loose: _Loose,
) -> float:
    lows = [stand.first_z for stand in stands]
    lows += [seat.point.z for seats in loose.values() for seat in seats]
    lows += [_elevation_m(section) for section in layout.sections if section.plan.corners]
    lows += [heights_of(body)[0] for body in obstructions if body.kind == "stage"]
    lowest = min(lows, default=0.0)
    return min(lowest, focus.z) - 1 if lowest > _SEA_LEVEL_M else min(0.0, lowest)


def _elevation_m(section: Section) -> float:
    return 0.0 if section.plan.placement is None else section.plan.placement.elevation_m


def _off_stands(layout: CompiledLayout, closed: frozenset[str], loose: _Loose) -> Iterator[Point]:
    for section in layout.sections:
        if section.id in closed:
            continue
        yield from (seat.point[:2] for seat in loose[section.id])
        yield from section.plan.corners
        place = None if section.rows or section.plan.corners else layout.place_of(section.id)
        if place is not None:
            yield place.point[:2]


def _audience(
    layout: CompiledLayout, focus: Focus, closed: frozenset[str], stands: list[Stand], loose: _Loose
) -> Audience:
    """Returns the direction from the focus to the audience, weighted by capacity."""
    x = y = weight = 0.0
    for (at_x, at_y), people in _groups(layout, closed, stands, loose):
        away_m = math.hypot(at_x - focus.x, at_y - focus.y) or 1.0
        x += (at_x - focus.x) / away_m * people
        y += (at_y - focus.y) / away_m * people
        weight += people
    length = math.hypot(x, y)
    if weight == 0 or length < _NO_DIRECTION * weight:
        return Audience(0.0, -1.0, 0.0)
    return Audience(x / length, y / length, length / weight)


def _groups(
    layout: CompiledLayout, closed: frozenset[str], stands: list[Stand], loose: _Loose
) -> Iterator[tuple[Point, float]]:
    """Yields where groups of people are, and how many."""
    for stand in stands:
        if stand.section.id not in closed:
            strip = stand.strips[len(stand.strips) // 2]
            (left_x, left_y), (right_x, right_y) = strip.left[0], strip.right[0]
            is_listed = stand.placement.shape == "free"
            width_m = strip.line.right_m - strip.line.left_m
            people = len(stand.strips) * width_m if is_listed else _people(stand.section)
            yield ((left_x + right_x) / 2, (left_y + right_y) / 2), people
    for section_id, seats in loose.items():
        if section_id not in closed:
            for seat in seats:
                yield seat.point[:2], 1.0
    for section in layout.sections:
        place = layout.place_of(section.id) if section.plan.corners and section.id not in closed else None
        if place is not None:
            yield place.point[:2], _people(section)


def _people(section: Section) -> float:
    return float(section.capacity or len(section.rows) * 10)
