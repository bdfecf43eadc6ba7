"""Which elevations of each column of directions are hidden: by bodies, and by people."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.layouts.geometry import Point
from seatpreview.sightlines.directions import Columns, Target, sine
from seatpreview.sightlines.measures import SITTING
from seatpreview.sightlines.people import HEAD_M, NECK_M, TOP_M
from seatpreview.sightlines.solids import Floats, Indices, Solids

PEOPLE_MAX = 512
"""People that are compared for an eye, the nearest first. Those farther away are smaller, and mostly behind
the nearer ones."""
SOLIDS_MAX = 1_000
"""Pieces of bodies that are compared for an eye, the nearest first."""
_OWN_M = 0.2
"""Who is nearer is the person whose eyes they are."""
_ARM_M = 0.15
_TOUCH_M = 1e-4


class Hidden(NamedTuple):
    """Hidden elevations, from `low` to `high`, of each column: one line for each solid that hides some."""

    low: Floats
    high: Floats
    body: Indices
    """The index of each line's label."""


def hidden_by_solids(solids: Solids, target: Target, columns: Columns, eye: Point) -> Hidden:
    """Returns what bodies and obstructions hide."""
    chosen = _solids_in_view(solids, columns, eye)
    count = solids.edge_count[chosen]
    firsts = np.concatenate([np.zeros(1, np.intp), np.cumsum(count)[:-1]]) if len(chosen) else count
    edges = np.repeat(solids.first_edge[chosen] - firsts, count) + np.arange(count.sum())
    if not len(edges):
        return Hidden(np.zeros((0, len(columns.x))), np.zeros((0, len(columns.x))), chosen)
    crossings = _crossings(solids, target, columns, eye, edges)
    low = np.minimum.reduceat(crossings.low, firsts, axis=0)
    high = np.maximum.reduceat(crossings.high, firsts, axis=0)
    # An eye within the ground plan of a solid sees one side of its outline: it is below it, or above it.
    is_inside = (np.add.reduceat(crossings.meets, firsts, axis=0) % 2 == 1) & (count > 2)[:, None]
    here = np.array([eye.x, eye.y, 1.0])
    is_below = (solids.underside[chosen] @ here >= eye.z - _TOUCH_M)[:, None]
    is_above = (solids.top[chosen] @ here <= eye.z + _TOUCH_M)[:, None]
    high = np.where(is_inside, np.where(is_below, np.inf, np.where(is_above, high, -np.inf)), high)
    low = np.where(is_inside & is_above, -np.inf, low)
    is_higher = solids.highest_z[chosen] < eye.z
    is_higher |= (is_inside & is_above).any(axis=1)
    body = np.where(is_higher, solids.seen_from_above[chosen], solids.body[chosen])
    hides = (np.maximum(low, columns.low) < np.minimum(high, columns.high)).any(axis=1)
    return Hidden(low[hides], high[hides], body[hides])


class HiddenByPeople(NamedTuple):
    """Elevations that people hide: one line for those on the floor, and one for each deck."""

    low: Floats
    high: Floats


def hidden_by_people(people: Floats, columns: Columns, eye: Point) -> HiddenByPeople:
    """Returns what people hide. They are listed floor first, then deck by deck."""
    near = _people_in_view(people, columns, eye)
    if not len(near):
        return HiddenByPeople(np.zeros((0, len(columns.x))), np.zeros((0, len(columns.x))))
    east_m, north_m = near[:, 0] - eye.x, near[:, 1] - eye.y
    ahead_m = east_m[:, None] * columns.x + north_m[:, None] * columns.y
    aside_m = np.abs(east_m[:, None] * columns.y - north_m[:, None] * columns.x)
    is_before = (aside_m < SITTING.body_half_m) & (ahead_m > _ARM_M) & (ahead_m < columns.near_m)
    tops: Floats = np.where(is_before, _tops(near, aside_m, eye) / np.maximum(ahead_m, _ARM_M), -np.inf)
    decks = np.flatnonzero(np.diff(near[:, 5], prepend=-1.0))
    high: Floats = np.maximum.reduceat(tops, decks, axis=0)
    low: Floats = np.full_like(high, -np.inf)
    if np.isfinite(near[-1, 4]):
        feet = np.where(is_before, (near[:, 4] - eye.z)[:, None] / np.maximum(ahead_m, _ARM_M), np.inf)
        low = np.minimum.reduceat(feet, decks, axis=0)
    return HiddenByPeople(low, high)


def _tops(people: Floats, aside_m: Floats, eye: Point) -> Floats:
    """Returns how far above the eye people reach, at distances to the side of their middles."""
    stands = people[:, 3].astype(np.intp)
    floor_z = (people[:, 2] - eye.z)[:, None]
    shoulders_z = floor_z + NECK_M[stands][:, None] - SITTING.slope * aside_m
    heads = 1.0 - (aside_m / SITTING.head_half_m) ** 2
    heads_z = floor_z + HEAD_M[stands][:, None] + SITTING.head_half_high_m * np.sqrt(np.maximum(heads, 0.0))
    tops: Floats = np.where(heads > 0, np.maximum(heads_z, shoulders_z), shoulders_z)
    return tops


