"""Places and sizes of SVG shapes on the page: transforms, viewports, `use`, lengths with units."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.imports.svg.parser import GROUPS, SHAPES, SvgNode
from seatpreview.imports.svg.path import Point, number_of, numbers_in, path_points

COORDINATE_MAX = 1e7
"""A shape that reaches farther is left out: it is no part of a plan."""
USE_DEPTH_MAX = 8
OUTLINE_POINTS_MAX = 256

MILLIMETRES_PER_UNIT = {
    "": None,
    "px": None,
    "mm": 1.0,
    "cm": 10.0,
    "in": 25.4,
    "pt": 25.4 / 72,
    "pc": 25.4 / 6,
}

_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_PLAIN_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{0,30})?")
_LENGTH = re.compile(r"\s*+([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+)\s*+(px|mm|cm|in|pt|pc|%)?\s*+$")
_PIXELS = {"px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0}
POINTS_OF_CELL_MAX = 16
"""More points in a cell lie on each other. Those beyond are not found, so that a look-up stays cheap."""
CELLS_ACROSS_MAX = 8


class Matrix(NamedTuple):
    """An affine map: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def times(self, other: "Matrix") -> "Matrix":
        """Returns the map that applies `other` first."""
        return Matrix(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            self.a * other.e + self.c * other.f + self.e,
            self.b * other.e + self.d * other.f + self.f,
        )

    def apply(self, point: Point) -> Point:
        x, y = point
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)


class Box(NamedTuple):
    """The smallest upright rectangle around a shape, in the shape's own coordinates."""

    left: float
    top: float
    right: float
    bottom: float


class Placed(NamedTuple):
    """A shape or text on the page."""

    node: SvgNode
    x: float
    y: float
    width: float
    height: float


class Placements(NamedTuple):
    """Everything drawn, in the order of the file, and what has no usable place."""

    shapes: list[Placed]
    texts: list[Placed]
    unplaced: list[SvgNode]
    matrices: dict[SvgNode, Matrix]
    """The map from each group's own coordinates to the page."""


IDENTITY = Matrix()


def place_all(nodes: list[SvgNode]) -> Placements:
    """Places each drawn shape and text. A `use` counts as one shape."""
    symbols = {node.attributes["id"]: node for node in nodes if "id" in node.attributes}
    boxes = _Boxes(nodes, symbols)
    placements = Placements([], [], [], boxes.matrices)
    for node in nodes:
        if node.is_drawn and node.tag not in GROUPS:
            _place(node, boxes, placements)
    return placements


