"""Fits circles with one centre to rows of points."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from seatpreview.imports.fitting.near_points import PlanPoint, middle_of


class SharedCircle(NamedTuple):
    """A centre, and the radius of each row around it."""

    centre: PlanPoint
    radii_m: tuple[float, ...]


def shared_circle(rows: Sequence[Sequence[PlanPoint]]) -> SharedCircle | None:
    """Returns the circles with a common centre that fit the rows best; None if the rows are straight.

    A point of row i meets x² + y² = 2ax + 2by + k(i). Subtracting the mean of each row removes k(i), and what
    remains are two linear equations for the centre (a, b).
    """
    origin = middle_of([point for row in rows for point in row])
    xx = xy = yy = xs = ys = 0.0
    for row in rows:
        local = [(x - origin.x, y - origin.y) for x, y in row]
        count = len(local)
        mean_x = sum(x for x, _ in local) / count
        mean_y = sum(y for _, y in local) / count
        mean_s = sum(x * x + y * y for x, y in local) / count
        for x, y in local:
            east, north, square = x - mean_x, y - mean_y, x * x + y * y - mean_s
            xx += east * east
            xy += east * north
            yy += north * north
            xs += east * square
            ys += north * square
    determinant = xx * yy - xy * xy
    if determinant <= 1e-9 * (xx + yy) ** 2 or determinant <= 0:
        return None
    a = (xs * yy - ys * xy) / (2 * determinant)
    b = (ys * xx - xs * xy) / (2 * determinant)
    centre = PlanPoint(origin.x + a, origin.y + b)
    return SharedCircle(
        centre, tuple(sum(math.dist(point, centre) for point in row) / len(row) for row in rows)
    )
