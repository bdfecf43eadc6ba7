"""The rows of sections as lines on the ground plan, as web/source/drawing/row-lines.ts has them."""

import math
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.geometry import Placement, SeatPlace, packed_place, row_frame
from seatpreview.layouts.ground_plan import Point
from seatpreview.sightlines.seat_clusters import box_ranks

_UNKNOWN_WIDTH_M = 8.0
_ROWS_UNKNOWN = 5
_ROWS_MOST = 20
_CENTRE_M = 0.2
"""Nobody sits nearer to the centre of a row than this."""

_LINE_APART_M = 0.9
_LINE_APART_MOST_M = 1.4
_LINE_BESIDE = 0.7
_LINE_RISE_M = 0.12
_LINE_FACING = 0.8
"""Listed seats of a row are on one line if each is beside the one before, at its height, and faces as it
does."""

_BEHIND_M = (0.3, 3.5)
_BEHIND_RISE_M = (-0.02, 1.5)
_BEHIND_ROWS = 3
"""A listed row is on the same stand as one in front of it, if it is this far behind and above it."""

_BOX_TREAD_M = 0.9
_BENT_M = 0.12
"""A line that leaves its chord by more is drawn in several pieces."""


class RowLine(NamedTuple):
    """A row of seats. Places on it are given by metres to the right of some point of the row, and behind."""

    z: float
    left_m: float
    right_m: float
    tread_m: float
    """How far it is behind the row in front of it; the usual distance of rows for the first one."""
    front_most_m: float
    """How far its floor may reach to the front."""
    is_bent: bool
    at: Callable[[float, float], Point]
    is_box: bool = False
    """Whether it is the front or the back of a box."""


def banks_of(layout: CompiledLayout, section: Section, placement: Placement) -> list[list[RowLine]]:
    """Returns the rows of a section that form a stand, from the front to the back. Listed seats may form
    several stands."""
    if placement.shape == "free":
        return _listed_banks(section, placement)
    rows = [_ruled_line(layout, section, placement, row) for row in range(row_count(section, placement))]
    return [rows] if rows else []


def row_count(section: Section, placement: Placement) -> int:
    """Returns the number of rows; of a seated section without any, as many as its capacity needs."""
    if section.rows or section.kind != "seated":
        return len(section.rows)
    return min(_ROWS_MOST, math.ceil(section.capacity / assumed_slots(placement)) or _ROWS_UNKNOWN)


def slots_of(section: Section, placement: Placement, row: int) -> int:
    """Returns the number of slots of a row; as many as fit into 8 m if its seats are not known."""
    seats = section.rows[row].seats if row < len(section.rows) else None
    if seats is not None:
        return seats.slots
    return 0 if section.kind == "standing" else assumed_slots(placement)


def assumed_slots(placement: Placement) -> int:
    """Returns the number of seats of a row that is 8 m wide."""
    return max(1, round(_UNKNOWN_WIDTH_M / placement.spacing_m))


def loose_seats(section: Section) -> list[SeatPlace]:
    """Returns the listed seats of a section that stand alone: at tables, or beside no other seat."""
    placement = section.plan.placement
    if placement is None or placement.shape != "free":
        return []
    rows = [_runs(row, placement.spacing_m) for row in section.rows]
    if section.plan.tables:
        return [seat for runs in rows for run in runs for seat in run]
    return [seat for runs in rows if _box_of(runs) is None for run in runs for seat in run if len(run) == 1]


