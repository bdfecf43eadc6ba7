"""Writes a hall as a drawing in SVG, in metres, and reads such files back exactly."""

from collections.abc import Iterable, Iterator
from html import escape

import msgspec

from seatpreview.imports.exports.exported_hall import (
    Corners,
    ExportedArea,
    ExportedHall,
    PlanFacts,
    apply_facts,
    facts_of,
    put_unplaced_in_rows,
    stage_corners,
)
from seatpreview.imports.exports.table_export import ExportedSeat
from seatpreview.imports.model import FoundArea, FoundHall, FoundSeat, ReportItem
from seatpreview.imports.svg.geometry import IDENTITY, Matrix, Placed, Placements, outline, place_all
from seatpreview.imports.svg.parser import SvgDocument, parse_svg
from seatpreview.layouts.model import SEAT_PROPERTIES, SeatProperty

_SEAT_RADIUS_M = 0.2
_MARGIN_M = 2.0
_SEAT_FILL = "#4a6fa5"
_MARK = 'data-seatpreview="'
_MARK_WITHIN_BYTES = 4096
_DESCRIPTION = "A seating plan in metres: a unit is one metre. Seats are circles, and data-z is their height."


def write_svg(hall: ExportedHall) -> bytes:
    """Writes a circle for each seat and a polygon for each area and for the stage. North is up."""
    unplaced = put_unplaced_in_rows(hall)
    facts = msgspec.json.encode(facts_of(hall, unplaced)).decode()
    left, top, width, height = _view(hall)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {_MARK}{escape(facts)}" data-metres-per-unit="1"'
        f' viewBox="{_metres(left)} {_metres(top)} {_metres(width)} {_metres(height)}">',
        f"<title>{escape(hall.name)}</title>",
        f"<desc>{_DESCRIPTION}</desc>",
        *_stage(hall),
        *map(_area, hall.areas),
        *_sections(hall),
        "</svg>",
    ]
    return "\n".join(lines).encode()


def is_own_svg(data: bytes) -> bool:
    """Whether `write_svg` wrote a file, as its first element says."""
    return _MARK.encode() in data[:_MARK_WITHIN_BYTES]


def read_own_svg(data: bytes) -> FoundHall | None:
    """Reads a file that `write_svg` wrote, also after a program for drawings has moved shapes in it; None if
    the file lacks what it says of itself. Raises `UnreadableFile` as the reader of other drawings does."""
    document = parse_svg(data)
    facts = _facts(document)
    if facts is None:
        return None
    placements = place_all(document.nodes)
    page = placements.matrices.get(document.nodes[0], IDENTITY)
    if not page.a or not page.d:
        return None
    hall = FoundHall(format="svg")
    for shape in placements.shapes:
        _read_shape(shape, placements, page, hall)
    if not hall.seats and not hall.areas:
        return None
    apply_facts(hall, facts)
    hall.taken.append(ReportItem(text="Seats of a file that Seat Preview exported.", count=len(hall.seats)))
    return hall


def _view(hall: ExportedHall) -> tuple[float, float, float, float]:
    """Returns the left, the top, the width and the height of the drawing, in metres. y points down."""
    corners = [corner for area in hall.areas for corner in area.points]
    points = [*corners, *stage_corners(hall.focus), (hall.focus.x, hall.focus.y)]
    xs = [x for x, _ in points] + [seat.x for seat in hall.seats if seat.x is not None]
    ys = [-y for _, y in points] + [-seat.y for seat in hall.seats if seat.y is not None]
    left, top = min(xs) - _MARGIN_M, min(ys) - _MARGIN_M
    return left, top, max(xs) + _MARGIN_M - left, max(ys) + _MARGIN_M - top


def _stage(hall: ExportedHall) -> Iterator[str]:
    if corners := stage_corners(hall.focus):
        name = escape(str(hall.focus.name or "Stage"))
        yield (
            f'<polygon class="stage" data-kind="stage" data-name="{name}" points="{_points(corners)}"'
            f' fill="#888888"><title>{name}</title></polygon>'
        )


def _area(area: ExportedArea) -> str:
    attributes = _attributes(
        ("kind", "standing"),
        ("section", area.section),
        ("level", area.level),
        ("capacity", "" if area.capacity is None else str(area.capacity)),
    )
    title = escape(area.section_name or area.section)
    return (
        f'<polygon class="standing"{attributes} points="{_points(area.points)}" fill="#cfd8e3">'
        f"<title>{title}</title></polygon>"
    )


