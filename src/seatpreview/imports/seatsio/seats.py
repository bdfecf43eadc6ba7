"""Reads rows, tables and booths of seats.io charts."""

from collections import defaultdict

import msgspec

from seatpreview.imports.found_seats import Point, add_seat, put_seat
from seatpreview.imports.json_file import (
    TEXT_CHARACTERS_MAX,
    bounded_point,
    finite_number,
    objects_of,
    point_of,
)
from seatpreview.imports.model import FoundSeat, FoundTable
from seatpreview.imports.seatsio.chart import EDITOR_MEMBERS, ChartReading, Surroundings
from seatpreview.layouts.model import SeatProperty


def read_row(reading: ChartReading, row: dict[str, object], around: Surroundings) -> None:
    """Reads a row. It may name its section itself, in charts that have no sections."""
    reading.counts.unknown.count("row", row, _ROW_MEMBERS)
    label = reading.label(row, "rows")
    reading.counts.taken.add("Rows.", label)
    group = _group(reading, row, around, label)
    _read_seats(reading, row, around, group)


def read_table(reading: ChartReading, table: dict[str, object], around: Surroundings) -> None:
    """Reads a table with its seats. A table without a usable centre stands amid its seats."""
    counts = reading.counts
    counts.unknown.count("table", table, _TABLE_MEMBERS)
    label = reading.label(table, "tables")
    counts.taken.add("Tables.", label)
    if table.get("bookAsAWhole") is True:
        counts.left_out.add("Whether a table is sold as a whole: each of its seats is a seat.", label)
    _count_occupancy(reading, table, label)
    reading.count_view_image(table)
    group = _group(reading, table, around, label)
    first = len(reading.hall.seats)
    _read_seats(reading, table, around, group)
    seats = reading.hall.seats[first:]
    found = _found_table(reading, table, around, seats)
    if found is None:
        counts.left_out.add("Tables without a usable position.", label)
        return
    for seat in seats:
        seat.table = len(reading.hall.tables)
    reading.hall.tables.append(found)


def keep_labels_where_display_labels_repeat(reading: ChartReading) -> None:
    """Names seats by their labels in sections where several of them have the same display labels."""
    sections: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, seat in enumerate(reading.hall.seats):
        sections[seat.level, seat.section].append(index)
    for indices in sections.values():
        seats = [reading.hall.seats[index] for index in indices]
        labels = [reading.labels[index] for index in indices]
        if len({(seat.row, seat.name) for seat in seats}) >= len(set(labels)):
            continue
        for seat, label in zip(seats, labels, strict=True):
            seat.row, seat.name = label
        example = f"{seats[0].section} {seats[0].row} {seats[0].name}".strip()
        reading.counts.inferred.add(
            "Display labels repeat in a section; its seats are named by their labels.", example, len(seats)
        )


class _Group(msgspec.Struct, frozen=True, kw_only=True):
    """The row, table or booth that seats are in."""

    section: str
    shown_section: str
    row: str
    shown_row: str
    part: str
    category: str
    has_shown_label: bool

    def label_of(self, seat: str) -> str:
        """Returns the label by which seats.io books a seat: 'Section-Row-Seat'. Empty if one is missing."""
        return _joined(self.section, self.row, seat) if self.row and seat else ""

    def printed_label_of(self, seat: str) -> str:
        """Joins display labels in the same way."""
        return _joined(self.shown_section, self.shown_row, seat)


def _joined(*labels: str) -> str:
    return "-".join(label for label in labels if label)[:TEXT_CHARACTERS_MAX]


def _group(reading: ChartReading, found: dict[str, object], around: Surroundings, label: str) -> _Group:
    section = reading.counts.text(found.get("sectionLabel")) or around.section
    shown_section = reading.counts.text(found.get("sectionDisplayedLabel"))
    shown_row = reading.shown_label(found)
    if section == around.section:
        shown_section = shown_section or around.shown_section
    if section and shown_section and shown_section != section:
        reading.hall.section_names.setdefault(section, shown_section)
    return _Group(
        section=section,
        shown_section=shown_section or section,
        row=label,
        shown_row=shown_row or label,
        part=reading.new_part(found),
        category=reading.category(found) or around.category,
        has_shown_label=bool(shown_row) or (shown_section or section) != section,
    )


def _read_seats(reading: ChartReading, found: dict[str, object], around: Surroundings, group: _Group) -> None:
    reading.counts.entries_that_are_not_objects(found.get("seats"))
    for seat in objects_of(found.get("seats")):
        reading.counts.unknown.count("seat", seat, _SEAT_MEMBERS)
        name, shown_name = reading.label(seat, "seats"), reading.shown_label(seat)
        _add_seat(reading, seat, group, name=name, shown_name=shown_name, point=point_of(seat), around=around)


