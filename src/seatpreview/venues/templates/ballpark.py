"""A ballpark: tiers behind home plate and along the foul lines, and bleachers behind the outfield."""

import math
from collections.abc import Iterator

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.bowl import SPACING_M, Bowl, BowlTier, bowl_blocks, placed_tiers, shares
from seatpreview.venues.templates.hall import Hall, sized
from seatpreview.venues.templates.places import Edge, Tier, point_at, stands

HOME_Y_M = -18.4
"""Home plate is in the south; the focus is the pitcher's mound."""
FOUL_M = 16.0
"""From home plate and from the foul lines to the first row."""
LINE_M = 92.0
"""How far the stands follow the foul lines."""
FENCE_M = (100.0, 122.0)
"""From home plate to the fence: along the foul lines, and in the middle."""
BLEACHERS_M = 125.0
BLEACHERS_RISER_M = 0.3
BLEACHERS_HEIGHT_M = 3.0


def ballpark(seats: int) -> Hall:
    """Returns a ballpark with so many seats."""
    bowl = Bowl(
        edges=_edges(),
        to_field_m=FOUL_M,
        tread_m=0.83,
        front_m=0.6,
        section_name=lambda _, number: f"Section {number}",
        is_symmetric_twice=False,
    )
    rows, blocks = sized(lambda rows: list(_blocks(bowl, rows, seats)), seats)
    placed = placed_tiers(bowl, _tiers(rows, seats))
    levels = {each.tier.name: each.height_m for each in placed} | {"Bleachers": BLEACHERS_HEIGHT_M}
    return Hall(
        name="Ballpark",
        kind="ballpark",
        roof="open",
        focus=_field(),
        levels=levels,
        categories={
            "lower": ("Field Level", "#1f5fa8"),
            "club": ("Club Level", "#b3261e"),
            "upper": ("Upper Deck", "#2e7d4f"),
            "bleachers": ("Bleachers", "#8a6d1a"),
        },
        blocks=blocks,
        configurations=[
            {"id": "day", "name": "Day game", "mood": "daylight", "focus": _field()},
            {"id": "night", "name": "Night game", "mood": "floodlights", "focus": _field()},
        ],
        mood="daylight",
    )


def _edges() -> list[Edge]:
    """Returns the first rows from the right field along first base, home plate and third base."""
    first_x, first_y = _beside_line(45, 135)
    third_x, third_y = _beside_line(315, 225)
    return [
        Edge("First Base", first_x, first_y, 135, length_m=LINE_M),
        Edge("Home Plate", 0, HOME_Y_M, 135, radius_m=FOUL_M, turn_deg=90),
        Edge("Third Base", third_x, third_y, 225, length_m=LINE_M),
    ]


def _beside_line(line_deg: float, away_deg: float) -> tuple[float, float]:
    return point_at(*point_at(0, HOME_Y_M, line_deg, LINE_M / 2), away_deg, FOUL_M)


def _tiers(rows: int, seats: int) -> list[BowlTier]:
    if seats < 15_000:
        return [BowlTier("Field Level", "lower", *shares(rows, (1.0,)))]
    if seats < 35_000:
        lower, upper = shares(rows, (0.55, 0.45))
        return [BowlTier("Field Level", "lower", lower), BowlTier("Upper Deck", "upper", upper)]
    lower, club, upper = shares(rows, (0.42, 0.2, 0.38))
    return [
        BowlTier("Field Level", "lower", lower),
        BowlTier("Club Level", "club", club),
        BowlTier("Upper Deck", "upper", upper),
    ]


def _blocks(bowl: Bowl, rows: int, seats: int) -> Iterator[Block]:
    yield from bowl_blocks(bowl, _tiers(rows, seats))
    tread_m = bowl.tread_m
    geometry: Json = {"treadM": tread_m, "riserM": BLEACHERS_RISER_M, "spacingM": SPACING_M}
    tier = Tier(0.0, min(24, 2 + int(0.35 * rows)), tread_m, SPACING_M, geometry)
    edge = Edge("Outfield", 0, HOME_Y_M, -36, radius_m=BLEACHERS_M, turn_deg=72)
    for number, stand in enumerate(stands([edge], tier), 1):
        yield Block(
            id=f"B{number}",
            name=f"Bleachers {number}",
            level="Bleachers",
            category="bleachers",
            counts=stand.counts,
            geometry=stand.geometry,
            group=f"bleachers {abs(stand.x):.1f}",
            has_letters=False,
        )


def _field() -> Json:
    """Returns the field: the ground behind home plate, the foul lines, and the fence."""
    behind = [point_at(0, HOME_Y_M, bearing, FOUL_M - 2) for bearing in range(135, 226, 15)]
    fence = []
    for bearing in range(-45, 46, 5):
        share = math.cos(math.radians(2 * bearing))
        fence.append(point_at(0, HOME_Y_M, bearing, FENCE_M[0] + (FENCE_M[1] - FENCE_M[0]) * share))
    points = [[round(x, 1), round(y, 1)] for x, y in (*behind, *fence)]
    return {"name": "Pitcher's mound", "z": 0.5, "extent": {"kind": "baseball", "points": points}}
