"""Decides which shapes of an SVG are seats, parts of seats, a legend, or something else."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from seatpreview.imports.svg.geometry import Placed, PointGrid
from seatpreview.imports.svg.names import ShapeNames
from seatpreview.imports.svg.parser import SvgNode
from seatpreview.imports.svg.path import path_points
from seatpreview.imports.svg.texts import TextPlace, texts_over_seats
from seatpreview.imports.words.plan_words import PlanWord, names_only, plan_words, words_of
from seatpreview.imports.words.seat_phrases import clean_id, is_section_name

SEAT_KINDS = frozenset({"circle", "ellipse", "rect", "path", "polygon", "use"})
SIMILAR_SHAPES_MIN = 3
SIZE_FACTOR_NAMED = 6.0
"""A named shape that is larger than the median by more is no seat. Sofas and wheelchair spaces still are."""
SIZE_FACTOR_UNNAMED = 1.7
SIZE_FACTOR_WIDE = 3.0
"""A shape with a number and without another name that is larger by more is a table, or a part of the hall."""
LEGEND_SHAPES_MAX = 30
LETTERS_MIN = 12
LETTER_SHARE_MAX = 0.25
"""The most frequent outline of letters is a smaller share of them."""
_BACK_REACH = 0.8
"""In sizes of a seat: how far the middle of its back is from its own. Seats beside each other are farther."""
_BACK_AREA_MAX = 0.7
_NUMBER = re.compile(r"\d{1,4}")
_COUNTED = re.compile(r"[^\W\d_]{0,2}[0-9]{1,4}")
_BAYS_MAX = 4
_BAY_GAP = 0.5
"""In sizes of a seat: how much farther the next bay may be than the nearest seat."""
_GLYPH = re.compile(r"#(?:glyph|font|char)[-_]?\d", re.IGNORECASE)


class SeatShape(NamedTuple):
    """A seat: its largest shape."""

    placed: Placed
    names: ShapeNames


class SeatChoice(NamedTuple):
    """Each shape is in exactly one of these lists."""

    seats: list[SeatShape]
    parts: list[Placed]
    """Shapes that are drawn over a seat, or are further parts of it."""
    legend: list[Placed]
    others: list[Placed]
    size: float
    """The median size of a seat, in units of the page."""
    drawn: dict[str, list[Placed]]
    """Shapes that look like seats and are none, by the sentence that says why."""


def choose_seats(shapes: list[Placed], names: dict[SvgNode, ShapeNames]) -> SeatChoice:
    """Takes shapes with a seat's name; where none has one, the most frequent kind and size."""
    kinds = _GroupKinds()
    grouped: dict[PlanWord, list[Placed]] = {}
    for shape in shapes:
        kind: PlanWord | None = "texts" if _is_letter(shape) else None
        if kind is None and shape.node.tag in SEAT_KINDS:
            kind = kinds.kind_of(shape.node.parent)
        if kind is not None:
            grouped.setdefault(kind, []).append(shape)
    apart = {shape.node for members in grouped.values() for shape in members}
    chosen = _choose([shape for shape in shapes if shape.node not in apart], names)
    if not chosen.seats and apart:
        return _choose(shapes, names)
    drawn = {_IN_GROUPS[kind]: members for kind, members in grouped.items() if kind in _IN_GROUPS}
    legend = [*chosen.legend, *grouped.get("legends", ())]
    return chosen._replace(legend=legend, drawn=drawn | chosen.drawn)


def count_candidates(shapes: list[Placed]) -> int:
    """Counts the shapes that look like seats by their size alone: those about as large as the most frequent
    one, each place once. Nothing is known of names here."""
    sized = [shape for shape in shapes if shape.node.tag in SEAT_KINDS and not _is_letter(shape)]
    sized = [shape for shape in sized if _size(shape) > 0]
    sizes = Counter(_size_class(shape) for shape in sized)
    if not sizes:
        return 0
    commonest = sizes.most_common(1)[0][0]
    size = median(_size(shape) for shape in sized if _size_class(shape) == commonest)
    similar = [shape for shape in sized if _looks_like_a_seat(shape, size)]
    backs = _backs(similar, similar, size)
    return len(
        {
            (round(shape.x / size * 2), round(shape.y / size * 2))
            for shape in similar
            if shape.node not in backs
        }
    )


