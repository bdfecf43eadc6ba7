"""Tables of an SVG: the large shape among seats whose names say that they stand at a table."""

from seatpreview.imports.model import FoundHall, FoundTable, ReportItem
from seatpreview.imports.svg.geometry import Placed
from seatpreview.imports.svg.names import ShapeNames
from seatpreview.imports.svg.parser import SvgNode
from seatpreview.imports.svg.seats import SeatChoice

Table = tuple[str, str]
_ROUND = frozenset({"circle", "ellipse"})


def take_tables(hall: FoundHall, choice: SeatChoice, names: dict[SvgNode, ShapeNames]) -> SeatChoice:
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
    hall.tables = [_found(table, shape) for table, shape in shapes.items()]
    for seat, seat_shape in zip(hall.seats, choice.seats, strict=True):
        table = _table_of(seat_shape.names)
        seat.table = numbers.get(table) if table is not None else None
    item = ReportItem(text="Tables with seats around them.", count=len(shapes), example=hall.tables[0].name)
    hall.taken.append(item)
    taken = {shape.node for shape in shapes.values()}
    return choice._replace(others=[shape for shape in choice.others if shape.node not in taken])


def _table_of(names: ShapeNames) -> Table | None:
    table = names.fields.get("table", "")
    return (names.fields.get("section", ""), table) if table else None


def _found(table: Table, shape: Placed) -> FoundTable:
    return FoundTable(
        name=table[1],
        x=shape.x,
        y=shape.y,
        shape="round" if shape.node.tag in _ROUND else "rectangle",
        width=shape.width,
        depth=shape.height,
    )