def _ruled_line(layout: CompiledLayout, section: Section, placement: Placement, row: int) -> RowLine:
    frame = row_frame(placement, layout.focus, section.ordinal, row)
    offsets_m = section.rows[row].offsets_m if row < len(section.rows) else ()
    half_m = (slots_of(section, placement, row) * placement.spacing_m or _UNKNOWN_WIDTH_M) / 2
    is_centred = frame.is_curved or placement.centre == (layout.focus.x, layout.focus.y)
    tread_m = placement.depth_m(row) - placement.depth_m(row - 1) if row else placement.tread_m
    return RowLine(
        frame.z,
        offsets_m[0] - placement.spacing_m / 2 if offsets_m else -half_m,
        offsets_m[-1] + placement.spacing_m / 2 if offsets_m else half_m,
        tread_m,
        frame.distance_m - _CENTRE_M if is_centred else math.inf,
        frame.is_curved,
        lambda right_m, behind_m: frame.point(right_m, behind_m)[:2],
    )


_Run = list[SeatPlace]
"""Seats beside each other, from left to right."""


class _ListedRow(NamedTuple):
    line: RowLine
    middle: Point
    forward: Point
    half_m: float


def _listed_banks(section: Section, placement: Placement) -> list[list[RowLine]]:
    """Puts the rows of listed seats behind each other, as far as they are."""
    if section.plan.tables:
        return []
    rows = [
        ranks for row in section.rows for ranks in _listed_rows(_runs(row, placement.spacing_m), placement)
    ]
    if _is_back_to_front(rows):
        rows.reverse()
    banks: list[list[_ListedRow]] = []
    open_banks: list[tuple[list[_ListedRow], int]] = []
    for number, row in enumerate(rows):
        open_banks = _with_row(banks, open_banks, row, number)
    return [[listed.line for listed in bank] for bank in banks]


def _listed_rows(runs: list[_Run], placement: Placement) -> list[list[_ListedRow]]:
    """Returns the runs of a row as lines; of a box, its front and its back behind each other."""
    ranks = _box_of(runs)
    if ranks is None:
        return [[_listed_row(run, placement) for run in runs if len(run) > 1]]
    return [[_of_box(_listed_row(rank, placement))] for rank in ranks]


def _box_of(runs: list[_Run]) -> tuple[_Run, _Run] | None:
    return box_ranks([seat for run in runs for seat in run]) if len(runs) > 1 else None


def _of_box(row: _ListedRow) -> _ListedRow:
    tread_m = min(row.line.tread_m, _BOX_TREAD_M)
    return row._replace(line=row.line._replace(tread_m=tread_m, is_box=True))


_OpenBanks = list[tuple[list[_ListedRow], int]]
"""The banks that a further row may be behind, each with the number of the row that it ended with."""


def _with_row(
    banks: list[list[_ListedRow]], open_banks: _OpenBanks, row: Sequence[_ListedRow], number: int
) -> _OpenBanks:
    following: _OpenBanks = []
    for run in row:
        found = next((each for each in open_banks if _is_behind(each[0][-1], run)), None)
        if found is None:
            banks.append([run])
            following.append((banks[-1], number))
            continue
        open_banks.remove(found)
        tread_m = _behind_m(found[0][-1], run)
        found[0].append(run._replace(line=run.line._replace(tread_m=tread_m)))
        following.append((found[0], number))
    return following + [each for each in open_banks if number - each[1] < _BEHIND_ROWS]


def _runs(row: Row, spacing_m: float) -> list[_Run]:
    """Cuts the seats of a row where they are not beside each other."""
    runs: list[_Run] = []
    for slot in range(row.place_count()):
        if row.seats is not None and row.seats.seat_at(slot) is None:
            continue
        seat = packed_place(row.places, slot)
        if runs and _are_beside(runs[-1][-1], seat, spacing_m):
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return [run if _is_left_to_right(run) else run[::-1] for run in runs]


def _are_beside(one: SeatPlace, other: SeatPlace, spacing_m: float) -> bool:
    x, y = other.point.x - one.point.x, other.point.y - one.point.y
    apart_m = math.hypot(x, y)
    most_m = min(_LINE_APART_MOST_M, max(_LINE_APART_M, spacing_m * 1.5))
    if apart_m > most_m or abs(other.point.z - one.point.z) > _LINE_RISE_M:
        return False
    ahead, other_ahead = _forward(one), _forward(other)
    is_beside = abs(x * ahead[1] - y * ahead[0]) >= _LINE_BESIDE * apart_m
    return is_beside and _dot(ahead, other_ahead) > _LINE_FACING


