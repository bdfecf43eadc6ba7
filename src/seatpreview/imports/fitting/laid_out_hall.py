"""Lays out a list of seats that has no places: sections side by side before an assumed stage.

The places are invented, and the report and the layout's `assumed` say so. They keep sections from lying on
each other, so that somebody can move each to where it is.
"""

from collections import defaultdict

from seatpreview.imports.model import FoundHall, FoundSeat, ReportItem
from seatpreview.imports.natural_order import in_counting_order, natural_sort_key
from seatpreview.imports.words.level_words import ranks_of_levels
from seatpreview.imports.words.plan_words import side_of

SEAT_M, ROW_M = 0.52, 0.9
FIRST_ROW_M = 6.0
"""From the assumed stage to the first row."""
AISLE_M, CROSS_AISLE_M = 1.5, 3.0
WIDTH_M_MAX = 60.0
"""Sections that do not fit beside each other are laid out behind them."""
_SEATS_OF_NO_ROW = 30

Rows = list[list[FoundSeat]]


def lay_out(found: FoundHall) -> bool:
    """Gives every seat of a list a place, if none has one. Returns whether it did."""
    has_places = any(seat.x is not None for seat in found.seats) or any(area.points for area in found.areas)
    if found.format != "table" or found.is_export or has_places or not found.seats:
        return False
    front_m = FIRST_ROW_M
    for level in _sections_by_level(found):
        for band in _bands(level):
            _place_band(band, front_m)
            front_m += max(map(len, band)) * ROW_M + CROSS_AISLE_M
    found.metres_per_unit, found.is_y_down, found.is_y_stated = 1.0, False, True
    found.focal_point = (0.0, 0.0)
    sections = len({(seat.level, seat.section) for seat in found.seats})
    found.inferred.append(
        ReportItem(
            text="The file has no places. Sections are laid out side by side before an assumed stage: move "
            "each to where it is.",
            count=sections,
            example=found.seats[0].section or None,
        )
    )
    return True


def _sections_by_level(found: FoundHall) -> list[list[Rows]]:
    """The rows of each section from the front, in the order of the file, with sections that name a side on
    it: level by level, the lowest in front."""
    rows: dict[tuple[str, str], dict[str, list[FoundSeat]]] = defaultdict(lambda: defaultdict(list))
    for seat in found.seats:
        rows[seat.level, seat.section][seat.row].append(seat)
    ranks = ranks_of_levels({level or section for level, section in rows})
    levels: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for level, section in rows:
        levels[ranks[level or section]].append((level, section))
    return [
        [
            _rows(rows[names], found.odd_side)
            for names in sorted(levels[rank], key=lambda names: side_of(" ".join(names)))
        ]
        for rank in sorted(levels)
    ]


def _rows(seats_of_rows: dict[str, list[FoundSeat]], odd_side: str) -> Rows:
    found: Rows = []
    for name in in_counting_order(seats_of_rows):
        seats = sorted(seats_of_rows[name], key=lambda seat: natural_sort_key(seat.name))
        if odd_side and name and all(seat.name.isdecimal() for seat in seats):
            # Odd and even numbers count from the middle of the hall.
            halves = [[seat for seat in seats if int(seat.name) % 2 == parity] for parity in (0, 1)]
            left, right = halves if odd_side == "right" else reversed(halves)
            seats = [*reversed(left), *right]
        step = len(seats) if name else _SEATS_OF_NO_ROW
        found += [seats[at : at + step] for at in range(0, len(seats), step)]
    return found


def _bands(sections: list[Rows]) -> list[list[Rows]]:
    """Sections that fit beside each other."""
    bands: list[list[Rows]] = []
    width_m = WIDTH_M_MAX
    for section in sections:
        own_m = _width_m(section) + AISLE_M
        if width_m + own_m > WIDTH_M_MAX:
            bands.append([])
            width_m = 0.0
        bands[-1].append(section)
        width_m += own_m
    return bands


def _width_m(section: Rows) -> float:
    return max(map(len, section)) * SEAT_M


def _place_band(band: list[Rows], front_m: float) -> None:
    """Places sections beside each other. The stage is at the top of the page, so that left is left."""
    left_m = -(sum(map(_width_m, band)) + AISLE_M * (len(band) - 1)) / 2
    for section in band:
        middle_m = left_m + _width_m(section) / 2
        for row, seats in enumerate(section):
            for at, seat in enumerate(seats):
                seat.x = round(middle_m + (at - (len(seats) - 1) / 2) * SEAT_M, 3)
                seat.y = round(-front_m - row * ROW_M, 3)
        left_m += _width_m(section) + AISLE_M
