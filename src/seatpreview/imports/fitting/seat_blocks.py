"""Splits a section in which labels repeat into blocks in which each label occurs once.

Blocks grow from seats that stand near each other, nearest first, as long as no label occurs twice.
"""

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from seatpreview.imports.fitting.near_points import NearPoints, PlanPoint

RowAndSeat = tuple[str, str]

FEW_REPEATS_PART = 0.02
FEW_REPEATS_MAX = 50
FEW_REPEATS_MIN = 3
"""So few repeats are few in a small section, too."""


def split_by_repeats(
    seats: Sequence[int],
    labels: Mapping[int, RowAndSeat],
    parts: Mapping[int, str],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
) -> list[list[int]]:
    """Returns blocks of seats, each without a repeated label. A few repeats among many seats are a block of
    their own: nearly all labels then stay as they are."""
    counts: dict[RowAndSeat, int] = defaultdict(int)
    occurrence: dict[int, int] = {}
    for seat in seats:
        occurrence[seat] = counts[labels[seat]]
        counts[labels[seat]] += 1
    repeats = len(seats) - len(counts)
    if repeats == 0:
        return [list(seats)]
    if are_few(repeats, len(seats)):
        return _by_occurrence(seats, occurrence)
    segments = _segments(seats, labels, parts, points, pitch_m)
    blocks = _Blocks(segments, labels)
    for _, segment, other in sorted(_pairs(segments, labels, points, pitch_m)):
        blocks.join(segment, other)
    return blocks.result()


