"""Chooses where the view of a place is from: of a row or a section, a seat that sees the focus.

The middle of the middle row comes first, then seats further from it, until one is found that nothing hides
the focus from. Where all are hidden, the view is from the middle. A section without rows is an area with
corners or around one point, and the view is from a point of it. The number of tests is bounded, since a
preview waits for them.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section, SectionCorners
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.ground_plan import has_inside
from seatpreview.layouts.model import Obstruction
from seatpreview.layouts.seating import Seating
from seatpreview.seats.sightline import contains, eye_of, focus_of, obstructs
from seatpreview.sightlines.measures import PEOPLE_PER_M2

CANDIDATES_MAX = 25
BODY_TESTS_MAX = 2000
"""The most tests of one obstruction against one line of sight. A configuration has at most 200 of them."""

_PARTS = (0.5, 0.25, 0.75, 0.0, 1.0)
"""How far from the front to the back, and from the left to the right, candidates are."""

_PEOPLE_MAX = 2500
"""The most people of an area, whose crowd is as close as the viewer draws it."""

_AREA_CELLS = 6
"""How many columns and rows of points are tried in an area with corners."""


class ViewOrigin(NamedTuple):
    """Where a view is from."""

    place: Place
    """A seat; else the place that was asked for, if its seats or its position are not known."""
    eye: Point | None
    """The position of the eyes; None if the section has no geometry."""


def view_origin(
    layout: CompiledLayout, place: Place, configuration: CompiledConfiguration | None
) -> ViewOrigin:
    """Returns where the view of a section or a row is from. A seat's view is from the seat."""
    middle = ViewOrigin(place, eye_of(layout, place))
    section = layout.section(place.section)
    if place.seat is not None or section is None or middle.eye is None:
        return middle
    bodies = () if configuration is None else configuration.obstructions
    focus = focus_of(layout, configuration)
    target = Point(focus.x, focus.y, focus.z)
    most = max(1, min(CANDIDATES_MAX, BODY_TESTS_MAX // max(1, len(bodies))))
    first: ViewOrigin | None = None
    for number, origin in enumerate(_candidates(layout, section, place)):
        if number == most:
            break
        first = first or origin
        if origin.eye is not None and _sees(origin.eye, target, bodies):
            return origin
    return first or middle


def area_radius_m(section: Section) -> float:
    """Returns how far the crowd of an area without corners stands around its point."""
    return math.sqrt(min(_PEOPLE_MAX, section.capacity) / PEOPLE_PER_M2 / math.pi)


def _sees(eye: Point, target: Point, bodies: tuple[Obstruction, ...]) -> bool:
    """Whether nothing hides the target. Nobody stands inside of a body, not even in the stage itself."""
    return not any(contains(body, eye) or obstructs(body, eye, target) for body in bodies)


def _candidates(layout: CompiledLayout, section: Section, place: Place) -> Iterator[ViewOrigin]:
    """Yields places to look from, the best first."""
    rows = section.rows if place.row is None else [row for row in section.rows if row.id == place.row]
    if not rows:
        yield from _area_points(layout, section, place)
        return
    for row, part in _rows_and_parts(rows):
        seat = None if row.seats is None else _seat_near(row.seats, part)
        there = place_of(section.id, row.id, seat)
        yield ViewOrigin(there, eye_of(layout, there))


def _rows_and_parts(rows: "list[Row] | tuple[Row, ...]") -> Iterator[tuple[Row, float]]:
    """Yields each of a few rows with a part of its length, from the middle of the section outwards."""
    parts = [(along, across) for along in (_PARTS if len(rows) > 1 else _PARTS[:1]) for across in _PARTS]
    parts.sort(key=lambda both: abs(both[0] - 0.5) + abs(both[1] - 0.5))
    for along, across in parts:
        yield rows[_index(along, len(rows))], across


def _seat_near(seats: Seating, part: float) -> str | None:
    """Returns the seat at a part of the row's length, or the next one across empty slots."""
    slot = _index(part, seats.slots)
    return seats.seat_at(slot) or seats.seat_left_of(slot) or seats.seat_right_of(slot)


def _index(part: float, count: int) -> int:
    """Returns the index at a part of a list; of an even number, the middle is the first of the two."""
    return math.ceil(part * (count - 1) - 0.5) if count else 0


def _area_points(layout: CompiledLayout, section: Section, place: Place) -> Iterator[ViewOrigin]:
    """Yields the point of an area, and then points around it, as far as its crowd stands."""
    eye = eye_of(layout, place)
    if eye is None:
        return
    corners = section.plan.corners
    around = _points_within(corners, eye) if corners else _points_around(section, eye)
    # The middle of a bent area may be outside of it.
    if not corners or has_inside(corners, eye.x, eye.y):
        yield ViewOrigin(place, eye)
    for x, y in around:
        yield ViewOrigin(place, Point(x, y, eye.z))


def _points_around(section: Section, eye: Point) -> Iterator[tuple[float, float]]:
    radius_m = area_radius_m(section)
    for part in (0.4, 0.8):
        for eighth in range(8):
            turn = math.tau * eighth / 8
            yield eye.x + part * radius_m * math.sin(turn), eye.y + part * radius_m * math.cos(turn)


def _points_within(corners: SectionCorners, eye: Point) -> list[tuple[float, float]]:
    """Returns a grid of points inside of an area, those near its middle first."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    columns, rows = _grid(min(xs), max(xs)), _grid(min(ys), max(ys))
    points = [(x, y) for x in columns for y in rows if has_inside(corners, x, y)]
    return sorted(points, key=lambda point: math.dist(point, (eye.x, eye.y)))


def _grid(low: float, high: float) -> list[float]:
    return [low + (high - low) * (cell + 0.5) / _AREA_CELLS for cell in range(_AREA_CELLS)]
