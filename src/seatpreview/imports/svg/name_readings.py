"""Checks the names of a drawing's seats against their places, and takes the reading that fits them best.

`seat-12-B-3` may be section, row and seat, or seat, row and section. Where neighbours by name stand beside
each other, and the rows of a section behind each other, the names were read in the right order.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from statistics import median
from typing import NamedTuple

from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.imports.plausibility import names_in_order
from seatpreview.imports.questions import Doubts
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.geometry import PointGrid
from seatpreview.imports.svg.names import ShapeNames
from seatpreview.imports.svg.seats import SeatShape
from seatpreview.imports.words.seat_phrases import parts_of, stated_fields

LOOKED_AT_MAX = 1_500
"""Seats beside each other that are enough to tell which reading is right."""
SEATS_MIN = 12
MARGIN = 0.1
"""A reading is preferred to the first one if it fits so much better."""
SAME = 0.05
_AS_READ = "as-read"
_FOR_PROGRAMS = "for-programs"
_MARKED = re.compile(r"[rsRS](\d{1,4})")
_ROLES = ("section", "row", "seat")

Names = tuple[str, str, str]
"""The section, the row and the seat."""


class _Reading(NamedTuple):
    id: str
    text: str
    names_of: Callable[[int], Names]
    """The names of a seat by its index."""


def read_by_places(hall: FoundHall, shapes: Sequence[SeatShape], size: float, doubts: Doubts) -> None:
    """Compares the readings of the names of seats, and gives seats those of the best one."""
    if len(hall.seats) < SEATS_MIN:
        return
    looked_at = _beside_each_other(hall.seats)
    readings = list(_readings(hall.seats, shapes, looked_at))
    if len(readings) < 2:
        return
    places = _Places(hall.seats, looked_at, size)
    scores = {reading.id: places.score(reading) for reading in readings}
    as_read = readings[0]
    best = max(readings, key=lambda reading: scores[reading.id])
    if scores[best.id] < scores[as_read.id] + MARGIN:
        return
    near = [
        reading for reading in readings if scores[reading.id] > scores[best.id] - SAME and reading is not best
    ]
    sure = 0.6 if near else 0.95
    offered = list(dict.fromkeys([best, *near, as_read]))
    text = (
        f"In what order are the names of a seat? {shapes[looked_at[0]].names.example!r} was read by where "
        "the seats stand."
    )
    chosen = doubts.ask("names", text, [(each.id, each.text) for each in offered], best.id, sure)
    _take(hall, next(each for each in offered if each.id == chosen), shapes)


def _take(hall: FoundHall, reading: _Reading, shapes: Sequence[SeatShape]) -> None:
    if reading.id == _AS_READ:
        return
    for index, seat in enumerate(hall.seats):
        seat.section, seat.row, seat.name = reading.names_of(index)
    text = f"Names are read so that neighbours by name stand beside each other: {reading.text}"
    add_item(hall.inferred, text, len(hall.seats), shapes[0].names.example)


def _beside_each_other(seats: Sequence[FoundSeat]) -> list[int]:
    """Returns the seats that are the nearest to one in the middle of the file."""
    x, y = seats[len(seats) // 2].x or 0.0, seats[len(seats) // 2].y or 0.0
    order = sorted(
        range(len(seats)), key=lambda index: math.hypot((seats[index].x or 0) - x, (seats[index].y or 0) - y)
    )
    return order[:LOOKED_AT_MAX]


def _readings(
    seats: Sequence[FoundSeat], shapes: Sequence[SeatShape], looked_at: Sequence[int]
) -> Iterable[_Reading]:
    """Yields the reading that was taken, then others: of the parts in another order, and from data for
    programs."""
    first = shapes[looked_at[0]].names.example
    yield _Reading(
        _AS_READ,
        f"As read: {_spelled(*_names(seats[looked_at[0]]))}.",
        lambda index: _names(seats[index]),
    )
    if any(shapes[index].names.internal for index in looked_at):
        yield _Reading(
            _FOR_PROGRAMS,
            "As the data for a program says it.",
            lambda index: _internal(seats[index], shapes[index].names),
        )
    positions = _varying([shapes[index].names for index in looked_at])
    if not 2 <= len(positions) <= 3:
        return
    for roles in permutations(_ROLES[-len(positions) :]):
        reading = _reordered(seats, shapes, dict(zip(roles, positions, strict=True)))
        names = reading(looked_at[0])
        text = f"{first} is {_spelled(*names)}."
        if any(reading(index) != _names(seats[index]) for index in looked_at):
            yield _Reading("-".join(roles), text, reading)


def _reordered(
    seats: Sequence[FoundSeat], shapes: Sequence[SeatShape], positions: dict[str, int]
) -> Callable[[int], Names]:
    used = set(positions.values())

    def names_of(index: int) -> Names:
        parts = parts_of(shapes[index].names.example)
        if len(parts) <= max(used):
            return _names(seats[index])
        if "section" in positions:
            section = parts[positions["section"]]
        elif (section := seats[index].section) in parts:
            # The first reading took it from the name: the part that all seats have in common is left.
            rest = [part for at, part in enumerate(parts) if at not in used and not stated_fields(part)]
            section = " ".join(rest)
        return section, _bare(parts[positions["row"]]), _bare(parts[positions["seat"]])

    return names_of


def _bare(part: str) -> str:
    """Returns a part of a name without the letter for what it is: `s7` is seat 7 beside `r4`."""
    found = _MARKED.fullmatch(part)
    return found[1] if found else part


def _names(seat: FoundSeat) -> Names:
    return seat.section, seat.row, seat.name


def _internal(seat: FoundSeat, names: ShapeNames) -> Names:
    other = names.internal
    return other.get("section", seat.section), other.get("row", seat.row), other.get("seat", seat.name)


def _spelled(section: str, row: str, seat: str) -> str:
    return ", ".join(filter(None, (section and f"section {section}", row and f"row {row}", f"seat {seat}")))


def _varying(names: Sequence[ShapeNames]) -> list[int]:
    """Returns the positions of the parts of a name that differ from seat to seat. Empty where words say what
    the parts are, where attributes do, and where names have different numbers of parts."""
    if any(each.source in ("", "attributes") for each in names):
        return []
    parts = [parts_of(each.example) for each in names]
    if len(set(map(len, parts))) != 1 or len(stated_fields(names[0].example)) > 1:
        return []
    return [at for at, column in enumerate(zip(*parts, strict=True)) if len(set(column)) > 1]


class _Places:
    """The places of some seats, and which of them stand near each other."""

    def __init__(self, seats: Sequence[FoundSeat], looked_at: Sequence[int], size: float) -> None:
        self._looked_at = looked_at
        self._points = [(seats[index].x or 0.0, seats[index].y or 0.0) for index in looked_at]
        grid = PointGrid(self._points, max(size, 1e-9) * 2)
        self._near = [
            sorted(found for found in grid.near(*point, size * 6) if found[1] != at)[:8]
            for at, point in enumerate(self._points)
        ]
        distances = [near[0][0] for near in self._near if near]
        self._pitch = median(distances) if distances else size

    def score(self, reading: _Reading) -> float:
        """Returns how well names fit places: 1 where each seat stands beside the next one of its row, and the
        rows beside it are of its section."""
        names = [reading.names_of(index) for index in self._looked_at]
        rows: dict[tuple[str, str], list[tuple[str, tuple[float, float]]]] = defaultdict(list)
        for (section, row, seat), point in zip(names, self._points, strict=True):
            rows[section, row].append((seat, point))
        return 0.7 * names_in_order(rows.values(), self._pitch) + 0.3 * self._connected(names)

    def _connected(self, names: Sequence[Names]) -> float:
        """Returns the share of the neighbours in other rows that are of the same section."""
        counts: Counter[bool] = Counter()
        for at, near in enumerate(self._near):
            section, row, _ = names[at]
            counts.update(
                names[other][0] == section for _, other in near if names[other][:2] != (section, row)
            )
        return counts[True] / counts.total() if counts else 1.0
