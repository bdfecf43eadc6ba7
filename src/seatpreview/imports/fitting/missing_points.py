"""Places seats that have no position among others that have one. The focus is at (0, 0)."""

import math
from collections.abc import Mapping, Sequence

from seatpreview.imports.fitting.compact_names import natural_sort_key
from seatpreview.imports.fitting.near_points import PlanPoint, middle_of

_ROW_PITCH_M = 0.9


def complete_points(
    rows: Mapping[str, Sequence[int]],
    names: Sequence[str],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
) -> dict[int, PlanPoint]:
    """Returns a position for each seat of a section that has none, although others of the section have one:
    between or beside its neighbours by name, or behind the last row."""
    added: dict[int, PlanPoint] = {}
    without: list[str] = []
    for row, seats in rows.items():
        if all(seat in points for seat in seats):
            continue
        ordered = sorted(seats, key=lambda seat: natural_sort_key(names[seat]))
        if not any(seat in points for seat in seats):
            without.append(row)
            continue
        added |= _beside(ordered, points, pitch_m)
    if without:
        placed = [points[seat] for seats in rows.values() for seat in seats if seat in points]
        for number, row in enumerate(sorted(without, key=natural_sort_key), start=1):
            ordered = sorted(rows[row], key=lambda seat: natural_sort_key(names[seat]))
            added |= _behind(ordered, placed, number, pitch_m)
    return added


def _beside(ordered: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float) -> dict[int, PlanPoint]:
    known = [index for index, seat in enumerate(ordered) if seat in points]
    step = _step(ordered, known, points, pitch_m)
    added: dict[int, PlanPoint] = {}
    for index, seat in enumerate(ordered):
        if seat in points:
            continue
        before = max((at for at in known if at < index), default=None)
        after = min((at for at in known if at > index), default=None)
        if before is not None and after is not None:
            here, there = points[ordered[before]], points[ordered[after]]
            share = (index - before) / (after - before)
            added[seat] = PlanPoint(here.x + share * (there.x - here.x), here.y + share * (there.y - here.y))
            continue
        nearest = known[-1] if after is None else known[0]
        from_ = points[ordered[nearest]]
        added[seat] = PlanPoint(from_.x + (index - nearest) * step.x, from_.y + (index - nearest) * step.y)
    return added


def _step(
    ordered: Sequence[int], known: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float
) -> PlanPoint:
    """Returns the way from a seat to the next one: as long as the pitch, along the row."""
    first, last = points[ordered[known[0]]], points[ordered[known[-1]]]
    length = math.dist(first, last)
    if length > 0:
        return PlanPoint(pitch_m * (last.x - first.x) / length, pitch_m * (last.y - first.y) / length)
    distance = math.hypot(*first) or 1.0
    return PlanPoint(-pitch_m * first.y / distance, pitch_m * first.x / distance)


def _behind(
    ordered: Sequence[int], placed: Sequence[PlanPoint], number: int, pitch_m: float
) -> dict[int, PlanPoint]:
    """Returns a row across the way to the focus, behind all seats that have a position."""
    middle = middle_of(placed)
    distance = math.hypot(*middle)
    back = PlanPoint(middle.x / distance, middle.y / distance) if distance > 0 else PlanPoint(0.0, -1.0)
    depth_m = max(point.x * back.x + point.y * back.y for point in placed) + number * _ROW_PITCH_M
    shift_m = middle.x * -back.y + middle.y * back.x
    offsets = [shift_m + (index - (len(ordered) - 1) / 2) * pitch_m for index in range(len(ordered))]
    return {
        seat: PlanPoint(back.x * depth_m - back.y * right_m, back.y * depth_m + back.x * right_m)
        for seat, right_m in zip(ordered, offsets, strict=True)
    }