def _sections(hall: ExportedHall) -> Iterator[str]:
    colours = {str(category.id): str(category.colour or "") for category in hall.categories}
    section = None
    for seat in hall.seats:
        if seat.section != section:
            if section is not None:
                yield "</g>"
            section = seat.section
            yield f"<g><title>{escape(seat.section_name or seat.section)}</title>"
        yield _seat(seat, colours.get(seat.category) or _SEAT_FILL)
    if section is not None:
        yield "</g>"


def _seat(seat: ExportedSeat, colour: str) -> str:
    attributes = _attributes(
        ("section", seat.section),
        ("row", seat.row),
        ("seat", seat.seat),
        ("level", seat.level),
        ("ref", seat.ref),
        ("category", seat.category),
        ("properties", " ".join(seat.properties)),
        ("view-note", seat.view_note),
        ("z", "" if seat.z is None else _metres(seat.z)),
        ("facing", "" if seat.facing_deg is None else f"{seat.facing_deg:.2f}"),
    )
    names = (seat.section_name or seat.section, seat.row, seat.seat)
    title = escape(", ".join(name for name in names if name))
    return (
        f'<circle cx="{_metres(seat.x or 0.0)}" cy="{_metres(-(seat.y or 0.0))}" r="{_SEAT_RADIUS_M}"'
        f' fill="{colour}"{attributes}><title>{title}</title></circle>'
    )


def _attributes(*pairs: tuple[str, str]) -> str:
    return "".join(f' data-{name}="{escape(text)}"' for name, text in pairs if text)


def _points(corners: Corners) -> str:
    return " ".join(f"{_metres(x)},{_metres(-y)}" for x, y in corners)


def _metres(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _facts(document: SvgDocument) -> PlanFacts | None:
    text = document.nodes[0].attributes.get("data-seatpreview", "")
    try:
        return msgspec.json.decode(text, type=PlanFacts) if text else None
    except (msgspec.DecodeError, RecursionError):
        return None


def _read_shape(shape: Placed, placements: Placements, page: Matrix, hall: FoundHall) -> None:
    given = shape.node.attributes
    if "data-seat" in given:
        hall.seats.append(_found_seat(given, *_in_metres((shape.x, shape.y), page)))
    elif given.get("data-kind") in {"standing", "stage"}:
        corners = tuple(_in_metres(corner, page) for corner in outline(shape, placements.matrices))
        hall.areas.append(_found_area(given, corners))


def _in_metres(point: tuple[float, float], page: Matrix) -> tuple[float, float]:
    """Returns a point of the page in metres. A program may have given the page another size."""
    return (point[0] - page.e) / page.a, (page.f - point[1]) / page.d


def _found_seat(given: dict[str, str], x: float, y: float) -> FoundSeat:
    section, row = given.get("data-section", ""), given.get("data-row", "")
    return FoundSeat(
        name=given["data-seat"],
        row=row,
        section=section,
        level=given.get("data-level", ""),
        part=f"{section}/{row}",
        x=x,
        y=y,
        z=_number(given.get("data-z", "")),
        facing_deg=_number(given.get("data-facing", "")),
        category=given.get("data-category", ""),
        properties=_properties(given.get("data-properties", "").split()),
        view_note=given.get("data-view-note", ""),
        ref=given.get("data-ref", ""),
    )


def _found_area(given: dict[str, str], points: Corners) -> FoundArea:
    capacity = _number(given.get("data-capacity", ""))
    return FoundArea(
        kind="stage" if given.get("data-kind") == "stage" else "standing",
        name=given.get("data-name", ""),
        points=points,
        capacity=int(capacity) if capacity is not None and 0 <= capacity <= 1_000_000 else None,
        level=given.get("data-level", ""),
        section=given.get("data-section", ""),
    )


def _properties(words: Iterable[str]) -> tuple[SeatProperty, ...]:
    found = frozenset(words)
    return tuple(name for name in SEAT_PROPERTIES if name in found)


def _number(text: str) -> float | None:
    try:
        value = float(text[:40])
    except ValueError:
        return None
    return value if -1e6 <= value <= 1e6 else None
