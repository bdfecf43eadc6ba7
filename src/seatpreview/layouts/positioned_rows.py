"""Rows whose seats have positions of their own: listed in the record, or around tables."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.focus_model import Focus
from seatpreview.layouts.geometry import Placement, RowFrame, bearing_to, pack_place, row_frame
from seatpreview.layouts.geometry_model import PositionedRow, SectionGeometry, Tables
from seatpreview.layouts.model import NO_ROW, PLACES_OF_A_ROW_MAX
from seatpreview.layouts.name_ranges import quote_names, read_name, read_names
from seatpreview.layouts.seating import SeatGroup, Seating
from seatpreview.layouts.section_parts import PlacedTable
from seatpreview.layouts.series import Series, runs_of

_CHAIR_M = 0.35
"""From the edge of a table to the middle of a chair."""


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
