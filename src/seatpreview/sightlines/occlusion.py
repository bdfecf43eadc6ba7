"""Hidden elevations of columns of directions, and the share of what is looked at that they cover."""

from typing import NamedTuple

import numpy as np

from seatpreview.sightlines.directions import COLUMNS, Columns, sine
from seatpreview.sightlines.solids import Floats, Indices


class Hidden(NamedTuple):
    """Hidden elevations, from `low` to `high`: arrays of eyes, things that hide, and columns."""

    low: Floats
    high: Floats
    body: Indices
    """For each eye and thing the index of its label."""


def nothing(eyes: int, things: int) -> tuple[Floats, Floats]:
    return np.full((eyes, things, COLUMNS), np.inf), np.full((eyes, things, COLUMNS), -np.inf)


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


def _visible_part(columns: Columns, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Returns the sines of hidden elevations, as far as what is looked at is there."""
    least, most = columns.low[:, None], columns.high[:, None]
    from_sine = sine(np.minimum(np.maximum(low, least), most))
    to_sine = sine(np.minimum(np.maximum(high, least), most))
    return from_sine, np.maximum(to_sine, from_sine)
