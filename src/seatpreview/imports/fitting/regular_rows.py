"""Describes rows of seats by a few measures, if the seats stand regularly. The focus is at (0, 0)."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from seatpreview.imports.fitting.compact_names import compact_names, is_countable, seat_rules
from seatpreview.imports.fitting.near_points import (
    PlanPoint,
    along,
    bearing_of,
    main_direction,
    middle_of,
    shared_circle,
    spread_of,
)
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.faults import LayoutRefused
from seatpreview.layouts.model import (
    Aisle,
    Layout,
    RowGap,
    SeatRule,
    SectionGeometry,
    SectionOrigin,
    SectionRule,
)
from seatpreview.layouts.seating import Seating

Alignment = Literal["centre", "left", "right"]


class NamedRow(NamedTuple):
    """A row with its seats from left to right."""

    name: str
    seats: Sequence[str]
    points: Sequence[PlanPoint]


class _Line(NamedTuple):
    """A row on a line or arc: its depth behind the first row's, and how far to the right each seat is."""

    row: NamedRow
    depth_m: float
    places_m: Sequence[float]
    slots: Sequence[int]
    slot_count: int


class _Frame(NamedTuple):
    """Where rows are measured from: along the direction of straight rows, or around the centre of arcs."""

    facing_deg: float
    centre: PlanPoint | None
    lines: list[_Line]


class _Spacing(NamedTuple):
    seat_m: float
    aisles_m: Mapping[str, float]

    def line(self, line: _Line) -> list[float]:
        """Returns how far each seat of a row is to the right of its first slot."""
        places, aisles_m = [], 0.0
        for name, slot in zip(line.row.seats, line.slots, strict=True):
            places.append(slot * self.seat_m + aisles_m)
            aisles_m += self.aisles_m.get(name, 0.0)
        return places

    def width_m(self, line: _Line) -> float:
        """Returns how far the last slot of a row is from the first."""
        return (line.slot_count - 1) * self.seat_m + sum(
            self.aisles_m.get(name, 0.0) for name in line.row.seats[:-1]
        )


def counted_seats(rows: Mapping[str, Sequence[str]]) -> tuple[SeatRule, ...] | None:
    """Returns rules for the seats of rows; None if counting cannot give these names."""
    if not all(is_countable(seat) for seats in rows.values() for seat in seats):
        return None
    rules = seat_rules(rows)
    if rules is None or ("" in rows and any(rule.exceptions for rule in rules)):
        return None
    if any(len(rule.exceptions) > 500 or rule.count > 1000 for rule in rules):
        return None
    return rules


def regular_geometry(
    rows: Sequence[NamedRow], seats: tuple[SeatRule, ...], tolerance_m: float
) -> SectionGeometry | None:
    """Returns the geometry of rows whose seats stand regularly, or None. Heights are not part of it."""
    slots = _slots(rows, seats)
    if slots is None:
        return None
    straight = _straight(rows, slots, tolerance_m)
    found = None if straight is None else _described(straight, tolerance_m)
    if found is not None:
        return found
    curved = _curved(rows, slots, tolerance_m)
    return None if curved is None else _described(curved, tolerance_m)


def _slots(rows: Sequence[NamedRow], seats: tuple[SeatRule, ...]) -> list[Seating] | None:
    names = () if rows[0].name == "" else compact_names([row.name for row in rows])
    try:
        compiled = compile_layout(Layout(sections=(SectionRule(id="S", rows=names, seats=seats),)))
    except LayoutRefused:
        return None
    seatings = [row.seats for row in compiled.sections[0].rows]
    if len(seatings) != len(rows):
        return None
    return [seating for seating in seatings if seating is not None]