def _is_left_to_right(run: _Run) -> bool:
    """Layouts list seats as a person sees them who faces the focus; seats may face elsewhere."""
    first, last = run[0].point, run[-1].point
    x, y = _forward(run[0])
    return (last.x - first.x) * y - (last.y - first.y) * x >= 0


def _listed_row(run: _Run, placement: Placement) -> _ListedRow:
    steps_m = [math.dist(one.point[:2], other.point[:2]) for one, other in pairwise(run)]
    lengths_m = list(accumulate(steps_m, initial=0.0))
    end_m = min(placement.spacing_m, lengths_m[-1] / (len(run) - 1)) / 2
    at = _along(run, lengths_m)
    seat = run[len(run) // 2]
    forward = _forward(seat)
    chord = ((run[0].point.x + run[-1].point.x) / 2, (run[0].point.y + run[-1].point.y) / 2)
    bend_m = abs(_dot((seat.point.x - chord[0], seat.point.y - chord[1]), forward))
    line = RowLine(
        # A chair may sink into a step by a little, but none floats above it.
        max(each.point.z for each in run),
        -end_m,
        lengths_m[-1] + end_m,
        placement.tread_m,
        math.inf,
        bend_m > _BENT_M,
        at,
    )
    return _ListedRow(line, at(lengths_m[-1] / 2, 0.0), forward, lengths_m[-1] / 2)


def _along(run: _Run, lengths_m: list[float]) -> Callable[[float, float], Point]:
    def at(right_m: float, behind_m: float) -> Point:
        piece = 0
        while piece < len(run) - 2 and lengths_m[piece + 1] < right_m:
            piece += 1
        one, other = run[piece], run[piece + 1]
        part = (right_m - lengths_m[piece]) / (lengths_m[piece + 1] - lengths_m[piece] or 1.0)
        ahead, other_ahead, turn = _forward(one), _forward(other), min(1.0, max(0.0, part))
        x = ahead[0] + (other_ahead[0] - ahead[0]) * turn
        y = ahead[1] + (other_ahead[1] - ahead[1]) * turn
        length = math.hypot(x, y) or 1.0
        return (
            one.point.x + (other.point.x - one.point.x) * part - x / length * behind_m,
            one.point.y + (other.point.y - one.point.y) * part - y / length * behind_m,
        )

    return at


def _is_back_to_front(rows: list[list[_ListedRow]]) -> bool:
    """Returns whether rows are listed from the back to the front, unlike layouts should list them."""
    firsts = [row[0] for row in rows if row]
    steps = [_behind_m(one, other) for one, other in pairwise(firsts)]
    return sum((step_m > 0) - (step_m < 0) for step_m in steps) < 0


def _is_behind(front: _ListedRow, run: _ListedRow) -> bool:
    rise_m = run.line.z - front.line.z
    if not _BEHIND_M[0] <= _behind_m(front, run) <= _BEHIND_M[1]:
        return False
    if not _BEHIND_RISE_M[0] <= rise_m <= _BEHIND_RISE_M[1]:
        return False
    x, y = run.middle[0] - front.middle[0], run.middle[1] - front.middle[1]
    aside_m = abs(x * front.forward[1] - y * front.forward[0])
    return _dot(front.forward, run.forward) > _LINE_FACING and aside_m < max(front.half_m, run.half_m)


def _behind_m(front: _ListedRow, run: _ListedRow) -> float:
    return _dot((front.middle[0] - run.middle[0], front.middle[1] - run.middle[1]), front.forward)


def _forward(seat: SeatPlace) -> Point:
    facing = math.radians(seat.facing_deg)
    return math.sin(facing), math.cos(facing)


def _dot(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1]
