"""Computes the placement of a rule's sections from their written geometry: frame, aisles, rake."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.focus_model import Focus
from seatpreview.layouts.geometry import SEATED_EYE_M, Placement, bearing_to
from seatpreview.layouts.geometry_model import SectionGeometry
from seatpreview.layouts.seating import Seating

RISER_MAX_M = 5.0

_Gaps = dict[int, tuple[float, float]]
"""The depth and the rise of each gap, by the index of the row in front of it."""
_NO_GAP = (0.0, 0.0)


def placement_of(
    geometry: SectionGeometry, focus: Focus, level_height_m: float, rows: Sequence[str], path: FaultPath
) -> Placement | None:
    """Returns where rows with these ids are. Notes the faults of the geometry, and returns None if it does
    not say where they are."""
    _check_members(geometry, path)
    if geometry.distance_m is None and geometry.origin is None:
        return None
    placement = _framed(geometry, focus, level_height_m)
    gaps = _gaps(geometry, rows, path / "rowGaps")
    depths_m = _depths(geometry.tread_m, len(rows), gaps)
    heights_m = _heights(geometry, placement, focus, gaps, len(rows), depths_m)
    return _with_rows(placement, depths_m, heights_m)


def row_offsets(
    geometry: SectionGeometry, seatings: Sequence[Seating], path: FaultPath
) -> list[tuple[float, ...]]:
    """Returns for each seating how far its slots are to the right of the row's middle, in metres. It is empty
    where slots follow each other at the usual spacing around the middle."""
    aisles = _aisles(geometry, seatings, path / "aisles")
    if not aisles and geometry.align == "centre":
        return [()] * len(seatings)
    lines = [_line(geometry.spacing_m, seating, aisles) for seating in seatings]
    widest_m = max((line[-1] for line in lines if line), default=0.0)
    return [tuple(_aligned(line, geometry, widest_m)) for line in lines]


def _check_members(geometry: SectionGeometry, path: FaultPath) -> None:
    if geometry.distance_m is not None and geometry.origin is not None:
        (path / "origin").refuse("cannot be given beside distanceM: a section stands at one place")
    if geometry.facing_deg is not None and geometry.origin is None and geometry.distance_m is not None:
        (path / "facingDeg").refuse("needs an origin; a section with distanceM faces the focus")
    if geometry.radius_m is not None and geometry.shape != "curved":
        (path / "radiusM").refuse("needs curved rows")
    given = [geometry.riser_m != 0, bool(geometry.risers_m), geometry.c_value_mm is not None]
    if sum(given) > 1:
        path.refuse("must give one of riserM, risersM and cValueMm, and not several")


def _framed(geometry: SectionGeometry, focus: Focus, level_height_m: float) -> Placement:
    elevation_m = geometry.elevation_m + level_height_m
    if geometry.origin is None:
        centre, bearing_deg, distance_m = (focus.x, focus.y), geometry.bearing_deg, geometry.distance_m or 0.0
        if geometry.radius_m is not None:
            bearing = math.radians(bearing_deg)
            inwards_m = distance_m - geometry.radius_m
            centre = (focus.x + inwards_m * math.sin(bearing), focus.y + inwards_m * math.cos(bearing))
            distance_m = geometry.radius_m
    else:
        origin = geometry.origin
        elevation_m += origin.z
        facing_deg = geometry.facing_deg
        if facing_deg is None:
            facing_deg = bearing_to(origin.x, origin.y, focus)
        bearing_deg = (facing_deg + 180.0) % 360.0
        distance_m = 0.0
        if geometry.shape == "curved":
            distance_m = geometry.radius_m or max(0.5, math.hypot(origin.x - focus.x, origin.y - focus.y))
        bearing = math.radians(bearing_deg)
        centre = (origin.x - distance_m * math.sin(bearing), origin.y - distance_m * math.cos(bearing))
    members: dict[str, Any] = {
        "shape": geometry.shape,
        "centre": centre,
        "bearing_deg": bearing_deg,
        "bearing_step_deg": geometry.bearing_step_deg,
        "distance_m": distance_m,
        "elevation_m": elevation_m,
        "tread_m": geometry.tread_m,
        "riser_m": geometry.riser_m,
        "spacing_m": geometry.spacing_m,
        "shift_m": geometry.shift_m,
        "shift_step_m": geometry.shift_step_m,
    }
    # What is not set is not stored: msgspec tells a default by its identity, not by its value.
    changed = {name: value for name, value in members.items() if value != getattr(_USUAL, name)}
    return Placement(**changed)


def _gaps(geometry: SectionGeometry, rows: Sequence[str], path: FaultPath) -> _Gaps:
    indices = {row: index for index, row in enumerate(rows)}
    gaps: _Gaps = {}
    for number, gap in enumerate(geometry.row_gaps):
        row = indices.get(str(gap.after))
        if row is None:
            (path / number / "after").refuse(f"is {str(gap.after)!r}, which is not a row of the section")
        else:
            gaps[row] = (gap.depth_m, gap.rise_m)
    return gaps


def _depths(tread_m: float, rows: int, gaps: _Gaps) -> tuple[float, ...]:
    """Returns the depth of each row behind the first; empty if there is no gap between rows."""
    if not gaps:
        return ()
    depths_m, depth_m = [], 0.0
    for row in range(rows):
        depths_m.append(depth_m)
        depth_m += tread_m + gaps.get(row, _NO_GAP)[0]
    return tuple(depths_m)


def _heights(
    geometry: SectionGeometry,
    placement: Placement,
    focus: Focus,
    gaps: _Gaps,
    rows: int,
    depths_m: tuple[float, ...],
) -> tuple[float, ...]:
    """Returns the height of each row above the first; empty if all risers are equal."""
    if not (geometry.risers_m or geometry.c_value_mm is not None or any(rise for _, rise in gaps.values())):
        return ()
    distances_m = _distances(placement, focus, rows, depths_m)
    heights_m = [0.0] if rows else []
    for row in range(1, rows):
        riser_m = _riser(geometry, placement.elevation_m - focus.z + heights_m[-1], distances_m, row)
        heights_m.append(heights_m[-1] + riser_m + gaps.get(row - 1, _NO_GAP)[1])
    return tuple(heights_m)


def _distances(placement: Placement, focus: Focus, rows: int, depths_m: tuple[float, ...]) -> list[float]:
    """Returns how far the middle of each row is from the focus on the ground plan."""
    bearing = math.radians(placement.bearing_deg)
    distances_m = []
    for row in range(rows):
        away_m = placement.distance_m + (depths_m[row] if depths_m else row * placement.tread_m)
        x = placement.centre[0] + away_m * math.sin(bearing)
        y = placement.centre[1] + away_m * math.cos(bearing)
        distances_m.append(max(0.5, math.hypot(x - focus.x, y - focus.y)))
    return distances_m


def _riser(
    geometry: SectionGeometry, height_in_front_m: float, distances_m: Sequence[float], row: int
) -> float:
    if geometry.risers_m:
        return geometry.risers_m[min(row - 1, len(geometry.risers_m) - 1)]
    if geometry.c_value_mm is None:
        return geometry.riser_m
    eye_m = height_in_front_m + SEATED_EYE_M
    needed_m = (eye_m + geometry.c_value_mm / 1000) * distances_m[row] / distances_m[row - 1]
    return min(RISER_MAX_M, max(0.0, needed_m - eye_m))


def _with_rows(placement: Placement, depths_m: tuple[float, ...], heights_m: tuple[float, ...]) -> Placement:
    if not depths_m and not heights_m:
        return placement
    return replace(
        placement,
        depths_m=tuple(round(depth, 4) for depth in depths_m),
        heights_m=tuple(round(height, 4) for height in heights_m),
    )


def _aisles(geometry: SectionGeometry, seatings: Sequence[Seating], path: FaultPath) -> Mapping[str, float]:
    widths_m: dict[str, float] = {}
    for number, aisle in enumerate(geometry.aisles):
        seat = str(aisle.after)
        if not any(seat in seating for seating in seatings):
            (path / number / "after").refuse(f"is {seat!r}, which is not a seat of any row of the section")
        widths_m[seat] = aisle.width_m
    return widths_m


def _line(spacing_m: float, seating: Seating, aisles: Mapping[str, float]) -> list[float]:
    """Returns how far each slot is to the right of the first one."""
    line, at_m = [], 0.0
    for slot in range(seating.slots):
        line.append(at_m)
        at_m += spacing_m + aisles.get(seating.seat_at(slot) or "", 0.0)
    return line


def _aligned(line: list[float], geometry: SectionGeometry, widest_m: float) -> list[float]:
    start_m = {"left": -widest_m / 2, "centre": -line[-1] / 2 if line else 0.0}.get(
        geometry.align, widest_m / 2 - (line[-1] if line else 0.0)
    )
    return [round(start_m + at_m, 4) for at_m in line]


_USUAL = Placement()
