"""Finds where in the hall a point is: the nearest seat that the layout places, if one is close enough.

Sections are found by a grid on the ground plan, then rows and seats by their distance. The grid is built
once, and the number of seats that one point is compared with is bounded.
"""

import math
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.geometry import Point, packed_place
from seatpreview.layouts.ground_plan import has_inside
from seatpreview.seats.bounding_sphere import BoundingSphere, sphere_around
from seatpreview.seats.sightline import eye_height_m, eye_of
from seatpreview.seats.view_origin import area_radius_m

REACH_M = 1.5
"""A camera that is further from the eyes at every seat stands at none: on a stage, in the air."""

TESTS_MAX = 2_000
"""The number of rows and seats that one camera is compared with. Where more are as near, which no real hall
has, its seat is not known."""

_CELL_M = 16.0
_CELLS_OF_A_SECTION_MAX = 100
"""Sections that reach over more cells are looked at for every camera."""


class NearestSeats:
    """An index of the sections of a layout that have geometry."""

    def __init__(self, layout: CompiledLayout) -> None:
        self._layout = layout
        self._wide: list[_PlacedSection] = []
        self._cells: dict[tuple[int, int], list[_PlacedSection]] = {}
        for section in layout.sections:
            placed = None if section.plan.placement is None else _placed(layout, section)
            if placed is not None:
                self._add(placed)

    def at(self, camera: Point) -> Place | None:
        """Returns the seat whose eyes are nearest to the camera; the row or the section where its seats are
        not described. None if none of them is within reach."""
        compared = [*islice(self._compared(camera), TESTS_MAX + 1)]
        if len(compared) > TESTS_MAX:
            return None
        reached = sorted((each for each in compared if each.distance_m <= REACH_M), key=_distance_of)
        return next((place for each in reached if (place := each.place) is not None), None)

    def _add(self, placed: "_PlacedSection") -> None:
        cells = [*islice(_cells_of(placed.sphere), _CELLS_OF_A_SECTION_MAX + 1)]
        if len(cells) > _CELLS_OF_A_SECTION_MAX:
            self._wide.append(placed)
            return
        for cell in cells:
            self._cells.setdefault(cell, []).append(placed)

    def _compared(self, camera: Point) -> "Iterator[_Compared]":
        """Yields one item for each comparison, so that they can be counted."""
        for placed in chain(self._cells.get(_cell_of(camera.x, camera.y), ()), self._wide):
            if placed.sphere.distance_min_m(camera) > REACH_M:
                yield _NOTHING
            elif placed.section.rows:
                yield from self._in_rows(placed, camera)
            else:
                yield _in_area(self._layout, placed, camera)

    def _in_rows(self, placed: "_PlacedSection", camera: Point) -> "Iterator[_Compared]":
        section = placed.section
        for row in section.rows:
            sphere = (
                placed.listed_rows[row.index]
                if placed.listed_rows
                else _row_sphere(self._layout, section, row)
            )
            if sphere is None or sphere.distance_min_m(camera) > REACH_M:
                yield _NOTHING
            elif row.seats is None:
                yield _Compared(math.dist(camera, sphere.middle), section, row)
            else:
                yield from self._in_row(section, row, row.seats.slots, camera)

    def _in_row(self, section: Section, row: Row, slots: int, camera: Point) -> "Iterator[_Compared]":
        """Leaves out slots that cannot be within reach, since each is at most one spacing from the next."""
        place_at, placement = self._layout.places_in_row(section, row), section.plan.placement
        if place_at is None or placement is None:
            return
        step_m = math.inf if row.places or row.offsets_m else placement.spacing_m
        eye_m, slot = eye_height_m(section), 0
        while slot < slots:
            x, y, z = place_at(slot).point
            distance_m = math.dist(camera, (x, y, z + eye_m))
            yield _Compared(distance_m, section, row, slot)
            slot += max(1, int((distance_m - REACH_M) / step_m))


