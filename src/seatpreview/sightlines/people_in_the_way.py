"""What people hide: heads and shoulders between eyes and what is looked at."""

import math

import numpy as np

from seatpreview.sightlines.directions import Columns, Target
from seatpreview.sightlines.in_view import around_eyes, columns_between, is_toward, nearest, turned
from seatpreview.sightlines.measures import SITTING
from seatpreview.sightlines.occlusion import Hidden, nothing
from seatpreview.sightlines.people import HEAD_M, NECK_M, TOP_M
from seatpreview.sightlines.solids import Floats, Indices

PEOPLE_MAX = 1_024
"""People that are compared with a few eyes beside each other, the nearest first. Those farther away are
smaller, and mostly behind the nearer ones."""
_OWN_M = 0.2
"""Who is nearer is the person whose eyes they are."""
_ARM_M = 0.15
_STEEPEST = 1.0
"""The slope up to which a head that is seen from above, or from below, appears taller."""
_TALLER_M = math.hypot(SITTING.head_half_high_m, SITTING.head_half_deep_m) - SITTING.head_half_high_m
"""By how much a head appears taller at that slope."""


def hidden_by_people(people: Floats, target: Target, columns: Columns, label: int) -> Hidden:
    """Returns what people hide: one thing for those on the floor, and one for each deck, which is as far away
    as the nearest of them in a column."""
    near = people[_people_near(people, target, columns)]
    eye, person, aside = _people_in_view(near, columns)
    away_m = np.hypot(near[person, 0] - columns.eyes[eye, 0], near[person, 1] - columns.eyes[eye, 1])
    wide = np.arcsin(np.minimum(1.0, SITTING.body_half_m / away_m))
    pair, column = columns_between(columns.half[eye], aside - wide, aside + wide)
    eye, person = eye[pair], person[pair]
    east_m, north_m = near[person, 0] - columns.eyes[eye, 0], near[person, 1] - columns.eyes[eye, 1]
    x, y = columns.x[eye, column], columns.y[eye, column]
    ahead_m, aside_m = east_m * x + north_m * y, np.abs(east_m * y - north_m * x)
    hides = (aside_m < SITTING.body_half_m) & (ahead_m > _ARM_M) & (ahead_m < columns.near_m[eye, column])
    eye, person, column, ahead_m, aside_m = (each[hides] for each in (eye, person, column, ahead_m, aside_m))
    decks, deck = np.unique(near[:, 5], return_inverse=True)
    low, high, away_m = nothing(len(columns.eyes), len(decks))
    there = (eye, deck[person], column)
    eye_z = columns.eyes[eye, 2]
    np.minimum.at(away_m, there, ahead_m)
    np.maximum.at(high, there, (_tops(near[person], aside_m, ahead_m, eye_z) - eye_z) / ahead_m)
    np.minimum.at(low, there, (near[person, 4] - eye_z) / ahead_m)
    return Hidden(low, high, away_m, np.full(low.shape[:2], label, dtype=np.intp))


def _people_near(people: Floats, target: Target, columns: Columns) -> Indices:
    """Returns the nearest people whom at least one of the eyes may have before it."""
    around = around_eyes(columns)
    between = is_toward(target, (around.x, around.y), around.radius_m, people, SITTING.body_half_m)
    chosen = np.flatnonzero(between)
    east_m, north_m = people[chosen, 0] - around.x, people[chosen, 1] - around.y
    away_m = np.hypot(east_m, north_m)
    tops_m = people[chosen, 2] + TOP_M[people[chosen, 3].astype(np.intp)] + _TALLER_M
    up_m = tops_m - columns.eyes[:, 2].min()
    # Who is below the lowest direction hides nothing.
    lowest = columns.lowest.min()
    is_high = up_m > lowest * (away_m + around.radius_m if lowest < 0 else away_m - around.radius_m)
    spread_m = around.radius_m + SITTING.body_half_m
    aside = np.abs(turned(np.arctan2(east_m, north_m) - columns.ahead[0]))
    most = columns.half.max() + np.abs(turned(columns.ahead - columns.ahead[0])).max()
    is_there = aside < most + np.arcsin(np.minimum(1.0, spread_m / np.maximum(away_m, 0.01)))
    is_before = away_m < columns.near_m.max() + around.radius_m
    kept = is_high & ((away_m < spread_m) | is_there) & is_before
    return nearest(chosen[kept], away_m[kept], PEOPLE_MAX)


def _people_in_view(people: Floats, columns: Columns) -> tuple[Indices, Indices, Floats]:
    """Returns pairs of an eye and a person who may hide something, and the person's azimuth."""
    east_m = people[:, 0] - columns.eyes[:, 0, None]
    north_m = people[:, 1] - columns.eyes[:, 1, None]
    away2 = east_m * east_m + north_m * north_m
    tops_m = people[:, 2] + TOP_M[people[:, 3].astype(np.intp)] + _TALLER_M
    up_m = tops_m - columns.eyes[:, 2, None]
    lowest = columns.lowest[:, None]
    is_high = (up_m > 0) | ((lowest < 0) & (up_m * up_m < lowest * lowest * away2))
    eye, person = np.nonzero(is_high & (away2 > _OWN_M * _OWN_M))
    azimuths = np.arctan2(east_m[eye, person], north_m[eye, person])
    return eye, person, turned(azimuths - columns.ahead[eye])


def _tops(people: Floats, aside_m: Floats, ahead_m: Floats, eye_z: Floats) -> Floats:
    """Returns how high people appear to reach above their middles, at distances to the side of these. A head
    is an ellipsoid, whose outline is taller the steeper it is looked at."""
    stands = people[:, 3].astype(np.intp)
    slope = np.minimum(np.abs(people[:, 2] + TOP_M[stands] - eye_z) / ahead_m, _STEEPEST)
    half_m = np.hypot(SITTING.head_half_high_m, SITTING.head_half_deep_m * slope)
    heads = 1.0 - (aside_m / SITTING.head_half_m) ** 2
    heads_m = HEAD_M[stands] + half_m * np.sqrt(np.maximum(heads, 0.0))
    shoulders_m = NECK_M[stands] - SITTING.slope * aside_m
    tops: Floats = people[:, 2] + np.where(heads > 0, np.maximum(heads_m, shoulders_m), shoulders_m)
    return tops
