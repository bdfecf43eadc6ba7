"""What bodies and obstructions hide."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.sightlines.directions import COLUMNS, Columns, Target
from seatpreview.sightlines.ground_tests import Flags
from seatpreview.sightlines.in_view import around_eyes, columns_between, is_toward, nearest, turned
from seatpreview.sightlines.occlusion import Hidden, nothing
from seatpreview.sightlines.solids import Floats, Indices, Solids

SOLIDS_MAX = 1_024
"""Pieces of bodies that are compared with a few eyes beside each other, the nearest first."""
_TOUCH_M = 1e-4


def hidden_by_solids(solids: Solids, target: Target, columns: Columns) -> Hidden:
    """Returns what bodies and obstructions hide."""
    chosen = _solids_near(solids, target, columns)
    crossings = _crossings(solids, target, columns, chosen)
    # Solids that no column crosses, and sheets that hide nothing, are left out.
    slots, slot = np.unique(crossings.slot, return_inverse=True)
    chosen, there = chosen[slots], (crossings.eye, slot, crossings.column)
    low, high, away_m = nothing(len(columns.eyes), len(chosen))
    np.minimum.at(low, there, crossings.low)
    np.maximum.at(high, there, crossings.high)
    np.minimum.at(away_m, there, crossings.distance_m)
    times = np.zeros(low.shape, dtype=np.intp)
    np.add.at(times, there, 1)
    return _with_insides(solids, columns, chosen, Hidden(low, high, away_m, times))


def _with_insides(solids: Solids, columns: Columns, chosen: Indices, found: Hidden) -> Hidden:
    """An eye within the ground plan of a solid meets its outline once: it is below it, or above it."""
    low, high, away_m, times = found
    is_within = (times % 2 == 1) & (solids.edge_count[chosen] > 2)[None, :, None]
    here = np.column_stack([columns.eyes[:, :2], np.ones(len(columns.eyes))])
    eye_z = columns.eyes[:, 2, None]
    is_below = here @ solids.underside[chosen].T >= eye_z - _TOUCH_M
    is_above = here @ solids.top[chosen].T <= eye_z + _TOUCH_M
    beyond = np.where(is_below[:, :, None], np.inf, np.where(is_above[:, :, None], high, -np.inf))
    high = np.where(is_within, beyond, high)
    is_under_eye = is_within & is_above[:, :, None]
    low = np.where(is_under_eye, -np.inf, low)
    is_higher = (solids.highest_z[chosen] < eye_z) | is_under_eye.any(axis=2)
    body = np.where(is_higher, solids.seen_from_above[chosen], solids.body[chosen])
    in_view = (np.maximum(low, columns.low[:, None]) < np.minimum(high, columns.high[:, None])).any(
        axis=(0, 2)
    )
    return Hidden(low[:, in_view], high[:, in_view], away_m[:, in_view], body[:, in_view])


def _solids_near(solids: Solids, target: Target, columns: Columns) -> Indices:
    """Returns the solids that at least one of the eyes may see before what is looked at."""
    around = around_eyes(columns)
    chosen = np.flatnonzero(
        is_toward(target, (around.x, around.y), around.radius_m, solids.centre, solids.radius_m)
    )
    east_m = solids.centre[chosen, 0] - columns.eyes[:, 0, None]
    north_m = solids.centre[chosen, 1] - columns.eyes[:, 1, None]
    away_m, radius_m = np.hypot(east_m, north_m), solids.radius_m[chosen]
    near_m, far_m = np.maximum(away_m - radius_m, 0.01), away_m + radius_m
    up, down = (
        solids.highest_z[chosen] - columns.eyes[:, 2, None],
        solids.lowest_z[chosen] - columns.eyes[:, 2, None],
    )
    is_high = up / np.where(up > 0, near_m, far_m) > columns.lowest[:, None]
    is_low = down / np.where(down > 0, far_m, near_m) < columns.highest[:, None]
    wide = np.where(away_m > radius_m, np.arcsin(radius_m / np.maximum(away_m, radius_m)), math.pi)
    azimuths = turned(np.arctan2(east_m, north_m) - columns.ahead[:, None])
    is_there = (np.abs(azimuths) < columns.half[:, None] + wide) & (near_m < columns.farthest_m[:, None])
    in_view = (is_high & is_low & is_there).any(axis=0)
    return nearest(chosen[in_view], away_m.min(axis=0)[in_view], SOLIDS_MAX)


class _Crossings(NamedTuple):
    """Where columns cross edges, and which elevations the edges hide there."""

    eye: Indices
    slot: Indices
    """The index of the edge's solid among the chosen ones."""
    column: Indices
    low: Floats
    high: Floats
    distance_m: Floats