def _add_seat(
    reading: ChartReading,
    found: dict[str, object],
    group: _Group,
    *,
    name: str,
    shown_name: str,
    point: Point | None,
    around: Surroundings,
) -> None:
    counts = reading.counts
    category = reading.category(found) or group.category
    uuid = counts.text(found.get("uuid"))
    seat = FoundSeat(
        name=shown_name or name,
        row=group.shown_row,
        section=group.section,
        level=around.level,
        part=group.part,
        zone=around.zone,
        category=category,
        properties=_properties(reading, found, category),
        ref=uuid,
        spare_ref=group.label_of(name),
    )
    counts.taken.add("Seats.", f"{group.section} {group.row} {name}".strip())
    if shown_name or group.has_shown_label:
        seat.printed_label = group.printed_label_of(shown_name or name)
        counts.taken.add("Display labels, which tickets show: they name rows and seats.", seat.printed_label)
    if not category:
        counts.inferred.add("Seats do not have a category.", name)
    reading.count_view_image(found)
    if entrance := counts.text(found.get("entrance")):
        counts.left_out.add("The entrance that seats name.", entrance)
    put_seat(seat, around.place(point) if point else None, counts)
    add_seat(reading.hall, seat)
    reading.labels.append((group.row, name))


def _properties(reading: ChartReading, found: dict[str, object], category: str) -> tuple[SeatProperty, ...]:
    """Returns the properties that an object has. It is accessible if its category is."""
    counts = reading.counts
    properties = [name for flag, name in _PROPERTIES.items() if _is_set(reading, found, flag)]
    if category in reading.accessible_categories or found.get("categoryAccessible") is True:
        properties.insert(0, "wheelchair")
    distinct = tuple(dict.fromkeys(properties))
    for name in distinct:
        counts.taken.add(f"Seats with the property {name}.", counts.text(found.get("label")))
    for flag, sentence in _FLAGS_LEFT_OUT.items():
        if found.get(flag):
            counts.left_out.add(sentence, counts.text(found.get(flag)) or flag)
    return distinct


def _is_set(reading: ChartReading, found: dict[str, object], flag: str) -> bool:
    value = found.get(flag)
    if value and value is not True:
        reading.counts.left_out.add(f"Values of {flag} that are neither true nor false.")
    return value is True


def _count_occupancy(reading: ChartReading, found: dict[str, object], label: str) -> None:
    if found.get("variableOccupancy") or found.get("minOccupancy") or found.get("maxOccupancy"):
        reading.counts.left_out.add("How many people may book a table, booth or area together.", label)


def _found_table(
    reading: ChartReading, table: dict[str, object], around: Surroundings, seats: list[FoundSeat]
) -> FoundTable | None:
    """Returns the table. If the file does not say where it stands, it stands amid its seats."""
    label = reading.counts.text(table.get("label"))
    centre = _centre(table)
    placed = bounded_point(around.place(centre) if centre else _middle(seats))
    if placed is None:
        return None
    if centre is None:
        reading.counts.inferred.add("Tables without a position stand amid their seats.", label)
    radius = finite_number(table.get("radius"))
    is_round = radius is not None or not table.get("width")
    width = 2 * (radius or 0.0) if is_round else finite_number(table.get("width")) or 0.0
    depth = width if is_round else finite_number(table.get("height")) or width
    return FoundTable(
        name=label,
        x=placed[0],
        y=placed[1],
        shape="round" if is_round else "rectangle",
        width=abs(width) * around.scale,
        depth=abs(depth) * around.scale,
        turn_deg=(finite_number(table.get("rotationAngle")) or 0.0) % 360,
    )


def _centre(found: dict[str, object]) -> Point | None:
    """Returns the centre of an object, or of the rectangle whose top left corner it states."""
    if (centre := point_of(found.get("center"))) is not None:
        return centre
    corner = point_of(found.get("topLeft"))
    width, height = finite_number(found.get("width")), finite_number(found.get("height"))
    if corner is None:
        return point_of(found)
    return (corner[0] + (width or 0.0) / 2, corner[1] + (height or 0.0) / 2)


def _middle(seats: list[FoundSeat]) -> Point | None:
    points = [(seat.x, seat.y) for seat in seats if seat.x is not None and seat.y is not None]
    if not points:
        return None
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


_PROPERTIES: dict[str, SeatProperty] = {
    "accessible": "wheelchair",
    "companionSeat": "companion",
    "semiAmbulatorySeat": "easyAccess",
    "restrictedView": "restrictedView",
    "stepFreeAccess": "stepFree",
    "stepFree": "stepFree",
}
_FLAGS_LEFT_OUT = {
    "liftUpArmrests": "Seats with lift-up armrests.",
    "hearingImpaired": "Seats for people with impaired hearing.",
    "signLanguageInterpretation": "Seats with a view of sign language interpretation.",
    "plusSize": "Seats for larger people.",
    "wheelchairSpaceType": "Whether a wheelchair space has a fixed seat.",
    "disabledBySocialDistancingRules": "Seats that distancing rules closed.",
}
_SEAT_MEMBERS = (
    EDITOR_MEMBERS
    | _PROPERTIES.keys()
    | _FLAGS_LEFT_OUT.keys()
    | {
        "x",
        "y",
        "displayLabel",
        "displayedLabel",
        "viewFromYourSeatImage",
        "entrance",
    }
)
_ROW_MEMBERS = EDITOR_MEMBERS | {
    "displayLabel",
    "displayedLabel",
    "sectionLabel",
    "sectionDisplayedLabel",
    "seats",
}
_TABLE_MEMBERS = _ROW_MEMBERS | {
    "radius",
    "bookAsAWhole",
    "variableOccupancy",
    "minOccupancy",
    "maxOccupancy",
    "viewFromYourSeatImage",
}