def _choose(shapes: list[Placed], names: dict[SvgNode, ShapeNames]) -> SeatChoice:
    named = _by_seat([shape for shape in shapes if _is_named(shape, names)], names)
    mains = [max(parts, key=_size) for parts in named.values()]
    similar = mains if len(mains) >= 2 else _most_frequent(shapes)
    size = median(map(_size, similar)) if similar else 0.0
    seats = [main for main in mains if _size(main) <= size * SIZE_FACTOR_NAMED] if similar is mains else []
    around = _around_others(seats, size)
    seats = [main for main in seats if main.node not in around]
    kept = {shape.node for shape in seats}
    parts = [
        part
        for main, together in zip(mains, named.values(), strict=True)
        if main.node in kept
        for part in together
        if part is not main
    ]
    taken = kept | {part.node for part in parts} | around
    choice = _with_unnamed([shape for shape in shapes if shape.node not in taken], names, seats, parts, size)
    large = [shape for shape in shapes if shape.node in around]
    drawn = choice.drawn | ({_AROUND: large} if large else {})
    return choice._replace(others=[*choice.others, *large], drawn=drawn)


def with_wide_seats(
    choice: SeatChoice, names: dict[SvgNode, ShapeNames], texts: Sequence[TextPlace]
) -> SeatChoice:
    """Adds larger shapes of the usual kind with numbers in them, as most seats have, such as sofas: each is
    nearer to one whose number follows than to any other seat. Chairs stand around a table, sofas in a row.
    Bays for wheelchairs may count on their own: W1, W2."""
    numbers = [text for text in texts if _NUMBER.fullmatch(text.text)]
    seats = [shape.placed for shape in choice.seats]
    kind = Counter(shape.node.tag for shape in seats).most_common(1)
    over = texts_over_seats(numbers, [(seat.x, seat.y) for seat in seats], choice.size)
    if not kind or 2 * len(over) < len(seats):
        return choice
    numbers = [text for text in texts if _COUNTED.fullmatch(text.text)]
    written = PointGrid([(text.x, text.y) for text in numbers], choice.size)
    wide = [shape for shape in choice.others if shape.node.tag == kind[0][0] and is_wide(shape, choice.size)]
    texts_in = {shape.node: written.nearest(shape.x, shape.y, choice.size * 0.35) for shape in wide}
    number_of = {node: _counted(numbers[text].text) for node, text in texts_in.items() if text is not None}
    wide = [shape for shape in wide if shape.node in number_of]
    every = [*wide, *seats]
    grid = PointGrid([(shape.x, shape.y) for shape in every], choice.size * 2)
    taken: dict[SvgNode, Placed] = {}
    for shape in wide:
        letters, number = number_of[shape.node]
        beside = [every[at] for _, at in grid.near(shape.x, shape.y, choice.size * 2 * SIZE_FACTOR_WIDE)]
        gaps = [(_gap(shape, other), number_of.get(other.node)) for other in beside if other is not shape]
        nearest = min((gap for gap, _ in gaps), default=0.0)
        reach = nearest + (choice.size * _BAY_GAP if letters else 0.0)
        if any(
            gap <= reach and other is not None and other[0] == letters and abs(other[1] - number) in {1, 2}
            for gap, other in gaps
        ):
            taken[shape.node] = shape
    taken |= {shape.node: shape for shape in _bays(wide, number_of) if shape.node not in taken}
    return choice._replace(
        seats=[*choice.seats, *(SeatShape(shape, names[node]) for node, shape in taken.items())],
        others=[shape for shape in choice.others if shape.node not in taken],
    )


def _bays(wide: Sequence[Placed], number_of: Mapping[SvgNode, tuple[str, int]]) -> list[Placed]:
    """Returns the few larger shapes that count on from one behind the same letters, wherever they stand: WC1
    at one end of a row, and WC2 at the other. As many as tables would be are none."""
    numbers: dict[str, list[int]] = {}
    for letters, number in number_of.values():
        numbers.setdefault(letters, []).append(number)
    counted = {
        letters
        for letters, found in numbers.items()
        if letters and 2 <= len(found) <= _BAYS_MAX and sorted(found) == [*range(1, len(found) + 1)]
    }
    return [shape for shape in wide if number_of[shape.node][0] in counted]