def _crossings(solids: Solids, target: Target, columns: Columns, chosen: Indices) -> _Crossings:
    meetings = _meetings(solids, columns, chosen)
    eye, slot, column, distance_m, low_z, high_z = meetings
    entry_m = columns.near_m[eye, column]
    is_over = distance_m > entry_m + _TOUCH_M
    is_sheet = (solids.edge_count[chosen] == 1)[slot]
    thing = (eye * len(chosen) + slot) * COLUMNS + column
    is_across = is_over & ~is_sheet & np.isin(thing, thing[~is_over])
    before = _before(target, columns.eyes[eye, 2], is_over, low_z, high_z)
    low, high = _elevations(*before, distance_m)
    # Of a solid that begins before what is looked at and ends over it, the part before it counts as well.
    low = np.where(is_across, np.minimum(low, low_z / entry_m), low)
    high = np.where(is_across, np.maximum(high, high_z / entry_m), high)
    # A sheet hides what is between its ends; all crossings of another solid say together what it hides.
    kept = ~is_sheet | ((low < columns.high[eye, column]) & (high > columns.low[eye, column]))
    return _Crossings(eye[kept], slot[kept], column[kept], low[kept], high[kept], distance_m[kept])


class _Meetings(NamedTuple):
    """Where columns cross edges on the ground plan, and how far the edges reach above and below the eye."""

    eye: Indices
    slot: Indices
    column: Indices
    distance_m: Floats
    low_z: Floats
    high_z: Floats


def _meetings(solids: Solids, columns: Columns, chosen: Indices) -> _Meetings:
    edges, slot_of_edge = _edges_of(solids, chosen)
    starts, ends = solids.starts[edges], solids.ends[edges]
    left, right = _edge_span(starts, ends, columns)
    half = np.broadcast_to(columns.half[:, None], left.shape)
    pair, column = columns_between(half.ravel(), left.ravel(), right.ravel())
    eye, edge = np.divmod(pair, max(1, len(edges)))
    x, y = columns.x[eye, column], columns.y[eye, column]
    start_x, start_y = (starts[edge, axis] - columns.eyes[eye, axis] for axis in (0, 1))
    along_x, along_y = (ends[edge, axis] - starts[edge, axis] for axis in (0, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        cross = along_y * x - along_x * y
        distance_m = (start_x * along_y - start_y * along_x) / cross
        part = (start_x * y - start_y * x) / cross
    meets = (part >= 0) & (part < 1) & (distance_m > _TOUCH_M)
    eye, edge, column, part, distance_m = (each[meets] for each in (eye, edge, column, part, distance_m))
    low_z, high_z = (
        ends_z[edges[edge], 0]
        + (ends_z[edges[edge], 1] - ends_z[edges[edge], 0]) * part
        - columns.eyes[eye, 2]
        for ends_z in (solids.low_z, solids.high_z)
    )
    return _Meetings(eye, slot_of_edge[edge], column, distance_m, low_z, high_z)


def _edges_of(solids: Solids, chosen: Indices) -> tuple[Indices, Indices]:
    """Returns the edges of solids, and for each the index of its solid among the chosen ones."""
    counts = solids.edge_count[chosen]
    before = np.cumsum(counts) - counts
    edges = np.arange(counts.sum()) + np.repeat(solids.first_edge[chosen] - before, counts)
    return edges, np.repeat(np.arange(len(chosen)), counts)


def _elevations(low_z: Floats, high_z: Floats, distance_m: Floats) -> tuple[Floats, Floats]:
    hides = high_z > low_z
    return np.where(hides, low_z / distance_m, np.inf), np.where(hides, high_z / distance_m, -np.inf)


def _edge_span(starts: Floats, ends: Floats, columns: Columns) -> tuple[Floats, Floats]:
    """Returns the azimuths between which eyes see edges, from the middle of their columns."""
    one, other = (
        turned(
            np.arctan2(points[:, 0] - columns.eyes[:, 0, None], points[:, 1] - columns.eyes[:, 1, None])
            - columns.ahead[:, None]
        )
        for points in (starts, ends)
    )
    left, right = np.minimum(one, other), np.maximum(one, other)
    # Such an edge passes behind the eye: it is compared with all columns.
    is_behind = right - left > math.pi
    return np.where(is_behind, -math.pi, left), np.where(is_behind, math.pi, right)


def _before(
    target: Target, eye_z: Floats, is_over: Flags, low_z: Floats, high_z: Floats
) -> tuple[Floats, Floats]:
    """Returns what comes before what is looked at. Heights are above the eye. Over or under what is looked
    at, only that is before it which is above or below it."""
    bottom_z, top_z = target.looked_at.z[0] - eye_z, target.looked_at.z[1] - eye_z
    low_z = np.where(is_over & (top_z < 0), np.maximum(low_z, top_z), low_z)
    high_z = np.where(is_over & (bottom_z > 0), np.minimum(high_z, bottom_z), high_z)
    return low_z, np.where(is_over & (top_z >= 0) & (bottom_z <= 0), -np.inf, high_z)
