"""Joins pieces of rows that an aisle parts: they lie on one line or arc, and no number is in both."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from seatpreview.imports.fitting.near_points import NearPoints, PlanPoint
from seatpreview.imports.fitting.seat_order import from_left_to_right

_AISLE_PITCHES = 6.0
_OFF_LINE_PITCHES = 0.35
"""How far a seat may be from where the row leads. Rows that stand a step behind each other are farther."""
_OFF_LINE_OF_NUMBERS_PITCHES = 1.0
"""The same where the numbers go on: such a row may have a corner in its aisle."""
_TURN_MAX = math.radians(45)
"""Seats that turn more from one to the next are no row: they stand around something."""
_SAME_STEP = 0.2


class _End(NamedTuple):
    """An end of a piece: its last seat, and where the row leads from there."""

    piece: int
    seat: int
    heading: float
    bend: float
    """How much the row turns with each metre."""
    step_m: float


def join_over_aisles(
    pieces: Sequence[list[int]], points: Mapping[int, PlanPoint], names: Sequence[str], pitch_m: float
) -> list[list[int]]:
    """Returns the rows that these pieces are. Each end goes on with the nearest piece that lies ahead, if
    that leads back to it. Pieces that have a name of a seat in common stay apart."""
    ends = {end.seat: end for piece, seats in enumerate(pieces) for end in _ends(piece, seats, points)}
    index = NearPoints(((seat, points[seat]) for seat in ends), _AISLE_PITCHES * pitch_m)
    ahead = {seat: _next_end(end, ends, index, points, names, pitch_m) for seat, end in ends.items()}
    rows = [[*seats] for seats in pieces]
    row_of = [*range(len(rows))]
    for seat, other in ahead.items():
        if other is None or seat > other or ahead[other] != seat:
            continue
        one, two = _first_of(row_of, ends[seat].piece), _first_of(row_of, ends[other].piece)
        if one == two or _share_a_name(rows[one], rows[two], names):
            continue
        rows[one], rows[two] = rows[one] + rows[two], []
        row_of[two] = one
    return [sorted(row) for row in rows if row]


def _first_of(row_of: Sequence[int], piece: int) -> int:
    while row_of[piece] != piece:
        piece = row_of[piece]
    return piece


def _ends(piece: int, seats: list[int], points: Mapping[int, PlanPoint]) -> list[_End]:
    """Returns both ends of a piece; none if its seats do not stand in a line or arc."""
    if len(seats) < 2 or any(seat not in points for seat in seats):
        return []
    ordered = from_left_to_right(seats, points)
    places = [points[seat] for seat in ordered]
    steps = [math.dist(here, there) for here, there in pairwise(places)]
    if not min(steps):
        return []
    headings = [math.atan2(there.y - here.y, there.x - here.x) for here, there in pairwise(places)]
    turns = [_difference(there, here) for here, there in pairwise(headings)]
    if turns and max(map(abs, turns)) > _TURN_MAX:
        return []
    length_m = sum(steps) - (steps[0] + steps[-1]) / 2
    bend = sum(turns) / length_m if turns else 0.0
    step_m = sorted(steps)[len(steps) // 2]
    return [
        _End(piece, ordered[-1], headings[-1], bend, step_m),
        _End(piece, ordered[0], headings[0] + math.pi, -bend, step_m),
    ]


def _next_end(
    end: _End,
    ends: Mapping[int, _End],
    index: NearPoints,
    points: Mapping[int, PlanPoint],
    names: Sequence[str],
    pitch_m: float,
) -> int | None:
    """Returns the nearest end of another piece that lies where the row leads, and leads back from there."""
    found: list[tuple[float, int]] = []
    for distance_m, seat in index.near(points[end.seat]):
        other = ends[seat]
        if other.piece == end.piece or abs(end.step_m - other.step_m) > _SAME_STEP * pitch_m:
            continue
        goes_on = _goes_on(names[end.seat], names[seat])
        most_m = (_OFF_LINE_OF_NUMBERS_PITCHES if goes_on else _OFF_LINE_PITCHES) * pitch_m
        off_m = max(_off_line_m(end, points[seat], points), _off_line_m(other, points[end.seat], points))
        if distance_m and off_m <= most_m:
            found.append((distance_m + off_m, seat))
    return min(found, default=(0.0, None))[1]


def _off_line_m(end: _End, there: PlanPoint, points: Mapping[int, PlanPoint]) -> float:
    """Returns how far a place is from the line or arc on which the row leads."""
    here = points[end.seat]
    distance_m = math.dist(here, there)
    heading = end.heading + end.bend * (end.step_m + distance_m) / 2
    return math.dist(
        there, (here.x + distance_m * math.cos(heading), here.y + distance_m * math.sin(heading))
    )


def _goes_on(name: str, other: str) -> bool:
    """True where the numbers of two seats follow each other, by ones, or by twos as on one side of a hall."""
    if not (name.isdecimal() and other.isdecimal() and len(name) < 6 and len(other) < 6):
        return False
    return 1 <= abs(int(name) - int(other)) <= 2


def _share_a_name(one: Sequence[int], two: Sequence[int], names: Sequence[str]) -> bool:
    return not ({names[seat] for seat in one} - {""}).isdisjoint(names[seat] for seat in two)


def _difference(first: float, second: float) -> float:
    return (first - second + math.pi) % math.tau - math.pi
