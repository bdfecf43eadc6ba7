"""A football stadium: up to three tiers on all sides of a pitch, under the open sky."""

from collections.abc import Iterator

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.bowl import Bowl, BowlTier, bowl_blocks, placed_tiers, shares
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import Edge, rounded_rectangle

PITCH_M = (68.0, 105.0)
"""From west to east and from south to north."""
STAGE_M = 2.0


def stadium(seats: int) -> Hall:
    """Returns a stadium with so many seats."""
    bowl = Bowl(
        edges=rounded_rectangle(PITCH_M[0] / 2 + 8, PITCH_M[1] / 2 + 8, 14),
        to_field_m=8.0,
        tread_m=0.8,
        front_m=1.2,
        section_name=_section_name,
    )
    rows, blocks = sized(lambda rows: list(bowl_blocks(bowl, _tiers(rows, seats))), seats)
    placed = placed_tiers(bowl, _tiers(rows, seats))
    return Hall(
        name="Football Stadium",
        kind="stadium",
        roof="open",
        focus=_pitch(),
        levels={each.tier.name: each.height_m for each in placed},
        categories={
            "lower": ("Lower Tier", "#1f5fa8"),
            "middle": ("Middle Tier", "#b3261e"),
            "upper": ("Upper Tier", "#2e7d4f"),
        },
        blocks=blocks,
        configurations=list(_configurations(blocks)),
        mood="daylight",
    )


def _tiers(rows: int, seats: int) -> list[BowlTier]:
    if seats < 15_000:
        return [BowlTier("Lower Tier", "lower", *shares(rows, (1.0,)))]
    if seats < 50_000:
        lower, upper = shares(rows, (0.55, 0.45))
        return [BowlTier("Lower Tier", "lower", lower), BowlTier("Upper Tier", "upper", upper)]
    lower, middle, upper = shares(rows, (0.42, 0.2, 0.38))
    return [
        BowlTier("Lower Tier", "lower", lower),
        BowlTier("Middle Tier", "middle", middle),
        BowlTier("Upper Tier", "upper", upper),
    ]


def _section_name(edge: Edge, number: int) -> str:
    return f"{edge.name} {'Corner' if edge.turn_deg else 'Stand'} Block {number}"


def _pitch() -> Json:
    extent = {"kind": "football", "widthM": PITCH_M[1], "depthM": PITCH_M[0], "turnDeg": 90}
    return {"name": "Centre circle", "z": 0.5, "extent": extent}


def _configurations(blocks: tuple[Block, ...]) -> Iterator[Json]:
    yield {"id": "afternoon", "name": "Match by day", "mood": "daylight", "focus": _pitch()}
    yield {"id": "evening", "name": "Match under floodlights", "mood": "floodlights", "focus": _pitch()}
    front_m, back_m = PITCH_M[1] / 2 - 16, PITCH_M[1] / 2
    middle_m = (front_m + back_m) / 2
    extent = {"kind": "stage", "widthM": 40, "depthM": back_m - front_m, "heightM": STAGE_M}
    yield {
        "id": "concert",
        "name": "Concert, stage in the north",
        "mood": "concert",
        "focus": {"name": "Stage", "y": middle_m, "z": STAGE_M + 1.5, "extent": extent},
        "closed": [block.id for block in blocks if _north_of(block, front_m)],
        "obstructions": [stage_body((-20, 20), (front_m, back_m), STAGE_M)],
    }


def _north_of(block: Block, y_m: float) -> bool:
    origin = block.geometry["origin"]
    return isinstance(origin, dict) and origin["y"] > y_m
