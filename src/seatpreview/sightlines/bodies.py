"""The bodies of a hall, derived from its layout: the viewer draws them, and sight lines meet them."""

from collections.abc import Iterator

from msgspec.structs import replace

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.ground_plan import Point
from seatpreview.sightlines.back_walls import back_walls
from seatpreview.sightlines.frames import frames_of
from seatpreview.sightlines.hall_measures import HallMeasures, measure_hall
from seatpreview.sightlines.looked_at import front_deg_of, has_lowered_curtain, looked_at_body, looked_at_of
from seatpreview.sightlines.measures import (
    BOX,
    EDGE_M,
    FRONT_FROM_M,
    PARAPET_M,
    PARAPET_SLAB_PART,
    RAIL_FROM_M,
    RAIL_M,
    RAIL_THICK_M,
)
from seatpreview.sightlines.model import BodyKind, HallBodies, HallBody
from seatpreview.sightlines.plain_halls import is_church
from seatpreview.sightlines.stage_surroundings import stage_surroundings
from seatpreview.sightlines.stands import Stand
from seatpreview.sightlines.suites import suite_rooms

_RAISED_M = 0.08
"""A floor that is raised by less lies on the floor of the hall."""


def hall_bodies(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> HallBodies:
    """Returns the bodies of a hall in one configuration, or in none, and what people look at in it."""
    measures = measure_hall(layout, configuration)
    body = looked_at_body(layout, configuration)
    looked_at = looked_at_of(body, measures.focus, measures.floor_z)
    if looked_at is not None and is_church(layout, configuration):
        # An altar or a pulpit is looked at itself, and not only who stands there.
        looked_at = replace(looked_at, z=(measures.floor_z, looked_at.z[1]))
    if looked_at is not None:
        front_deg = front_deg_of(looked_at, measures.focus, measures.audience)
        looked_at = replace(looked_at, front_deg=None if front_deg is None else round(front_deg, 1) + 0.0)
    behind_curtain = looked_at
    if has_lowered_curtain(measures.hall, configuration):
        looked_at = None
    obstructions = () if configuration is None else configuration.obstructions
    named = _Names()
    bodies = [each for stand in measures.shown for each in _stand_bodies(stand, measures, named)]
    bodies += back_walls(measures, named.name)
    bodies += stage_surroundings(measures, looked_at)
    bodies += [body for room in suite_rooms(layout) for body in room.bodies()]
    return HallBodies(
        hall=measures.hall,
        bodies=tuple(bodies),
        looked_at=looked_at,
        behind_curtain=behind_curtain,
        is_in_the_round=behind_curtain is not None
        and behind_curtain.kind == "stage"
        and not measures.audience.has_a_front,
        floor_z=measures.floor_z,
        floors=tuple(map(_floor, measures.shown)),
        frames=tuple(frames_of(looked_at, bodies, obstructions, None if body is None else body.id)),
        looked_at_id=None if body is None else body.id,
    )


def _floor(stand: Stand) -> tuple[tuple[Point, ...], float]:
    return _line([*stand.front(), *reversed(stand.back())]), stand.first_z


class _Names:
    """Names bodies: a section whose seats form several stands has several fronts."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def name(self, section: str, what: str) -> str:
        """Returns `section.what`, with a number from the second one on."""
        wanted = f"{section}.{what}"
        count = self._counts[wanted] = self._counts.get(wanted, 0) + 1
        return wanted if count == 1 else f"{wanted}{count}"


def _stand_bodies(stand: Stand, measures: HallMeasures, named: _Names) -> Iterator[HallBody]:
    floor_z, is_on_floor = measures.floor_z, stand.is_loose(measures.floor_z)
    if is_on_floor and stand.first_z - floor_z <= _RAISED_M:
        return
    front, back = stand.front(), stand.back()
    yield from _front_bodies(stand, measures, named, front)
    if _is_deck(stand, measures):
        slab_m = measures.shape.slab_m
        yield HallBody(
            id=named.name(stand.section.id, "under"),
            kind="overhang",
            section=stand.section.id,
            line=_line(front),
            z=_heights(stand.first_z - slab_m, stand.first_z),
            back=_line(back),
            back_z=_heights(stand.last_z - slab_m, stand.last_z),
        )
    if measures.shape.has_circles and stand.is_box and not is_on_floor:
        yield from _box_bodies(stand, measures, named, front, back)


def _front_bodies(
    stand: Stand, measures: HallMeasures, named: _Names, front: list[Point]
) -> Iterator[HallBody]:
    z, raised_m, slab_m = stand.first_z, stand.first_z - measures.floor_z, measures.shape.slab_m

    def sheet(kind: BodyKind, low_z: float, high_z: float) -> HallBody:
        section = stand.section.id
        name = named.name(section, "rail" if kind == "rail" else "front")
        return HallBody(id=name, kind=kind, section=section, line=_line(front), z=_heights(low_z, high_z))

    if _is_deck(stand, measures):
        if measures.shape.has_circles:
            yield sheet("parapet", z - slab_m * PARAPET_SLAB_PART, z + PARAPET_M)
            return
        yield sheet("front", z - slab_m + EDGE_M[0], z + EDGE_M[1])
    elif raised_m > FRONT_FROM_M:
        yield sheet("front", measures.floor_z, z)
    if raised_m > RAIL_FROM_M and not measures.shape.has_steps_of_stone:
        yield sheet("rail", z + RAIL_M - RAIL_THICK_M / 2, z + RAIL_M + RAIL_THICK_M / 2)


def _box_bodies(
    stand: Stand, measures: HallMeasures, named: _Names, front: list[Point], back: list[Point]
) -> Iterator[HallBody]:
    """Yields the partitions and the ceiling of a box."""
    z, section, first = stand.first_z, stand.section.id, stand.strips[0]
    top_z = z + BOX.ceiling_m
    ends = ((front[0], back[0], first.meets_left), (front[-1], back[-1], first.meets_right))
    for side, (start, end, meets) in enumerate(ends):
        is_outer = meets is None and _is_away(start, ends[1 - side][0], measures)
        side_from = BOX.outer_side_from if is_outer else BOX.side_from
        parts = ((BOX.partition_from, z, z + BOX.partition_m), (side_from, z + BOX.partition_m, top_z))
        for part, low_z, high_z in parts:
            yield HallBody(
                id=named.name(section, "side"),
                kind="partition",
                section=section,
                line=_line([_between(start, end, part), end]),
                z=_heights(low_z, high_z),
            )
    yield HallBody(
        id=named.name(section, "ceiling"),
        kind="overhang",
        section=section,
        line=_line([front[0], front[-1]]),
        z=_heights(top_z + BOX.valance_m[0], top_z + BOX.valance_m[1]),
        back=_line([back[0], back[-1]]),
        back_z=_heights(top_z, top_z + BOX.valance_m[1]),
    )


def _is_deck(stand: Stand, measures: HallMeasures) -> bool:
    return stand.first_z - measures.floor_z > measures.shape.deck_from_m


def _is_away(end: Point, other: Point, measures: HallMeasures) -> bool:
    """Returns whether an end of a box is the one farther from the focus."""
    x, y = measures.focus.x, measures.focus.y
    return (end[0] - x) ** 2 + (end[1] - y) ** 2 > (other[0] - x) ** 2 + (other[1] - y) ** 2


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _line(points: list[Point]) -> tuple[Point, ...]:
    """Centimetres are enough, and make plans smaller."""
    return tuple((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in points)


def _heights(low_z: float, high_z: float) -> tuple[float, float]:
    return round(low_z, 3) + 0.0, round(high_z, 3) + 0.0
