"""Tiers of sections around a field, numbered clockwise: 101, 102, ... below, 201, 202, ... above."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.places import Edge, Stand, Tier, risers_m, row_distances, stands

SPACING_M = 0.5
CONCOURSE_M = 2.0
STOREY_M = 3.2

SectionName = Callable[[Edge, int], str]
"""Returns the name of a section at an edge, by its number."""


class BowlTier(NamedTuple):
    """A tier of a bowl before its place is known."""

    name: str
    category: str
    rows: int


class PlacedTier(NamedTuple):
    """A tier, how far its first row is behind that of the lowest one, and the height of its floor."""

    tier: BowlTier
    offset_m: float
    height_m: float
    riser_m: float


class Bowl(NamedTuple):
    """The edges of the lowest first row, and what decides the rake."""

    edges: Sequence[Edge]
    to_field_m: float
    """From the first row to the nearest point that everybody must see."""
    tread_m: float
    front_m: float
    """The height of the first row."""
    section_name: SectionName
    is_symmetric_twice: bool = True
    """Whether the north mirrors the south, too."""


def placed_tiers(bowl: Bowl, tiers: Sequence[BowlTier]) -> list[PlacedTier]:
    """Returns the tiers one behind and above the other, each as steep as its last row needs it."""
    placed: list[PlacedTier] = []
    offset_m, height_m = 0.0, bowl.front_m
    for tier in tiers:
        distances_m = row_distances(bowl.to_field_m + offset_m, max(2, tier.rows), bowl.tread_m)
        riser_m = max(risers_m(distances_m, height_m, 0, least_m=0.2, most_m=0.68 * bowl.tread_m))
        placed.append(PlacedTier(tier, offset_m, height_m, riser_m))
        offset_m += tier.rows * bowl.tread_m + CONCOURSE_M
        height_m += tier.rows * riser_m + STOREY_M
    return placed


def bowl_blocks(bowl: Bowl, tiers: Sequence[BowlTier]) -> Iterator[Block]:
    """Yields the sections of all tiers."""
    for number, placed in enumerate(placed_tiers(bowl, tiers), 1):
        geometry: Json = {"treadM": bowl.tread_m, "riserM": placed.riser_m, "spacingM": SPACING_M}
        tier = Tier(placed.offset_m, placed.tier.rows, bowl.tread_m, SPACING_M, geometry)
        for section, stand in enumerate(stands(bowl.edges, tier), 1):
            yield _block(bowl, placed.tier, 100 * number + section, stand)


def shares(rows: int, parts: Sequence[float]) -> list[int]:
    """Divides rows among tiers. Each has at least two, and none loses a row when there are more in all."""
    return [2 + math.floor(rows * part) for part in parts]


def _block(bowl: Bowl, tier: BowlTier, number: int, stand: Stand) -> Block:
    y = abs(stand.y) if bowl.is_symmetric_twice else stand.y
    return Block(
        id=str(number),
        name=bowl.section_name(stand.edge, number),
        level=tier.name,
        category=tier.category,
        counts=stand.counts,
        geometry=stand.geometry,
        group=f"{tier.name} {abs(stand.x):.1f} {y:.1f}",
        has_letters=False,
        wheelchair_row=-1 if tier.category != "upper" else None,
    )