def _counted(text: str) -> tuple[str, int]:
    """Returns the letters and the number of a text such as `12` or `W1`."""
    letters = text.rstrip("0123456789")
    return letters, int(text[len(letters) :])


def is_wide(shape: Placed, size: float) -> bool:
    """Returns whether a shape is larger than seats are, and may be one nevertheless."""
    return size * SIZE_FACTOR_UNNAMED < _size(shape) <= size * SIZE_FACTOR_WIDE


def _gap(one: Placed, other: Placed) -> float:
    """Returns how far the boxes around two shapes are apart."""
    return math.hypot(
        max(abs(one.x - other.x) - (one.width + other.width) / 2, 0.0),
        max(abs(one.y - other.y) - (one.height + other.height) / 2, 0.0),
    )


def without_legend(choice: SeatChoice, is_named: list[bool]) -> SeatChoice:
    """Sets the few seats without names apart that stand apart from those that texts have named meanwhile."""
    pairs = list(zip(choice.seats, is_named, strict=True))
    named = [shape.placed for shape, has_name in pairs if has_name]
    nameless = [shape.placed for shape, has_name in pairs if not has_name]
    apart = _legend(nameless, named, choice.size)
    nodes = {shape.node for shape in apart}
    seats = [shape for shape in choice.seats if shape.placed.node not in nodes]
    return choice._replace(seats=seats, legend=[*choice.legend, *apart])


class _GroupKinds:
    """Finds groups that hold no seats by what they are called. Each group is read once."""

    def __init__(self) -> None:
        self._known: dict[SvgNode, PlanWord | None] = {}

    def kind_of(self, group: SvgNode | None) -> PlanWord | None:
        """Returns what a group, or one around it, is called: a legend, letters, stairs."""
        if group is None or group.parent is None:
            return None
        if group not in self._known:
            self._known[group] = _own_kind(group) or self.kind_of(group.parent)
        return self._known[group]


def _own_kind(group: SvgNode) -> PlanWord | None:
    given = group.attributes
    texts = (group.title, given.get("data-name", ""), given.get("inkscape:label", ""), given.get("id", ""))
    for text in (*texts, *given.get("class", "")[:100].split()):
        name = clean_id(text[:100]).replace("_", " ") if text else ""
        if name and not plan_words("legends").isdisjoint(words_of(name)):
            return "legends"
        found: PlanWord | None = next(
            (kind for kind in _GROUP_KINDS if name and names_only(name, kind)), None
        )
        if found is not None:
            return found
    return None


def _letters(shapes: list[Placed]) -> list[Placed]:
    """Returns paths that are outlined letters: many, and hardly two of them with the same outline.

    Seats that are drawn as paths have one outline, or a few. Of letters, the most frequent is an eighth.
    """
    paths = [shape for shape in shapes if shape.node.tag == "path" and _size(shape) > 0]
    if len(paths) < LETTERS_MIN:
        return []
    outlines = [_commands(shape) for shape in paths]
    counts = Counter(outlines)
    most = counts.most_common(1)[0][1]
    if most < LETTER_SHARE_MAX * len(paths):
        return paths if len(counts) >= LETTERS_MIN else []
    return [shape for shape, outline in zip(paths, outlines, strict=True) if 4 * counts[outline] < most]


def _commands(shape: Placed) -> str:
    """Returns the commands of a path without its numbers: what shapes of one outline have in common."""
    return _NO_COMMAND.sub("", shape.node.attributes.get("d", "")[:2000])


def _around_others(seats: list[Placed], size: float) -> set[SvgNode]:
    """Returns the named shapes that other seats lie in: sections and backgrounds, not seats."""
    large = [shape for shape in seats if _size(shape) > size * SIZE_FACTOR_UNNAMED]
    if not large:
        return set()
    grid = PointGrid([(shape.x, shape.y) for shape in seats], size)
    found = set()
    for shape in large:
        inside = sum(
            abs(seats[index].x - shape.x) < shape.width / 2
            and abs(seats[index].y - shape.y) < shape.height / 2
            for _, index in grid.near(shape.x, shape.y, _size(shape))
        )
        if inside > 2:
            found.add(shape.node)
    return found