def _straight(rows: Sequence[NamedRow], slots: Sequence[Seating], tolerance_m: float) -> _Frame | None:
    spreads = [spread_of(row.points, middle_of(row.points)) for row in rows]
    moments = (sum(s[0] for s in spreads), sum(s[1] for s in spreads), sum(s[2] for s in spreads))
    if moments[0] + moments[2] <= 0:
        return None
    right = main_direction(moments)
    middle = middle_of([middle_of(row.points) for row in rows])
    if along(PlanPoint(-middle.y, middle.x), right) < 0:
        right = PlanPoint(-right.x, -right.y)
    back = PlanPoint(right.y, -right.x)
    lines = []
    for row, seating in zip(rows, slots, strict=True):
        depths = [along(point, back) for point in row.points]
        depth_m = sum(depths) / len(depths)
        if max(abs(depth - depth_m) for depth in depths) > tolerance_m:
            return None
        lines.append(_line(row, seating, depth_m, [along(point, right) for point in row.points]))
    return _Frame(bearing_of(-back.x, -back.y), None, lines)


def _curved(rows: Sequence[NamedRow], slots: Sequence[Seating], tolerance_m: float) -> _Frame | None:
    circle = shared_circle([row.points for row in rows])
    if circle is None or not all(_RADIUS_M_MIN <= radius <= _RADIUS_M_MAX for radius in circle.radii_m):
        return None
    centre = circle.centre
    middle = middle_of([point for row in rows for point in row.points])
    axis = math.atan2(middle.x - centre.x, middle.y - centre.y)
    lines = []
    for row, seating, radius_m in zip(rows, slots, circle.radii_m, strict=True):
        if max(abs(math.dist(point, centre) - radius_m) for point in row.points) > tolerance_m:
            return None
        turns = [_turn(axis - math.atan2(x - centre.x, y - centre.y)) for x, y in row.points]
        lines.append(_line(row, seating, radius_m, [turn * radius_m for turn in turns]))
    return _Frame((math.degrees(axis) + 180.0) % 360.0, centre, lines)


def _line(row: NamedRow, seating: Seating, depth_m: float, places_m: Sequence[float]) -> _Line:
    slots = slots_by_name(seating)
    return _Line(row, depth_m, places_m, [slots.get(seat, 0) for seat in row.seats], seating.slots)


def slots_by_name(seating: Seating) -> dict[str, int]:
    """Returns the slot of each seat of a row."""
    names = map(seating.seat_at, range(seating.slots))
    return {name: slot for slot, name in enumerate(names) if name is not None}


def _turn(angle: float) -> float:
    return (angle + math.pi) % math.tau - math.pi


def _described(frame: _Frame, tolerance_m: float) -> SectionGeometry | None:
    treads = _treads(frame.lines, tolerance_m)
    spacing = _spacing(frame.lines, tolerance_m)
    if treads is None or spacing is None:
        return None
    alignment = _alignment(frame, spacing, tolerance_m)
    if alignment is None:
        return None
    align, shift_m = alignment
    tread_m, gaps = treads
    return SectionGeometry(
        shape="straight" if frame.centre is None else "curved",
        origin=_origin(frame, shift_m),
        facing_deg=_facing(frame, shift_m),
        radius_m=None if frame.centre is None else round(frame.lines[0].depth_m, 4),
        tread_m=round(tread_m, 5),
        spacing_m=round(spacing.seat_m, 5),
        align=align,
        aisles=tuple(Aisle(after=name, width_m=round(width, 4)) for name, width in spacing.aisles_m.items()),
        row_gaps=tuple(RowGap(after=name, depth_m=round(depth, 4)) for name, depth in gaps.items()),
    )


def _treads(lines: Sequence[_Line], tolerance_m: float) -> tuple[float, dict[str, float]] | None:
    """Returns the usual tread, and the gaps behind rows."""
    steps = [after.depth_m - before.depth_m for before, after in pairwise(lines)]
    if not steps:
        return 0.85, {}
    usual = _usual(steps, tolerance_m)
    gaps = {
        line.row.name: step - usual
        for line, step in zip(lines, steps, strict=False)
        if step - usual > tolerance_m
    }
    if not 0.3 <= usual <= 10 or min(steps) < usual - tolerance_m or len(gaps) > 200:
        return None
    return (usual, gaps) if all(gap <= 50 for gap in gaps.values()) else None


