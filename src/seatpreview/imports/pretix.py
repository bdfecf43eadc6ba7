"""Reads seating plans of pretix, in all versions of their schema."""

from collections.abc import Iterable, Mapping

import msgspec

from seatpreview.imports.found_seats import (
    Outline,
    Point,
    add_area,
    add_seat,
    add_undeclared_categories,
    ellipse_outline,
    has_room_for_area,
    hex_colour,
    move_and_scale,
    put_seat,
    rectangle_outline,
    turn_clockwise,
)
from seatpreview.imports.json_file import (
    TEXT_CHARACTERS_MAX,
    finite_number,
    object_of,
    objects_of,
    point_of,
    text_of,
)
from seatpreview.imports.model import AreaKind, FoundArea, FoundCategory, FoundHall, FoundSeat, UnreadableFile
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.svg.areas import is_standing_text
from seatpreview.imports.words.focus_words import is_field_text, is_stage_text


def read_pretix(content: dict[str, object]) -> FoundHall:
    """Reads a plan, or an answer of pretix's API that holds one as `layout`; raises `UnreadableFile`.

    Positions are added up (zone, row, seat). A zone becomes a section. No seat is left out.
    """
    plan = content if "zones" in content else object_of(content.get("layout"))
    zones = plan.get("zones")
    if not isinstance(zones, list):
        raise UnreadableFile("The file is not a seating plan of pretix: it has no list named 'zones'.")
    counts = ImportCounts()
    reading = _Reading(FoundHall(format="pretix", name=counts.text(plan.get("name"))), counts)
    counts.unknown.count("plan", plan, _PLAN_MEMBERS)
    _read_categories(reading, plan.get("categories"))
    counts.entries_that_are_not_objects(zones)
    for number, zone in enumerate(objects_of(zones)):
        _read_zone(reading, number, zone)
    if not reading.hall.seats:
        raise UnreadableFile("The seating plan has no seats: no zone has a row with seats.")
    add_undeclared_categories(reading.hall, counts)
    if "size" in plan:
        counts.left_out.add("The size of the drawing in pixels.")
    return counts.fill(reading.hall)


class _Reading(msgspec.Struct):
    """What was read of a plan so far."""

    hall: FoundHall
    counts: ImportCounts
    parts: set[str] = msgspec.field(default_factory=set)
    """The ids of rows that are in use."""


def _read_categories(reading: _Reading, categories: object) -> None:
    counts = reading.counts
    counts.entries_that_are_not_objects(categories)
    keys: set[str] = set()
    for category in objects_of(categories):
        counts.unknown.count("category", category, _CATEGORY_MEMBERS)
        name = counts.text(category.get("name"))
        if not name or name in keys:
            counts.left_out.add("Categories without a name, or with the name of an earlier one.", name)
            continue
        keys.add(name)
        colour = hex_colour(category.get("color"))
        if not colour and category.get("color"):
            counts.left_out.add("Colours of categories that are not in the form #rrggbb.", name)
        reading.hall.categories.append(FoundCategory(key=name, name=name, colour=colour))
        counts.taken.add("Categories.", name)


def _read_zone(reading: _Reading, number: int, zone: dict[str, object]) -> None:
    counts = reading.counts
    counts.unknown.count("zone", zone, _ZONE_MEMBERS)
    name = counts.text(zone.get("name"))
    counts.taken.add("Zones, as sections.", name)
    if not name:
        counts.inferred.add("Zones have no name.", f"zone number {number + 1}")
    origin = _offset(reading, zone, "zones", name)
    counts.entries_that_are_not_objects(zone.get("rows"))
    counts.entries_that_are_not_objects(zone.get("areas"))
    for index, row in enumerate(objects_of(zone.get("rows"))):
        _read_row(reading, row, name, origin, (number, index))
    for area in objects_of(zone.get("areas")):
        if has_room_for_area(reading.hall, counts):
            _read_area(reading, area, name, origin)


