"""Where people sit and stand, as arrays, for each section when it is first asked for."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section
from seatpreview.layouts.geometry import STANDING_EYE_M, Placement, bearing_to, row_frame
from seatpreview.layouts.ground_plan import Corner, footprint_of, heights_of
from seatpreview.layouts.model import Focus, Obstruction
from seatpreview.sightlines.crowds import crowd_spots, expanded
from seatpreview.sightlines.measures import PEOPLE_PER_M2, SITTING, STANDING
from seatpreview.sightlines.model import HallBodies
from seatpreview.sightlines.row_lines import row_count, slots_of
from seatpreview.sightlines.solids import Floats

_PACKED_ROW = np.dtype([("x", "<i4"), ("y", "<i4"), ("z", "<i4"), ("facing", "<i2")])
_ENCLOSING_POINTS = 9
_MARGIN_M = 3.0
_STAND_APART_M = 1.1
_STANDING_HIGH_M = 1.9
_UNDER_STAND_M = 2.2

NOBODY: Floats = np.zeros((0, 6))

TakenGround = tuple[Sequence[Corner], float]
"""Ground on which nobody stands who stands higher than this."""


class People(NamedTuple):
    """The people of all open sections."""

    sections: list[Section]
    centre: Floats
    radius_m: Floats
    """What encloses each section."""
    crowds: dict[str, Floats]
    """Standing people by their section."""
    crowd_areas: dict[str, tuple[list[Corner], float]]
    """The corners of standing areas, and the height of the eyes there, by their section."""
    slabs_m: dict[str, float]
    """How thick the decks are on which sections sit."""


def people_of(
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    hall: HallBodies,
) -> People:
    """Returns who can be in front of an eye: everybody, except in closed sections. Nobody is in the hall
    without a configuration. Without a stage, nobody stands in an area whose corners are not known."""
    focus = layout.focus if configuration is None else configuration.focus
    closed = frozenset[str]() if configuration is None else configuration.closed
    obstructions = () if configuration is None else configuration.obstructions
    sections: list[Section] = []
    circles: list[tuple[float, float, float]] = []
    crowds: dict[str, Floats] = {}
    areas: dict[str, tuple[list[Corner], float]] = {}
    taken, is_empty = _taken_ground(hall, obstructions), configuration is None and bool(layout.configurations)
    is_stage = any(body.kind == "stage" for body in obstructions)
    is_stage |= hall.looked_at is not None and hall.looked_at.kind == "stage"
    for section in layout.sections:
        if section.id in closed or section.plan.placement is None:
            continue
        if section.kind == "standing" and not section.rows:
            corners, z = crowd_area(layout, section, focus), section.plan.placement.elevation_m
            is_used = is_stage or bool(section.plan.corners)
            crowds[section.id] = _crowd(section, corners, z, taken) if is_used else NOBODY
            areas[section.id] = (corners, z + STANDING_EYE_M)
            points = np.array(corners)
        else:
            points = _outer_points(layout, section, section.plan.placement)
        if len(points) and not is_empty:
            middle = (points.min(axis=0) + points.max(axis=0)) / 2
            sections.append(section)
            circles.append((middle[0], middle[1], np.hypot(*(points - middle).T).max() + _MARGIN_M))
    enclosing = np.array(circles, dtype=np.float64).reshape(-1, 3)
    decks = [body for body in hall.bodies if body.kind == "overhang"]
    slabs_m = {body.section: body.z[1] - body.z[0] for body in reversed(decks) if body.section is not None}
    return People(sections, enclosing[:, :2], enclosing[:, 2], crowds, areas, slabs_m)


def section_people(layout: CompiledLayout, people: People, section_index: int) -> Floats:
    """Returns everybody of a section: x, y, the floor, 1 for those who stand, down to where nothing is seen
    below them (endlessly on the floor, and on a deck through its slab), and the number of the deck."""
    section = people.sections[section_index]
    placement = section.plan.placement
    if placement is None:
        return NOBODY
    if section.id in people.crowds:
        return people.crowds[section.id]
    rows = [_row_people(layout, section, placement, row) for row in range(row_count(section, placement))]
    everybody = np.concatenate(rows) if rows else NOBODY
    slab_m = people.slabs_m.get(section.id)
    if slab_m is not None:
        everybody[:, 4] = everybody[:, 2] - slab_m
        everybody[:, 5] = 1 + section_index
    return everybody


def crowd_area(layout: CompiledLayout, section: Section, focus: Focus) -> list[Corner]:
    """Returns the corners of a standing area: as stated, or a square around its place with room for all."""
    if section.plan.corners:
        return list(section.plan.corners)
    place = layout.place_of(section.id)
    if place is None:
        return []
    half_m = math.sqrt(max(1, section.capacity) / PEOPLE_PER_M2) / 2
    ahead = math.radians(bearing_to(place.point.x, place.point.y, focus))
    sine, cosine = math.sin(ahead), math.cos(ahead)
    corners = ((-half_m, -half_m), (half_m, -half_m), (half_m, half_m), (-half_m, half_m))
    return [
        (place.point.x + cosine * right + sine * forward, place.point.y - sine * right + cosine * forward)
        for right, forward in corners
    ]


def _crowd(section: Section, corners: list[Corner], z: float, taken: Sequence[TakenGround]) -> Floats:
    grounds = [ground for ground, low_z in taken if low_z < z]
    spots = crowd_spots(corners, section.capacity, grounds)
    return _on_floor(np.column_stack([spots, np.full(len(spots), z)]), 1.0)


def _taken_ground(hall: HallBodies, obstructions: tuple[Obstruction, ...]) -> list[TakenGround]:
    """Returns the ground that bodies, the stage and stands take."""
    taken: list[TakenGround] = [
        (expanded(footprint, _STAND_APART_M), heights_of(body)[0] - _STANDING_HIGH_M)
        for body in obstructions
        for footprint in [footprint_of(body)]
        if len(footprint) > 2
    ]
    looked_at = hall.looked_at
    if looked_at is not None and looked_at.kind == "stage" and hall.looked_at_id is None:
        taken.append((expanded(looked_at.points, _STAND_APART_M), hall.floor_z - _STANDING_HIGH_M))
    return taken + [(ground, first_z - _UNDER_STAND_M) for ground, first_z in hall.floors]


def _outer_points(layout: CompiledLayout, section: Section, placement: Placement) -> Floats:
    if placement.shape == "free":
        listed = np.frombuffer(b"".join(row.places for row in section.rows), dtype=_PACKED_ROW)
        return np.column_stack([listed["x"] / 100, listed["y"] / 100])
    rows = row_count(section, placement)
    widest = max(range(rows), key=lambda row: slots_of(section, placement, row), default=0)
    points = [
        _on_row(layout, section, placement, row, offsets)[:, :2]
        for row in sorted({0, widest, rows - 1})
        if 0 <= row < rows
        for offsets in [_outer_offsets(section, placement, row)]
    ]
    return np.concatenate(points) if points else np.zeros((0, 2))


def _outer_offsets(section: Section, placement: Placement, row: int) -> Floats:
    offsets = _offsets(section, placement, row)
    return np.linspace(offsets[0], offsets[-1], _ENCLOSING_POINTS) if len(offsets) else offsets


def _row_people(layout: CompiledLayout, section: Section, placement: Placement, row: int) -> Floats:
    known = section.rows[row] if row < len(section.rows) else None
    if known is not None and known.places:
        listed = np.frombuffer(known.places, dtype=_PACKED_ROW)
        points = np.column_stack([listed["x"] / 100, listed["y"] / 100, listed["z"] / 100])
    else:
        points = _on_row(layout, section, placement, row, _offsets(section, placement, row))
    if known is not None and _has_empty_slots(known):
        points = points[
            [known.seats is not None and known.seats.seat_at(n) is not None for n in range(len(points))]
        ]
    return _on_floor(points, 1.0 if section.kind == "standing" else 0.0)


def _on_floor(points: Floats, stands: float) -> Floats:
    count = len(points)
    return np.column_stack([points, np.full(count, stands), np.full(count, -np.inf), np.zeros(count)])


def _has_empty_slots(row: Row) -> bool:
    return row.seats is not None and any(group.names.skipped for group in row.seats.groups)


def _offsets(section: Section, placement: Placement, row: int) -> Floats:
    stated = section.rows[row].offsets_m if row < len(section.rows) else ()
    if stated:
        return np.array(stated)
    slots = slots_of(section, placement, row)
    return (np.arange(slots, dtype=np.float64) - (slots - 1) / 2) * placement.spacing_m


def _on_row(
    layout: CompiledLayout, section: Section, placement: Placement, row: int, offsets_m: Floats
) -> Floats:
    """Returns what `RowFrame.point` returns, for many points of a row."""
    frame = row_frame(placement, layout.focus, section.ordinal, row)
    right_m = offsets_m + frame.shift_m
    bearing = (
        frame.bearing - right_m / frame.distance_m
        if frame.is_curved
        else np.full_like(right_m, frame.bearing)
    )
    aside_m = np.zeros_like(right_m) if frame.is_curved else right_m
    sine, cosine = np.sin(bearing), np.cos(bearing)
    return np.column_stack(
        [
            frame.centre_x + frame.distance_m * sine - aside_m * cosine,
            frame.centre_y + frame.distance_m * cosine + aside_m * sine,
            np.full_like(right_m, frame.z),
        ]
    )


TOP_M = np.array([SITTING.top_m, STANDING.top_m])
NECK_M = np.array([SITTING.neck_m, STANDING.neck_m])
HEAD_M = np.array([SITTING.head_m, STANDING.head_m])