def hidden_share(columns: Columns, low: Floats, high: Floats) -> float:
    """Returns the share of what is looked at that at least one line of hidden elevations covers."""
    if not len(low) or columns.size <= 0:
        return 0.0
    from_sine = sine(np.clip(low, columns.low, columns.high))
    to_sine = np.maximum(sine(np.clip(high, columns.low, columns.high)), from_sine)
    if len(low) > 1:
        order = np.argsort(from_sine, axis=0)
        from_sine = np.take_along_axis(from_sine, order, axis=0)
        to_sine = np.take_along_axis(to_sine, order, axis=0)
        covered = np.maximum.accumulate(to_sine, axis=0)
        from_sine[1:] = np.maximum(from_sine[1:], covered[:-1])
        to_sine = np.maximum(to_sine, from_sine)
    return float((to_sine - from_sine).sum()) / columns.size


class _Crossings(NamedTuple):
    """Where columns cross edges, and which elevations the edges hide there."""

    low: Floats
    high: Floats
    meets: Indices


def _crossings(solids: Solids, target: Target, columns: Columns, eye: Point, edges: Indices) -> _Crossings:
    start = solids.starts[edges] - (eye.x, eye.y)
    along = solids.ends[edges] - solids.starts[edges]
    with np.errstate(divide="ignore", invalid="ignore"):
        cross = along[:, 1:] * columns.x - along[:, :1] * columns.y
        distance_m = (start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0])[:, None] / cross
        part = (start[:, :1] * columns.y - start[:, 1:] * columns.x) / cross
    meets = (part >= 0) & (part < 1) & (distance_m > _TOUCH_M)
    part, distance_m = np.where(meets, part, 0.0), np.where(meets, distance_m, 1.0)
    low_ends, high_ends = solids.low_z[edges] - eye.z, solids.high_z[edges] - eye.z
    low_z = low_ends[:, :1] + (low_ends[:, 1:] - low_ends[:, :1]) * part
    high_z = high_ends[:, :1] + (high_ends[:, 1:] - high_ends[:, :1]) * part
    low, high = _before(target, columns, eye, distance_m, low_z, high_z)
    hides = meets & (high > low)
    low, high = np.where(hides, low, np.inf), np.where(hides, high, -np.inf)
    return _Crossings(low, high, meets.astype(np.intp))


def _before(
    target: Target, columns: Columns, eye: Point, distance_m: Floats, low_z: Floats, high_z: Floats
) -> tuple[Floats, Floats]:
    """Returns the elevations that a crossing hides. Over or under what is looked at, only what is above or
    below it comes before it."""
    bottom_z, top_z = target.looked_at.z[0] - eye.z, target.looked_at.z[1] - eye.z
    is_over = distance_m > columns.near_m + _TOUCH_M
    if top_z < 0:
        low_z = np.where(is_over, np.maximum(low_z, top_z), low_z)
    elif bottom_z > 0:
        high_z = np.where(is_over, np.minimum(high_z, bottom_z), high_z)
    else:
        high_z = np.where(is_over, -np.inf, high_z)
    return low_z / distance_m, high_z / distance_m


def _solids_in_view(solids: Solids, columns: Columns, eye: Point) -> Indices:
    if not len(solids.body):
        return solids.body
    east_m, north_m = solids.centre[:, 0] - eye.x, solids.centre[:, 1] - eye.y
    away_m = np.hypot(east_m, north_m)
    near_m, far_m = np.maximum(away_m - solids.radius_m, 0.01), away_m + solids.radius_m
    up, down = solids.highest_z - eye.z, solids.lowest_z - eye.z
    is_high = up / np.where(up > 0, near_m, far_m) > columns.low.min()
    is_low = down / np.where(down > 0, far_m, near_m) < columns.high.max()
    half = np.where(
        away_m > solids.radius_m,
        np.arcsin(np.minimum(1.0, solids.radius_m / np.maximum(away_m, 0.01))),
        math.pi,
    )
    is_there = _aside(np.arctan2(east_m, north_m), columns) < columns.half + half
    return _nearest(
        np.flatnonzero(is_high & is_low & is_there & (near_m < columns.far_m)), near_m, SOLIDS_MAX
    )


def _people_in_view(people: Floats, columns: Columns, eye: Point) -> Floats:
    east_m, north_m = people[:, 0] - eye.x, people[:, 1] - eye.y
    away_m = np.maximum(np.hypot(east_m, north_m), 0.01)
    top = (people[:, 2] + TOP_M[people[:, 3].astype(np.intp)] - eye.z) / away_m
    is_high = np.where(top > 0, True, top > columns.low.min())
    reach = np.minimum(1.6, SITTING.body_half_m / away_m * 1.6)
    is_there = _aside(np.arctan2(east_m, north_m), columns) < columns.half + reach
    chosen = is_high & is_there & (away_m > _OWN_M) & (away_m < columns.near_m.max() + 1.0)
    return people[_nearest(np.flatnonzero(chosen), away_m, PEOPLE_MAX)]


def _aside(azimuths: Floats, columns: Columns) -> Floats:
    """Returns how far azimuths are from the middle of the columns."""
    return np.abs((azimuths - columns.ahead + math.pi) % math.tau - math.pi)


def _nearest(chosen: Indices, away_m: Floats, most: int) -> Indices:
    if len(chosen) <= most:
        return chosen
    nearest = chosen[np.argpartition(away_m[chosen], most)[:most]]
    return np.sort(nearest)
