"""An equirectangular canvas: points in metres are drawn where an eye in the middle would see them.

Its columns are bearings, with a given one in the middle, and its rows are heights above and below the
horizon.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from seatpreview.layouts.geometry import Point

Colour = tuple[int, int, int]
Spot = tuple[float, float, float]

_STEP_RAD = 0.07
"""Edges are cut into pieces no longer than this, so that straight lines bend as they do on a sphere."""
_PIECES_MAX = 48
_QUARTER = math.pi / 2


class Seen(NamedTuple):
    """Where a point is in the picture, and how many pixels a metre has there."""

    x: float
    y: float
    pixels_per_m: float


class Lamp(NamedTuple):
    """A lamp that is seen as a point of light."""

    at: Spot
    colour: Colour


class Beam(NamedTuple):
    """Light in the haze, from a lamp to where it falls."""

    lamp: Spot
    end: Spot
    end_radius_m: float
    colour: Colour


class Sphere:
    def __init__(self, eye: Point, yaw_deg: float, width: int, background: Colour) -> None:
        self.eye = eye
        self.image = Image.new("RGB", (width, width // 2), background)
        self._draw = ImageDraw.Draw(self.image)
        self._width = width
        self._eye = tuple(eye)
        self._left = math.radians(yaw_deg) - math.pi
        self._scale = width / math.tau

    def distance_m(self, spot: Spot) -> float:
        return math.dist(self.eye, spot)

    def seen(self, spot: Spot) -> Seen:
        x, y = self._flat(spot)
        return Seen(x, y, self._scale / (math.dist(self.eye, spot) or 1e-6))

    def polygon(self, corners: Sequence[Spot], colour: Colour) -> None:
        """Also across the picture's edges, and round the point straight above or below the eye."""
        outline = self._outline(corners)
        first_x, first_y = outline[0]
        turn = _nearest(first_x, outline[-1][0], self._width) - first_x
        if abs(turn) > 1:
            pole_y = 0.0 if sum(y for _, y in outline) < len(outline) * self._width / 4 else self._width / 2
            outline += [(first_x + turn, first_y), (first_x + turn, pole_y), (first_x, pole_y)]
        low, high = min(outline)[0], max(outline)[0]
        for shift in (-self._width, 0, self._width):
            if low + shift < self._width and high + shift > 0:
                self._draw.polygon([(x + shift, y) for x, y in outline], fill=colour)

    def disc(self, spot: Spot, radius_m: float, colour: Colour, least_pixels: float = 0.0) -> None:
        seen = self.seen(spot)
        radius = max(radius_m * seen.pixels_per_m, least_pixels)
        self.oval(seen, 0.0, radius, radius, colour)

    def oval(self, seen: Seen, down: float, half_width: float, half_height: float, colour: Colour) -> None:
        """In pixels, so far below a point that was seen; wider the further it is from the horizon."""
        y = seen.y + down
        half_width /= max(0.25, math.sin(min(max(y / self._scale, 0.3), math.pi - 0.3)))
        box = (seen.x - half_width, y - half_height, seen.x + half_width, y + half_height)
        self._draw.ellipse(box, fill=colour)
        if seen.x < half_width:
            self._draw.ellipse((box[0] + self._width, box[1], box[2] + self._width, box[3]), fill=colour)
        elif seen.x > self._width - half_width:
            self._draw.ellipse((box[0] - self._width, box[1], box[2] - self._width, box[3]), fill=colour)

    def _flat(self, spot: Spot) -> tuple[float, float]:
        """The column and the row at which a point is seen."""
        eye_x, eye_y, eye_z = self._eye
        x, y = spot[0] - eye_x, spot[1] - eye_y
        turn = (math.atan2(x, y) - self._left) % math.tau
        return turn * self._scale, (_QUARTER - math.atan2(spot[2] - eye_z, math.hypot(x, y))) * self._scale

    def _outline(self, corners: Sequence[Spot]) -> list[tuple[float, float]]:
        outline: list[tuple[float, float]] = []
        far_m = [math.dist(self.eye, corner) for corner in corners]
        before_x: float | None = None
        start, start_m = corners[-1], far_m[-1]
        for end, end_m in zip(corners, far_m, strict=True):
            nearest_m = max(min(start_m, end_m), 0.05)
            pieces = min(_PIECES_MAX, int(math.dist(start, end) / (nearest_m * _STEP_RAD)) + 1)
            for piece in range(1, pieces + 1):
                x, y = self._flat(end if piece == pieces else between(start, end, piece / pieces))
                if before_x is not None and abs(x - before_x) > self._width / 2:
                    x = _nearest(x, before_x, self._width)
                before_x = x
                outline.append((x, y))
            start, start_m = end, end_m
        return outline


def between(start: Spot, end: Spot, part: float) -> Spot:
    return (
        start[0] + (end[0] - start[0]) * part,
        start[1] + (end[1] - start[1]) * part,
        start[2] + (end[2] - start[2]) * part,
    )


def _nearest(x: float, to: float, width: int) -> float:
    """The same column of the picture, so many times round it that it is nearest to another."""
    return x + width * round((to - x) / width)
