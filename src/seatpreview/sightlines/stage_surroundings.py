"""What stands around a stage or a field: the proscenium of a theatre, boards and dugouts of a pitch, boards,
panes and nets of a rink."""

import math
from collections.abc import Iterator

from seatpreview.layouts.ground_plan import Point
from seatpreview.layouts.model import Focus, usual_size_m
from seatpreview.sightlines.hall_measures import HallMeasures
from seatpreview.sightlines.measures import PITCH
from seatpreview.sightlines.model import HallBody, LookedAt
from seatpreview.sightlines.proscenium import proscenium_bodies
from seatpreview.sightlines.rink import rink_bodies

_SIZE_OFF_M = 0.01

SURROUNDINGS = {
    "proscenium.left": "Side of the stage opening",
    "proscenium.right": "Side of the stage opening",
    "pitch.boards": "Advertising boards",
    "rink.boards": "Boards of the rink",
}
"""Usual names of walls by the ids of their bodies: "wall" does not say which one."""


def stage_surroundings(measures: HallMeasures, looked_at: LookedAt | None) -> Iterator[HallBody]:
    """Yields the bodies that the drawing adds around what people look at."""
    if looked_at is None:
        return
    yield from proscenium_bodies(measures, looked_at)
    if looked_at.kind == "field" and _is_whole_pitch(measures.focus):
        yield from _pitch_bodies(measures)
    extent = measures.focus.extent
    if looked_at.kind == "field" and extent is not None and extent.kind == "ice_hockey":
        yield from rink_bodies(measures.focus, extent, measures.floor_z)


def _is_whole_pitch(focus: Focus) -> bool:
    extent = focus.extent
    if extent is None or extent.kind != "football" or extent.points:
        return False
    width_m, depth_m = usual_size_m(extent)
    return abs(width_m - PITCH.long_m) < _SIZE_OFF_M and abs(depth_m - PITCH.wide_m) < _SIZE_OFF_M


def _pitch_bodies(measures: HallMeasures) -> Iterator[HallBody]:
    focus, floor_z = measures.focus, measures.floor_z
    extent = focus.extent
    turn = math.radians((0.0 if extent is None else extent.turn_deg) + 90.0)

    def ground(beside_m: float, along_m: float) -> Point:
        x = focus.x + along_m * math.sin(turn) + beside_m * math.cos(turn)
        return round(x, 2), round(focus.y + along_m * math.cos(turn) - beside_m * math.sin(turn), 2)

    def sheet(
        name: str, points: tuple[Point, ...], low_m: float, high_m: float, *, is_wall: bool
    ) -> HallBody:
        line = tuple(ground(*point) for point in points)
        z = (round(floor_z + low_m, 3), round(floor_z + high_m, 3))
        return HallBody(id=name, kind="wall" if is_wall else "dugout", line=line, z=z)

    wide_m, long_m = PITCH.wide_m / 2 + PITCH.boards_beside_m, PITCH.long_m / 2 + PITCH.boards_behind_m
    corners = ((-wide_m, -long_m), (wide_m, -long_m), (wide_m, long_m), (-wide_m, long_m), (-wide_m, -long_m))
    yield sheet("pitch.boards", corners, 0.0, PITCH.boards_high_m, is_wall=True)
    front_m = PITCH.wide_m / 2 + PITCH.bench_out_m
    back_m = front_m + PITCH.bench_deep_m
    for name, along_m in (("one", -PITCH.bench_at_m), ("other", PITCH.bench_at_m)):
        from_m, to_m = along_m - PITCH.bench_half_m, along_m + PITCH.bench_half_m
        shell = ((front_m, from_m), (back_m, from_m), (back_m, to_m), (front_m, to_m))
        yield sheet(f"pitch.dugout.{name}", shell, 0.0, PITCH.bench_back_m, is_wall=False)
        roof = ((front_m, from_m), (front_m, to_m))
        low_m, high_m = PITCH.bench_back_m, PITCH.bench_roof_m
        yield sheet(f"pitch.dugout.{name}.roof", roof, low_m, high_m, is_wall=False)