class _PlacedSection(NamedTuple):
    """A section with geometry, and a sphere that holds the eyes of everybody in it."""

    section: Section
    sphere: BoundingSphere
    listed_rows: tuple[BoundingSphere | None, ...]
    """The spheres of its rows where each seat has a position of its own; empty where they are regular."""


class _Compared(NamedTuple):
    """A place that a camera was compared with: a slot of a row, a row, or a section."""

    distance_m: float
    section: Section | None = None
    row: Row | None = None
    slot: int | None = None

    @property
    def place(self) -> Place | None:
        """None for a slot without a seat."""
        if self.section is None:
            return None
        row = None if self.row is None else self.row.id
        if self.row is None or self.row.seats is None or self.slot is None:
            return place_of(self.section.id, row)
        seat = self.row.seats.seat_at(self.slot)
        return None if seat is None else place_of(self.section.id, row, seat)


_NOTHING = _Compared(math.inf)


def _distance_of(compared: _Compared) -> float:
    return compared.distance_m


def _placed(layout: CompiledLayout, section: Section) -> _PlacedSection | None:
    if not section.rows:
        sphere = _area_sphere(layout, section)
        return None if sphere is None else _PlacedSection(section, sphere, ())
    is_listed = any(row.places for row in section.rows)
    spheres = tuple([_row_sphere(layout, section, row) for row in section.rows])
    known = [sphere for sphere in spheres if sphere is not None]
    if not known:
        return None
    middle = sphere_around([sphere.middle for sphere in known]).middle
    radius_m = max(math.dist(middle, sphere.middle) + sphere.radius_m for sphere in known)
    return _PlacedSection(section, BoundingSphere(middle, radius_m), spheres if is_listed else ())


def _row_sphere(layout: CompiledLayout, section: Section, row: Row) -> BoundingSphere | None:
    """Returns a sphere around the eyes of everybody in a row. In a curved row nobody is further from its
    middle than along the curve."""
    eye_m = eye_height_m(section)
    if row.places:
        floors = (packed_place(row.places, slot).point for slot in range(row.place_count()))
        return sphere_around([Point(x, y, z + eye_m) for x, y, z in floors])
    frame = layout.row_frame(section, row.index)
    if frame is None or section.plan.placement is None:
        return None
    x, y, z = frame.point(0.0)
    slots = 0 if row.seats is None else row.seats.slots
    half_m = max(0, slots - 1) * section.plan.placement.spacing_m / 2
    return BoundingSphere(Point(x, y, z + eye_m), max(map(abs, row.offsets_m), default=half_m))


def _area_sphere(layout: CompiledLayout, section: Section) -> BoundingSphere | None:
    eye = eye_of(layout, place_of(section.id))
    if eye is None or not section.plan.corners:
        return None if eye is None else BoundingSphere(eye, area_radius_m(section))
    return sphere_around([Point(x, y, eye.z) for x, y in section.plan.corners])


def _in_area(layout: CompiledLayout, placed: _PlacedSection, camera: Point) -> _Compared:
    """Compares a camera with an area: whoever stands in it is as far as their eyes are above or below."""
    section, eye = placed.section, eye_of(layout, place_of(placed.section.id))
    if eye is None:
        return _NOTHING
    corners = section.plan.corners
    is_inside = math.dist((camera.x, camera.y), (eye.x, eye.y)) <= area_radius_m(section)
    if corners:
        is_inside = has_inside(corners, camera.x, camera.y)
    return _Compared(abs(camera.z - eye.z), section) if is_inside else _NOTHING


def _cells_of(sphere: BoundingSphere) -> Iterator[tuple[int, int]]:
    """Yields the cells in which a camera can be that is within reach of the sphere."""
    x, y, _ = sphere.middle
    around_m = sphere.radius_m + REACH_M
    west, south = _cell_of(x - around_m, y - around_m)
    east, north = _cell_of(x + around_m, y + around_m)
    for column in range(west, east + 1):
        for line in range(south, north + 1):
            yield column, line


def _cell_of(x: float, y: float) -> tuple[int, int]:
    return math.floor(x / _CELL_M), math.floor(y / _CELL_M)
