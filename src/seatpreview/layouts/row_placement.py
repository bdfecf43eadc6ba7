"""Where the rows of a section stand: computed from its geometry, or at positions of their own."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from msgspec.structs import replace

from seatpreview.layouts.compiled import PlacedTable
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.geometry import SEATED_EYE_M, Placement, RowFrame, bearing_to, pack_place, row_frame
from seatpreview.layouts.model import (
    NO_ROW,
    PLACES_OF_A_ROW_MAX,
    Focus,
    PositionedRow,
    SectionGeometry,
    Tables,
)
from seatpreview.layouts.name_ranges import quote_names, read_name, read_names
from seatpreview.layouts.seating import SeatGroup, Seating
from seatpreview.layouts.series import Series, runs_of

RISER_MAX_M = 5.0

_Gaps = dict[int, tuple[float, float]]
"""The depth and the rise of each gap, by the index of the row in front of it."""
_NO_GAP = (0.0, 0.0)
_CHAIR_M = 0.35
"""From the edge of a table to the middle of a chair."""


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


class ParsedPositions(NamedTuple):
    """The rows of a section with positions, from the front to the back."""

    seats: dict[str, Seating]
    places: dict[str, bytes]
    placement: Placement


def parse_positions(
    rows: Sequence[PositionedRow],
    geometry: SectionGeometry | None,
    focus: Focus,
    level_height_m: float,
    path: FaultPath,
) -> ParsedPositions | None:
    """Reads rows with positions. Notes their faults; returns None if there are some."""
    seats: dict[str, Seating] = {}
    places: dict[str, bytes] = {}
    is_complete = True
    facing_deg = None if geometry is None else geometry.facing_deg
    lift_cm = round(100 * (level_height_m + (0.0 if geometry is None else geometry.elevation_m)))
    for number, row in enumerate(rows):
        at = path / number
        row_id = _row_id(row, len(rows), at)
        names = _seating(row, at)
        if row_id is None or names is None or not _has_equal_lengths(row, len(names), at):
            is_complete = False
            continue
        if row_id in seats:
            (at / "row").refuse(f"gives row {row_id!r} a second time")
            is_complete = False
        seats[row_id] = names
        places[row_id] = b"".join(
            pack_place(x, y, z + lift_cm, bearing_to(x / 100, y / 100, focus) if facing is None else facing)
            for x, y, z, facing in _columns(row, facing_deg)
        )
    if not is_complete:
        return None
    return ParsedPositions(seats, places, _measured(rows, focus))


def place_tables(
    tables: Tables,
    placement: Placement,
    focus: Focus,
    seats: Mapping[str, Seating | None],
    path: FaultPath,
) -> tuple[tuple[PlacedTable, ...], dict[str, bytes]]:
    """Returns the tables of a section, one for each row, and the places of the seats around each."""
    if tables.at and len(tables.at) != len(seats):
        (path / "at").refuse(f"places {len(tables.at)} tables, and the section has {len(seats)} rows")
        return (), {}
    placed = tuple(_placed_tables(tables, placement, focus, len(seats)))
    around = {
        row_id: b"".join(_chairs(table, 0 if of_table is None else of_table.slots))
        for table, (row_id, of_table) in zip(placed, seats.items(), strict=True)
    }
    return placed, around


def _row_id(row: PositionedRow, rows: int, path: FaultPath) -> str | None:
    if row.row is not None:
        return read_name(row.row, path / "row")
    if rows == 1:
        return NO_ROW
    (path / "row").refuse("is missing; only a section whose seats are in no row has one entry without it")
    return None


def _seating(row: PositionedRow, path: FaultPath) -> Seating | None:
    names = read_names(row.seats, path / "seats", most=PLACES_OF_A_ROW_MAX)
    if names is None:
        return None
    first = names.items[0].names
    if len(names.items) == 1 and isinstance(first, Series) and not first.skipped:
        return Seating((SeatGroup(first),))
    listed = list(names)
    if len(set(listed)) < len(listed):
        repeated = [name for index, name in enumerate(listed) if name in listed[:index]]
        (path / "seats").refuse(f"names seat {quote_names(repeated)} a second time")
        return None
    return Seating(tuple(SeatGroup(run) for run in runs_of(listed)))


def _has_equal_lengths(row: PositionedRow, seats: int, path: FaultPath) -> bool:
    columns = {"x": row.x, "y": row.y, "z": row.z, "facing": row.facing}
    wrong = [name for name, values in columns.items() if isinstance(values, tuple) and len(values) != seats]
    for name in wrong:
        (path / name).refuse(f"must have a value for each of the {seats} seats")
    return not wrong


def _columns(row: PositionedRow, facing_deg: float | None) -> Iterator[tuple[int, int, int, float | None]]:
    count = len(row.x)
    heights = row.z if isinstance(row.z, tuple) else (row.z,) * count
    facings: Sequence[float | None]
    if isinstance(row.facing, tuple):
        facings = row.facing
    else:
        facings = (facing_deg if row.facing is None else row.facing,) * count
    return zip(row.x, row.y, heights, facings, strict=True)


def _measured(rows: Sequence[PositionedRow], focus: Focus) -> Placement:
    """Returns the middle of the first row, and the usual distances between seats and between rows."""
    first = rows[0]
    middle = (len(first.x) - 1) // 2
    x, y = first.x[middle] / 100, first.y[middle] / 100
    z = first.z[middle] if isinstance(first.z, tuple) else first.z
    return Placement(
        shape="free",
        centre=(x, y),
        bearing_deg=(bearing_to(x, y, focus) + 180.0) % 360.0,
        elevation_m=z / 100,
        tread_m=_between(median(_treads(rows)), 0.3, 10.0) if len(rows) > 1 else 0.85,
        spacing_m=_between(_spacing(rows), 0.3, 5.0),
    )


def _spacing(rows: Sequence[PositionedRow]) -> float:
    gaps = [
        math.hypot(row.x[seat + 1] - row.x[seat], row.y[seat + 1] - row.y[seat]) / 100
        for row in rows[:20]
        for seat in range(len(row.x) - 1)
    ]
    return median(gaps) if gaps else 0.5


def _treads(rows: Sequence[PositionedRow]) -> Iterator[float]:
    """Yields how far the middle of each row is from the nearest seat of the row in front."""
    for front, row in pairwise(rows[:50]):
        middle = (len(row.x) - 1) // 2
        x, y = row.x[middle], row.y[middle]
        yield (
            min(math.hypot(x - there[0], y - there[1]) for there in zip(front.x, front.y, strict=True)) / 100
        )


def _between(value: float, low: float, high: float) -> float:
    return round(min(high, max(low, value)), 3)


def _placed_tables(tables: Tables, placement: Placement, focus: Focus, count: int) -> Iterator[PlacedTable]:
    frame = row_frame(placement, focus, 0)
    depth_m = tables.width_m if tables.depth_m is None or tables.shape == "round" else tables.depth_m
    for number in range(count):
        x, y, turn_deg = _table_place(tables, frame, number)
        yield PlacedTable(tables.shape, x, y, frame.z, tables.width_m, depth_m, turn_deg)


def _table_place(tables: Tables, frame: RowFrame, number: int) -> tuple[float, float, float]:
    if tables.at:
        x, y, *turn = tables.at[number]
        return x, y, turn[0] if turn else 0.0
    behind, beside = divmod(number, tables.columns)
    point = frame.point((beside - (tables.columns - 1) / 2) * tables.pitch_m, behind * tables.pitch_m)
    return point.x, point.y, frame.facing_deg(0.0)


def _chairs(table: PlacedTable, seats: int) -> Iterator[bytes]:
    """Yields the places of chairs around a table, clockwise from the one that is nearest to its front."""
    for seat in range(seats):
        east_m, north_m = (
            _round_chair(table, seat, seats) if table.shape == "round" else _side_chair(table, seat, seats)
        )
        turn = math.radians(table.turn_deg)
        x = table.x + east_m * math.cos(turn) + north_m * math.sin(turn)
        y = table.y - east_m * math.sin(turn) + north_m * math.cos(turn)
        facing_deg = math.degrees(math.atan2(table.x - x, table.y - y))
        yield pack_place(round(100 * x), round(100 * y), round(100 * table.z), facing_deg)


def _round_chair(table: PlacedTable, seat: int, seats: int) -> tuple[float, float]:
    turn = math.tau * seat / seats
    away_m = table.width_m / 2 + _CHAIR_M
    return away_m * math.sin(turn), away_m * math.cos(turn)


def _side_chair(table: PlacedTable, seat: int, seats: int) -> tuple[float, float]:
    """Half of the seats are along the front of the table, from left to right, and half along its back."""
    front = math.ceil(seats / 2)
    away_m = table.depth_m / 2 + _CHAIR_M
    if seat < front:
        return ((seat + 0.5) / front - 0.5) * table.width_m, away_m
    return (0.5 - (seat - front + 0.5) / (seats - front)) * table.width_m, -away_m