def _is_named(shape: Placed, names: dict[SvgNode, ShapeNames]) -> bool:
    return shape.node.tag in SEAT_KINDS and "seat" in names[shape.node].fields


def _by_seat(shapes: list[Placed], names: dict[SvgNode, ShapeNames]) -> dict[SvgNode, list[Placed]]:
    groups: dict[SvgNode, list[Placed]] = {}
    for shape in shapes:
        groups.setdefault(names[shape.node].seat_node, []).append(shape)
    return groups


def _is_letter(shape: Placed) -> bool:
    """True for a letter that a program drew as a symbol."""
    return _GLYPH.match(shape.node.attributes.get("href", "")) is not None


def _size(shape: Placed) -> float:
    return max(shape.width, shape.height)


def _most_frequent(shapes: list[Placed]) -> list[Placed]:
    """Returns the shapes of the most frequent kind and size."""
    classes = Counter(
        _size_class(shape) for shape in shapes if shape.node.tag in SEAT_KINDS and _size(shape) > 0
    )
    if not classes:
        return []
    commonest, count = classes.most_common(1)[0]
    if count < SIMILAR_SHAPES_MIN:
        return []
    return [shape for shape in shapes if _size(shape) > 0 and _size_class(shape) == commonest]


def _size_class(shape: Placed) -> tuple[str, int]:
    """Shapes of one kind and about one size. Paths have one outline as well, which letters have not."""
    kind = f"path {_commands(shape)}" if shape.node.tag == "path" else shape.node.tag
    return (kind, round(math.log(_size(shape)) / math.log(1.25)) if _size(shape) > 0 else 0)


def _with_unnamed(
    rest: list[Placed],
    names: dict[SvgNode, ShapeNames],
    named: list[Placed],
    parts: list[Placed],
    size: float,
) -> SeatChoice:
    """Adds shapes without names that look like seats, and tells the legend from them."""
    similar = [shape for shape in rest if _looks_like_a_seat(shape, size)]
    letters = _letters(similar)
    drawn = {_LETTERS: letters} if letters else {}
    in_words = {shape.node for shape in letters}
    similar = [shape for shape in similar if shape.node not in in_words]
    rest = [shape for shape in rest if shape.node not in in_words]
    kinds = Counter(shape.node.tag for shape in [*named, *similar])
    kind = kinds.most_common(1)[0][0] if kinds else ""
    # The main kind first: what other kinds draw over it are parts.
    similar.sort(key=lambda shape: shape.node.tag != kind)
    taken, over = _apart_from_each_other(similar, named, size)
    legend = _legend(taken, named, size)
    apart = {shape.node for shape in legend}
    seats = [*named, *(shape for shape in taken if shape.node not in apart)]
    used = {shape.node for shape in similar}
    others = [shape for shape in rest if shape.node not in used]
    small_over, others = _drawn_over(others, seats, size)
    return SeatChoice(
        [SeatShape(shape, names[shape.node]) for shape in seats],
        [*parts, *over, *small_over],
        legend,
        others,
        size,
        drawn,
    )


def _looks_like_a_seat(shape: Placed, size: float) -> bool:
    if shape.node.tag not in SEAT_KINDS or not size > 0:
        return False
    return size / SIZE_FACTOR_UNNAMED <= _size(shape) <= size * SIZE_FACTOR_UNNAMED


def _apart_from_each_other(
    shapes: list[Placed], named: list[Placed], size: float
) -> tuple[list[Placed], list[Placed]]:
    """Splits off shapes that are drawn over a named seat, or over a shape of the main kind."""
    if not shapes:
        return [], []
    shapes, over = _drawn_once(shapes)
    taken: list[Placed] = []
    main = shapes[0].node.tag
    seats = named or [shape for shape in shapes if shape.node.tag == main]
    grid = PointGrid([(shape.x, shape.y) for shape in seats], size)
    for shape in shapes:
        is_over = bool(named) or shape.node.tag != main
        on_seat = is_over and grid.nearest(shape.x, shape.y, size * 0.35) is not None
        (over if on_seat else taken).append(shape)
    backs = _backs(taken, [*named, *taken], size)
    return [shape for shape in taken if shape.node not in backs], [
        *over,
        *(shape for shape in taken if shape.node in backs),
    ]


