"""Orders the seats of sections, and gives them heights and directions. The focus is at (0, 0)."""

import math
from collections.abc import Mapping, Sequence

import msgspec

from seatpreview.imports.fitting.assumed_heights import (
    LevelRows,
    Rake,
    depths_of_level,
    nearest_m,
    rakes_of_levels,
)
from seatpreview.imports.fitting.hall_sections import HallSection, SeatNames
from seatpreview.imports.fitting.near_points import PlanPoint, bearing_of
from seatpreview.imports.fitting.seat_details import stated_facing
from seatpreview.imports.fitting.seat_order import from_front_to_back, from_left_to_right
from seatpreview.imports.fitting.section_rules import RowHeights
from seatpreview.imports.model import FoundHall, FoundTable
from seatpreview.imports.natural_order import in_counting_order, natural_sort_key
from seatpreview.imports.words.level_words import ranks_of_levels
from seatpreview.layouts.model import HallKind, SectionGeometry, Tables

_FLAT_WORDS = frozenset(("floor", "innenraum", "pit", "field", "parterre", "fosse", "platea", "pista"))
_HEIGHT_M_MAX = 300.0
_SAME_DISTANCE_M = 0.05
"""A section has its level's C-value as a rule if its rows are where the level's rake has them."""


class OrderedSection(msgspec.Struct):
    """A section with its seats in order."""

    source: HallSection
    rows: dict[str, list[int]]
    is_placed: bool

    @property
    def first_seat(self) -> int:
        """The seat that tells this section from others."""
        return next(iter(self.rows.values()))[0]


class HallHeights(msgspec.Struct):
    """The floors of a hall: as the file says, or by a rake for each floor of the building."""

    ranks: dict[str, int]
    rakes: dict[int, Rake]
    level_heights_m: dict[str, float]
    """Heights of the levels that the record names."""
    is_flat_ground: bool
    """Whether sections on the ground with such a name are flat, as the floor of an arena."""
    distances_m: dict[int, list[float]]
    """The distance of each row of a section, by the section's first seat, as its rake counts it."""

    def rake_of(self, name: str, level: str) -> Rake | None:
        """Returns the rake of the floor on which a section is."""
        return self.rakes.get(self.ranks.get(level or name, 0))

    def base_m(self, level: str) -> float:
        """Returns the height that the level itself adds to its sections."""
        return self.level_heights_m.get(level, 0.0)


def ordered_section(
    section: HallSection, names: SeatNames, points: Mapping[int, PlanPoint]
) -> OrderedSection:
    """Returns a section with rows from the front and seats from the left; by name if it has no positions."""
    seats = [seat for row in section.rows.values() for seat in row]
    if not all(seat in points for seat in seats):
        by_name = {
            row: sorted(section.rows[row], key=lambda seat: natural_sort_key(names.seats[seat]))
            for row in in_counting_order(section.rows)
        }
        return OrderedSection(section, by_name, False)
    rows = {row: from_left_to_right(members, points) for row, members in section.rows.items()}
    return OrderedSection(section, from_front_to_back(rows, points), True)


def hall_heights(
    found: FoundHall,
    sections: Sequence[OrderedSection],
    points: Mapping[int, PlanPoint],
    focus_z: float,
    c_value_mm: float,
    kind: HallKind,
) -> HallHeights:
    """Returns the rakes of a hall. Only sections with positions count."""
    standing = [area.level or area.name for area in found.areas if area.kind == "standing"]
    names = {section.source.level or section.source.source for section in sections}
    ranks = ranks_of_levels(sorted({*names, *standing}))
    of_ranks: dict[int, list[OrderedSection]] = {}
    for section in sections:
        if section.is_placed:
            of_ranks.setdefault(ranks[section.source.level or section.source.source], []).append(section)
    levels: dict[str, LevelRows] = {}
    distances_m: dict[int, list[float]] = {}
    for rank, members in of_ranks.items():
        levels[str(rank)] = level = _level_rows(rank, members, points, is_flat=kind == "club")
        distances_m |= {
            section.first_seat: [*own] for section, own in zip(members, level.distances_m, strict=True)
        }
    rakes = {int(rank): rake for rank, rake in rakes_of_levels(levels, focus_z, c_value_mm).items()}
    stated = {section.source.level for section in sections if section.source.level}
    heights = {level: round(rake.base_m, 2) for level in stated if (rake := rakes.get(ranks[level]))}
    return HallHeights(ranks, rakes, heights, kind in ("arena", "stadium"), distances_m)


def _level_rows(
    rank: int, sections: Sequence[OrderedSection], points: Mapping[int, PlanPoint], *, is_flat: bool
) -> LevelRows:
    rows = [_row_points(section, points) for section in sections]
    fronts_m = [nearest_m(own[0]) for own in rows]
    front_m = min(fronts_m)
    distances_m = [[front_m + depth_m for depth_m in own] for own in depths_of_level(rows)]
    return LevelRows(rank, distances_m, fronts_m, is_flat)


def _row_points(section: OrderedSection, points: Mapping[int, PlanPoint]) -> list[list[PlanPoint]]:
    return [[points[seat] for seat in seats] for seats in section.rows.values()]


