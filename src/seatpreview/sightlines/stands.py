"""Stands: the rows of sections with their floors, joined to those of neighbouring sections, as
web/source/drawing/rows.ts has them."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise, product

from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.geometry import Placement
from seatpreview.layouts.ground_plan import Point, halfway
from seatpreview.layouts.model import HallKind
from seatpreview.sightlines.measures import HALL_SHAPES
from seatpreview.sightlines.row_lines import RowLine, banks_of

_FRONT_PART = 0.65
"""The share of a row's depth that is in front of the seats."""
_AISLE_MOST_M = 8.0
"""Rows of neighbouring sections are joined if they are at most this far apart."""
_LISTED_AISLE_MOST_M = 3.0
_LEVEL_M = 0.12
_OVERLAP_M = 1.0
_PIECE_M = 2.2
"""A curved row is drawn in pieces of about this length."""
_BENCH_EDGE_M = 0.2
_BOX_END_M = 0.3
_LISTED_BOX_END_M = 0.1
_BOX_BACK_M = 0.5
_FLAT_M = 0.05
_ON_FLOOR_M = 0.4
_PIECES_MOST = 96
_CELL_M = 8.0
_CELL_HIGH_M = 0.25
_ROWS_OF_CELL_MOST = 64
"""Rows that begin in one place of the hall and are compared with each other: more than fit there."""
_ALIKE = 0.6


class Strip:
    """The floor of a row: where it begins and ends behind the seats, and what it is joined to."""

    def __init__(self, line: RowLine, front_m: float, back_m: float) -> None:
        self.line = line
        self.front_m, self.back_m = front_m, back_m
        self.left = (line.at(line.left_m, front_m), line.at(line.left_m, back_m))
        self.right = (line.at(line.right_m, front_m), line.at(line.right_m, back_m))
        """The ends of the seats, each at the front and at the back of the floor."""
        self.meets_left: tuple[Point, Point] | None = None
        self.meets_right: tuple[Point, Point] | None = None
        """Where the floor of a neighbouring section begins: in the middle of the aisle."""

    def edge(self, end_m: float, pieces: int, *, is_back: bool) -> list[Point]:
        """Returns the front or the back of the floor, from left to right."""
        line, behind_m = self.line, self.back_m if is_back else self.front_m
        from_m, to_m = line.left_m - end_m, line.right_m + end_m
        points = [line.at(from_m + (to_m - from_m) * step / pieces, behind_m) for step in range(pieces + 1)]
        if self.meets_left is not None:
            points[0] = self.meets_left[is_back]
        if self.meets_right is not None:
            points[-1] = self.meets_right[is_back]
        return points


class Stand:
    """Rows behind each other, from the front to the back."""

    def __init__(self, section: Section, placement: Placement, lines: list[RowLine], hall: HallKind) -> None:
        self.section, self.placement = section, placement
        self.strips = _strips(placement, lines, is_stone=HALL_SHAPES[hall].has_steps_of_stone)
        row_end_m = HALL_SHAPES[hall].row_end_m
        self.is_box = section.kind == "suite" or lines[0].is_box
        box_end_m = _LISTED_BOX_END_M if lines[0].is_box else _BOX_END_M
        self._end_m = min(box_end_m, row_end_m) if self.is_box else row_end_m
        self._pieces = _pieces(lines)

    @property
    def first_z(self) -> float:
        """The floor of the first row."""
        return self.strips[0].line.z

    @property
    def last_z(self) -> float:
        """The floor of the last row."""
        return self.strips[-1].line.z

    def front(self) -> list[Point]:
        """Returns the front edge of the first row, from left to right."""
        return self.strips[0].edge(self._end_m, self._pieces, is_back=False)

    def back(self) -> list[Point]:
        """Returns the back edge of the last row, with as many points as the front edge."""
        return self.strips[-1].edge(self._end_m, self._pieces, is_back=True)

    def is_loose(self, floor_z: float) -> bool:
        """Returns whether the chairs stand on the floor. They are removed where the section is closed."""
        placement = self.placement
        if placement.shape != "free" and not placement.heights_m:
            is_flat = placement.riser_m < _FLAT_M
        else:
            is_flat = all(other.line.z - one.line.z < _FLAT_M for one, other in pairwise(self.strips))
        return is_flat and abs(self.first_z - floor_z) < _ON_FLOOR_M


