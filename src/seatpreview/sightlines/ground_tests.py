"""Tests and distances of many points on the ground plan at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from seatpreview.layouts.ground_plan import Corner

Flags = npt.NDArray[np.bool_]


def is_inside(corners: Sequence[Corner], points: npt.NDArray[np.float64]) -> Flags:
    """Returns for each point what `polygons.has_inside` returns."""
    found = np.zeros(len(points), dtype=np.bool_)
    x, y = points[:, 0], points[:, 1]
    for (from_x, from_y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if from_y != to_y:
            crosses = (from_y > y) != (to_y > y)
            found ^= crosses & (x < from_x + (y - from_y) / (to_y - from_y) * (to_x - from_x))
    return found


def distances_m(corners: npt.NDArray[np.float64], points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Returns for each point its distance from a polygon: 0 inside of it."""
    along = np.roll(corners, -1, axis=0) - corners
    start = points[:, None] - corners
    length2 = (along * along).sum(axis=1)
    part = np.clip((start * along).sum(axis=2) / np.where(length2 > 0, length2, 1.0), 0.0, 1.0)
    to_edge = np.hypot(*np.moveaxis(start - part[:, :, None] * along, 2, 0)).min(axis=1)
    distances: npt.NDArray[np.float64] = np.where(is_inside(corners.tolist(), points), 0.0, to_edge)
    return distances
