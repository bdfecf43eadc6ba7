"""An indoor arena: one or two tiers around a floor for ice hockey, basketball and concerts."""

from collections.abc import Iterator

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.bowl import Bowl, BowlTier, bowl_blocks, placed_tiers, shares
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import facing_from, rounded_rectangle

FLOOR_HALF_X_M = 15.0
FLOOR_HALF_Y_M = 30.0
STAGE_M = 1.6
STAGE_Y_M = (15.0, 27.0)
ROUND_STAGE_M = 9.0
SEATS_WITH_UPPER_BOWL_MIN = 8_000


def arena(seats: int) -> Hall:
    """Returns an arena with so many seats."""
    bowl = Bowl(
        edges=rounded_rectangle(FLOOR_HALF_X_M + 2.5, FLOOR_HALF_Y_M + 2.5, 8),
        to_field_m=5.0,
        tread_m=0.85,
        front_m=1.0,
        section_name=lambda _, number: f"Section {number}",
    )
    floor = list(_floor(seats))
    rows, blocks = sized(lambda rows: [*bowl_blocks(bowl, _tiers(rows, seats)), *floor], seats)
    return Hall(
        name="Arena",
        kind="arena",
        focus={"name": "Middle of the floor", "z": 1},
        levels={"Floor": 0.0}
        | {each.tier.name: each.height_m for each in placed_tiers(bowl, _tiers(rows, seats))},
        categories={
            "floor": ("Floor", "#b3261e"),
            "lower": ("Lower Bowl", "#1f5fa8"),
            "upper": ("Upper Bowl", "#2e7d4f"),
        },
        blocks=blocks,
        areas=[_pit()],
        configurations=list(_configurations(blocks)),
        mood="concert",
    )


def _tiers(rows: int, seats: int) -> list[BowlTier]:
    if seats < SEATS_WITH_UPPER_BOWL_MIN:
        return [BowlTier("Lower Bowl", "lower", *shares(rows, (1.0,)))]
    lower, upper = shares(rows, (0.58, 0.42))
    return [BowlTier("Lower Bowl", "lower", lower), BowlTier("Upper Bowl", "upper", upper)]


def _floor(seats: int) -> Iterator[Block]:
    """Yields three blocks of chairs in the south, which look north, and three in the north."""
    rows = min(19, max(6, seats // 500))
    for number in range(6):
        is_south = number < 3
        away_m, beside_m = (-9.5 if is_south else 9.5), (number % 3 - 1) * 9.5
        yield Block(
            id=f"F{number + 1}",
            name=f"Floor {number + 1}",
            level="Floor",
            category="floor",
            counts=(16,) * rows,
            geometry=facing_from(beside_m, away_m, 0 if is_south else 180) | {"treadM": 0.9, "spacingM": 0.5},
            group="floor",
            has_letters=False,
            is_fixed=True,
            wheelchair_row=-1 if number % 3 == 1 else None,
        )


def _pit() -> Json:
    corners = [[-13, -7.5], [13, -7.5], [13, 7.5], [-13, 7.5]]
    return {
        "id": "PIT",
        "name": "Standing Pit",
        "level": "Floor",
        "kind": "standing",
        "capacity": 900,
        "category": "floor",
        "geometry": {"area": corners},
    }


def _configurations(blocks: tuple[Block, ...]) -> Iterator[Json]:
    front_m, back_m = STAGE_Y_M
    extent = {"kind": "stage", "widthM": 22, "depthM": back_m - front_m, "heightM": STAGE_M}
    yield {
        "id": "end-stage",
        "name": "Concert, stage in the north",
        "mood": "concert",
        "focus": {"name": "Stage", "y": (front_m + back_m) / 2, "z": STAGE_M + 1.5, "extent": extent},
        "closed": ["F4", "F5", "F6", *(block.id for block in blocks if _is_behind(block, front_m + 3))],
        "obstructions": [stage_body((-11, 11), STAGE_Y_M, STAGE_M)],
    }
    half_m = ROUND_STAGE_M / 2
    extent = {"kind": "stage", "widthM": ROUND_STAGE_M, "depthM": ROUND_STAGE_M, "heightM": 1.3}
    yield {
        "id": "centre-stage",
        "name": "Show with the stage in the middle",
        "mood": "concert",
        "focus": {"name": "Centre stage", "z": 2.4, "extent": extent},
        "closed": ["PIT"],
        "obstructions": [stage_body((-half_m, half_m), (-half_m, half_m), 1.3)],
    }
    for id_, kind, name, middle in (
        ("hockey", "ice_hockey", "Ice hockey", "Centre ice"),
        ("basketball", "basketball", "Basketball", "Centre court"),
    ):
        yield {
            "id": id_,
            "name": name,
            "mood": "floodlights",
            "focus": {"name": middle, "z": 0.5, "extent": {"kind": kind, "turnDeg": 90}},
            "closed": ["PIT", {"first": "F1", "last": "F6"}],
        }


def _is_behind(block: Block, y_m: float) -> bool:
    origin = block.geometry["origin"]
    return block.level != "Floor" and isinstance(origin, dict) and origin["y"] > y_m
