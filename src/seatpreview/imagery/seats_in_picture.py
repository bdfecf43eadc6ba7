"""Finds seats in the picture of a plan: shapes of one size that stand in rows. No text is read.

Every step is bounded by the number of pixels: shapes are found by their runs of ink in each line of pixels.
"""

import math
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from seatpreview.imports.fitting.near_points import NearPoints, PlanPoint
from seatpreview.imports.fitting.seat_order import rows_by_position

PIXELS_MAX = 8_000_000
"""A larger part of a picture is looked at with fewer pixels."""
SHAPES_MAX = 60_000
_RUNS_MAX = 1_500_000
"""More runs of ink are noise or a pattern."""
SEATS_MAX = 20_000
"""More shapes of one size than that are no seats: they are a pattern, or the noise of a scan."""
SIZE_MIN_PX = 5
_SAME_SIZE = 1.22
"""By how much the widths and heights of seats of one plan differ at most, as a factor."""
_SQUARE_MAX = 1.7
_SEATS_MIN = 4
_ROW_MIN = 3
"""Most seats stand in rows of at least so many."""
_REGULAR_MIN = 0.6
"""The share of shapes with a neighbour at the usual distance. Among letters and specks it is lower."""
_THINNED = (1, 2, 4, 6)
"""By how many pixels on each side shapes are made thinner, so that those that touch come apart."""
_REACH_SIZES = 3.5
_ROW_PITCH_M = 0.5
"""Seats are brought to this distance, since rows are found in metres."""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


class PictureSeat(NamedTuple):
    """The middle of a shape, in pixels of the picture."""

    x: float
    y: float


class PictureSeats(NamedTuple):
    """What was found in a part of a picture."""

    rows: list[list[PictureSeat]]
    """From the top of the picture to its bottom, each from left to right."""
    size_px: float
    """The usual width of a shape. 0 if there are none."""


class _Shapes(NamedTuple):
    """Connected shapes: their middles and sizes."""

    x: Floats
    y: Floats
    width: Floats
    height: Floats

    def of(self, chosen: NDArray[np.intp] | Mask) -> "_Shapes":
        return _Shapes(self.x[chosen], self.y[chosen], self.width[chosen], self.height[chosen])


_NONE = _Shapes(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0))


def find_seats(picture: Image.Image) -> PictureSeats:
    """Returns the seats in a picture, or in the part that was cut out of it."""
    shrunk = min(1.0, math.sqrt(PIXELS_MAX / max(1, picture.width * picture.height)))
    if shrunk < 1:
        size = max(1, round(picture.width * shrunk)), max(1, round(picture.height * shrunk))
        picture = picture.resize(size, Image.Resampling.BOX)
    score, found = max(
        ((_score(shapes), shapes) for shapes in _candidates(picture)), key=itemgetter(0), default=(0.0, _NONE)
    )
    if score == 0:
        return PictureSeats([], 0.0)
    rows = [
        [PictureSeat(round(seat.x / shrunk, 2), round(seat.y / shrunk, 2)) for seat in row]
        for row in _rows(found)
    ]
    in_rows = sum(len(row) for row in rows if len(row) >= _ROW_MIN)
    if 2 * in_rows < sum(map(len, rows)):
        return PictureSeats([], 0.0)
    return PictureSeats(rows, round(float(np.median(found.width)) / shrunk, 2))


def _candidates(picture: Image.Image) -> Iterator[_Shapes]:
    """Yields the shapes of one size under each way to look at the picture: what is inked, what ink encloses,
    and what remains of ink where shapes that touch are made thinner."""
    picture = picture.convert("RGB")
    # Smoothing takes away the specks of a scan, and outlines of a single pixel.
    raw, ink = _ink(picture), _ink(picture.filter(ImageFilter.MedianFilter(3)))
    for drawn in (raw, ink):
        yield from _of_one_size(_shapes(drawn), grown=0)
        yield from _of_one_size(_inside(_shapes(~drawn), drawn.shape), grown=2)
    for thinned in _THINNED:
        yield from _of_one_size(_shapes(_thinned(ink, thinned)), grown=2 * thinned)


