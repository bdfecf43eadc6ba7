"""Shapes that look like seats and may be none: swatches of a legend, and shapes unlike the other seats.

Everything here is a doubt that is asked (`shapes`). What is certain is decided in `seats.py`.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from statistics import median
from typing import NamedTuple

from seatpreview.imports.svg.geometry import Placed, PointGrid
from seatpreview.imports.svg.names import ROW_NAME_CHARACTERS_MAX
from seatpreview.imports.svg.seats import SeatShape, is_wide
from seatpreview.imports.svg.texts import TextPlace

SWATCHES_MAX = 10
GROUP_MIN = 3
"""Fewer shapes of another kind are taken as they are, if they stand among the seats: a sofa, a wheelchair
space."""
REGULAR_SHARE = 0.8
_ODD_ONE_IN = 20
ROW_MIN = 6
TOUCHING = 1.25
NEAR = 3.0
"""In sizes of a seat: a shape that is nearer to a seat of the usual kind stands among the seats."""


class DoubtfulShapes(NamedTuple):
    """Some shapes, and whether they are rather seats."""

    shapes: list[SeatShape]
    are_seats: bool
    text: str
    """What they are, for a sentence: '3 shapes beside words, as in a legend'."""


def doubtful_shapes(
    seats: Sequence[SeatShape],
    is_named: Sequence[bool],
    fills: Sequence[str],
    texts: Sequence[TextPlace],
    size: float,
    legend_fills: Collection[str] = (),
) -> list[DoubtfulShapes]:
    """Returns groups of shapes that may be no seats. The file has no names for them, but larger ones have
    numbers in them."""
    found = []
    wide = [shape for shape in seats if "seat" not in shape.names.fields and is_wide(shape.placed, size)]
    if wide:
        found.append(DoubtfulShapes(wide, True, f"{len(wide):,} with numbers, larger than the others"))
    legend = _swatches(seats, is_named, fills, texts, size)
    if legend:
        found.append(DoubtfulShapes(legend, False, f"{len(legend)} beside words, as in a legend"))
    odd = _odd(seats, is_named, fills, legend_fills)
    if odd:
        text = f"{len(odd):,} without a number, of another shape and colour than all that have one"
        found.append(DoubtfulShapes(odd, False, text))
    apart = {shape.placed.node for shape in (*legend, *odd)}
    named = [shape for shape, has_name in zip(seats, is_named, strict=True) if has_name]
    kinds: dict[str, list[SeatShape]] = defaultdict(list)
    for shape, has_name in zip(seats, is_named, strict=True):
        if not has_name and shape.placed.node not in apart:
            kinds[shape.placed.node.tag].append(shape)
    usual = Counter(shape.placed.node.tag for shape in named or seats).most_common(1)
    if not usual:
        return found
    usual_kind = usual[0][0]
    among = [shape.placed for shape in named or kinds.pop(usual_kind, [])]
    for kind, shapes in kinds.items():
        if len(shapes) < GROUP_MIN:
            # One outline like no other, apart from all seats, is a letter or a sign.
            shapes = [shape for shape in shapes if kind == "path" and _is_apart(shape.placed, among, size)]
        if shapes and (group := _of_another_kind(kind, shapes, among, size)) is not None:
            found.append(group)
    return found


def _odd(
    seats: Sequence[SeatShape], is_named: Sequence[bool], fills: Sequence[str], legend_fills: Collection[str]
) -> list[SeatShape]:
    """Returns the few shapes that have no number, nor the colour of those that have one, and are of another
    size or kind: columns of the house. A wheelchair space has the colour that a legend shows."""
    each = list(zip(seats, is_named, fills, strict=True))
    sizes = {_rounded_size(shape) for shape, has_name, _ in each if has_name}
    kinds = {shape.placed.node.tag for shape, has_name, _ in each if has_name}
    colours = {fill for _, has_name, fill in each if has_name}.union(legend_fills)
    odd = [
        shape
        for shape, has_name, fill in each
        if not has_name
        and fill
        and fill not in colours
        and (_rounded_size(shape) not in sizes or shape.placed.node.tag not in kinds)
    ]
    return odd if len(odd) * _ODD_ONE_IN <= sum(is_named) else []


def _rounded_size(shape: SeatShape) -> tuple[float, float]:
    return round(shape.placed.width, 1), round(shape.placed.height, 1)


def _of_another_kind(
    kind: str, shapes: list[SeatShape], among: Sequence[Placed], size: float
) -> DoubtfulShapes | None:
    """Returns shapes without a name that touch each other, or stand apart from the usual ones."""
    placed = [shape.placed for shape in shapes]
    noun = f"{len(shapes):,} of the kind `{kind}`"
    if _touching(placed) >= len(placed) / 2 > _touching(among):
        return DoubtfulShapes(shapes, False, f"{noun} that touch each other, as stairs do")
    grid = PointGrid([(shape.x, shape.y) for shape in among], size * NEAR)
    far = sum(grid.nearest(shape.x, shape.y, size * NEAR) is None for shape in placed)
    if 2 * far <= len(placed):
        return None
    return DoubtfulShapes(shapes, _stand_in_rows(placed, size), f"{noun} apart from the others")


def _is_apart(shape: Placed, among: Sequence[Placed], size: float) -> bool:
    return all(math.dist((shape.x, shape.y), (other.x, other.y)) > size * NEAR for other in among)


def _touching(shapes: Sequence[Placed]) -> int:
    """Counts the shapes whose outline all but touches that of the next one."""
    if not shapes:
        return 0
    size = median(max(shape.width, shape.height) for shape in shapes)
    grid = PointGrid([(shape.x, shape.y) for shape in shapes], max(size, 1e-9))
    count = 0
    for at, shape in enumerate(shapes):
        others = (shapes[other] for _, other in grid.near(shape.x, shape.y, size * 1.5) if other != at)
        count += any(
            abs(shape.x - other.x) < (shape.width + other.width) / 2 * TOUCHING
            and abs(shape.y - other.y) < (shape.height + other.height) / 2 * TOUCHING
            for other in others
        )
    return count


def _stand_in_rows(shapes: Sequence[Placed], size: float) -> bool:
    """Returns whether neighbours are at one distance, as seats are and letters are not, and of one size."""
    if len(shapes) < ROW_MIN:
        return False
    grid = PointGrid([(shape.x, shape.y) for shape in shapes], size * 2)
    steps = []
    for at, shape in enumerate(shapes):
        near = min((far for far, other in grid.near(shape.x, shape.y, size * 4) if other != at), default=None)
        if near is not None:
            steps.append(near)
    if len(steps) < REGULAR_SHARE * len(shapes):
        return False
    sizes = [max(shape.width, shape.height) for shape in shapes]
    return all(
        sum(math.isclose(value, median(values), rel_tol=0.1) for value in values)
        >= REGULAR_SHARE * len(values)
        for values in (steps, sizes)
    )


def _swatches(
    seats: Sequence[SeatShape],
    is_named: Sequence[bool],
    fills: Sequence[str],
    texts: Sequence[TextPlace],
    size: float,
) -> list[SeatShape]:
    """Returns the shapes that look like the swatches of a legend: a few without numbers, each of another
    colour, and each with words to its right that name no row."""
    if any(is_named) and not 0 < len(is_named) - sum(is_named) <= SWATCHES_MAX:
        return []
    words = [text for text in texts if len(text.text) > ROW_NAME_CHARACTERS_MAX]
    grid = PointGrid([(text.x, text.y) for text in words], max(size, 1e-9) * 4)
    places = PointGrid([(shape.placed.x, shape.placed.y) for shape in seats], max(size, 1e-9))
    found: list[SeatShape] = []
    colours: Counter[str] = Counter()
    for shape, has_name, fill in zip(seats, is_named, fills, strict=True):
        if has_name:
            continue
        x, y = shape.placed.x, shape.placed.y
        near = grid.near(x + 4 * size, y, size * 8)
        if fill and any(words[index].x - x > 0 and abs(words[index].y - y) < size / 2 for _, index in near):
            # Between a swatch and its words stands no other seat.
            beside = places.near(x + size, y, size * 0.75)
            if all(seats[index] is shape for _, index in beside):
                found.append(shape)
                colours[fill] += 1
    is_legend = 2 <= len(found) <= SWATCHES_MAX and max(colours.values()) == 1
    return found if is_legend and len(found) < len(seats) / 4 else []
