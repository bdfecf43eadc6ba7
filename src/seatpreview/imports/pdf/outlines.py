"""Turns outlines of a PDF into shapes of a drawing: circles, rectangles and paths."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Segment(NamedTuple):
    """A point of an outline and how it is reached: `M`, `L`, or `C` for each of the three of a curve."""

    kind: str
    x: float
    y: float


Subpath = list[Segment]


class Shape(NamedTuple):
    """A shape as an SVG has it."""

    tag: str
    attributes: dict[str, str]


_Box = tuple[float, float, float, float]


def shapes_of(subpaths: Sequence[Subpath]) -> Iterator[Shape]:
    """Yields the shapes of one path. Parts that overlap are one shape, such as a ring; parts that stand apart
    are several, as a program writes all seats of a colour."""
    together: list[Subpath] = []
    around: _Box | None = None
    for subpath in subpaths:
        box = _box(subpath)
        if around is not None and not _overlap(around, box):
            yield _shape(together)
            together, around = [], None
        together.append(subpath)
        around = box if around is None else _joined(around, box)
    if together:
        yield _shape(together)


def _shape(subpaths: Sequence[Subpath]) -> Shape:
    # The first part is the outline: what lies in it is a hole or a symbol.
    outline = max(subpaths, key=lambda subpath: _area(_box(subpath)))
    left, top, right, bottom = _box(outline)
    kinds = "".join(segment.kind for segment in outline)
    if kinds.startswith("MCCCCCCCCCCCC") and _is_ellipse(outline):
        place = {"cx": _text((left + right) / 2), "cy": _text((top + bottom) / 2)}
        if math.isclose(right - left, bottom - top, rel_tol=_ROUND):
            return Shape("circle", place | {"r": _text((right - left) / 2)})
        return Shape("ellipse", place | {"rx": _text((right - left) / 2), "ry": _text((bottom - top) / 2)})
    if _is_upright(outline, kinds):
        size = {"width": _text(right - left), "height": _text(bottom - top)}
        return Shape("rect", {"x": _text(left), "y": _text(top)} | size)
    return Shape("path", {"d": " ".join(map(_commands, subpaths))})


def _is_ellipse(outline: Subpath) -> bool:
    """Whether the four ends of curves are the middles of the sides of the box around the outline."""
    left, top, right, bottom = _box(outline)
    ends = [outline[0], *outline[3:13:3]]
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    near = _ROUND * max(right - left, bottom - top)
    return len(outline) <= _ELLIPSE_POINTS_MAX and all(
        min(abs(end.x - middle_x), abs(end.y - middle_y)) <= near for end in ends
    )


def _is_upright(outline: Subpath, kinds: str) -> bool:
    if kinds not in ("MLLL", "MLLLL"):
        return False
    left, top, right, bottom = _box(outline)
    near = 1e-3 * max(right - left, bottom - top, 1e-9)
    return all(
        min(abs(point.x - left), abs(point.x - right)) <= near
        and min(abs(point.y - top), abs(point.y - bottom)) <= near
        for point in outline
    )


def _commands(subpath: Subpath) -> str:
    parts = []
    curve_points = 0
    for kind, x, y in subpath:
        letter = "" if kind == "C" and curve_points % 3 else kind
        curve_points = curve_points + 1 if kind == "C" else 0
        parts.append(f"{letter}{_text(x)} {_text(y)}")
    return " ".join(parts)


def _box(subpath: Subpath) -> _Box:
    xs, ys = [point.x for point in subpath], [point.y for point in subpath]
    return min(xs), min(ys), max(xs), max(ys)


def _area(box: _Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _joined(one: _Box, other: _Box) -> _Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _text(number: float) -> str:
    return f"{number:.3f}"


_ROUND = 0.02
_ELLIPSE_POINTS_MAX = 14
