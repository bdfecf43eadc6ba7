"""Three blocks of curved rows side by side, as theatres have them on each level."""

import math
from typing import NamedTuple

from seatpreview.venues.templates.blocks import Block, Json, Numbering
from seatpreview.venues.templates.places import arc_counts, arc_place, point_at, row_distances
from seatpreview.venues.templates.rakes import risers_m, written_risers
from seatpreview.venues.templates.row_names import row_names

SPACING_M = 0.52
AISLE_M = 1.1


class Fan(NamedTuple):
    """The sectors that all levels of a theatre share, around a point behind the stage."""

    centre_y: float
    """The point is on the middle line, at x = 0. The focus is at y = 0."""
    radius_m: float
    """Of the first row of the stalls."""
    centre_deg: float
    """The angle of the block in the centre."""
    side_deg: float
    """The angle of each block beside it."""


class FanLevel(NamedTuple):
    """The rows of a level, and how high each is above the floor of the level."""

    prefix: str
    name: str
    category: str
    radius_m: float
    rows: int
    tread_m: float
    risers_m: tuple[float, ...] = ()
    gap_after: int | None = None
    wheelchair_row: int | None = None
    other_categories: tuple[tuple[int, str], ...] = ()

    @property
    def depth_m(self) -> float:
        """How far the last row is behind the first."""
        return row_distances(0, self.rows, self.tread_m, self.gap_after)[-1]

    def height_m(self, radius_m: float) -> float:
        """Returns the height of the row at this radius above the level's first row."""
        rows = sum(each <= radius_m for each in self.radii_m)
        return sum(self.risers_m[: max(0, rows - 1)])

    @property
    def radii_m(self) -> list[float]:
        """The radius of each row."""
        return row_distances(self.radius_m, self.rows, self.tread_m, self.gap_after)


def fan_for(first_row_m: float, centre_seats: int, side_seats: int) -> Fan:
    """Returns sectors whose first row is so far from the focus and has so many seats."""
    width_m = (centre_seats + 2 * side_seats) * SPACING_M + 3 * AISLE_M
    radius_m = max(14.0, 2.4 * width_m)
    centre_deg = math.degrees((centre_seats * SPACING_M + AISLE_M) / radius_m)
    side_deg = math.degrees((side_seats * SPACING_M + AISLE_M) / radius_m)
    return Fan(radius_m - first_row_m, radius_m, centre_deg, side_deg)


def raked(level: FanLevel, fan: Fan, height_m: float, target_m: float, most_m: float) -> FanLevel:
    """Returns the level with risers by which its rows see over each other."""
    distances_m = [radius_m - fan.centre_y for radius_m in level.radii_m]
    risers = risers_m(distances_m, height_m, target_m, least_m=0.05, most_m=most_m)
    return level._replace(risers_m=tuple(risers))


def fan_blocks(fan: Fan, level: FanLevel) -> list[Block]:
    """Returns the blocks on the left, in the centre and on the right, numbered through from the left."""
    side = arc_counts(level.radii_m, fan.side_deg, SPACING_M, AISLE_M)
    centre = arc_counts(level.radii_m, fan.centre_deg, SPACING_M, AISLE_M)
    away_deg = (fan.centre_deg + fan.side_deg) / 2
    parts: list[tuple[str, float, tuple[int, ...], Numbering, int]] = [
        ("Left", away_deg, side, "right", 1),
        ("Centre", 0.0, centre, "centre", 1 + max(side)),
        ("Right", -away_deg, side, "left", 1 + max(side) + max(centre)),
    ]
    return [
        Block(
            id=f"{level.prefix}{part[0]}",
            name=f"{level.name} {part}",
            level=level.name,
            category=level.category,
            counts=counts,
            geometry=arc_place(0, fan.centre_y, 180 + bearing_deg, level.radius_m) | _rows(level),
            group=f"{level.prefix}{'C' if part == 'Centre' else 'side'}",
            numbering=numbering,
            first=first,
            widest=max(counts),
            wheelchair_row=level.wheelchair_row,
            other_categories=level.other_categories,
        )
        for part, bearing_deg, counts, numbering, first in parts
    ]


def outer_edge(fan: Fan, radius_m: float, beyond_m: float) -> tuple[float, float]:
    """Returns a point beside the right end of a row: so far beyond its last seat."""
    turn_deg = fan.centre_deg / 2 + fan.side_deg
    x, y = point_at(0, fan.centre_y, 180 - turn_deg, radius_m)
    return point_at(x, y, 90 - turn_deg, beyond_m)


def _rows(level: FanLevel) -> Json:
    gap: Json = {}
    if level.gap_after is not None:
        gap = {"rowGaps": [{"after": row_names(level.rows, True)[level.gap_after], "depthM": 1.2}]}
    measures: Json = {"treadM": level.tread_m, "spacingM": SPACING_M}
    return measures | written_risers(level.risers_m) | gap