def _drawn_once(shapes: list[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Splits off empty outlines of shapes that are filled: some programs draw the fill, and then the line
    around it."""
    empty = [shape for shape in shapes if shape.node.attributes.get("fill") == "none"]
    if not empty or len(empty) == len(shapes):
        return shapes, []
    outlines = {shape.node for shape in empty}
    filled = {_box(shape) for shape in shapes if shape.node not in outlines}
    again = [shape for shape in empty if _box(shape) in filled]
    repeated = {shape.node for shape in again}
    return [shape for shape in shapes if shape.node not in repeated], again


def _box(shape: Placed) -> tuple[float, float, float, float]:
    return shape.x, shape.y, shape.width, shape.height


def _backs(shapes: list[Placed], among: list[Placed], size: float) -> set[SvgNode]:
    """Returns the open lines on the border of a larger shape: the backs and arms of chairs."""
    lines = [shape for shape in shapes if _is_open(shape)]
    if not lines:
        return set()
    grid = PointGrid([(shape.x, shape.y) for shape in among], size)
    return {
        line.node
        for line in lines
        if any(
            _BACK_AREA_MAX * among[index].width * among[index].height > line.width * line.height
            for _, index in grid.near(line.x, line.y, size * _BACK_REACH)
        )
    }


def _is_open(shape: Placed) -> bool:
    """True for a path that does not return to its start."""
    outline = shape.node.attributes.get("d", "")
    if shape.node.tag != "path" or "z" in outline or "Z" in outline:
        return False
    points = path_points(outline)
    return len(points) > 1 and not math.dist(points[0], points[-1]) < 1e-6


def _legend(shapes: list[Placed], named: list[Placed], size: float) -> list[Placed]:
    """Returns the few shapes without names that stand apart from the seats that have one. A shape that says
    what it is, such as a lamp, needs to stand less far apart."""
    if not named or not shapes:
        return []
    grid = PointGrid([(shape.x, shape.y) for shape in named], size * 2)
    words = frozenset(word for shape in named for word in _own_words(shape.node))
    reaches = [size * (2 if _is_called_otherwise(shape.node, words) else 4) for shape in shapes]
    apart = [
        shape
        for shape, reach in zip(shapes, reaches, strict=True)
        if grid.nearest(shape.x, shape.y, reach) is None
    ]
    return apart if len(apart) <= min(LEGEND_SHAPES_MAX, max(3, len(named) // 4)) else []


def _is_called_otherwise(node: SvgNode, words_of_seats: frozenset[str]) -> bool:
    """True where a shape has words, no seat has one of them, and none is a state or property of seats."""
    words = _own_words(node)
    return bool(words) and words_of_seats.isdisjoint(words) and all(map(is_section_name, words))


def _own_words(node: SvgNode) -> list[str]:
    label = node.attributes.get("inkscape:label", "")
    return [*node.attributes.get("class", "")[:400].split(), *([label] if label else [])]


def _drawn_over(shapes: list[Placed], seats: list[Placed], size: float) -> tuple[list[Placed], list[Placed]]:
    """Splits off small shapes at the places of seats: symbols, arm rests."""
    if not shapes:
        return [], []
    grid = PointGrid([(shape.x, shape.y) for shape in seats], size)
    over: list[Placed] = []
    others: list[Placed] = []
    for shape in shapes:
        is_small = _size(shape) <= size * 1.5
        is_over = is_small and grid.nearest(shape.x, shape.y, size * 0.6) is not None
        (over if is_over else others).append(shape)
    return over, others


_GROUP_KINDS: tuple[PlanWord, ...] = ("texts", "stairs")
_IN_GROUPS: dict[PlanWord, str] = {
    "texts": "Letters that are drawn as shapes.",
    "stairs": "Shapes in groups of stairs.",
}
_LETTERS = "Shapes with outlines as different as those of letters."
_AROUND = "Shapes with the name of a seat that other seats lie in."
_NO_COMMAND = re.compile(r"[^A-Za-z]+")
