"""Finds the tables that seats stand around, by the names of the seats or by where they stand."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from seatpreview.imports.model import FoundHall, FoundTable
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.geometry import Placed, PointGrid
from seatpreview.imports.svg.names import ShapeNames
from seatpreview.imports.svg.parser import SvgNode
from seatpreview.imports.svg.seats import SeatChoice
from seatpreview.imports.svg.texts import TextPlace
from seatpreview.imports.words.seat_phrases import bare_names, worded_names

Table = tuple[str, str]
"""A section, and the name of a table in it."""
ROUND = frozenset({"circle", "ellipse"})
SEATS_MIN = 2
TABLES_MIN = 3
"""Fewer tables that nothing calls so may be anything that stands among seats."""
SEATED_SHARE = 0.5
"""At tables that nothing calls so sits half of the hall at least."""
_TABLE_SIZES = (1.2, 12.0)
"""In sizes of a seat."""
_REACH = 1.5
"""In sizes of a seat, from the edge of a table to the middle of a seat at it."""
_GAP_MAX = math.radians(200)
"""Seats at a table stand on more than one side of it."""


def seat_at_tables(
    hall: FoundHall, choice: SeatChoice, names: Mapping[SvgNode, ShapeNames], texts: Sequence[TextPlace]
) -> tuple[SeatChoice, set[int]]:
    """Gives seats the table around which they stand, and its name as their row. Returns the other shapes
    without the tables, and the texts on tables."""
    if any("table" in shape.names.fields for shape in choice.seats):
        return choice, set()
    low, high = (choice.size * factor for factor in _TABLE_SIZES)
    shapes = [
        shape
        for shape in choice.others
        if shape.node.tag in ROUND | {"rect"}
        and low <= max(shape.width, shape.height) <= high
        and min(shape.width, shape.height) >= choice.size / 2
    ]
    called = {shape.node: _called(shape, names) for shape in shapes}
    around = _around(hall, shapes, choice.size)
    tables = [
        shape
        for shape in shapes
        if len(around[shape.node]) >= SEATS_MIN and not _is_below(hall, shape, around[shape.node])
    ]
    if not any(called[shape.node] for shape in tables):
        tables = [shape for shape in tables if _stand_around(hall, shape, around[shape.node])]
        seated = sum(len(around[shape.node]) for shape in tables)
        if len(tables) < TABLES_MIN or seated < SEATED_SHARE * len(hall.seats):
            return choice, set()
    else:
        tables = [shape for shape in tables if called[shape.node]]
    on_tables = _texts_on(tables, texts)
    labels = [
        called[shape.node]
        or next((texts[at].text for at in on_tables[shape.node] if _is_name(texts[at].text)), "")
        for shape in tables
    ]
    repeated = {label for label, count in Counter(labels).items() if count > 1}
    for number, (shape, label) in enumerate(zip(tables, labels, strict=True)):
        name = "" if label in repeated else label
        hall.tables.append(_found(name, shape))
        for seat in around[shape.node]:
            hall.seats[seat].table = number
            hall.seats[seat].row = hall.seats[seat].row or name
    add_item(hall.taken, "Tables with seats around them.", len(tables), hall.tables[0].name)
    taken = {shape.node for shape in tables}
    rest = [shape for shape in choice.others if shape.node not in taken]
    return choice._replace(others=rest), {at for found in on_tables.values() for at in found}


def take_tables(hall: FoundHall, choice: SeatChoice, names: Mapping[SvgNode, ShapeNames]) -> SeatChoice:
    """Gives seats the table that has the same name, and takes its shape out of the other shapes."""
    seated = {_table_of(shape.names) for shape in choice.seats} - {None}
    shapes: dict[Table, Placed] = {}
    for shape in choice.others:
        table = _table_of(names[shape.node])
        if table in seated and table is not None and min(shape.width, shape.height) > 0:
            shapes.setdefault(table, shape)
    if not shapes:
        return choice
    numbers = {table: number for number, table in enumerate(shapes)}
    hall.tables = [_found(table[1], shape) for table, shape in shapes.items()]
    for seat, seat_shape in zip(hall.seats, choice.seats, strict=True):
        table = _table_of(seat_shape.names)
        seat.table = numbers.get(table) if table is not None else None
    add_item(hall.taken, "Tables with seats around them.", len(shapes), hall.tables[0].name)
    taken = {shape.node for shape in shapes.values()}
    return choice._replace(others=[shape for shape in choice.others if shape.node not in taken])


def _table_of(names: ShapeNames) -> Table | None:
    table = names.fields.get("table", "")
    return (names.fields.get("section", ""), table) if table else None


def _called(shape: Placed, names: Mapping[SvgNode, ShapeNames]) -> str:
    """Returns the whole text that calls a shape a table: 'Table 5'. Empty if it is called otherwise."""
    number = names[shape.node].fields.get("table", "")
    for node in (shape.node, shape.node.parent):
        given = node.attributes if node is not None else {}
        texts = (node.title, node.desc, given.get("aria-label", "")) if node is not None else ()
        for text in texts:
            if dict(worded_names(text)).get("table") == number != "" and " " in text.strip():
                return " ".join(text.split())[:40]
    return number


def _around(hall: FoundHall, shapes: Sequence[Placed], size: float) -> dict[SvgNode, list[int]]:
    """Returns the seats that are nearest to the edge of each shape, as far as they may be at it."""
    found: dict[SvgNode, list[int]] = defaultdict(list)
    if not shapes:
        return found
    largest = max(max(shape.width, shape.height) for shape in shapes)
    reach = largest + _REACH * size
    grid = PointGrid([(shape.x, shape.y) for shape in shapes], reach)
    for index, seat in enumerate(hall.seats):
        x, y = seat.x or 0.0, seat.y or 0.0
        edges = [(_to_edge(shapes[at], x, y), at) for _, at in grid.near(x, y, reach)]
        if edges and (nearest := min(edges))[0] <= _REACH * size:
            found[shapes[nearest[1]].node].append(index)
    return found


def _to_edge(shape: Placed, x: float, y: float) -> float:
    if shape.node.tag in ROUND:
        return math.dist((x, y), (shape.x, shape.y)) - (shape.width + shape.height) / 4
    beside, behind = abs(x - shape.x) - shape.width / 2, abs(y - shape.y) - shape.height / 2
    return math.hypot(max(beside, 0.0), max(behind, 0.0)) + min(max(beside, behind), 0.0)


def _is_below(hall: FoundHall, shape: Placed, seats: Sequence[int]) -> bool:
    """True where most seats are drawn on the shape itself: a pew, and no table."""
    on = sum(_to_edge(shape, hall.seats[seat].x or 0.0, hall.seats[seat].y or 0.0) < 0 for seat in seats)
    return 2 * on > len(seats)


def _stand_around(hall: FoundHall, shape: Placed, seats: Sequence[int]) -> bool:
    """True where no side as wide as half of the table is without a seat."""
    places = [(hall.seats[seat].x or 0.0, hall.seats[seat].y or 0.0) for seat in seats]
    bearings = sorted(math.atan2(y - shape.y, x - shape.x) for x, y in places)
    gaps = [
        after - before
        for before, after in zip(bearings, [*bearings[1:], bearings[0] + math.tau], strict=True)
    ]
    return max(gaps) <= _GAP_MAX


def _texts_on(tables: Sequence[Placed], texts: Sequence[TextPlace]) -> dict[SvgNode, list[int]]:
    found: dict[SvgNode, list[int]] = {shape.node: [] for shape in tables}
    reach = max(max(shape.width, shape.height) for shape in tables) / 2
    grid = PointGrid([(shape.x, shape.y) for shape in tables], reach)
    for index, text in enumerate(texts):
        at = grid.nearest(text.x, text.y, reach)
        if at is not None and _to_edge(tables[at], text.x, text.y) < 0:
            found[tables[at].node].append(index)
    return found


def _is_name(text: str) -> bool:
    return bool(worded_names(text) or bare_names(text)) or len(text) <= 3


def _found(name: str, shape: Placed) -> FoundTable:
    return FoundTable(
        name=name,
        x=shape.x,
        y=shape.y,
        shape="round" if shape.node.tag in ROUND else "rectangle",
        width=shape.width,
        depth=shape.height,
    )