def outline(placed: Placed, matrices: dict[SvgNode, Matrix]) -> tuple[Point, ...]:
    """Returns the corners of a shape on the page: at most OUTLINE_POINTS_MAX of them."""
    matrix = own_matrix(placed.node, matrices)
    points = _corners(placed.node)
    if not points:
        w, h = placed.width / 2, placed.height / 2
        corners = ((-w, -h), (w, -h), (w, h), (-w, h))
        return tuple((placed.x + dx, placed.y + dy) for dx, dy in corners)
    step = -(-len(points) // OUTLINE_POINTS_MAX)
    return tuple(point for point in map(matrix.apply, points[::step]) if _is_usable(*point))


def own_matrix(node: SvgNode, matrices: dict[SvgNode, Matrix]) -> Matrix:
    above = matrices.get(node.parent, IDENTITY) if node.parent is not None else IDENTITY
    transform = node.attributes.get("transform")
    return above.times(transform_of(transform)) if transform else above


def transform_of(text: str) -> Matrix:
    """Returns the map of a `transform` attribute."""
    matrix = IDENTITY
    for name, arguments in _TRANSFORM.findall(text[:10_000]):
        matrix = matrix.times(_simple_transform(name, numbers_in(arguments)))
    return matrix


def length_of(text: str | None, whole: float | None = None) -> float | None:
    """Returns a length in user units; a percentage of `whole`. None where there is no number."""
    if text is not None and _PLAIN_NUMBER.fullmatch(text):
        return float(text)
    match = _LENGTH.match(text) if text is not None and len(text) < 100 else None
    if match is None:
        return None
    number, unit = number_of(match[1]), match[2]
    if unit == "%":
        return None if whole is None else number * whole / 100
    return number * _PIXELS[unit or "px"]


def millimetres_per_unit(root: SvgNode) -> float | None:
    """Returns the size of a user unit on paper where the file states `width` in millimetres or the like."""
    match = _LENGTH.match(root.attributes.get("width", "")[:100])
    view = view_box(root)
    if match is None or view is None or view[2] <= 0:
        return None
    millimetres = MILLIMETRES_PER_UNIT.get(match[2] or "")
    return None if millimetres is None else number_of(match[1]) * millimetres / view[2]


def view_box(node: SvgNode) -> tuple[float, float, float, float] | None:
    numbers = numbers_in(node.attributes.get("viewBox", "")[:200])
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)) or numbers[2] <= 0 or numbers[3] <= 0:
        return None
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _simple_transform(name: str, numbers: list[float]) -> Matrix:
    count = len(numbers)
    if name == "matrix" and count == 6:
        return Matrix(*numbers)
    if name == "translate" and count in (1, 2):
        return Matrix(e=numbers[0], f=numbers[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return Matrix(a=numbers[0], d=numbers[-1])
    if name == "rotate" and count in (1, 3):
        return _rotation(numbers[0], numbers[1:])
    if name in {"skewX", "skewY"} and count == 1 and math.isfinite(numbers[0]):
        slope = math.tan(math.radians(numbers[0]))
        return Matrix(c=slope) if name == "skewX" else Matrix(b=slope)
    return IDENTITY


def _rotation(degrees: float, centre: list[float]) -> Matrix:
    if not math.isfinite(degrees):
        return IDENTITY
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = Matrix(cos, sin, -sin, cos)
    if not centre:
        return turn
    return Matrix(e=centre[0], f=centre[1]).times(turn).times(Matrix(e=-centre[0], f=-centre[1]))


def _place(node: SvgNode, boxes: "_Boxes", placements: Placements) -> None:
    box = boxes.box(node)
    if box is None:
        placements.unplaced.append(node)
        return
    matrix = boxes.drawn_matrix(node)
    x, y = matrix.apply(((box.left + box.right) / 2, (box.top + box.bottom) / 2))
    width = (box.right - box.left) * math.hypot(matrix.a, matrix.b)
    height = (box.bottom - box.top) * math.hypot(matrix.c, matrix.d)
    if not _is_usable(x, y) or not _is_usable(width, height):
        placements.unplaced.append(node)
        return
    (placements.texts if node.tag == "text" else placements.shapes).append(Placed(node, x, y, width, height))


def _is_usable(x: float, y: float) -> bool:
    return abs(x) <= COORDINATE_MAX and abs(y) <= COORDINATE_MAX


class _Boxes:
    """Boxes of nodes. Those that `use` refers to are computed once."""

    def __init__(self, nodes: list[SvgNode], symbols: dict[str, SvgNode]) -> None:
        self._symbols = symbols
        self._children = _children_to_use(nodes, symbols)
        self._symbol_boxes: dict[SvgNode, Box | None] = {}
        self.root_size = view_box(nodes[0]) if nodes else None
        self.matrices: dict[SvgNode, Matrix] = {}
        for node in nodes:
            if node.tag in GROUPS:
                self.matrices[node] = self._group_matrix(node)

    def box(self, node: SvgNode, depth: int = 0) -> Box | None:
        """Returns the box in the node's own coordinates; for `use` in those of what it draws."""
        if node.tag == "use":
            target = self._target(node)
            return None if target is None else self._symbol_box(target, depth)
        return shape_box(node, self.root_size)

    def drawn_matrix(self, node: SvgNode) -> Matrix:
        matrix = own_matrix(node, self.matrices)
        return matrix.times(self._use_offset(node)) if node.tag == "use" else matrix

    def _target(self, use: SvgNode) -> SvgNode | None:
        href = use.attributes.get("href", "")
        return self._symbols.get(href[1:]) if href.startswith("#") else None

    def _use_offset(self, node: SvgNode) -> Matrix:
        """A `use` moves what it draws by x and y, and scales a symbol with a viewBox to its size."""
        if node.tag != "use":
            return IDENTITY
        given = node.attributes
        x, y = length_of(given.get("x")) or 0.0, length_of(given.get("y")) or 0.0
        target = self._target(node)
        moved = Matrix(e=x, f=y)
        if target is None:
            return moved
        if target.tag in {"symbol", "svg"}:
            return moved.times(_viewport(target, given.get("width"), given.get("height")))
        return moved.times(transform_of(target.attributes.get("transform", "")))

    def _symbol_box(self, target: SvgNode, depth: int) -> Box | None:
        if target in self._symbol_boxes:
            return self._symbol_boxes[target]
        if depth >= USE_DEPTH_MAX:
            return None
        # A symbol that draws itself has no box: the value below stands while its content is looked at.
        self._symbol_boxes[target] = None
        box = self._content_box(target, depth) if target.tag in GROUPS else self.box(target, depth + 1)
        self._symbol_boxes[target] = box
        return box

    def _content_box(self, target: SvgNode, depth: int) -> Box | None:
        whole: list[Point] = []
        for child in self._children.get(target, []):
            nested = child.tag in GROUPS
            box = self._symbol_box(child, depth + 1) if nested else self.box(child, depth + 1)
            if box is not None:
                matrix = transform_of(child.attributes.get("transform", "")).times(self._use_offset(child))
                whole.extend(matrix.apply(corner) for corner in _box_corners(box))
        return _bounds(whole)

    def _group_matrix(self, node: SvgNode) -> Matrix:
        matrix = own_matrix(node, self.matrices)
        if node.tag != "svg":
            return matrix
        if node.parent is None:
            return matrix.times(_stretch(node))
        x, y = length_of(node.attributes.get("x")) or 0.0, length_of(node.attributes.get("y")) or 0.0
        size = node.attributes
        return matrix.times(Matrix(e=x, f=y)).times(_viewport(node, size.get("width"), size.get("height")))


def _children_to_use(nodes: list[SvgNode], symbols: dict[str, SvgNode]) -> dict[SvgNode, list[SvgNode]]:
    """Lists the children of groups that may be drawn by `use`: those with an id, and what they hold."""
    used = {node.attributes.get("href", "")[1:] for node in nodes if node.tag == "use"}
    below = {symbols[name] for name in used if name in symbols}
    children: dict[SvgNode, list[SvgNode]] = {}
    for node in nodes:
        parent = node.parent
        if parent is not None and parent in below and node.tag in SHAPES | GROUPS:
            children.setdefault(parent, []).append(node)
            if node.tag in GROUPS:
                below.add(node)
    return children


def _viewport(node: SvgNode, width: str | None, height: str | None) -> Matrix:
    """Returns the map from a viewBox into a viewport: uniform and centred, as is the default."""
    view = view_box(node)
    if view is None:
        return IDENTITY
    left, top, wide, high = view
    w, h = length_of(width, None) or wide, length_of(height, None) or high
    scale = min(w / wide, h / high)
    if node.attributes.get("preserveAspectRatio", "").startswith("none"):
        return Matrix(a=w / wide, d=h / high, e=-left * w / wide, f=-top * h / high)
    return Matrix(
        a=scale, d=scale, e=(w - wide * scale) / 2 - left * scale, f=(h - high * scale) / 2 - top * scale
    )


def _stretch(root: SvgNode) -> Matrix:
    """The page keeps its user units. Only a file that asks for unequal scales of x and y is stretched."""
    view = view_box(root)
    width, height = length_of(root.attributes.get("width")), length_of(root.attributes.get("height"))
    if view is None or not width or not height:
        return IDENTITY
    if not root.attributes.get("preserveAspectRatio", "").startswith("none"):
        return IDENTITY
    return Matrix(d=(height / view[3]) / (width / view[2]))


def shape_box(node: SvgNode, size: tuple[float, float, float, float] | None = None) -> Box | None:
    """Returns the box of a shape or text in its own coordinates. None where it has no usable numbers."""
    wide, high = (size[2], size[3]) if size is not None else (None, None)

    def length(name: str, whole: float | None) -> float:
        value = node.attributes.get(name)
        if value is None:
            return 0.0
        found = length_of(value, whole)
        return math.nan if found is None else found

    if node.tag == "circle":
        return _around(length("cx", wide), length("cy", high), length("r", wide), length("r", wide))
    if node.tag == "ellipse":
        return _around(length("cx", wide), length("cy", high), length("rx", wide), length("ry", high))
    if node.tag == "rect":
        x, y = length("x", wide), length("y", high)
        return _finite(Box(x, y, x + length("width", wide), y + length("height", high)))
    if node.tag == "line":
        points = [(length("x1", wide), length("y1", high)), (length("x2", wide), length("y2", high))]
        return _bounds(points)
    if node.tag == "text":
        return _around(_first(node, "x"), _first(node, "y"), 0.0, 0.0)
    return _bounds(_drawn_points(node))


def _first(node: SvgNode, name: str) -> float:
    """The first of a text's positions, each of which may place one letter."""
    texts = node.attributes.get(name, "0")[:200].replace(",", " ").split()
    found = length_of(texts[0]) if texts else 0.0
    return math.nan if found is None else found


def _around(x: float, y: float, rx: float, ry: float) -> Box | None:
    rx, ry = abs(rx), abs(ry)
    return _finite(Box(x - rx, y - ry, x + rx, y + ry))


def _finite(box: Box) -> Box | None:
    return box if all(map(math.isfinite, box)) else None


def _drawn_points(node: SvgNode, corners_only: bool = False) -> list[Point]:
    if node.tag == "path":
        return path_points(node.attributes.get("d", ""), corners_only)
    numbers = numbers_in(node.attributes.get("points", ""))
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _corners(node: SvgNode) -> list[Point]:
    if node.tag in {"path", "polygon", "polyline"}:
        return _drawn_points(node, corners_only=True)
    box = shape_box(node) if node.tag == "rect" else None
    return [] if box is None else _box_corners(box)


def _box_corners(box: Box) -> list[Point]:
    return [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]


def _bounds(points: list[Point]) -> Box | None:
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    # A NaN among them may hide from min and max, but not from a sum.
    if not math.isfinite(sum(xs)) or not math.isfinite(sum(ys)):
        return None
    return Box(min(xs), min(ys), max(xs), max(ys))


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
