"""A theatre: stalls, dress circle and balcony before a stage, and boxes at its sides."""

import math
from typing import NamedTuple

from seatpreview.venues.templates.blocks import Block, Json, Numbering, row_names
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import (
    arc_counts,
    arc_place,
    facing_from,
    point_at,
    risers_m,
    row_distances,
    written_risers,
)

STAGE_M = 1.0
FOCUS_M = 2.2
HEAD_ROOM_M = 2.9
"""From the floor of a row to the floor of the level above it."""
FAN_SPACING_M = 0.52
FAN_AISLE_M = 1.1


def theatre(seats: int) -> Hall:
    """Returns a theatre with so many seats."""
    across = min(52, max(14, round(1.15 * math.sqrt(seats))))
    centre = min(14, round(0.42 * across))
    stage_m = (min(18.0, 6 + across / 4), min(11.0, 6 + across / 12))
    pit_m = 2.5 if seats < 600 else 4.5
    fan = fan_for(stage_m[1] / 2 + pit_m, centre, min(14, (across - centre) // 2))
    rows, blocks = sized(lambda rows: _blocks(fan, rows, seats), seats)
    levels = _levels(fan, rows)
    return Hall(
        name="Theatre",
        kind="theatre",
        focus=_focus(stage_m),
        levels={
            "Stalls": 0,
            "Dress Circle": levels.circle_height_m,
            "Balcony": levels.balcony_height_m,
            "Boxes": levels.circle_height_m - 0.5,
        },
        categories={
            "premium": ("Premium", "#b3261e"),
            "first": ("First", "#1f5fa8"),
            "second": ("Second", "#2e7d4f"),
            "third": ("Third", "#8a6d1a"),
        },
        blocks=blocks,
        configurations=[
            {"id": "play", "name": "Play", "mood": "concert"} | _show(stage_m),
            {"id": "curtain", "name": "Before the curtain", "mood": "house_lights"} | _show(stage_m),
        ],
    )


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


class _Levels(NamedTuple):
    stalls: FanLevel
    circle: FanLevel
    balcony: FanLevel
    circle_height_m: float
    balcony_height_m: float


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


def _levels(fan: Fan, rows: int) -> _Levels:
    """Returns levels with so many rows in all, and a few more. Each hangs over the back of the one below."""
    stalls = raked(_stalls(fan, 2 + math.ceil(0.48 * rows)), fan, 0, STAGE_M, 0.2)
    circle_rows, balcony_rows = 2 + rows * 28 // 100, 2 + rows // 4
    circle_m = fan.radius_m + max(3.0, stalls.depth_m - 0.55 * circle_rows * 0.95)
    circle_height_m = max(3.8, stalls.height_m(circle_m) + HEAD_ROOM_M)
    circle = FanLevel("D", "Dress Circle", "first", circle_m, circle_rows, 0.95)
    circle = raked(circle, fan, circle_height_m, STAGE_M, 0.45)
    balcony_m = circle_m + 0.35 * circle.depth_m
    balcony_height_m = circle_height_m + circle.height_m(balcony_m) + HEAD_ROOM_M
    halves = ((math.ceil(balcony_rows / 2), "third"),)
    balcony = FanLevel("B", "Balcony", "second", balcony_m, balcony_rows, 0.9, other_categories=halves)
    balcony = raked(balcony, fan, balcony_height_m, STAGE_M, 0.55)
    return _Levels(stalls, circle, balcony, circle_height_m, balcony_height_m)


def _stalls(fan: Fan, rows: int) -> FanLevel:
    """Returns the stalls. People in wheelchairs reach the first row, or the one behind the cross aisle."""
    gap_after = rows // 2 - 1 if rows >= 14 else None
    return FanLevel(
        "S",
        "Stalls",
        "premium",
        fan.radius_m,
        rows,
        0.92,
        gap_after=gap_after,
        wheelchair_row=0 if gap_after is None else gap_after + 1,
        other_categories=((math.ceil(0.65 * rows), "first"),),
    )


def _blocks(fan: Fan, rows: int, seats: int) -> list[Block]:
    levels = _levels(fan, rows)
    seated = [
        block for level in (levels.stalls, levels.circle, levels.balcony) for block in fan_blocks(fan, level)
    ]
    return seated + _boxes(fan, min(4, 1 + seats // 500))


def _boxes(fan: Fan, pairs: int) -> list[Block]:
    """Returns boxes for four on both sides, which look at the stage."""
    boxes = []
    for number in range(2 * pairs):
        is_left, place = number < pairs, number % pairs
        x, y = outer_edge(fan, fan.radius_m - 1 + 2.9 * place, 1.6)
        x = -x if is_left else x
        letter = "ABCDEFGH"[number]
        boxes.append(
            Block(
                id=f"BX{letter}",
                name=f"Box {letter}",
                level="Boxes",
                category="first",
                counts=(4,),
                has_letters=False,
                geometry=facing_from(x, y, math.degrees(math.atan2(-x, -y))) | {"spacingM": 0.6},
                group="boxes",
                members={"kind": "suite"},
                is_fixed=True,
            )
        )
    return boxes


def _focus(stage_m: tuple[float, float]) -> Json:
    extent = {
        "kind": "stage",
        "widthM": round(stage_m[0], 1),
        "depthM": round(stage_m[1], 1),
        "heightM": STAGE_M,
    }
    return {"name": "Stage", "z": FOCUS_M, "extent": extent}


def _show(stage_m: tuple[float, float]) -> Json:
    x_m, y_m = stage_m[0] / 2, stage_m[1] / 2
    return {"focus": _focus(stage_m), "obstructions": [stage_body((-x_m, x_m), (-y_m, y_m), STAGE_M)]}


def fan_for(first_row_m: float, centre_seats: int, side_seats: int) -> Fan:
    """Returns sectors whose first row is so far from the focus and has so many seats."""
    width_m = (centre_seats + 2 * side_seats) * FAN_SPACING_M + 3 * FAN_AISLE_M
    radius_m = max(14.0, 2.4 * width_m)
    centre_deg = math.degrees((centre_seats * FAN_SPACING_M + FAN_AISLE_M) / radius_m)
    side_deg = math.degrees((side_seats * FAN_SPACING_M + FAN_AISLE_M) / radius_m)
    return Fan(radius_m - first_row_m, radius_m, centre_deg, side_deg)


def raked(level: FanLevel, fan: Fan, height_m: float, target_m: float, most_m: float) -> FanLevel:
    """Returns the level with risers by which its rows see over each other."""
    distances_m = [radius_m - fan.centre_y for radius_m in level.radii_m]
    risers = risers_m(distances_m, height_m, target_m, least_m=0.05, most_m=most_m)
    return level._replace(risers_m=tuple(risers))


def fan_blocks(fan: Fan, level: FanLevel) -> list[Block]:
    """Returns the blocks on the left, in the centre and on the right, numbered through from the left."""
    side = arc_counts(level.radii_m, fan.side_deg, FAN_SPACING_M, FAN_AISLE_M)
    centre = arc_counts(level.radii_m, fan.centre_deg, FAN_SPACING_M, FAN_AISLE_M)
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
    measures: Json = {"treadM": level.tread_m, "spacingM": FAN_SPACING_M}
    return measures | written_risers(level.risers_m) | gap
