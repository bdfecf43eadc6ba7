"""Compares an imported record with what is known of a plan: seats, names, places and the focus."""

import math
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from seatpreview.decoding.inputs import decode
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout

PLACE_TOLERANCE_M = 0.10
FOCUS_TOLERANCE_M = 3.0
_OTHER_NAMES = {"semiAmbulatory": "easyAccess"}


class Score(NamedTuple):
    """How many seats of a plan an import got wrong."""

    seats: int
    imported: int
    lost: int
    names_wrong: int
    places_wrong: int
    sections_wrong: int
    refs_wrong: int
    properties_wrong: int
    focus_error_m: float | None
    scale: float
    """The size of the imported hall, as a share of the true one."""

    @property
    def is_right(self) -> bool:
        """Whether every seat is there, with its name, in its place."""
        return not (self.lost or self.names_wrong or self.places_wrong) and self.imported == self.seats


class _Seat(NamedTuple):
    row: str
    seat: str
    section: str
    x: float | None
    y: float | None
    ref: str | None
    properties: frozenset[str]

    @property
    def name(self) -> tuple[str, str]:
        return self.row.casefold(), self.seat.casefold()


def score(truth: dict[str, Any], record: dict[str, Any]) -> Score:
    """Compares a record with the truth about a plan. Halls are laid over each other by the middle of their
    seats; where the file has no unit, they are also scaled. A sheet of cells says neither how wide nor how
    deep a cell is: such halls are scaled along and across. Places are not compared where a plan has none."""
    layout = compile_layout(decode(record["rules"]["layout"], Layout))
    wanted = [_wanted(seat, truth["positions"]) for seat in truth["seats"]]
    found = list(_imported(layout))
    scale = _size(found) / _size(wanted) if _size(wanted) and _size(found) else 1.0
    factor = (1.0, 1.0) if truth["hasUnit"] else (1 / scale, 1 / scale)
    if truth["positions"] == "grid":
        factor = _factors_of_axes(found, wanted)
    placed = _laid_over(found, wanted, factor)
    pairs, lost = _pairs(wanted, placed)
    return Score(
        seats=len(wanted),
        imported=len(found),
        lost=lost,
        names_wrong=sum(one.name != other.name for one, other in pairs),
        places_wrong=sum(_distance(one, other) > PLACE_TOLERANCE_M for one, other in pairs),
        sections_wrong=sum(not _is_same_section(one, other) for one, other in pairs),
        refs_wrong=sum(one.ref is not None and one.ref != other.ref for one, other in pairs),
        properties_wrong=sum(one.properties != other.properties for one, other in pairs),
        focus_error_m=_focus_error(truth, layout, found, wanted, factor),
        scale=round(scale, 3),
    )


def _wanted(seat: dict[str, Any], positions: str) -> _Seat:
    row, name = str(seat.get("row") or ""), str(seat.get("seat") or "")
    x, y = (None, None) if positions == "none" else (seat.get("x"), seat.get("y"))
    properties = frozenset(_OTHER_NAMES.get(has, has) for has in seat.get("properties", ()))
    return _Seat(row, name, str(seat.get("section") or ""), x, y, seat.get("ref"), properties)


def _imported(layout: CompiledLayout) -> "list[_Seat]":
    seats = []
    for key in layout.seats():
        floor = layout.floor_point(*key)
        section = layout.section(key.section)
        named = "" if section is None else f"{section.id} {section.name} {section.level}"
        x, y = (None, None) if floor is None else (floor.x, floor.y)
        properties = frozenset(layout.seat_kind(*key).properties)
        seats.append(_Seat(key.row, key.seat, named, x, y, layout.seat_ref(*key), properties))
    return seats


def _size(seats: list[_Seat]) -> float:
    points = [(seat.x, seat.y) for seat in seats if seat.x is not None and seat.y is not None]
    if len(points) < 2:
        return 0.0
    mid_x, mid_y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return math.sqrt(sum((x - mid_x) ** 2 + (y - mid_y) ** 2 for x, y in points) / len(points))


def _factors_of_axes(found: list[_Seat], wanted: list[_Seat]) -> tuple[float, float]:
    """Returns what the imported hall is multiplied by, along x and along y. Nothing is mirrored."""
    along = _size([seat._replace(y=0.0) for seat in wanted]) / _size([seat._replace(y=0.0) for seat in found])
    across = _size([seat._replace(x=0.0) for seat in wanted]) / _size(
        [seat._replace(x=0.0) for seat in found]
    )
    return along, across


def _middle(seats: list[_Seat]) -> tuple[float, float]:
    points = [(seat.x, seat.y) for seat in seats if seat.x is not None and seat.y is not None]
    if not points:
        return 0.0, 0.0
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _laid_over(found: list[_Seat], wanted: list[_Seat], factor: tuple[float, float]) -> list[_Seat]:
    (from_x, from_y), (to_x, to_y) = _middle(found), _middle(wanted)
    return [
        seat
        if seat.x is None or seat.y is None
        else seat._replace(x=to_x + (seat.x - from_x) * factor[0], y=to_y + (seat.y - from_y) * factor[1])
        for seat in found
    ]


def _pairs(wanted: list[_Seat], found: list[_Seat]) -> tuple[list[tuple[_Seat, _Seat]], int]:
    """Pairs each true seat with an imported one: of its name and at its place, else at its place, else of its
    name. A true seat without any is lost."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, seat in enumerate(found):
        if seat.x is not None and seat.y is not None:
            cells[round(seat.x), round(seat.y)].append(index)
        by_name[seat.name].append(index)
    free = Counter(range(len(found)))
    pairs: dict[int, int] = {}
    for is_named in (True, False):
        for number, seat in enumerate(wanted):
            if number in pairs or seat.x is None or seat.y is None:
                continue
            near = [
                index
                for east in (-1, 0, 1)
                for north in (-1, 0, 1)
                for index in cells[round(seat.x) + east, round(seat.y) + north]
                if free[index] and _distance(seat, found[index]) <= PLACE_TOLERANCE_M
            ]
            near = [index for index in near if not is_named or found[index].name == seat.name]
            if near:
                best = min(near, key=lambda index: _distance(seat, found[index]))
                pairs[number] = best
                free[best] = 0
    for number, seat in enumerate(wanted):
        if number in pairs:
            continue
        same = [index for index in by_name[seat.name] if free[index]]
        same.sort(key=lambda index: (not _is_same_section(seat, found[index]), _distance(seat, found[index])))
        if same:
            pairs[number] = same[0]
            free[same[0]] = 0
    return [(wanted[one], found[other]) for one, other in pairs.items()], len(wanted) - len(pairs)


def _distance(one: _Seat, other: _Seat) -> float:
    if one.x is None or one.y is None:
        return 0.0
    if other.x is None or other.y is None:
        return math.inf
    return math.hypot(one.x - other.x, one.y - other.y)


def _is_same_section(one: _Seat, other: _Seat) -> bool:
    return " ".join(one.section.casefold().split()) in " ".join(other.section.casefold().split())


def _focus_error(
    truth: dict[str, Any],
    layout: CompiledLayout,
    found: list[_Seat],
    wanted: list[_Seat],
    factor: tuple[float, float],
) -> float | None:
    focus = truth.get("focus")
    if focus is None:
        return None
    (from_x, from_y), (to_x, to_y) = _middle(found), _middle(wanted)
    x = to_x + (layout.focus.x - from_x) * factor[0]
    y = to_y + (layout.focus.y - from_y) * factor[1]
    return round(math.hypot(x - focus["x"], y - focus["y"]), 2)
