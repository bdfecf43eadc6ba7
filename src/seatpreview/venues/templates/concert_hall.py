"""A concert hall in the round: terraces of blocks on all sides of the platform."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import arc_counts, risers_m, row_distances

SPACING_M = 0.54
TREAD_M = 0.92
AISLE_M = 1.2
PLATFORM_M = 0.8
FOCUS_M = 1.0
C_VALUE_MM = 120
SEATS_WITH_TERRACE_MIN = 900


class _Side(NamedTuple):
    """The blocks on one side of the platform, from the left of the conductor's back clockwise."""

    name: str
    category: str
    bearing_deg: float
    """Where its sector starts."""
    turn_deg: float
    rows: float
    """The part of the rows in front of the platform that this side has."""


_SIDES = (
    _Side("Front", "first", 135, 90, 1.0),
    _Side("Left", "second", 225, 60, 0.6),
    _Side("Choir", "third", 285, 150, 0.45),
    _Side("Right", "second", 75, 60, 0.6),
)


def concert_hall(seats: int) -> Hall:
    """Returns a hall with so many seats."""
    platform_m = (12.0, 9.0) if seats < 1000 else (17.0, 12.0)
    first_m = math.hypot(*platform_m) / 2 + 1.6
    blocks = sized(lambda rows: list(_blocks(rows, first_m, seats)), seats).blocks
    extent = {"kind": "stage", "widthM": platform_m[0], "depthM": platform_m[1], "heightM": PLATFORM_M}
    focus: Json = {"name": "Stage", "z": FOCUS_M, "extent": extent}
    x_m, y_m = platform_m[0] / 2, platform_m[1] / 2
    show: Json = {"focus": focus, "obstructions": [stage_body((-x_m, x_m), (-y_m, y_m), PLATFORM_M)]}
    choir = [block.id for block in blocks if "Choir" in block.name]
    return Hall(
        name="Concert Hall",
        kind="concert_hall",
        focus=focus,
        levels={"Parterre": 0.0} | ({"Terrace": 0.0} if seats >= SEATS_WITH_TERRACE_MIN else {}),
        categories={
            "first": ("First", "#b3261e"),
            "second": ("Second", "#1f5fa8"),
            "third": ("Choir seats", "#2e7d4f"),
            "terrace": ("Terrace", "#8a6d1a"),
        },
        blocks=blocks,
        configurations=[
            {"id": "orchestra", "name": "Orchestra", "mood": "house_lights"} | show,
            {"id": "choir", "name": "Orchestra with choir", "mood": "house_lights", "closed": choir} | show,
        ],
    )


def _blocks(rows: int, first_m: float, seats: int) -> Iterator[Block]:
    has_terrace = seats >= SEATS_WITH_TERRACE_MIN
    letters = iter("ABCDEFGHJKLMNPQRSTUVWXYZ")
    backs_m: dict[str, tuple[float, float]] = {}
    for side in _SIDES:
        side_rows = 1 + math.ceil(side.rows * rows * (0.6 if has_terrace else 1.0))
        yield from _sectors(side, "Parterre", side_rows, first_m, 0.0, 30.0, letters)
        backs_m[side.name] = _back(first_m, 0.0, side_rows)
    if not has_terrace:
        return
    numbers = iter(str(number) for number in range(1, 100))
    for side in _SIDES:
        back_m, height_m = backs_m[side.name]
        side_rows = 1 + int(side.rows * rows * 0.4)
        yield from _sectors(side, "Terrace", side_rows, back_m + 2.0, height_m + 1.4, 15.0, numbers)


def _sectors(
    side: _Side, level: str, rows: int, first_m: float, height_m: float, turn_deg: float, ids: Iterator[str]
) -> Iterator[Block]:
    """Yields the blocks of a side, each as wide as `turn_deg`."""
    counts = arc_counts(row_distances(first_m, rows, TREAD_M), turn_deg, SPACING_M, AISLE_M)
    for sector in range(round(side.turn_deg / turn_deg)):
        bearing_deg = (side.bearing_deg + (sector + 0.5) * turn_deg) % 360
        id_ = next(ids) if level == "Parterre" else f"T{next(ids)}"
        yield Block(
            id=id_,
            name=f"{side.name} Block {id_}",
            level=level,
            category=side.category if level == "Parterre" else "terrace",
            counts=counts,
            geometry={
                "shape": "curved",
                "bearingDeg": bearing_deg,
                "distanceM": round(first_m, 2),
                "elevationM": round(height_m, 2),
                "treadM": TREAD_M,
                "cValueMm": C_VALUE_MM,
                "spacingM": SPACING_M,
            },
            group=f"{level} {abs(bearing_deg - 180):g}",
            has_letters=False,
            numbering="left",
            wheelchair_row=0 if side.name == "Front" else None,
        )


def _back(first_m: float, height_m: float, rows: int) -> tuple[float, float]:
    """Returns the distance and the height of the last row."""
    distances_m = row_distances(first_m, rows, TREAD_M)
    risers = risers_m(distances_m, height_m, FOCUS_M, c_value_m=C_VALUE_MM / 1000, most_m=5)
    return distances_m[-1], height_m + sum(risers)
