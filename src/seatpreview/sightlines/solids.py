"""The bodies and obstructions of a hall as arrays of upright edges, which directions are compared with."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seatpreview.layouts.ground_plan import Corner, centroid, footprint_of, has_inside, heights_of
from seatpreview.layouts.model import Obstruction
from seatpreview.sightlines.model import SEEN_THROUGH, HallBodies, HallBody, HiddenByKind, LookedAt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

_RAIL_BAR_HALF_M = 0.025
_RAIL_BARS = (0.5, 1.0)
_TOWER_FROM_M = 4.0
_TOWER_SPEAKERS_M = 2.4
_TOWER_POST_HALF_M = 0.05
_HANGS_FROM_M = 2.0
_PILLAR_SIDES = 12
_SQUARE = 3.4


class Label(NamedTuple):
    """What answers say about a body that hides something."""

    id: str
    kind: HiddenByKind
    section: str | None


class Edge(NamedTuple):
    """An upright edge from one corner to another, with its lower and upper end at both."""

    start: Corner
    end: Corner
    low_z: tuple[float, float]
    high_z: tuple[float, float]


class Solid(NamedTuple):
    """Edges around an area, or a single edge: an upright sheet."""

    edges: Sequence[Edge]
    body: int
    """The index of its label."""
    seen_from_above: int
    """The index of the label if the eye is above it: a deck is then not an overhang but a front."""


class Solids(NamedTuple):
    """All solids of a hall."""

    labels: list[Label]
    starts: Floats
    ends: Floats
    low_z: Floats
    high_z: Floats
    """Edges: of each the value at its start and at its end."""
    first_edge: Indices
    edge_count: Indices
    body: Indices
    seen_from_above: Indices
    centre: Floats
    radius_m: Floats
    lowest_z: Floats
    highest_z: Floats
    """Solids: what encloses each."""
    underside: Floats
    top: Floats
    """Solids: the planes of their undersides and tops. Three numbers: how much they rise to the east and to
    the north, and their height at (0, 0)."""


def solids_of(hall: HallBodies, looked_at: LookedAt, obstructions: Sequence[Obstruction]) -> Solids:
    """Returns everything that can hide what is looked at, besides people."""
    bodies = [body for body in hall.bodies if body.kind not in SEEN_THROUGH]
    labels, indices = _labels(bodies)
    fronts = {
        body.section: index for body, index in zip(bodies, indices, strict=True) if body.kind in _FRONTS
    }
    solids = [
        solid
        for body, index in zip(bodies, indices, strict=True)
        for solid in _body_solids(body, index, fronts.get(body.section, index))
    ]
    for body in obstructions:
        if body.id != hall.looked_at_id and not _contains(body, looked_at):
            labels.append(Label(body.id, body.kind, None))
            solids += _obstruction_solids(body, len(labels) - 1, hall.floor_z)
    return _arrays(labels, solids)


_FRONTS = ("front", "parapet")


def _labels(bodies: Sequence[HallBody]) -> tuple[list[Label], list[int]]:
    """Returns labels, and for each body the index of its label. Sides of one box have one label, and so have
    all other bodies of one kind that belong to one section, and a dugout with its roof."""
    labels: dict[tuple[str, str], Label] = {}
    keys = [(body.kind, body.section or body.id.removesuffix(".roof")) for body in bodies]
    for key, body in zip(keys, bodies, strict=True):
        labels.setdefault(key, Label(body.id, body.kind, body.section))
    numbers = {key: number for number, key in enumerate(labels)}
    return list(labels.values()), [numbers[key] for key in keys]


def _body_solids(body: HallBody, index: int, front: int) -> Iterator[Solid]:
    if body.back_z is None:
        low_z, high_z = body.z
        for start, end in pairwise(body.line):
            yield Solid([Edge(start, end, (low_z, low_z), (high_z, high_z))], index, index)
        return
    (low, high), (back_low, back_high) = body.z, body.back_z
    for (left, right), (back_left, back_right) in zip(pairwise(body.line), pairwise(body.back), strict=True):
        yield Solid(
            [
                Edge(left, right, (low, low), (high, high)),
                Edge(right, back_right, (low, back_low), (high, back_high)),
                Edge(back_right, back_left, (back_low, back_low), (back_high, back_high)),
                Edge(back_left, left, (back_low, low), (back_high, high)),
            ],
            index,
            front,
        )


def _obstruction_solids(body: Obstruction, index: int, floor_z: float) -> Iterator[Solid]:
    """Yields what the drawing shows of an obstruction: rails have two bars, and high towers are open."""
    corners, (low_z, high_z) = footprint_of(body), heights_of(body)
    if len(corners) < 3:
        return
    if body.kind == "rail":
        for part in _RAIL_BARS:
            bar_z = low_z + (high_z - low_z) * part
            for edge in _around(corners, bar_z - _RAIL_BAR_HALF_M, bar_z + _RAIL_BAR_HALF_M):
                yield Solid([edge], index, index)
        return
    if body.kind == "rigging" and high_z - low_z > _TOWER_FROM_M and low_z <= floor_z + _HANGS_FROM_M:
        for x, y in corners:
            post = _square(x, y, _TOWER_POST_HALF_M)
            yield Solid(_around(post, low_z, high_z), index, index)
        low_z = high_z - _TOWER_SPEAKERS_M
    plan = _rounded_pillar(corners) if body.kind == "pillar" else corners
    yield Solid(_around(plan, low_z, high_z), index, index)


def _around(corners: Sequence[Corner], low_z: float, high_z: float) -> list[Edge]:
    following = [*corners[1:], corners[0]]
    heights = ((low_z, low_z), (high_z, high_z))
    return [Edge(start, end, *heights) for start, end in zip(corners, following, strict=True)]


def _square(x: float, y: float, half_m: float) -> list[Corner]:
    return [
        (x - half_m, y - half_m),
        (x + half_m, y - half_m),
        (x + half_m, y + half_m),
        (x - half_m, y + half_m),
    ]


def _rounded_pillar(corners: Sequence[Corner]) -> Sequence[Corner]:
    """A pillar is round if its ground plan is about square."""
    half_m = min(math.dist(one, other) for one, other in pairwise([*corners, corners[0]])) / 2
    if len(corners) != 4 or math.dist(corners[0], corners[2]) >= half_m * _SQUARE:
        return corners
    x, y = centroid(corners)
    turns = [math.tau * side / _PILLAR_SIDES for side in range(_PILLAR_SIDES)]
    return [(x + half_m * math.cos(turn), y + half_m * math.sin(turn)) for turn in turns]


def _contains(body: Obstruction, looked_at: LookedAt) -> bool:
    """A body around what is looked at is a part of it."""
    (low_z, high_z), middle_z = heights_of(body), sum(looked_at.z) / 2
    corners = footprint_of(body)
    return (
        len(corners) > 2 and low_z <= middle_z <= high_z and has_inside(corners, *centroid(looked_at.points))
    )


def _arrays(labels: list[Label], solids: Sequence[Solid]) -> Solids:
    edges = [edge for solid in solids for edge in solid.edges]
    counts = np.array([len(solid.edges) for solid in solids], dtype=np.intp)
    first_edge = np.concatenate([np.zeros(1, np.intp), np.cumsum(counts)[:-1]]) if solids else counts
    boxes = [_enclosing(solid) for solid in solids]
    return Solids(
        labels=labels,
        starts=np.array([edge.start for edge in edges], dtype=np.float64).reshape(-1, 2),
        ends=np.array([edge.end for edge in edges], dtype=np.float64).reshape(-1, 2),
        low_z=np.array([edge.low_z for edge in edges], dtype=np.float64).reshape(-1, 2),
        high_z=np.array([edge.high_z for edge in edges], dtype=np.float64).reshape(-1, 2),
        first_edge=first_edge,
        edge_count=counts,
        body=np.array([solid.body for solid in solids], dtype=np.intp),
        seen_from_above=np.array([solid.seen_from_above for solid in solids], dtype=np.intp),
        centre=np.array([box[0] for box in boxes], dtype=np.float64).reshape(-1, 2),
        radius_m=np.array([box[1] for box in boxes], dtype=np.float64),
        lowest_z=np.array([box[2] for box in boxes], dtype=np.float64),
        highest_z=np.array([box[3] for box in boxes], dtype=np.float64),
        underside=np.array([_plane(s.edges, 0) for s in solids], dtype=np.float64).reshape(-1, 3),
        top=np.array([_plane(s.edges, 1) for s in solids], dtype=np.float64).reshape(-1, 3),
    )


def _plane(edges: Sequence[Edge], side: int) -> tuple[float, float, float]:
    """Returns the plane through the undersides (0) or the tops (1) of edges. The first edge of an overhang is
    its front and the third one its back; all other solids are level."""
    heights = [(edge.low_z, edge.high_z)[side][0] for edge in edges]
    if len(edges) != 4 or heights[0] == heights[2]:
        return 0.0, 0.0, heights[0]
    front, back = _middle(edges[0]), _middle(edges[2])
    deep2 = math.dist(front, back) ** 2 or 1.0
    x = (heights[2] - heights[0]) * (back[0] - front[0]) / deep2
    y = (heights[2] - heights[0]) * (back[1] - front[1]) / deep2
    return x, y, heights[0] - x * front[0] - y * front[1]


def _middle(edge: Edge) -> Corner:
    return (edge.start[0] + edge.end[0]) / 2, (edge.start[1] + edge.end[1]) / 2


def _enclosing(solid: Solid) -> tuple[Corner, float, float, float]:
    corners = [corner for edge in solid.edges for corner in (edge.start, edge.end)]
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    radius_m = max(math.dist((x, y), corner) for corner in corners)
    lowest_z = min(z for edge in solid.edges for z in edge.low_z)
    return (x, y), radius_m, lowest_z, max(z for edge in solid.edges for z in edge.high_z)
