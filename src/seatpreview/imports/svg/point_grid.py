"""Finds the points near a place in time that does not depend on how many points there are."""

import math
from collections.abc import Iterator

POINTS_OF_CELL_MAX = 16
"""More points in a cell lie on each other. Those beyond are not found, so that a look-up stays cheap."""
CELLS_ACROSS_MAX = 8


class PointGrid:
    """An index of points by square cells."""

    def __init__(self, points: list[tuple[float, float]], cell: float) -> None:
        self._points = points
        self._cell = cell if cell > 0 and math.isfinite(cell) else 1.0
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, (x, y) in enumerate(points):
            members = self._cells.setdefault(self._key(x, y), [])
            if len(members) < POINTS_OF_CELL_MAX:
                members.append(index)

    def near(self, x: float, y: float, radius: float) -> Iterator[tuple[float, int]]:
        """Yields (distance, index) of the points within the radius: at most CELLS_ACROSS_MAX cells."""
        reach = min(CELLS_ACROSS_MAX, max(1, math.ceil(radius / self._cell)))
        column, line = self._key(x, y)
        for i in range(column - reach, column + reach + 1):
            for j in range(line - reach, line + reach + 1):
                for index in self._cells.get((i, j), ()):
                    distance = math.dist((x, y), self._points[index])
                    if distance <= radius:
                        yield distance, index

    def nearest(self, x: float, y: float, radius: float) -> int | None:
        """Returns the index of the nearest point within the radius."""
        found = min(self.near(x, y, radius), default=None)
        return None if found is None else found[1]

    def _key(self, x: float, y: float) -> tuple[int, int]:
        return (math.floor(x / self._cell), math.floor(y / self._cell))