def _offset(reading: _Reading, found: dict[str, object], kind: str, name: str) -> Point:
    """Returns the position of a zone or row. Without a usable one, what is in it keeps its own positions."""
    position = found.get("position")
    point = point_of(position)
    if point is None and (position is not None or kind == "zones"):
        reading.counts.inferred.add(f"Positions of {kind} are missing or unusable, and count as zero.", name)
    return point or (0.0, 0.0)


def _read_row(
    reading: _Reading, row: dict[str, object], section: str, zone: Point, place: tuple[int, int]
) -> None:
    counts = reading.counts
    counts.unknown.count("row", row, _ROW_MEMBERS)
    counts.entries_that_are_not_objects(row.get("seats"))
    name = counts.text(row.get("row_number"))
    counts.taken.add("Rows. Rows of one name may be parts of one row.", name)
    if row.get("row_number_position"):
        counts.left_out.add("Where the plan draws the numbers of rows.", text_of(row["row_number_position"]))
    offset = _offset(reading, row, "rows", name)
    labels = [section, _label(counts, row.get("row_label"), "Row", name)]
    origin = (zone[0] + offset[0], zone[1] + offset[1])
    part = _new_part(reading, counts.text(row.get("uuid")), f"{place[0]}/{place[1]}")
    seat_label = row.get("seat_label")
    for found in objects_of(row.get("seats")):
        seat = _read_seat(counts, found, origin)
        seat.section, seat.row, seat.part, seat.zone = section, name, part, place[0]
        seat.printed_label = _printed([*labels, _label(counts, seat_label, "Seat", seat.name)]) or seat.ref
        add_seat(reading.hall, seat)


def _new_part(reading: _Reading, uuid: str, place: str) -> str:
    part = uuid if uuid and uuid not in reading.parts else place
    reading.parts.add(part)
    return part


def _label(counts: ImportCounts, pattern: object, word: str, name: str) -> str:
    """Returns how a ticket of pretix calls a row or seat: by its label, or else as 'Row N' or 'Seat N'."""
    label = counts.text(pattern)
    if not label:
        return f"{word} {name}" if name else ""
    counts.taken.add(f"{word}s with a label of their own for tickets.", label)
    return label.replace("%s", name, _PLACEHOLDERS_MAX)


def _printed(labels: Iterable[str]) -> str:
    return ", ".join(label for label in labels if label)[:TEXT_CHARACTERS_MAX]


def _read_seat(counts: ImportCounts, found: dict[str, object], origin: Point) -> FoundSeat:
    counts.unknown.count("seat", found, _SEAT_MEMBERS)
    seat = FoundSeat(
        name=counts.text(found.get("seat_number")),
        category=counts.text(found.get("category")),
        ref=counts.text(found.get("seat_guid")),
        spare_ref=counts.text(found.get("uuid")),
    )
    counts.taken.add("Seats.", seat.ref or seat.name)
    for member, sentence in _MEMBERS_LEFT_OUT.items():
        if found.get(member):
            counts.left_out.add(sentence, text_of(found[member]))
    for missing, sentence in (
        (seat.ref, "a seat_guid"),
        (seat.category, "a category"),
        (seat.name, "a number"),
    ):
        if not missing:
            counts.inferred.add(f"Seats do not have {sentence}.", seat.name or seat.ref)
    point = point_of(found.get("position"))
    put_seat(seat, (origin[0] + point[0], origin[1] + point[1]) if point else None, counts)
    return seat


