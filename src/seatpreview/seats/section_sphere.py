"""A sphere around the eyes of everybody in a section."""

import math
from collections.abc import Iterable

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.geometry import Point, packed_place
from seatpreview.seats.bounding_sphere import BoundingSphere, sphere_around
from seatpreview.seats.sightline import eye_height_m, eye_of


def section_sphere(layout: CompiledLayout, section: str) -> BoundingSphere | None:
    """Computed from rows only where they are regular, since computing the position of every seat would take
    long: no seat is further from its row's middle than half the longest row. None without geometry."""
    found = layout.section(section)
    front = eye_of(layout, place_of(section))
    if found is None or front is None:
        return None
    if any(row.places for row in found.rows):
        return sphere_around(_listed_eyes(found))
    back = eye_of(layout, place_of(section, found.rows[-1].id)) if found.rows else None
    middle = Point(*((one + other) / 2 for one, other in zip(front, back or front, strict=True)))
    spacing_m = 0.0 if found.plan.placement is None else found.plan.placement.spacing_m
    return BoundingSphere(middle, math.dist(middle, front) + _reach_m(found.rows, spacing_m))


def _listed_eyes(section: Section) -> list[Point]:
    eye_m = eye_height_m(section)
    floors = (
        packed_place(row.places, slot).point for row in section.rows for slot in range(row.place_count())
    )
    return [Point(x, y, z + eye_m) for x, y, z in floors]


def _reach_m(rows: Iterable[Row], spacing_m: float) -> float:
    """Returns how far a seat can be from the middle of its row."""
    return max(
        (
            2 * max(map(abs, row.offsets_m)) if row.offsets_m else row.seats.slots * spacing_m / 2
            for row in rows
            if row.seats is not None
        ),
        default=0.0,
    )