def row_heights(
    found: FoundHall,
    section: OrderedSection,
    points: Mapping[int, PlanPoint],
    heights: HallHeights,
    metres_per_unit: float,
) -> tuple[RowHeights, bool]:
    """Returns the heights of a section above its level, and whether they are assumed."""
    stated = _stated_heights(found, section, metres_per_unit)
    base_m = heights.base_m(section.source.level)
    if stated is not None:
        return _of_file(section, stated, base_m), False
    rake = heights.rake_of(section.source.source, section.source.level)
    if rake is None:
        return RowHeights([0.0] * len(section.rows), None), True
    distances = heights.distances_m[section.first_seat]
    at_tables = any(found.seats[seat].table is not None for row in section.rows.values() for seat in row)
    is_floor = heights.is_flat_ground and rake.base_m == 0 and _is_floor(section.source.name)
    if at_tables or is_floor or rake.c_value_mm == 0:
        floor_m = rake.height_m(min(distances)) if at_tables and not is_floor else rake.base_m
        return RowHeights([floor_m - base_m] * len(distances), None), True
    rows_m = [rake.height_m(distance) - base_m for distance in distances]
    own = [nearest_m(row) for row in _row_points(section, points)]
    is_ruled = all(abs(one - other) < _SAME_DISTANCE_M for one, other in zip(own, distances, strict=True))
    return RowHeights(rows_m, rake.c_value_mm if is_ruled else None), True


def _is_floor(name: str) -> bool:
    """Returns whether a section of an arena is on the flat floor in the middle."""
    words = set(name.casefold().split())
    return "ground" not in words and not words.isdisjoint(_FLAT_WORDS)


def _stated_heights(
    found: FoundHall, section: OrderedSection, metres_per_unit: float
) -> dict[int, float] | None:
    heights: dict[int, float] = {}
    for row in section.rows.values():
        for seat in row:
            z = found.seats[seat].z
            if z is None or not abs(z * metres_per_unit) <= _HEIGHT_M_MAX:
                return None
            heights[seat] = z * metres_per_unit
    return heights


def _of_file(section: OrderedSection, stated: Mapping[int, float], base_m: float) -> RowHeights:
    relative = {seat: height - base_m for seat, height in stated.items()}
    rows_m = [relative[row[0]] for row in section.rows.values()]
    is_level = all(
        abs(relative[seat] - height_m) < 0.005
        for row, height_m in zip(section.rows.values(), rows_m, strict=True)
        for seat in row
    )
    return RowHeights(rows_m, None, None if is_level else relative)


def facings_of(
    found: FoundHall,
    section: OrderedSection,
    points: Mapping[int, PlanPoint],
    tables: Mapping[int, PlanPoint],
) -> dict[int, int] | None:
    """Returns the bearing of each seat, if the file turns one of them or if one is at a table."""
    own = [found.seats[seat] for row in section.rows.values() for seat in row]
    if all(seat.facing_deg is None and seat.table is None for seat in own):
        return None
    facings: dict[int, int] = {}
    is_known = False
    for row in section.rows.values():
        for seat in row:
            facing = stated_facing(found.seats[seat])
            table = found.seats[seat].table
            target = PlanPoint(0.0, 0.0)
            if facing is None and table is not None and table in tables:
                target = tables[table]
            is_known |= facing is not None or target != PlanPoint(0.0, 0.0)
            here = points[seat]
            towards = bearing_of(target.x - here.x, target.y - here.y)
            facings[seat] = round(towards if facing is None else facing) % 360
    return facings if is_known else None


def table_geometry(
    found: FoundHall, section: OrderedSection, tables: Mapping[int, PlanPoint], metres_per_unit: float
) -> SectionGeometry | None:
    """Returns the tables of a section as furniture. All have the size that most of them have."""
    used = {
        table: None
        for row in section.rows.values()
        for seat in row
        if (table := found.seats[seat].table) is not None and table in tables
    }
    if not used:
        return None
    sizes = [_size(found.tables[table], metres_per_unit) for table in used]
    usual = max(sorted(set(sizes)), key=sizes.count)
    return SectionGeometry(
        tables=Tables(
            shape="round" if usual[0] == "round" else "rectangle",
            width_m=usual[1],
            depth_m=None if usual[0] == "round" else usual[2],
            at=tuple(
                (round(tables[table].x, 3), round(tables[table].y, 3), _turn(found.tables[table]))
                for table in list(used)[:1000]
            ),
        )
    )


def _size(table: FoundTable, metres_per_unit: float) -> tuple[str, float, float]:
    return (
        table.shape,
        _between(table.width * metres_per_unit, 0.3, 30.0),
        _between(table.depth * metres_per_unit, 0.3, 30.0),
    )


def _between(value: float, low: float, high: float) -> float:
    return round(min(high, max(low, value)), 2) if math.isfinite(value) else low


def _turn(table: FoundTable) -> float:
    return round(table.turn_deg % 360.0, 1) if math.isfinite(table.turn_deg) else 0.0
