"""Suites without seats: rooms that are open to the hall, as web/source/drawing/suites.ts draws them."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import SeatPlace
from seatpreview.layouts.ground_plan import Point
from seatpreview.sightlines.measures import SUITE
from seatpreview.sightlines.model import BodyKind, HallBody

_GUESTS_ASIDE = (-0.7, 0.0, 0.7)
"""Where guests may be, as parts of half the room's width; and how far behind the first of them."""
_GUESTS_BEHIND_M = (0.0, 1.2, 2.4)


class SuiteRoom(NamedTuple):
    """The room of a suite."""

    section: str
    place: SeatPlace
    half_m: float
    """Half of its width."""

    def at(self, right_m: float, ahead_m: float) -> Point:
        """Returns a point on the ground plan, seen from whoever looks out of the room."""
        x, y, _ = self.place.point
        facing = math.radians(self.place.facing_deg)
        sine, cosine = math.sin(facing), math.cos(facing)
        return x + cosine * right_m + sine * ahead_m, y - sine * right_m + cosine * ahead_m

    def guests(self) -> list[Point]:
        """Returns where guests may be."""
        return [self.at(part * self.half_m, -back_m) for back_m in _GUESTS_BEHIND_M for part in _GUESTS_ASIDE]

    def bodies(self) -> Iterator[HallBody]:
        """Yields the front, the rail, the sides and the ceiling."""
        z, front_m, back_m = self.place.point.z, SUITE.front_m, -SUITE.deep_m
        left, right = self.at(-self.half_m, front_m), self.at(self.half_m, front_m)
        back_left, back_right = self.at(-self.half_m, back_m), self.at(self.half_m, back_m)
        front = (_rounded(left), _rounded(right))
        rail_z = z + SUITE.rail_m
        half_thick_m = SUITE.rail_thick_m / 2
        yield self._body("front", "front", front, z + SUITE.sill_m[0], z + SUITE.sill_m[1])
        yield self._body("rail", "rail", front, rail_z - half_thick_m, rail_z + half_thick_m)
        for name, near, far in (("left", left, back_left), ("right", right, back_right)):
            yield self._body(name, "partition", (_rounded(near), _rounded(far)), z, z + SUITE.high_m)
        ceiling = self._body("ceiling", "overhang", front, z + SUITE.high_m, z + SUITE.lintel_m)
        yield replace(ceiling, back=(_rounded(back_left), _rounded(back_right)), back_z=ceiling.z)

    def _body(
        self, name: str, kind: BodyKind, line: tuple[Point, ...], low_z: float, high_z: float
    ) -> HallBody:
        z = (round(low_z, 3) + 0.0, round(high_z, 3) + 0.0)
        return HallBody(id=f"{self.section}.{name}", kind=kind, section=self.section, line=line, z=z)


def suite_rooms(layout: CompiledLayout) -> list[SuiteRoom]:
    """Returns the rooms of all suites without rows whose place is known. They are as wide as the distance to
    the suite before or behind them in the layout allows."""
    suites = [section for section in layout.sections if section.kind == "suite" and not section.rows]
    places = [layout.place_of(section.id) for section in suites]
    rooms = []
    for index, (section, place) in enumerate(zip(suites, places, strict=True)):
        if place is None:
            continue
        beside = [*places[max(0, index - 1) : index], *places[index + 1 : index + 2]]
        apart_m = min(
            (math.dist(place.point[:2], other.point[:2]) for other in beside if other is not None),
            default=SUITE.alone_half_m * 2,
        )
        half_m = max(SUITE.half_m[0], min(SUITE.half_m[1], apart_m / 2))
        rooms.append(SuiteRoom(section.id, place, half_m))
    return rooms


def _rounded(point: Point) -> Point:
    return round(point[0], 2) + 0.0, round(point[1], 2) + 0.0
