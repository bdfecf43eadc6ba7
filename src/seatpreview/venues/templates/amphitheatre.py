"""An amphitheatre: stone steps in a half circle under the sky, with a walk between the tiers."""

import math
from collections.abc import Iterator

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import arc_counts, row_distances, sectors_of

SPACING_M = 0.5
TREAD_M = 0.8
RISER_M = 0.42
WALK_M = 2.2
FRONT_M = 0.5
STAGE_M = 1.2
HALF_CIRCLE_DEG = 180.0


def amphitheatre(seats: int) -> Hall:
    """Returns an amphitheatre with so many seats."""
    radius_m = round(min(18.0, max(7.0, 0.16 * math.sqrt(seats))) + 1.5, 1)
    rows, blocks = sized(lambda rows: list(_blocks(rows, radius_m, seats)), seats)
    tiers = _tiers(rows, seats)
    heights = [FRONT_M + sum(tiers[:tier]) * RISER_M + tier * 1.0 for tier in range(len(tiers))]
    return Hall(
        name="Amphitheatre",
        kind="amphitheatre",
        roof="open",
        focus={"name": "Orchestra", "z": 1.6, "extent": _orchestra(radius_m - 1.5)},
        levels=dict(zip(_LEVELS, heights, strict=False)),
        categories={
            "lower": ("Lower Cavea", "#b3261e"),
            "upper": ("Upper Cavea", "#1f5fa8"),
            "top": ("Top Cavea", "#2e7d4f"),
        },
        blocks=blocks,
        configurations=list(_configurations(radius_m)),
        mood="daylight",
    )


_LEVELS = ("Lower Cavea", "Upper Cavea", "Top Cavea")


def _tiers(rows: int, seats: int) -> list[int]:
    """Returns the rows of each tier, from the orchestra outwards."""
    if seats < 1_500:
        return [2 + rows]
    if seats < 9_000:
        return [2 + math.ceil(0.55 * rows), 2 + int(0.45 * rows)]
    return [2 + math.ceil(0.38 * rows), 2 + int(0.32 * rows), 2 + int(0.3 * rows)]


def _blocks(rows: int, radius_m: float, seats: int) -> Iterator[Block]:
    first_m = radius_m
    for tier, tier_rows in enumerate(_tiers(rows, seats)):
        radii_m = row_distances(first_m, tier_rows, TREAD_M)
        sectors = sectors_of(radii_m[-1], HALF_CIRCLE_DEG, SPACING_M)
        turn_deg = HALF_CIRCLE_DEG / sectors
        counts = arc_counts(radii_m, turn_deg, SPACING_M)
        letter, level = "LUT"[tier], _LEVELS[tier]
        for sector in range(sectors):
            # The first sector is on the left of people who look at the stage.
            bearing_deg = 270 - (sector + 0.5) * turn_deg
            yield Block(
                id=f"{letter}{sector + 1}",
                name=f"{level.split()[0]} Sector {sector + 1}",
                level=level,
                category=level.split()[0].lower(),
                counts=counts,
                geometry={
                    "shape": "curved",
                    "bearingDeg": round(bearing_deg, 3),
                    "distanceM": round(first_m, 2),
                    "treadM": TREAD_M,
                    "riserM": RISER_M,
                    "spacingM": SPACING_M,
                },
                group=f"{letter} {abs(bearing_deg - 180):.1f}",
                has_letters=False,
                wheelchair_row=-1 if tier == 0 else None,
            )
        first_m = radii_m[-1] + TREAD_M + WALK_M


def _orchestra(radius_m: float) -> Json:
    turns = [math.tau * corner / 24 for corner in range(24)]
    points = [[round(radius_m * math.sin(turn), 2), round(radius_m * math.cos(turn), 2)] for turn in turns]
    return {"kind": "stage", "points": points}


def _configurations(radius_m: float) -> Iterator[Json]:
    half_m = round(0.9 * radius_m, 1)
    stage_y_m = (round(0.3 * radius_m, 1), round(0.3 * radius_m + 8, 1))
    extent = {"kind": "stage", "widthM": 2 * half_m, "depthM": 8, "heightM": STAGE_M}
    yield {
        "id": "concert",
        "name": "Evening concert",
        "mood": "concert",
        "focus": {"name": "Stage", "y": stage_y_m[0] + 4, "z": STAGE_M + 1.4, "extent": extent},
        "obstructions": [stage_body((-half_m, half_m), stage_y_m, STAGE_M)],
    }
    yield {
        "id": "play",
        "name": "Drama by day",
        "mood": "daylight",
        "focus": {"name": "Orchestra", "z": 1.6, "extent": _orchestra(radius_m - 1.5)},
    }