def _spacing(lines: Sequence[_Line], tolerance_m: float) -> _Spacing | None:
    """Returns the usual spacing of seats, and the aisles to the right of seats."""
    steps = [
        (place - before, slot - slot_before, name)
        for line in lines
        for (before, place), (slot_before, slot), name in zip(
            pairwise(line.places_m), pairwise(line.slots), line.row.seats, strict=False
        )
    ]
    if any(slots <= 0 for _, slots, _ in steps):
        return None
    usual = _usual([step / slots for step, slots, _ in steps], tolerance_m) if steps else 0.5
    if not 0.3 <= usual <= 5:
        return None
    widths: dict[str, list[float]] = defaultdict(list)
    for step, slots, name in steps:
        widths[name].append(step - slots * usual)
    aisles: dict[str, float] = {}
    for name, excess in widths.items():
        mean = sum(excess) / len(excess)
        if max(abs(each - mean) for each in excess) > 2 * tolerance_m or mean < -tolerance_m:
            return None
        if mean > tolerance_m:
            aisles[name] = mean
    return _Spacing(usual, aisles) if len(aisles) <= 50 and max(aisles.values(), default=0) <= 50 else None


def _usual(values: Sequence[float], tolerance_m: float) -> float:
    """Returns the mean of the values about the lower quartile: larger ones have a gap in them."""
    quartile = sorted(values)[len(values) // 4]
    close = [value for value in values if abs(value - quartile) <= 2 * tolerance_m]
    return sum(close) / len(close)


def _alignment(frame: _Frame, spacing: _Spacing, tolerance_m: float) -> tuple[Alignment, float] | None:
    """Returns how rows of different lengths are aligned, and where their common middle is.

    The middle of arcs is an angle: it is returned for the first row, in metres.
    """
    starts, widths = [], []
    for line in frame.lines:
        model = spacing.line(line)
        offsets = [place - there for place, there in zip(line.places_m, model, strict=True)]
        start = sum(offsets) / len(offsets)
        if max(abs(offset - start) for offset in offsets) > tolerance_m:
            return None
        starts.append(start)
        widths.append(spacing.width_m(line))
    if frame.centre is not None:
        turns = [
            (start + width / 2) / line.depth_m
            for start, width, line in zip(starts, widths, frame.lines, strict=True)
        ]
        turn = sum(turns) / len(turns)
        worst_m = max(abs(each - turn) * line.depth_m for each, line in zip(turns, frame.lines, strict=True))
        return ("centre", turn * frame.lines[0].depth_m) if worst_m <= tolerance_m else None
    widest = max(widths)
    choices: list[tuple[Alignment, list[float]]] = [
        ("centre", [start + width / 2 for start, width in zip(starts, widths, strict=True)]),
        ("left", [start + widest / 2 for start in starts]),
        ("right", [start + width - widest / 2 for start, width in zip(starts, widths, strict=True)]),
    ]
    for align, middles in choices:
        mean = sum(middles) / len(middles)
        if max(abs(middle - mean) for middle in middles) <= tolerance_m:
            return align, mean
    return None


def _origin(frame: _Frame, shift_m: float) -> SectionOrigin:
    first_m = frame.lines[0].depth_m
    facing = math.radians(frame.facing_deg)
    if frame.centre is None:
        x = -first_m * math.sin(facing) + shift_m * math.cos(facing)
        y = -first_m * math.cos(facing) - shift_m * math.sin(facing)
    else:
        bearing = facing + math.pi - shift_m / first_m
        x = frame.centre.x + first_m * math.sin(bearing)
        y = frame.centre.y + first_m * math.cos(bearing)
    return SectionOrigin(x=round(x, 4), y=round(y, 4))


def _facing(frame: _Frame, shift_m: float) -> float:
    if frame.centre is None:
        return round(frame.facing_deg, 6) % 360.0
    return round(frame.facing_deg - math.degrees(shift_m / frame.lines[0].depth_m), 6) % 360.0


_RADIUS_M_MIN, _RADIUS_M_MAX = 0.6, 1500.0