def are_few(repeats: int, seats: int) -> bool:
    """Returns whether so many repeated labels among so many seats are mistakes of a file."""
    most = max(FEW_REPEATS_MIN, FEW_REPEATS_PART * seats)
    return repeats <= min(FEW_REPEATS_MAX, most, seats // 5)


def connected(seats: Sequence[int], points: Mapping[int, PlanPoint], reach_m: float) -> list[list[int]]:
    """Returns the seats in groups whose distance from each other is more than `reach_m`."""
    index = NearPoints(((seat, points[seat]) for seat in seats), reach_m)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for start in seats:
        if start in seen:
            continue
        seen.add(start)
        group = [start]
        for seat in group:
            for _, other in index.near(points[seat]):
                if other not in seen:
                    seen.add(other)
                    group.append(other)
        groups.append(group)
    return groups


def _by_occurrence(seats: Sequence[int], occurrence: Mapping[int, int]) -> list[list[int]]:
    blocks: dict[int, list[int]] = defaultdict(list)
    for seat in seats:
        blocks[occurrence[seat]].append(seat)
    return [blocks[number] for number in sorted(blocks)]


def _segments(
    seats: Sequence[int],
    labels: Mapping[int, RowAndSeat],
    parts: Mapping[int, str],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
) -> list[list[int]]:
    """Returns pieces of rows, in the order of the file: a piece ends at a repeated name or a wide gap."""
    rows: dict[tuple[str, str], list[int]] = defaultdict(list)
    for seat in seats:
        rows[labels[seat][0], parts[seat]].append(seat)
    segments: list[list[int]] = []
    for row in rows.values():
        names: set[str] = set()
        for seat in row:
            name = labels[seat][1]
            if not names or name in names or _is_apart(segments[-1][-1], seat, points, pitch_m):
                segments.append([])
                names = set()
            segments[-1].append(seat)
            names.add(name)
    return segments


def _is_apart(seat: int, other: int, points: Mapping[int, PlanPoint], pitch_m: float) -> bool:
    here, there = points.get(seat), points.get(other)
    if here is None or there is None:
        return here is not there
    return math.dist(here, there) > _WIDE_GAP_PITCHES * pitch_m


def _pairs(
    segments: Sequence[Sequence[int]],
    labels: Mapping[int, RowAndSeat],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
) -> Iterator[tuple[float, int, int]]:
    """Yields pairs of pieces that may belong together, with the distance between them."""
    owners = {seat: number for number, segment in enumerate(segments) for seat in segment}
    placed = [(seat, points[seat]) for seat in owners if seat in points]
    index = NearPoints(placed, _NEXT_ROW_PITCHES * pitch_m)
    for number, segment in enumerate(segments):
        nearest: dict[int, float] = {}
        for seat in segment[:: max(1, len(segment) // 5)]:
            if seat not in points:
                continue
            for distance, other in index.near(points[seat]):
                owner = owners[other]
                if owner != number:
                    nearest[owner] = min(distance, nearest.get(owner, math.inf))
        for owner, distance in nearest.items():
            if _are_parallel(segment, segments[owner], points):
                yield distance, number, owner
    yield from _pairs_across_a_gap(segments, points, pitch_m)
    yield from _pairs_of_rows(segments, labels, points, pitch_m)
    yield from _pairs_without_positions(segments, points)


def _pairs_across_a_gap(
    segments: Sequence[Sequence[int]], points: Mapping[int, PlanPoint], pitch_m: float
) -> Iterator[tuple[float, int, int]]:
    """Yields pieces of rows straight in front of each other, with a cross aisle between them."""
    owners = {
        seat: number
        for number, segment in enumerate(segments)
        for seat in (segment[0], segment[len(segment) // 2], segment[-1])
        if seat in points
    }
    index = NearPoints(((seat, points[seat]) for seat in owners), _CROSS_AISLE_PITCHES * pitch_m)
    for seat, number in owners.items():
        here, way = points[seat], _way(segments[number], points)
        if way is None:
            continue
        for distance, other in index.near(here):
            there = points[other]
            beside = abs((there.x - here.x) * way.x + (there.y - here.y) * way.y)
            is_behind = beside < _STRAIGHT_BEHIND_MAX * distance * math.hypot(*way)
            if is_behind and _are_parallel(segments[number], segments[owners[other]], points):
                yield distance, number, owners[other]


def _are_parallel(segment: Sequence[int], other: Sequence[int], points: Mapping[int, PlanPoint]) -> bool:
    """Returns whether two pieces of rows have nearly the same direction. A single seat has any."""
    here, there = _way(segment, points), _way(other, points)
    if here is None or there is None:
        return True
    cross = here.x * there.y - here.y * there.x
    return abs(cross) < _PARALLEL_MAX * math.hypot(*here) * math.hypot(*there)


def _way(segment: Sequence[int], points: Mapping[int, PlanPoint]) -> PlanPoint | None:
    first, last = points.get(segment[0]), points.get(segment[-1])
    if first is None or last is None or first == last:
        return None
    return PlanPoint(last.x - first.x, last.y - first.y)


def _pairs_of_rows(
    segments: Sequence[Sequence[int]],
    labels: Mapping[int, RowAndSeat],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
) -> Iterator[tuple[float, int, int]]:
    """Yields pieces of one row on both sides of an aisle: they lie on one line."""
    rows: dict[str, list[int]] = defaultdict(list)
    for number, segment in enumerate(segments):
        if segment[0] in points and segment[-1] in points and len(segment) > 1:
            rows[labels[segment[0]][0]].append(number)
    for numbers in rows.values():
        for position, number in enumerate(numbers[:_PIECES_OF_A_ROW_MAX]):
            for other in numbers[position + 1 : _PIECES_OF_A_ROW_MAX]:
                distance = _gap_on_line(segments[number], segments[other], points)
                if distance is not None and distance <= _AISLE_PITCHES * pitch_m:
                    yield distance, number, other


def _gap_on_line(
    segment: Sequence[int], other: Sequence[int], points: Mapping[int, PlanPoint]
) -> float | None:
    """Returns the distance between the nearer ends of two pieces that have nearly the same direction."""
    ends = [points[segment[0]], points[segment[-1]]]
    others = [points[other[0]], points[other[-1]]]
    distance, here, there = min((math.dist(a, b), a, b) for a in ends for b in others)
    length = math.dist(*ends)
    if length == 0 or distance == 0:
        return None
    cross = (ends[1].x - ends[0].x) * (there.y - here.y) - (ends[1].y - ends[0].y) * (there.x - here.x)
    return distance if abs(cross) < 0.35 * length * distance else None


def _pairs_without_positions(
    segments: Sequence[Sequence[int]], points: Mapping[int, PlanPoint]
) -> Iterator[tuple[float, int, int]]:
    """Yields neighbours in the order of the file, where positions do not say which pieces are near."""
    without = [number for number, segment in enumerate(segments) if segment[0] not in points]
    for number, other in itertools.pairwise(without):
        yield math.inf, number, other


class _Blocks:
    """Blocks that are joined step by step, unless both have the same label."""

    def __init__(self, segments: Sequence[Sequence[int]], labels: Mapping[int, RowAndSeat]) -> None:
        self._parents = list(range(len(segments)))
        self._seats = [list(segment) for segment in segments]
        self._labels = [{labels[seat] for seat in segment} for segment in segments]

    def join(self, segment: int, other: int) -> None:
        small, large = self._first_of(segment), self._first_of(other)
        if len(self._labels[small]) > len(self._labels[large]):
            small, large = large, small
        if small == large or not self._labels[small].isdisjoint(self._labels[large]):
            return
        self._parents[small] = large
        self._seats[large] += self._seats[small]
        self._labels[large] |= self._labels[small]
        self._seats[small], self._labels[small] = [], set()

    def result(self) -> list[list[int]]:
        """Returns the blocks in the order of the file. Many small ones are put together where labels allow
        it: they are no blocks that anybody would recognise."""
        numbers = [number for number, seats in enumerate(self._seats) if seats]
        if len(numbers) > _BLOCKS_MAX:
            numbers.sort(key=lambda number: -len(self._seats[number]))
            for number in numbers[_BLOCKS_MAX:]:
                self._join_any(number, numbers[:_BLOCKS_MAX])
        return sorted(sorted(seats) for seats in self._seats if seats)

    def _join_any(self, number: int, others: Sequence[int]) -> None:
        for other in others:
            self.join(number, other)
            if not self._seats[number] or not self._seats[other]:
                return

    def _first_of(self, segment: int) -> int:
        while self._parents[segment] != segment:
            self._parents[segment] = self._parents[self._parents[segment]]
            segment = self._parents[segment]
        return segment


_WIDE_GAP_PITCHES = 6.0
_NEXT_ROW_PITCHES = 2.4
_AISLE_PITCHES = 8.0
_CROSS_AISLE_PITCHES = 6.0
_STRAIGHT_BEHIND_MAX = 0.4
_PARALLEL_MAX = 0.4
_PIECES_OF_A_ROW_MAX = 40
_BLOCKS_MAX = 600
