"""Which elevations of columns of directions are hidden: by people, and by bodies."""

import math
from typing import NamedTuple

import numpy as np

from seatpreview.sightlines.directions import COLUMNS, Columns, Target, sine
from seatpreview.sightlines.ground_tests import Flags
from seatpreview.sightlines.measures import SITTING
from seatpreview.sightlines.people import HEAD_M, NECK_M, TOP_M
from seatpreview.sightlines.solids import Floats, Indices, Solids

PEOPLE_MAX = 1_024
"""People that are compared with a few eyes beside each other, the nearest first. Those farther away are
smaller, and mostly behind the nearer ones."""
SOLIDS_MAX = 1_024
"""Pieces of bodies that are compared with a few eyes beside each other, the nearest first."""
_OWN_M = 0.2
"""Who is nearer is the person whose eyes they are."""
_ARM_M = 0.15
_TOUCH_M = 1e-4


class Hidden(NamedTuple):
    """Hidden elevations, from `low` to `high`: arrays of eyes, things that hide, and columns."""

    low: Floats
    high: Floats
    body: Indices
    """For each eye and thing the index of its label."""


def hidden_share(columns: Columns, low: Floats, high: Floats) -> Floats:
    """Returns for each eye the share of what is looked at that at least one thing hides."""
    from_sine, to_sine = _visible_part(columns, low, high)
    if low.shape[1] > 1:
        order = np.argsort(from_sine, axis=1)
        from_sine = np.take_along_axis(from_sine, order, axis=1)
        to_sine = np.take_along_axis(to_sine, order, axis=1)
        covered = np.maximum.accumulate(to_sine, axis=1)
        from_sine[:, 1:] = np.maximum(from_sine[:, 1:], covered[:, :-1])
    hidden = np.maximum(to_sine - from_sine, 0.0).sum(axis=(1, 2))
    shares: Floats = hidden / np.where(columns.size > 0, columns.size, 1.0)
    return np.minimum(shares, 1.0)


def share_bounds(columns: Columns, hidden: Hidden) -> Floats:
    """Returns for each eye and thing the share that it hides."""
    from_sine, to_sine = _visible_part(columns, hidden.low, hidden.high)
    shares: Floats = (to_sine - from_sine).sum(axis=2) / np.where(columns.size > 0, columns.size, 1.0)[
        :, None
    ]
    return shares


def hidden_by_people(people: Floats, target: Target, columns: Columns) -> Hidden:
    """Returns what people hide: one line for those on the floor, and one for each deck."""
    near = people[_people_near(people, target, columns)]
    eye, person, aside = _people_in_view(near, columns)
    away_m = np.hypot(near[person, 0] - columns.eyes[eye, 0], near[person, 1] - columns.eyes[eye, 1])
    wide = np.arcsin(np.minimum(1.0, SITTING.body_half_m / away_m))
    pair, column = _columns_between(columns.half[eye], aside - wide, aside + wide)
    eye, person = eye[pair], person[pair]
    east_m, north_m = near[person, 0] - columns.eyes[eye, 0], near[person, 1] - columns.eyes[eye, 1]
    x, y = columns.x[eye, column], columns.y[eye, column]
    ahead_m, aside_m = east_m * x + north_m * y, np.abs(east_m * y - north_m * x)
    hides = (aside_m < SITTING.body_half_m) & (ahead_m > _ARM_M) & (ahead_m < columns.near_m[eye, column])
    eye, person, column, ahead_m, aside_m = (each[hides] for each in (eye, person, column, ahead_m, aside_m))
    decks, deck = np.unique(near[:, 5], return_inverse=True)
    low, high = _nothing(len(columns.eyes), len(decks))
    there = (eye, deck[person], column)
    eye_z = columns.eyes[eye, 2]
    np.maximum.at(high, there, (_tops(near[person], aside_m) - eye_z) / ahead_m)
    np.minimum.at(low, there, (near[person, 4] - eye_z) / ahead_m)
    return Hidden(low, high, np.zeros(low.shape[:2], dtype=np.intp))


def hidden_by_solids(solids: Solids, target: Target, columns: Columns) -> Hidden:
    """Returns what bodies and obstructions hide."""
    chosen = _solids_near(solids, target, columns)
    crossings = _crossings(solids, target, columns, chosen)
    # Solids that no column crosses, and sheets that hide nothing, are left out.
    slots, slot = np.unique(crossings.slot, return_inverse=True)
    chosen, there = chosen[slots], (crossings.eye, slot, crossings.column)
    low, high = _nothing(len(columns.eyes), len(chosen))
    np.minimum.at(low, there, crossings.low)
    np.maximum.at(high, there, crossings.high)
    times = np.zeros(low.shape, dtype=np.intp)
    np.add.at(times, there, 1)
    return _with_insides(solids, columns, chosen, Hidden(low, high, times))