def _read_area(reading: _Reading, area: dict[str, object], section: str, zone: Point) -> None:
    counts = reading.counts
    counts.unknown.count("area", area, _AREA_MEMBERS)
    text = area.get("text")
    name = counts.text(object_of(text).get("text") if isinstance(text, dict) else text)
    outline = _outline(area)
    if not outline:
        counts.left_out.add("Areas without a usable shape.", name or counts.text(area.get("shape")))
        return
    given = object_of(area.get("polygon")).get("points")
    if area.get("shape") == "polygon" and isinstance(given, list):
        counts.left_out.add("Corners of areas that are not usable.", name, len(given) - len(outline))
    position = _offset(reading, area, "areas", name)
    origin = (zone[0] + position[0], zone[1] + position[1])
    turned = turn_clockwise(outline, (0.0, 0.0), finite_number(area.get("rotation")) or 0.0)
    placed = move_and_scale(turned, origin, 1.0)
    kind = _area_kind(name, len(outline))
    ref = counts.text(area.get("uuid"))
    if any(area.get(member) for member in ("color", "border_color")):
        counts.left_out.add("Colours of areas and their borders.", name)
    add_area(
        reading.hall, FoundArea(kind=kind, name=name, points=placed, section=section, ref=ref), reading.counts
    )


def _area_kind(name: str, corners: int) -> AreaKind:
    if is_stage_text(name):
        return "stage"
    if is_field_text(name):
        return "field"
    if corners == 1:
        return "text"
    return "standing" if is_standing_text(name) else "decoration"


def _outline(area: dict[str, object]) -> Outline:
    """Returns an area's outline, with the area's position as zero; empty if there is none.

    A text is the point at which it stands. Plans from before the member `shape` have the shapes alone, or
    state the width and height of a rectangle beside the text.
    """
    shape = area.get("shape")
    shapes = [shape] if isinstance(shape, str) else list(_OUTLINES)
    for name in shapes:
        read = _OUTLINES.get(name)
        size = object_of(area.get(name))
        if read and size and (outline := read(size)):
            return outline
    if shape is None and (outline := _rectangle(area)):
        return outline
    has_text = shape in ("text", None) and isinstance(area.get("text"), str | dict)
    return (point_of(object_of(area.get("text")).get("position")) or (0.0, 0.0),) if has_text else ()


def _polygon(size: Mapping[str, object]) -> Outline:
    points = [point for found in objects_of(size.get("points")) if (point := point_of(found))]
    return tuple(points) if len(points) >= _CORNERS_MIN else ()


def _rectangle(size: Mapping[str, object]) -> Outline:
    width, height = finite_number(size.get("width")), finite_number(size.get("height"))
    return rectangle_outline(0.0, 0.0, width, height) if width and height else ()


def _ellipse(size: Mapping[str, object]) -> Outline:
    radius = point_of(size.get("radius"))
    return ellipse_outline(0.0, 0.0, *radius) if radius and all(radius) else ()


def _circle(size: Mapping[str, object]) -> Outline:
    radius = finite_number(size.get("radius"))
    return ellipse_outline(0.0, 0.0, radius, radius) if radius else ()


_OUTLINES = {"polygon": _polygon, "rectangle": _rectangle, "ellipse": _ellipse, "circle": _circle}
_CORNERS_MIN = 3
_PLACEHOLDERS_MAX = 4
_MEMBERS_LEFT_OUT = {
    "start_direction": "Where the ordered booking of a row begins.",
    "radius": "How large the plan draws seats.",
}
_PLAN_MEMBERS = frozenset({"name", "zones", "categories", "size"})
_CATEGORY_MEMBERS = frozenset({"name", "color"})
_ZONE_MEMBERS = frozenset({"name", "zone_id", "uuid", "position", "rows", "areas"})
_ROW_MEMBERS = frozenset(
    {"row_number", "row_label", "seat_label", "uuid", "seats", "row_number_position", "position"}
)
_SEAT_MEMBERS = frozenset(
    {"seat_guid", "seat_number", "uuid", "start_direction", "radius", "position", "category"}
)
_AREA_MEMBERS = frozenset(
    {"color", "border_color", "rotation", "position", "uuid", "shape", "text", "width", "height"}
    | _OUTLINES.keys()
)
