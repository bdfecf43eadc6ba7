"""Finds points near each other on the ground plan, and the line or circle along which points lie."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

POINTS_OF_CELL_MAX = 24
"""More points in a cell lie on each other. Those beyond are not found, so that a look-up stays cheap."""


class PlanPoint(NamedTuple):
    """A point of the ground plan in metres: x to the east, y to the north."""

    x: float
    y: float


class NearPoints:
    """An index of points by square cells. A look-up finds points up to the size of a cell away."""

    def __init__(self, points: Iterable[tuple[int, PlanPoint]], reach: float) -> None:
        self.reach = reach if reach > 0 and math.isfinite(reach) else 1.0
        self._cells: dict[tuple[int, int], list[tuple[int, PlanPoint]]] = {}
        for index, point in points:
            members = self._cells.setdefault(self._cell(point), [])
            if len(members) < POINTS_OF_CELL_MAX:
                members.append((index, point))

    def near(self, point: PlanPoint) -> Iterator[tuple[float, int]]:
        """Yields the distance and the index of each point within reach."""
        column, line = self._cell(point)
        for i in (column - 1, column, column + 1):
            for j in (line - 1, line, line + 1):
                for index, there in self._cells.get((i, j), ()):
                    distance = math.dist(point, there)
                    if distance <= self.reach:
                        yield distance, index

    def _cell(self, point: PlanPoint) -> tuple[int, int]:
        return math.floor(point.x / self.reach), math.floor(point.y / self.reach)


def middle_of(points: Sequence[PlanPoint]) -> PlanPoint:
    """Returns the mean of at least one point."""
    xs, ys = zip(*points, strict=True)
    return PlanPoint(sum(xs) / len(points), sum(ys) / len(points))


def spread_of(points: Iterable[PlanPoint], middle: PlanPoint) -> tuple[float, float, float]:
    """Returns the second moments of points about a middle: of x, of both, and of y."""
    xx = xy = yy = 0.0
    middle_x, middle_y = middle
    for x, y in points:
        east, north = x - middle_x, y - middle_y
        xx += east * east
        xy += east * north
        yy += north * north
    return xx, xy, yy


def main_direction(spread: tuple[float, float, float]) -> PlanPoint:
    """Returns the unit vector along which points with these moments lie."""
    xx, xy, yy = spread
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    return PlanPoint(math.cos(angle), math.sin(angle))


def along(point: PlanPoint, direction: PlanPoint) -> float:
    """Returns how far a point is in this direction."""
    return point.x * direction.x + point.y * direction.y


def bearing_of(x: float, y: float) -> float:
    """Returns the compass bearing of a vector, in degrees from 0 to 360."""
    return math.degrees(math.atan2(x, y)) % 360.0


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