def stands_of(layout: CompiledLayout, hall: HallKind) -> list[Stand]:
    """Returns the stands of all sections with rows and geometry. Tables, and seats that stand alone, are on
    none."""
    stands = [
        Stand(section, section.plan.placement, lines, hall)
        for section in layout.sections
        if section.plan.placement is not None
        for lines in banks_of(layout, section, section.plan.placement)
    ]
    _join(stands)
    return stands


def _strips(placement: Placement, lines: list[RowLine], *, is_stone: bool) -> list[Strip]:
    fronts_m = [_in_front_m(line, placement.tread_m, is_stone) for line in lines]
    backs_m = [other.tread_m - front_m for other, front_m in zip(lines[1:], fronts_m[1:], strict=True)]
    backs_m.append(_BOX_BACK_M if lines[-1].is_box else placement.tread_m - fronts_m[-1])
    return [
        Strip(line, -front_m, back_m) for line, front_m, back_m in zip(lines, fronts_m, backs_m, strict=True)
    ]


def _in_front_m(line: RowLine, usual_tread_m: float, is_stone: bool) -> float:
    """The floor of a cross aisle belongs to the row in front of it."""
    tread_m = min(line.tread_m, usual_tread_m)
    return min(line.front_most_m, tread_m + _BENCH_EDGE_M if is_stone else tread_m * _FRONT_PART)


def _pieces(lines: list[RowLine]) -> int:
    """Returns the number of pieces of each row, equal for all rows of a stand so that corners line up."""
    if not any(line.is_bent for line in lines):
        return 1
    widest_m = max(line.right_m - line.left_m for line in lines)
    return min(_PIECES_MOST, max(2, math.ceil(widest_m / _PIECE_M)))


_Cell = tuple[int, int, int]
_Cells = dict[_Cell, list[tuple[Stand, Strip]]]


def _join(stands: Iterable[Stand]) -> None:
    """Joins neighbouring rows of the same height at the middle of the aisle between them."""
    lefts: _Cells = defaultdict(list)
    rows = [(stand, strip) for stand in stands for strip in stand.strips]
    for stand, strip in rows:
        cell = lefts[_cell(strip.left[0], strip.line.z)]
        if len(cell) < _ROWS_OF_CELL_MOST:
            cell.append((stand, strip))
    for stand, strip in rows:
        other = _nearest(lefts, stand, strip)
        if other is not None:
            meeting = (halfway(strip.right[0], other.left[0]), halfway(strip.right[1], other.left[1]))
            strip.meets_right = other.meets_left = meeting


def _nearest(lefts: _Cells, stand: Stand, strip: Strip) -> Strip | None:
    best, best_m = None, _LISTED_AISLE_MOST_M if stand.placement.shape == "free" else _AISLE_MOST_M
    for other_stand, other in _around(lefts, strip.right[0], strip.line.z):
        if other_stand is stand or abs(other.line.z - strip.line.z) > _LEVEL_M:
            continue
        if other.meets_left is not None or not _is_alike(strip, other) or not _is_to_the_right(strip, other):
            continue
        apart_m = math.dist(strip.right[0], other.left[0])
        if apart_m < best_m:
            best, best_m = other, apart_m
    return best


def _is_alike(one: Strip, other: Strip) -> bool:
    """Returns whether two rows face nearly the same direction."""
    (ax, ay), (bx, by) = _depth(one.right), _depth(other.left)
    return ax * bx + ay * by > _ALIKE


def _is_to_the_right(strip: Strip, other: Strip) -> bool:
    """Returns whether a row begins where another one ends, or further on."""
    start, end, there = strip.left[0], strip.right[0], other.left[0]
    length = math.dist(start, end) or 1.0
    along = (there[0] - end[0]) * (end[0] - start[0]) + (there[1] - end[1]) * (end[1] - start[1])
    return along / length > -_OVERLAP_M


def _depth(end: tuple[Point, Point]) -> Point:
    front, back = end
    length = math.dist(front, back) or 1.0
    return (back[0] - front[0]) / length, (back[1] - front[1]) / length


def _cell(point: Point, z: float) -> _Cell:
    return math.floor(point[0] / _CELL_M), math.floor(point[1] / _CELL_M), math.floor(z / _CELL_HIGH_M)


def _around(cells: _Cells, point: Point, z: float) -> Iterator[tuple[Stand, Strip]]:
    column, row, level = _cell(point, z)
    for x, y, height in product((-1, 0, 1), repeat=3):
        yield from cells.get((column + x, row + y, level + height), ())
