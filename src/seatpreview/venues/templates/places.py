"""Where blocks stand: geometries of straight and curved rows, and the edges around a field."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from seatpreview.venues.templates.blocks import Json, seats_in

SEATS_BETWEEN_AISLES_MAX = 22
EYE_M = 1.2


class Edge(NamedTuple):
    """A part of the line along which first rows stand: straight, or an arc around the point (x, y).

    Seen from the field, the line runs clockwise.
    """

    name: str
    x: float
    y: float
    bearing_deg: float
    """Straight: away from the field. An arc: where it starts."""
    length_m: float = 0.0
    """Of a straight edge, whose middle is (x, y)."""
    radius_m: float = 0.0
    turn_deg: float = 0.0
    """Of an arc: from its start to its end."""


class Stand(NamedTuple):
    """The place of one block at an edge, and the slots of its rows."""

    edge: Edge
    x: float
    y: float
    geometry: Json
    counts: tuple[int, ...]


class Tier(NamedTuple):
    """The rows of a tier, behind the edges by `offset_m`."""

    offset_m: float
    rows: int
    tread_m: float
    spacing_m: float
    geometry: Json
    """What the geometries of all its blocks have in common."""


def stands(edges: Sequence[Edge], tier: Tier) -> Iterator[Stand]:
    """Yields the blocks of a tier along the edges, in their order, none wider than a row may be."""
    for edge in edges:
        yield from _arc_stands(edge, tier) if edge.turn_deg else _straight_stands(edge, tier)


def rounded_rectangle(half_x_m: float, half_y_m: float, corner_m: float) -> list[Edge]:
    """Returns the edges around a field, clockwise from the west, with rounded corners."""
    x, y = half_x_m - corner_m, half_y_m - corner_m
    return [
        Edge("West", -half_x_m, 0, 270, length_m=2 * y),
        Edge("North West", -x, y, 270, radius_m=corner_m, turn_deg=90),
        Edge("North", 0, half_y_m, 0, length_m=2 * x),
        Edge("North East", x, y, 0, radius_m=corner_m, turn_deg=90),
        Edge("East", half_x_m, 0, 90, length_m=2 * y),
        Edge("South East", x, -y, 90, radius_m=corner_m, turn_deg=90),
        Edge("South", 0, -half_y_m, 180, length_m=2 * x),
        Edge("South West", -x, -y, 180, radius_m=corner_m, turn_deg=90),
    ]


def point_at(x: float, y: float, bearing_deg: float, distance_m: float) -> tuple[float, float]:
    """Returns the point at a bearing and a distance from another one."""
    bearing = math.radians(bearing_deg)
    return x + distance_m * math.sin(bearing), y + distance_m * math.cos(bearing)


def facing_from(x: float, y: float, facing_deg: float) -> Json:
    """Returns a geometry whose first row has its middle here."""
    return {"origin": {"x": round(x, 2), "y": round(y, 2)}, "facingDeg": round(facing_deg % 360, 2)}


def arc_place(x: float, y: float, bearing_deg: float, radius_m: float) -> Json:
    """Returns a geometry of rows that bend around a point and look towards it."""
    at_x, at_y = point_at(x, y, bearing_deg, radius_m)
    return {
        "shape": "curved",
        **facing_from(at_x, at_y, bearing_deg + 180),
        "radiusM": round(radius_m, 2),
    }


def row_distances(
    first_m: float, rows: int, tread_m: float, gap_after: int | None = None, gap_m: float = 1.2
) -> list[float]:
    """Returns how far each row is away, from the first one on, with a cross aisle behind one of them."""
    return [
        first_m + row * tread_m + (gap_m if gap_after is not None and row > gap_after else 0.0)
        for row in range(rows)
    ]


def arc_counts(
    radii_m: Sequence[float], turn_deg: float, spacing_m: float, aisle_m: float = 1.2
) -> tuple[int, ...]:
    """Returns how many seats the rows of a sector hold, between aisles along its sides."""
    turn = math.radians(turn_deg)
    return tuple(seats_in(turn * radius_m, spacing_m, aisle_m) for radius_m in radii_m)


def sectors_of(radius_back_m: float, turn_deg: float, spacing_m: float, aisle_m: float = 1.2) -> int:
    """Returns into how many sectors an arc is divided so that no row is too long between its aisles."""
    width_m = SEATS_BETWEEN_AISLES_MAX * spacing_m + aisle_m
    return max(1, math.ceil(math.radians(turn_deg) * radius_back_m / width_m))


def _straight_stands(edge: Edge, tier: Tier) -> Iterator[Stand]:
    width_max_m = SEATS_BETWEEN_AISLES_MAX * tier.spacing_m + 1.2
    blocks = math.ceil(edge.length_m / width_max_m)
    width_m = edge.length_m / blocks
    middle = point_at(edge.x, edge.y, edge.bearing_deg, tier.offset_m)
    for block in range(blocks):
        along_m = (block - (blocks - 1) / 2) * width_m
        x, y = point_at(*middle, edge.bearing_deg + 90, along_m)
        geometry = facing_from(x, y, edge.bearing_deg + 180) | tier.geometry
        yield Stand(edge, x, y, geometry, (seats_in(width_m, tier.spacing_m),) * tier.rows)


def _arc_stands(edge: Edge, tier: Tier) -> Iterator[Stand]:
    radius_m = edge.radius_m + tier.offset_m
    back_m = radius_m + (tier.rows - 1) * tier.tread_m
    blocks = sectors_of(back_m, edge.turn_deg, tier.spacing_m)
    turn_deg = edge.turn_deg / blocks
    for block in range(blocks):
        bearing_deg = edge.bearing_deg + (block + 0.5) * turn_deg
        x, y = point_at(edge.x, edge.y, bearing_deg, radius_m)
        geometry = arc_place(edge.x, edge.y, bearing_deg, radius_m) | tier.geometry
        radii_m = row_distances(radius_m, tier.rows, tier.tread_m)
        counts = arc_counts(radii_m, turn_deg, tier.spacing_m)
        yield Stand(edge, x, y, geometry, counts)


def risers_m(
    distances_m: Sequence[float],
    elevation_m: float,
    target_m: float,
    *,
    c_value_m: float = 0.06,
    least_m: float = 0.0,
    most_m: float = 0.55,
) -> list[float]:
    """Returns the riser of each row from the second on, in whole centimetres.

    People in rows at these distances from the target, of which the first is at `elevation_m`, see the height
    `target_m` at least `c_value_m` above the eyes in front of them, unless that needs more than `most_m`.
    """
    risers: list[float] = []
    eye_m = elevation_m + EYE_M - target_m
    for nearer_m, farther_m in pairwise(distances_m):
        needed_m = (eye_m + c_value_m) * farther_m / nearer_m - eye_m
        riser_m = min(most_m, max(least_m, math.ceil(needed_m * 100 - 1e-6) / 100))
        risers.append(round(riser_m, 2))
        eye_m += riser_m
    return risers


def written_risers(risers: Sequence[float]) -> dict[str, object]:
    """Returns the member of a geometry that states these risers."""
    if len(set(risers)) <= 1:
        return {"riserM": risers[0]} if risers and risers[0] else {}
    last = len(risers)
    while last > 1 and risers[last - 2] == risers[-1]:
        last -= 1
    return {"risersM": list(risers[:last])}
