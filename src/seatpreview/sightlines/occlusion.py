"""Hidden elevations of columns of directions, and the share of what is looked at that each thing hides."""

from typing import NamedTuple

import numpy as np

from seatpreview.sightlines.directions import COLUMNS, Columns, sine
from seatpreview.sightlines.solids import Floats, Indices

_BEHIND_ALL_M = 1e6
"""Farther away than everything else in a hall."""


class Hidden(NamedTuple):
    """Hidden elevations, from `low` to `high`: arrays of eyes, things that hide, and columns."""

    low: Floats
    high: Floats
    away_m: Floats
    """How far away a thing is in a column. The nearest thing is seen before those behind it."""
    label: Indices
    """For each eye and thing the index of its label."""


def nothing(eyes: int, things: int) -> tuple[Floats, Floats, Floats]:
    """Returns elevations and distances of things that hide nothing yet."""
    shape = (eyes, things, COLUMNS)
    return np.full(shape, np.inf), np.full(shape, -np.inf), np.full(shape, np.inf)


def together(one: Hidden, other: Hidden) -> Hidden:
    """Returns the things of both."""
    return Hidden(*(np.concatenate(pair, axis=1) for pair in zip(one, other, strict=True)))


def behind_all(hidden: Hidden) -> Hidden:
    """Returns the things as if everything else in a hall were before them."""
    return hidden._replace(away_m=np.full(hidden.away_m.shape, _BEHIND_ALL_M))


def hidden_shares(columns: Columns, hidden: Hidden, labels: int) -> Floats:
    """Returns for each eye and label the share of what is looked at that its things hide. A direction that
    several things hide counts for the nearest one, so that all shares add up to what is hidden."""
    from_sine, to_sine, label = _in_order(columns, hidden)
    eyes, depth, _ = from_sine.shape
    index = label + labels * np.arange(eyes)[:, None, None]
    sums, before = np.zeros(eyes * labels), np.zeros((eyes, COLUMNS))
    for count in range(1, depth + 1):
        covered = _covered(from_sine[:, :count], to_sine[:, :count])
        added = (covered - before).ravel()
        sums += np.bincount(index[:, count - 1].ravel(), weights=added, minlength=eyes * labels)
        before = covered
    shares: Floats = sums.reshape(eyes, labels) / np.where(columns.size > 0, columns.size, 1.0)[:, None]
    return shares


def _in_order(columns: Columns, hidden: Hidden) -> tuple[Floats, Floats, Indices]:
    """Returns the hidden elevations as sines, and their labels, of each column the nearest thing first."""
    from_sine, to_sine = _visible_part(columns, hidden.low, hidden.high)
    hides = to_sine > from_sine
    depth = int(hides.sum(axis=1).max(initial=0))
    order = np.argsort(np.where(hides, hidden.away_m, np.inf), axis=1)[:, :depth]
    from_sine, to_sine = (np.take_along_axis(each, order, axis=1) for each in (from_sine, to_sine))
    return from_sine, to_sine, hidden.label[np.arange(len(order))[:, None, None], order]


def _covered(from_sine: Floats, to_sine: Floats) -> Floats:
    """Returns how much of each column at least one of its things hides."""
    if from_sine.shape[1] > 1:
        order = np.argsort(from_sine, axis=1)
        from_sine = np.take_along_axis(from_sine, order, axis=1)
        to_sine = np.take_along_axis(to_sine, order, axis=1)
        reached = np.maximum.accumulate(to_sine, axis=1)
        from_sine[:, 1:] = np.maximum(from_sine[:, 1:], reached[:, :-1])
    covered: Floats = np.maximum(to_sine - from_sine, 0.0).sum(axis=1)
    return covered


def _visible_part(columns: Columns, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Returns the sines of hidden elevations, as far as what is looked at is there."""
    least, most = columns.low[:, None], columns.high[:, None]
    from_sine = sine(np.minimum(np.maximum(low, least), most))
    to_sine = sine(np.minimum(np.maximum(high, least), most))
    return from_sine, np.maximum(to_sine, from_sine)