def _ink(picture: Image.Image) -> Mask:
    """Returns which pixels are not of the colour of the paper."""
    pixels = np.asarray(picture, dtype=np.int16)
    sample = pixels[:: max(1, pixels.shape[0] // 400), :: max(1, pixels.shape[1] // 400)].reshape(-1, 3)
    shades = sample // 16
    keys = shades[:, 0] * 256 + shades[:, 1] * 16 + shades[:, 2]
    values, counts = np.unique(keys, return_counts=True)
    paper = np.median(sample[keys == values[np.argmax(counts)]], axis=0)
    away = np.abs(pixels - paper.astype(np.int16)).max(axis=2)
    ink: Mask = away > _threshold(away)
    return ink


def _threshold(values: NDArray[np.int16]) -> int:
    """Returns the value that parts paper and ink best (Otsu's method)."""
    counts = np.bincount(np.clip(values, 0, 255).ravel(), minlength=256).astype(np.float64)
    weight, total = np.cumsum(counts), counts.sum()
    mass = np.cumsum(counts * np.arange(256))
    rest = total - weight
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (mass[-1] * weight / total - mass) ** 2 / (weight * rest)
    between[~np.isfinite(between)] = -1
    return max(24, int(np.argmax(between)))


def _thinned(mask: Mask, times: int) -> Mask:
    for _ in range(times):
        thinner = mask.copy()
        thinner[1:] &= mask[:-1]
        thinner[:-1] &= mask[1:]
        thinner[:, 1:] &= mask[:, :-1]
        thinner[:, :-1] &= mask[:, 1:]
        mask = thinner
    return mask


def _shapes(mask: Mask) -> _Shapes:
    """Returns the connected shapes of a mask. Runs of pixels are joined with those that they touch in the
    next line, and each shape takes the smallest number of its runs, until no number changes."""
    height, width = mask.shape
    padded = np.zeros((height, width + 2), dtype=np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded.ravel())
    starts, ends = np.flatnonzero(steps == 1) + 1, np.flatnonzero(steps == -1) + 1
    line = width + 2
    if not 0 < len(starts) <= _RUNS_MAX:
        return _NONE
    # Runs that overlap a run of the line above, or touch it at a corner.
    low = np.searchsorted(ends, starts - line, side="left")
    high = np.searchsorted(starts, ends - line, side="right")
    counts = np.maximum(0, high - low)
    one = np.repeat(np.arange(len(starts)), counts)
    other = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(low, counts)
    labels = _joined(len(starts), one, other)
    names, labels = np.unique(labels, return_inverse=True)
    if len(names) > SHAPES_MAX:
        return _NONE
    y, left = np.divmod(starts, line)
    right = ends - y * line
    least = np.full((2, len(names)), np.inf)
    most = np.full((2, len(names)), -np.inf)
    for axis, (first, last) in enumerate(((left, right), (y, y + 1))):
        np.minimum.at(least[axis], labels, first)
        np.maximum.at(most[axis], labels, last)
    # Offset of the padding on the left.
    return _Shapes(
        (least[0] + most[0]) / 2 - 1, (least[1] + most[1]) / 2, most[0] - least[0], most[1] - least[1]
    )


def _joined(count: int, one: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.intp]:
    labels = np.arange(count)
    while True:
        before = labels
        labels = labels.copy()
        least = np.minimum(before[one], before[other])
        np.minimum.at(labels, before[one], least)
        np.minimum.at(labels, before[other], least)
        labels = labels[labels]
        if np.array_equal(labels, before):
            return labels


def _inside(shapes: _Shapes, size: tuple[int, ...]) -> _Shapes:
    """Returns the shapes that do not reach the edge: what is enclosed by ink."""
    height, width = size
    return shapes.of(
        (shapes.x - shapes.width / 2 > 0)
        & (shapes.y - shapes.height / 2 > 0)
        & (shapes.x + shapes.width / 2 < width)
        & (shapes.y + shapes.height / 2 < height)
    )


def _of_one_size(shapes: _Shapes, grown: int) -> Iterator[_Shapes]:
    """Yields the shapes of the sizes that occur most. `grown` is how much larger they really are."""
    width, height = shapes.width + grown, shapes.height + grown
    is_compact = (np.maximum(width, height) <= _SQUARE_MAX * np.minimum(width, height)) & (
        np.minimum(width, height) >= SIZE_MIN_PX
    )
    shapes = shapes._replace(width=width, height=height).of(is_compact)
    sizes = np.log(np.sqrt(shapes.width * shapes.height)) if len(shapes.x) else np.zeros(0)
    left = np.ones(len(sizes), dtype=bool)
    for _ in range(3):
        rest = np.sort(sizes[left])
        if len(rest) < _SEATS_MIN:
            return
        reach = math.log(_SAME_SIZE)
        within = np.searchsorted(rest, rest + reach, side="right") - np.arange(len(rest))
        start = rest[np.argmax(within)]
        middle = float(np.median(rest[(rest >= start) & (rest <= start + reach)]))
        alike = left & (np.abs(sizes - middle) <= reach)
        chosen = shapes.of(alike)
        usual = float(np.median(chosen.width)), float(np.median(chosen.height))
        even = (np.abs(np.log(chosen.width / usual[0])) <= reach) & (
            np.abs(np.log(chosen.height / usual[1])) <= reach
        )
        yield chosen.of(even)
        left &= ~alike


def _score(shapes: _Shapes) -> float:
    """Returns how much shapes look like seats: how many have a neighbour at the distance that most of them
    have. Larger shapes win over what is drawn in each of them."""
    count = len(shapes.x)
    if not _SEATS_MIN <= count <= SEATS_MAX:
        return 0.0
    size = float(np.median(np.sqrt(shapes.width * shapes.height)))
    distances = _nearest(shapes, size)
    known = distances[np.isfinite(distances)]
    if len(known) < _SEATS_MIN:
        return 0.0
    pitch = float(np.median(known))
    if pitch < 0.85 * size:
        return 0.0  # Shapes on each other, such as both edges of an outline.
    regular = int((np.abs(known / pitch - 1) < 0.15).sum())
    if regular < _REGULAR_MIN * count:
        return 0.0
    return regular * regular / count * math.sqrt(size)


def _nearest(shapes: _Shapes, size: float) -> Floats:
    """Returns how far the nearest other shape is from each, up to some sizes of a shape: an index of points
    finds only so many in a cell."""
    reach = _REACH_SIZES * size
    points = [PlanPoint(float(x), float(y)) for x, y in zip(shapes.x, shapes.y, strict=True)]
    index = NearPoints(enumerate(points), reach)
    return np.array(
        [
            min((distance for distance, there in index.near(point) if there != number), default=math.inf)
            for number, point in enumerate(points)
        ]
    )


def _rows(shapes: _Shapes) -> list[list[PictureSeat]]:
    """Returns the shapes as rows of the picture, without those that stand alone, far from all others."""
    distances = _nearest(shapes, float(np.median(np.sqrt(shapes.width * shapes.height))))
    pitch = float(np.median(distances[np.isfinite(distances)]))
    chosen = np.flatnonzero(distances <= 3 * pitch)
    scale = _ROW_PITCH_M / pitch
    # Below the lowest seat, rows that bend around a stage at the top or at the bottom bend alike.
    middle = float(np.median(shapes.x[chosen]))
    depth = float(shapes.y[chosen].max()) + 9 * pitch
    points = {
        int(number): PlanPoint((shapes.x[number] - middle) * scale, (depth - shapes.y[number]) * scale)
        for number in chosen
    }
    rows = rows_by_position([*points], points, _ROW_PITCH_M)
    listed = [
        sorted(
            (PictureSeat(float(shapes.x[seat]), float(shapes.y[seat])) for seat in row),
            key=lambda seat: seat.x,
        )
        for row in rows
    ]
    return sorted(listed, key=lambda row: (sum(seat.y for seat in row) / len(row), row[0].x))
