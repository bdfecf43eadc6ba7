"""Writes a section as a rule of a layout: by its measures if seats stand regularly, else seat by seat."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.imports.fitting.assumed_heights import SLOPE_MAX
from seatpreview.imports.fitting.compact_names import CompactNames, compact_names
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.regular_rows import NamedRow, counted_seats, regular_geometry
from seatpreview.layouts.model import NO_ROW, PositionedRow, SectionGeometry, SectionRule

_REACH_CM = 200_000


class RowHeights(NamedTuple):
    """The floor of the rows of a section, in metres above its level."""

    rows_m: Sequence[float]
    """Of each row, from the front."""
    c_value_mm: float | None
    """The C-value that they follow; None if the file has them, or if the section is flat."""
    seats_m: Mapping[int, float] | None = None
    """Of each seat, where seats of a row are at different heights."""


class SectionSeats(NamedTuple):
    """A section with its seats in order."""

    rule: SectionRule
    """What the section has besides rows, seats and places."""
    rows: Mapping[str, Sequence[int]]
    """From the front to the back, and from left to right."""
    heights: RowHeights | None
    """None if its seats have no positions."""
    facings_deg: Mapping[int, int] | None = None
    """The bearing of each seat, if the file has it or if the seats are at tables."""
    is_at_tables: bool = False


Names = Callable[[int], str]


def named_rule(section: SectionSeats, names: Names) -> SectionRule | None:
    """Returns a rule without places; None if counting cannot give the names of the seats."""
    rows = {row: [names(seat) for seat in seats] for row, seats in section.rows.items()}
    seats = counted_seats(rows)
    if seats is None:
        return None
    return replace(
        section.rule,
        rows=() if NO_ROW in rows else compact_names(list(rows)),
        seats=seats[0] if len(seats) == 1 else seats,
    )


def measured_rule(
    section: SectionSeats, names: Names, points: Mapping[int, PlanPoint], tolerance_m: float
) -> SectionRule | None:
    """Returns a rule with a geometry; None if the seats do not stand regularly."""
    if section.is_at_tables or section.heights is None or section.heights.seats_m is not None:
        return None
    named = named_rule(section, names)
    if named is None or named.seats is None:
        return None
    rows = [
        NamedRow(row, [names(seat) for seat in seats], [points[seat] for seat in seats])
        for row, seats in section.rows.items()
    ]
    seats = named.seats if isinstance(named.seats, tuple) else (named.seats,)
    geometry = regular_geometry(rows, seats, tolerance_m)
    raked = None if geometry is None else _raked(geometry, section.heights)
    return None if raked is None else replace(named, geometry=raked)


def positioned_rule(section: SectionSeats, names: Names, points: Mapping[int, PlanPoint]) -> SectionRule:
    """Returns a rule that lists the place of every seat."""
    heights = section.heights or RowHeights([0.0] * len(section.rows), None)
    compacted: dict[tuple[str, ...], CompactNames] = {}
    rows = []
    for (row, seats), height_m in zip(section.rows.items(), heights.rows_m, strict=True):
        called = tuple(names(seat) for seat in seats)
        if called not in compacted:
            compacted[called] = compact_names(called)
        rows.append(
            PositionedRow(
                row=None if row == NO_ROW else row,
                seats=compacted[called],
                x=tuple(_centimetres(points[seat].x) for seat in seats),
                y=tuple(_centimetres(points[seat].y) for seat in seats),
                z=_heights(heights, seats, height_m),
                facing=_facings(section, seats),
            )
        )
    return replace(section.rule, positions=tuple(rows))


def _heights(heights: RowHeights, seats: Sequence[int], row_m: float) -> int | tuple[int, ...]:
    of_seats = heights.seats_m
    if of_seats is None:
        return _centimetres(row_m)
    of_row = tuple(_centimetres(of_seats[seat]) for seat in seats)
    return of_row[0] if len(set(of_row)) == 1 else of_row


def _facings(section: SectionSeats, seats: Sequence[int]) -> int | tuple[int, ...] | None:
    if section.facings_deg is None:
        return None
    facings = tuple(section.facings_deg[seat] for seat in seats)
    return facings[0] if len(set(facings)) == 1 else facings


def _centimetres(metres: float) -> int:
    return max(-_REACH_CM, min(_REACH_CM, round(100 * metres)))


def _raked(geometry: SectionGeometry, heights: RowHeights) -> SectionGeometry | None:
    """Returns the geometry with the heights of its rows; None if a row is lower than the one in front."""
    rows_m = [round(height, 3) for height in heights.rows_m]
    risers = [round(after - before, 3) for before, after in itertools.pairwise(rows_m)]
    if any(not 0 <= riser <= 5 for riser in risers):
        return None
    geometry = replace(geometry, elevation_m=rows_m[0])
    if not any(risers):
        return geometry
    if max(risers) - min(risers) < 0.002:
        return replace(geometry, riser_m=round(sum(risers) / len(risers), 4))
    if heights.c_value_mm is not None and max(risers) < SLOPE_MAX * geometry.tread_m - 0.05:
        return replace(geometry, c_value_mm=heights.c_value_mm)
    return replace(geometry, risers_m=tuple(risers))
