"""Judges whether a hall can be real: its size, the distances of its seats and rows, its names and its stage.

One judge for everybody: imports, drafts and their checks in the designer, publish, the command line and
doctor. The designer's check of overlaps, which runs while somebody draws, has its limits (`tests/facts`
compares them). Pure, and linear in the seats.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from seatpreview.imports.model import FindingKind, HallFinding
from seatpreview.imports.natural_order import natural_sort_key, sorted_naturally
from seatpreview.layouts.compiled import CompiledLayout, Row, Section

WIDTH_M_MIN, WIDTH_M_MAX = 3.0, 400.0
"""The longer side of a hall, from the outermost seats."""
OVERLAP_M = 0.35
"""Seats nearer than this overlap."""
OVERLAP_ASSUMED_M = 0.25
"""The same where the scale is assumed: half the usual distance."""
STOREY_M = 1.0
"""Seats on floors above one another do not overlap."""
OVERLAPS_MAX = 0.1
"""The share of overlapping seats from which a hall cannot be real."""
SEAT_PITCH_M_MIN, SEAT_PITCH_M_MAX = 0.35, 1.6
ROW_PITCH_M_MIN, ROW_PITCH_M_MAX = 0.55, 3.0
WITHOUT_PLACE_MAX = 0.1
IN_ORDER_MIN = 0.7
BEHIND_FOCUS_MAX = 0.5
SEATS_MIN = 12
"""A hall with fewer seats may have any size and order."""
_CELL_POINTS_MAX = 24
_MEASURED_MAX = 2_000


class JudgedPlace(NamedTuple):
    """Where a seat is, in metres."""

    x: float
    y: float
    z: float = 0.0


class JudgedRow(NamedTuple):
    """A row of a hall: the names of its seats, and their places as far as they have one."""

    section: str
    name: str
    floor: str
    """Seats on different floors never overlap. Empty where heights are known."""
    seats: Sequence[str]
    places: Sequence[JudgedPlace | None]
    is_straight: bool = True
    """False for a table with seats around it."""


def judge_hall(
    rows: Sequence[JudgedRow], focus: tuple[float, float] | None, *, is_scale_known: bool = True
) -> tuple[HallFinding, ...]:
    """Returns what is hardly true of a hall, the gravest first. `focus` is what people look at, if it is
    known; distances are only judged where the scale is."""
    places = [place for row in rows for place in row.places if place is not None]
    count = sum(len(row.seats) for row in rows)
    found = list(_without_place(count, len(places)))
    if len(places) >= SEATS_MIN:
        found += _width(places)
        found += _overlaps(rows, len(places), OVERLAP_M if is_scale_known else OVERLAP_ASSUMED_M)
        if is_scale_known:
            found += _pitches(rows)
        found += _numbering(rows)
        if focus is not None:
            found += _focus(rows, focus)
    return tuple(sorted(found, key=lambda finding: not finding.is_grave))


def judge_layout(layout: CompiledLayout) -> tuple[HallFinding, ...]:
    """Returns what is hardly true of a layout."""
    rows = [_judged(layout, section, row) for section in layout.sections for row in section.rows if row.seats]
    is_scale_known = "scale" not in layout.facts.assumed
    focus = None if "focus" in layout.facts.assumed else (layout.focus.x, layout.focus.y)
    return judge_hall(rows, focus, is_scale_known=is_scale_known)


def _judged(layout: CompiledLayout, section: Section, row: Row) -> JudgedRow:
    place_at = layout.places_in_row(section, row)
    names: list[str] = []
    places: list[JudgedPlace | None] = []
    for slot in range(0 if row.seats is None else row.seats.slots):
        name = None if row.seats is None else row.seats.seat_at(slot)
        if name is not None:
            names.append(name)
            places.append(None if place_at is None else JudgedPlace(*place_at(slot).point))
    return JudgedRow(section.id, row.id, "", names, places, is_straight=not section.plan.tables)


def size_m(places: Sequence[tuple[float, ...]]) -> float:
    """Returns the longer side of a hall."""
    xs, ys = [place[0] for place in places], [place[1] for place in places]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def names_in_order(rows: Iterable[Sequence[tuple[str, tuple[float, float]]]], pitch: float) -> float:
    """Returns how well the names of rows and seats fit their places, from 0 to 1.

    Each row is a list of names with places. A seat counts fully if the next one by name, or the next but one
    (rows that are numbered odd on one side and even on the other), is as near as seats stand, `pitch`; half
    if it is twice as far. A seat alone in its row, and one with the name of another, count nothing.
    """
    total, score = 0, 0.0
    for row in rows:
        ordered = sorted(row, key=lambda seat: natural_sort_key(seat[0]))
        total += len(ordered)
        for index, (name, place) in enumerate(ordered):
            near = [
                math.dist(place, ordered[other][1])
                for other in (index - 2, index - 1, index + 1, index + 2)
                if 0 <= other < len(ordered) and ordered[other][0] != name
            ]
            is_twice = any(
                0 <= other < len(ordered) and ordered[other][0] == name for other in (index - 1, index + 1)
            )
            if near and not is_twice:
                score += min(1.0, pitch / max(min(near), 1e-9))
    return score / total if total else 0.0


def _without_place(seats: int, placed: int) -> Iterable[HallFinding]:
    share = 1 - placed / seats if seats else 0.0
    if placed and share > WITHOUT_PLACE_MAX:
        yield HallFinding(
            kind="without-place",
            text=f"{share:.0%} of the seats have no place: they are not on the map, and have no view.",
            is_grave=False,
            value=round(share, 3),
        )


def _width(places: Sequence[JudgedPlace]) -> Iterable[HallFinding]:
    longer_m = size_m(places)
    if WIDTH_M_MIN <= longer_m <= WIDTH_M_MAX:
        return
    few_or_far = "less" if longer_m < WIDTH_M_MIN else "more"
    limit_m = WIDTH_M_MIN if longer_m < WIDTH_M_MIN else WIDTH_M_MAX
    yield HallFinding(
        kind="width",
        text=f"The hall would be {longer_m:,.1f} m wide, {few_or_far} than {limit_m:.0f} m.",
        is_grave=True,
        value=round(longer_m, 2),
    )


def _overlaps(rows: Sequence[JudgedRow], placed: int, near_m: float) -> Iterable[HallFinding]:
    cells: dict[tuple[str, int, int], list[tuple[JudgedPlace, int]]] = defaultdict(list)
    number = 0
    for row in rows:
        for place in row.places:
            if place is None:
                continue
            cell = (row.floor, math.floor(place.x / near_m), math.floor(place.y / near_m))
            members = cells[cell]
            if len(members) < _CELL_POINTS_MAX:
                members.append((place, number))
            number += 1
    found: set[int] = set()
    for (floor, column, line), members in cells.items():
        around = [
            other
            for i, j in ((1, -1), (1, 0), (1, 1), (0, 1))
            for other in cells.get((floor, column + i, line + j), ())
        ]
        for position, (place, index) in enumerate(members):
            for other, other_index in (*members[position + 1 :], *around):
                if (
                    math.hypot(place.x - other.x, place.y - other.y) < near_m
                    and abs(place.z - other.z) < STOREY_M
                ):
                    found.update((index, other_index))
    if found:
        share = len(found) / placed
        seats = "1 seat is" if len(found) == 1 else f"{len(found):,} seats ({share:.0%}) are"
        yield HallFinding(
            kind="overlaps",
            text=f"{seats} less than {100 * near_m:.0f} cm from another one.",
            is_grave=share > OVERLAPS_MAX,
            value=round(share, 3),
        )


def _pitches(rows: Sequence[JudgedRow]) -> Iterable[HallFinding]:
    straight = [(row.section, _ordered(row)) for row in rows if row.is_straight]
    seats_m = [distance for _, places in straight for distance in _steps(places)]
    rows_m = [
        min(math.dist(places[len(places) // 2], there) for there in before)
        for (section, places), (other, before) in pairwise(straight)
        if section == other and places and before
    ]
    if len(seats_m) >= SEATS_MIN:
        yield from _pitch("seat-pitch", "Seats of a row", median(seats_m), SEAT_PITCH_M_MIN, SEAT_PITCH_M_MAX)
    if len(rows_m) >= 3:
        yield from _pitch("row-pitch", "Rows", median(rows_m), ROW_PITCH_M_MIN, ROW_PITCH_M_MAX)


def _pitch(
    kind: FindingKind, noun: str, usual_m: float, least_m: float, most_m: float
) -> Iterable[HallFinding]:
    if not least_m <= usual_m <= most_m:
        yield HallFinding(
            kind=kind,
            text=f"{noun} are {usual_m:.2f} m apart; {least_m:g} to {most_m:g} m would be usual.",
            is_grave=False,
            value=round(usual_m, 3),
        )


def _ordered(row: JudgedRow) -> list[tuple[float, float]]:
    """Returns the places of a row along its longer side."""
    places = [(place.x, place.y) for place in row.places if place is not None]
    axis = 0 if _span(places, 0) >= _span(places, 1) else 1
    return sorted(places, key=lambda place: place[axis])


def _steps(places: Sequence[tuple[float, float]]) -> Iterable[float]:
    return (math.dist(here, there) for here, there in pairwise(places))


def _span(places: Sequence[tuple[float, float]], axis: int) -> float:
    values = [place[axis] for place in places]
    return max(values) - min(values) if values else 0.0


def _numbering(rows: Sequence[JudgedRow]) -> Iterable[HallFinding]:
    looked_at = [row for row in rows if row.is_straight and len(row.seats) > 2]
    looked_at = looked_at[:: max(1, len(looked_at) // _MEASURED_MAX)]
    named = [
        [
            (name, (place.x, place.y))
            for name, place in zip(row.seats, row.places, strict=True)
            if place is not None and name
        ]
        for row in looked_at
    ]
    distances = [distance for row in looked_at for distance in _steps(_ordered(row))]
    if len(named) < 3 or not distances:
        return
    share = names_in_order(named, median(distances))
    if share < IN_ORDER_MIN:
        yield HallFinding(
            kind="numbering",
            text=(
                "Seats that follow each other by name do not stand beside each other: names may have been "
                "read in the wrong order."
            ),
            is_grave=share < IN_ORDER_MIN / 2,
            value=round(share, 3),
        )


def _focus(rows: Sequence[JudgedRow], focus: tuple[float, float]) -> Iterable[HallFinding]:
    """Compares, section by section, whether rows that come first by name are nearer to the focus."""
    sections: dict[tuple[str, str], list[JudgedRow]] = defaultdict(list)
    for row in rows:
        if row.is_straight and row.name:
            sections[row.floor, row.section].append(row)
    judged = behind = 0
    for members in sections.values():
        order = sorted_naturally({row.name for row in members})
        order_of = {name: place for place, name in enumerate(order)}
        members.sort(key=lambda row: order_of[row.name])
        distances_m = [
            min(math.dist((place.x, place.y), focus) for place in row.places if place is not None)
            for row in members
            if any(place is not None for place in row.places)
        ]
        half = len(distances_m) // 2
        if half < 2:
            continue
        seats = sum(len(row.seats) for row in members)
        judged += seats
        behind += seats if sum(distances_m[:half]) / half > sum(distances_m[-half:]) / half else 0
    if judged and behind / judged > BEHIND_FOCUS_MAX:
        yield HallFinding(
            kind="focus",
            text=(
                f"The rows that come first by name are the farthest from the stage for {behind / judged:.0%} "
                "of the seats: the stage may be on the other side."
            ),
            is_grave=False,
            value=round(behind / judged, 3),
        )