def _with_insides(solids: Solids, columns: Columns, chosen: Indices, found: Hidden) -> Hidden:
    """An eye within the ground plan of a solid meets its outline once: it is below it, or above it."""
    low, high, times = found
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
    return Hidden(low[:, in_view], high[:, in_view], body[:, in_view])


def _visible_part(columns: Columns, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Returns the sines of hidden elevations, as far as what is looked at is there."""
    least, most = columns.low[:, None], columns.high[:, None]
    from_sine = sine(np.minimum(np.maximum(low, least), most))
    to_sine = sine(np.minimum(np.maximum(high, least), most))
    return from_sine, np.maximum(to_sine, from_sine)


def _nothing(eyes: int, things: int) -> tuple[Floats, Floats]:
    return np.full((eyes, things, COLUMNS), np.inf), np.full((eyes, things, COLUMNS), -np.inf)


def _columns_between(half: Floats, left: Floats, right: Floats) -> tuple[Indices, Indices]:
    """Returns the columns between azimuths, given from the middle: each with the index of its pair."""
    scale = COLUMNS / 2 / np.maximum(half, 1e-9)
    first = np.ceil(np.clip((left + half) * scale - 0.5 - 1e-9, 0, COLUMNS)).astype(np.intp)
    last = np.floor(np.clip((right + half) * scale - 0.5 + 1e-9, -1, COLUMNS - 1)).astype(np.intp)
    counts = np.maximum(last - first + 1, 0)
    pair = np.repeat(np.arange(len(counts)), counts)
    return pair, np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + first[pair]


def _tops(people: Floats, aside_m: Floats) -> Floats:
    """Returns how high people reach, at distances to the side of their middles."""
    stands = people[:, 3].astype(np.intp)
    heads = 1.0 - (aside_m / SITTING.head_half_m) ** 2
    heads_m = HEAD_M[stands] + SITTING.head_half_high_m * np.sqrt(np.maximum(heads, 0.0))
    shoulders_m = NECK_M[stands] - SITTING.slope * aside_m
    tops: Floats = people[:, 2] + np.where(heads > 0, np.maximum(heads_m, shoulders_m), shoulders_m)
    return tops


class _Around(NamedTuple):
    """A circle around eyes beside each other, and the view that they share from there."""

    x: float
    y: float
    radius_m: float
    lowest: float
    highest: float
    farthest_m: float


def _around(columns: Columns) -> _Around:
    x, y = columns.eyes[:, 0].mean(), columns.eyes[:, 1].mean()
    radius_m = np.hypot(columns.eyes[:, 0] - x, columns.eyes[:, 1] - y).max()
    far_m = columns.farthest_m.max()
    return _Around(x, y, radius_m, columns.lowest.min(), columns.highest.max(), far_m)


def _is_toward(target: Target, around: _Around, centre: Floats, radius_m: Floats | float) -> Flags:
    """Returns which circles are between the eyes and what is looked at, or beside it."""
    along_x, along_y = target.centre[0] - around.x, target.centre[1] - around.y
    start_x, start_y = centre[:, 0] - around.x, centre[:, 1] - around.y
    length2 = max(along_x * along_x + along_y * along_y, 1e-9)
    part = np.clip((start_x * along_x + start_y * along_y) / length2, 0.0, 1.0)
    away_m = np.hypot(start_x - part * along_x, start_y - part * along_y)
    flags: Flags = away_m <= radius_m + around.radius_m + (target.radius_m - around.radius_m) * part
    return flags


def _people_near(people: Floats, target: Target, columns: Columns) -> Indices:
    around = _around(columns)
    east_m, north_m = people[:, 0] - around.x, people[:, 1] - around.y
    away_m = np.hypot(east_m, north_m)
    up_m = people[:, 2] + TOP_M[people[:, 3].astype(np.intp)] - columns.eyes[:, 2].min()
    # Who is below the lowest direction hides nothing.
    reach_m = away_m + around.radius_m if around.lowest < 0 else np.maximum(away_m - around.radius_m, 0.0)
    is_high = up_m > around.lowest * reach_m
    is_toward = _is_toward(target, around, people, SITTING.body_half_m)
    chosen = np.flatnonzero(is_high & is_toward & (away_m < around.farthest_m + around.radius_m))
    return _nearest(chosen, away_m[chosen], PEOPLE_MAX)


def _people_in_view(people: Floats, columns: Columns) -> tuple[Indices, Indices, Floats]:
    """Returns pairs of an eye and a person who may hide something, and the person's azimuth."""
    east_m = people[:, 0] - columns.eyes[:, 0, None]
    north_m = people[:, 1] - columns.eyes[:, 1, None]
    away2 = east_m * east_m + north_m * north_m
    up_m = people[:, 2] + TOP_M[people[:, 3].astype(np.intp)] - columns.eyes[:, 2, None]
    lowest = columns.lowest[:, None]
    is_high = (up_m > 0) | ((lowest < 0) & (up_m * up_m < lowest * lowest * away2))
    eye, person = np.nonzero(is_high & (away2 > _OWN_M * _OWN_M))
    azimuths = np.arctan2(east_m[eye, person], north_m[eye, person])
    return eye, person, _turned(azimuths - columns.ahead[eye])


def _solids_near(solids: Solids, target: Target, columns: Columns) -> Indices:
    """Returns the solids that at least one of the eyes may see before what is looked at."""
    around = _around(columns)
    chosen = np.flatnonzero(_is_toward(target, around, solids.centre, solids.radius_m))
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
    azimuths = _turned(np.arctan2(east_m, north_m) - columns.ahead[:, None])
    is_there = (np.abs(azimuths) < columns.half[:, None] + wide) & (near_m < columns.farthest_m[:, None])
    in_view = (is_high & is_low & is_there).any(axis=0)
    return _nearest(chosen[in_view], away_m.min(axis=0)[in_view], SOLIDS_MAX)


class _Crossings(NamedTuple):
    """Where columns cross edges, and which elevations the edges hide there."""

    eye: Indices
    slot: Indices
    """The index of the edge's solid among the chosen ones."""
    column: Indices
    low: Floats
    high: Floats


def _crossings(solids: Solids, target: Target, columns: Columns, chosen: Indices) -> _Crossings:
    counts = solids.edge_count[chosen]
    slot_of_edge = np.repeat(np.arange(len(chosen)), counts)
    edges = np.arange(counts.sum()) + np.repeat(
        solids.first_edge[chosen] - (np.cumsum(counts) - counts), counts
    )
    starts, ends = solids.starts[edges], solids.ends[edges]
    left, right = _edge_span(starts, ends, columns)
    half = np.broadcast_to(columns.half[:, None], left.shape)
    pair, column = _columns_between(half.ravel(), left.ravel(), right.ravel())
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
    low_ends, high_ends, eye_z = solids.low_z[edges[edge]], solids.high_z[edges[edge]], columns.eyes[eye, 2]
    low_z = low_ends[:, 0] + (low_ends[:, 1] - low_ends[:, 0]) * part - eye_z
    high_z = high_ends[:, 0] + (high_ends[:, 1] - high_ends[:, 0]) * part - eye_z
    entry_m, slot = columns.near_m[eye, column], slot_of_edge[edge]
    is_over = distance_m > entry_m + _TOUCH_M
    is_sheet = (solids.edge_count[chosen] == 1)[slot]
    thing = (eye * len(chosen) + slot) * COLUMNS + column
    is_across = is_over & ~is_sheet & np.isin(thing, thing[~is_over])
    low, high = _elevations(*_before(target, eye_z, is_over, low_z, high_z), distance_m)
    # Of a solid that begins before what is looked at and ends over it, the part before it counts as well.
    low = np.where(is_across, np.minimum(low, low_z / entry_m), low)
    high = np.where(is_across, np.maximum(high, high_z / entry_m), high)
    # A sheet hides what is between its ends; all crossings of another solid say together what it hides.
    kept = ~is_sheet | ((low < columns.high[eye, column]) & (high > columns.low[eye, column]))
    return _Crossings(eye[kept], slot[kept], column[kept], low[kept], high[kept])


def _elevations(low_z: Floats, high_z: Floats, distance_m: Floats) -> tuple[Floats, Floats]:
    hides = high_z > low_z
    return np.where(hides, low_z / distance_m, np.inf), np.where(hides, high_z / distance_m, -np.inf)


def _edge_span(starts: Floats, ends: Floats, columns: Columns) -> tuple[Floats, Floats]:
    """Returns the azimuths between which eyes see edges, from the middle of their columns."""
    one, other = (
        _turned(
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


def _turned(azimuths: Floats) -> Floats:
    """Returns azimuths between minus and plus half a turn."""
    return (azimuths + math.pi) % math.tau - math.pi


def _nearest(chosen: Indices, away_m: Floats, most: int) -> Indices:
    if len(chosen) <= most:
        return chosen
    return chosen[np.argpartition(away_m, most)[:most]]
