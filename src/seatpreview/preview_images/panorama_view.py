"""Cuts the view in one direction out of an equirectangular panorama: a perspective image, as in the
viewer."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

_CELL_PIXELS = 24
"""The side of the cells within which straight lines approximate the curves of the projection."""

_SHARPNESS = 1.25
"""Pixels of the panorama for each pixel in the middle of the view."""

_OUTSIDE = (17, 19, 23)
"""The colour of directions that the panorama does not show."""


class Direction(NamedTuple):
    """A viewing direction in degrees: to the right of the panorama's middle and up, and the field of view of
    the view's longer side."""

    yaw: float
    pitch: float
    fov: float


def needed_width(size: tuple[int, int], direction: Direction) -> int:
    """Returns the width that a panorama needs for a sharp view of this size, in pixels."""
    return math.ceil(math.tau * _focal_length(size, direction.fov) * _SHARPNESS)


def cut_view(panorama: Image.Image, size: tuple[int, int], direction: Direction) -> Image.Image:
    """Returns the perspective image of this size. A panorama that is not twice as wide as high covers only
    the directions around its middle, as in the viewer."""
    around = max(panorama.width, 2 * panorama.height)
    cells = list(_cells(size, direction, around))
    xs = [x for _, corners in cells for x, _ in corners]
    ys = [y for _, corners in cells for _, y in corners]
    left, top = math.floor(min(xs)) - 2, math.floor(min(ys)) - 2
    window = Image.new("RGB", (math.ceil(max(xs)) + 2 - left, math.ceil(max(ys)) + 2 - top), _OUTSIDE)
    x0, y0 = round((around - panorama.width) / 2), round((around / 2 - panorama.height) / 2)
    # A panorama wraps around: the window may extend beyond its left or right end.
    for turn in (-2, -1, 0, 1, 2):
        x = x0 + turn * around - left
        if -panorama.width < x < window.width:
            window.paste(panorama, (x, y0 - top))
    scale = min(1.0, needed_width(size, direction) / around)
    if scale < 1.0:
        smaller = (max(1, round(window.width * scale)), max(1, round(window.height * scale)))
        x_scale, y_scale = smaller[0] / window.width, smaller[1] / window.height
        window = window.resize(smaller, Image.Resampling.LANCZOS, reducing_gap=2.0)
    else:
        x_scale = y_scale = 1.0
    mesh = [
        (box, tuple(part for x, y in corners for part in ((x - left) * x_scale, (y - top) * y_scale)))
        for box, corners in cells
    ]
    return window.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)


_Box = tuple[int, int, int, int]
_Corners = list[tuple[float, float]]


def _cells(size: tuple[int, int], direction: Direction, around: int) -> Iterator[tuple[_Box, _Corners]]:
    """Yields the cells of the view, each with the points of the panorama at its four corners, in Pillow's
    order: upper left, lower left, lower right, upper right."""
    width, height = size
    columns, rows = _edges(width), _edges(height)
    project = _Projection(size, direction, around)
    for top, bottom in pairwise(rows):
        for left, right in pairwise(columns):
            corners = [project.point(*corner) for corner in ((left, top), (left, bottom), (right, bottom))]
            corners.append(project.point(right, top))
            first = corners[0][0]
            # Around the zenith and the nadir, neighbours may be on either side of the opposite direction.
            unwrapped = [(x - round((x - first) / around) * around, y) for x, y in corners]
            yield (left, top, right, bottom), unwrapped


def _edges(length: int) -> list[int]:
    count = max(1, math.ceil(length / _CELL_PIXELS))
    return [round(length * index / count) for index in range(count + 1)]


class _Projection:
    """Finds the point of the panorama that a point of the view shows."""

    def __init__(self, size: tuple[int, int], direction: Direction, around: int) -> None:
        self._middle = (size[0] / 2, size[1] / 2)
        self._focal = _focal_length(size, direction.fov)
        self._yaw = math.radians(direction.yaw)
        pitch = math.radians(direction.pitch)
        self._up, self._ahead = math.sin(pitch), math.cos(pitch)
        self._around = around

    def point(self, x: float, y: float) -> tuple[float, float]:
        right, up = x - self._middle[0], self._middle[1] - y
        ahead = self._focal * self._ahead - up * self._up
        above = self._focal * self._up + up * self._ahead
        longitude = self._yaw + math.atan2(right, ahead)
        latitude = math.atan2(above, math.hypot(right, ahead))
        return (
            self._around * (0.5 + longitude / math.tau),
            self._around / 2 * (0.5 - latitude / math.pi),
        )


def _focal_length(size: tuple[int, int], fov: float) -> float:
    return max(size) / 2 / math.tan(math.radians(fov) / 2)
