"""Trees of areas as Spektrix has them: Group (of areas), Reserved (with seats), Unreserved (a capacity)."""

from collections.abc import Iterator
from typing import Literal, TypeGuard

from seatpreview.imports.model import (
    FOUND_SEATS_MAX,
    FoundArea,
    FoundCategory,
    FoundHall,
    FoundRow,
    FoundSeat,
    UnreadableFile,
)
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.cell_values import expand_seats, parse_flag, parse_number
from seatpreview.imports.words.field_words import property_of
from seatpreview.layouts.model import SeatProperty

DEPTH_MAX = 20
AREAS_MAX = 20_000
ROW_SEATS_MAX = 5_000

AreaType = Literal["group", "reserved", "unreserved"]
_Members = dict[str, object]


def is_area_tree(parsed: object) -> bool:
    """Whether JSON values are a plan, an area or a list of areas."""
    tops = _tops(parsed)
    return bool(tops) and all(_area_type(top) is not None for top in tops)


def read_area_tree(parsed: object) -> FoundHall:
    """Reads a tree of areas from JSON values. Raises `UnreadableFile`."""
    if not is_area_tree(parsed):
        raise UnreadableFile(
            "The file has no areas: an area has a type (Group, Reserved or Unreserved) and areas, "
            "seats or a capacity."
        )
    reader = _TreeReader()
    plan = parsed if _is_members(parsed) and "type" not in _lower(parsed) else {}
    reader.hall.name = _text(_lower(plan), "name", "title")
    for top in _tops(parsed):
        reader.read(top, ())
    return reader.finish()


class _TreeReader:
    def __init__(self) -> None:
        self.hall = FoundHall(format="areas")
        self._counts = ImportCounts()
        self._areas = 0
        self._categories: dict[str, FoundCategory] = {}

    def read(self, area: _Members, groups: tuple[str, ...]) -> None:
        """Reads an area below the groups with these names."""
        self._areas += 1
        if self._areas > AREAS_MAX or len(groups) > DEPTH_MAX:
            raise UnreadableFile(f"The file has more than {AREAS_MAX:,} areas or {DEPTH_MAX} levels of them.")
        members = _lower(area)
        name = _text(members, *_NAMES)
        match _area_type(area):
            case "group":
                self._read_group(members, name, groups)
            case "reserved":
                self._read_reserved(members, name, _level(groups))
            case "unreserved":
                self._read_unreserved(members, name, _level(groups))
            case None:
                self._counts.left_out.add("Areas of an unknown type.", name or str(members.get("type")))

    def finish(self) -> FoundHall:
        """Completes the report."""
        hall = self.hall
        if not (hall.seats or hall.areas or hall.rows_without_seats):
            raise UnreadableFile("The areas of the file have neither seats nor a capacity.")
        hall.categories = list(self._categories.values())
        if hall.seats:
            seat = hall.seats[0]
            example = " ".join(filter(None, (seat.section, seat.row, seat.name)))
            self._counts.taken.add("Seats of reserved areas.", example, len(hall.seats))
        self._counts.fill(hall)
        return hall

    def _read_group(self, members: _Members, name: str, groups: tuple[str, ...]) -> None:
        """The outermost group is the hall, the innermost below it the level of its areas."""
        if not groups:
            self.hall.name = self.hall.name or name
        if len(groups) > 1:
            self._counts.inferred.add("A group within groups is a level.", name)
        for child in _children(members):
            self.read(child, (*groups, name))
        if members.get("seats"):
            self._read_reserved(members, name, _level(groups))

    def _read_reserved(self, members: _Members, section: str, level: str) -> None:
        self._counts.taken.add("Reserved areas are sections.", section)
        before = len(self.hall.seats)
        for strange in _others(members.get("seats")):
            self._counts.left_out.add("Seats that are not JSON objects.", _plain(strange))
        for seat in _objects(members.get("seats")):
            self._add_seat(_lower(seat), section, level, "")
        for number, row in enumerate(_objects(members.get("rows")), start=1):
            self._read_row(_lower(row), section, level, f"{section}:{number}")
        if len(self.hall.seats) > before:
            return
        capacity = _capacity(members)
        if capacity:
            self._counts.left_out.add("Reserved areas with a capacity and no seats.", section)
        self.hall.rows_without_seats.append(FoundRow(section=section, level=level))

    def _read_row(self, row: _Members, section: str, level: str, part: str) -> None:
        name = _text(row, *_NAMES, "row", "number")
        for seat in _objects(row.get("seats")):
            self._add_seat({"row": name, **_lower(seat)}, section, level, part)
        if isinstance(row.get("seats"), list):
            return
        count = _capacity(row) or (_capacity({"capacity": row.get("seats")}))
        names = expand_seats(str(row.get("seats", ""))) or [
            str(n + 1) for n in range(min(count, ROW_SEATS_MAX))
        ]
        for seat_name in names:
            self._add(FoundSeat(name=seat_name, row=name, section=section, level=level, part=part))
        if names:
            self._counts.inferred.add("Seats of rows with a count are numbered from 1.", name, len(names))
        else:
            self.hall.rows_without_seats.append(FoundRow(name=name, section=section, level=level))

    def _add_seat(self, seat: _Members, section: str, level: str, part: str) -> None:
        x, y = self._number(seat, "x"), self._number(seat, "y")
        is_placed = x is not None and y is not None
        self._add(
            FoundSeat(
                name=_text(seat, "number", "seatnumber", "seat", "name", "label"),
                row=_text(seat, "row", "rowname", "rowlabel"),
                section=section,
                level=level,
                part=part,
                x=x if is_placed else None,
                y=y if is_placed else None,
                z=self._number(seat, "z"),
                category=self._category(seat),
                properties=_properties(seat),
                view_note=_text(seat, "viewnote", "note", "description", "info"),
                ref=_text(seat, "id", "seatid", "ref", "guid", "uuid"),
                printed_label=_text(seat, "label", "fullname", "displayname"),
            )
        )

    def _add(self, seat: FoundSeat) -> None:
        self.hall.seats.append(seat)
        if len(self.hall.seats) > FOUND_SEATS_MAX:
            raise UnreadableFile(f"The file has more than {FOUND_SEATS_MAX:,} seats.")

    def _number(self, seat: _Members, member: str) -> float | None:
        value = seat.get(member)
        if value is None:
            return None
        number = parse_number(_plain(value))
        if number is None:
            self._counts.left_out.add(f"Values of {member} that are no usable number.", _plain(value))
        return number

    def _category(self, seat: _Members) -> str:
        value = seat.get("priceband", seat.get("category", seat.get("band")))
        found = _lower(value) if isinstance(value, dict) else {"id": value}
        key = _text(found, "id", "name")
        if key and key not in self._categories:
            self._categories[key] = FoundCategory(key=key, name=_text(found, *_NAMES) or key)
        return key

    def _read_unreserved(self, members: _Members, name: str, level: str) -> None:
        capacity = _capacity(members) or None
        ref = _text(members, "id")
        points = tuple(
            (x, y)
            for point in _objects(members.get("points"))
            if (x := self._number(_lower(point), "x")) is not None
            and (y := self._number(_lower(point), "y")) is not None
        )
        self.hall.areas.append(
            FoundArea(
                kind="standing",
                name=name,
                section=name,
                level=level,
                capacity=capacity,
                ref=ref,
                points=points if len(points) > 2 else (),
            )
        )
        self._counts.taken.add("Unreserved areas are standing areas.", name)


def _tops(parsed: object, wrappings: int = 3) -> list[_Members]:
    """The outermost areas, which a plan may wrap."""
    if isinstance(parsed, list):
        return _objects(parsed)
    if not _is_members(parsed):
        return []
    members = _lower(parsed)
    for name in ("baseseatingarea", "basearea", "rootarea", "area", "plan", "seatingplan"):
        inner = members.get(name)
        if _is_members(inner) and wrappings:
            return _tops(inner, wrappings - 1)
    if _area_type(parsed) is None or "type" not in members:
        return _children(members) or [parsed]
    return [parsed]


def _area_type(area: _Members) -> AreaType | None:
    """The type that an area states, else the one that its members show."""
    members = _lower(area)
    stated = _text(members, "type", "kind", "discriminator", "$type", "areatype").casefold()
    for word, found in _TYPES.items():
        if word in stated:
            return found
    if stated:
        return None
    if _children(members):
        return "group"
    if _objects(members.get("seats")) or _objects(members.get("rows")):
        return "reserved"
    return "unreserved" if _capacity(members) and _text(members, *_NAMES) else None


def _children(members: _Members) -> list[_Members]:
    return [
        child
        for name in ("areas", "children", "childareas", "seatingareas")
        for child in _objects(members.get(name))
    ]


def _level(groups: tuple[str, ...]) -> str:
    return groups[-1] if len(groups) > 1 else ""


def _properties(seat: _Members) -> tuple[SeatProperty, ...]:
    return tuple(dict.fromkeys(_stated_properties(seat)))


def _stated_properties(seat: _Members) -> Iterator[SeatProperty]:
    for name, value in seat.items():
        prop = property_of(name)
        if prop and parse_flag(_plain(value)):
            yield prop
    for name in ("properties", "attributes", "features", "indicators"):
        listed = seat.get(name)
        for word in listed[:50] if isinstance(listed, list) else ():
            text = _text(_lower(word), *_NAMES, "type") if _is_members(word) else _plain(word)
            if prop := property_of(text):
                yield prop


def _capacity(members: _Members) -> int:
    value = members.get("capacity", members.get("count", members.get("seatcount")))
    number = parse_number(_plain(value)) if isinstance(value, int | float | str) else None
    return int(number) if number and 0 < number <= 1_000_000 else 0


def _objects(value: object) -> list[_Members]:
    return [item for item in value if _is_members(item)] if isinstance(value, list) else []


def _others(value: object) -> list[object]:
    return [item for item in value if not _is_members(item)] if isinstance(value, list) else []


def _is_members(value: object) -> TypeGuard[_Members]:
    return isinstance(value, dict)


def _lower(members: _Members) -> _Members:
    """The members by names in lower case without underscores: 'childAreas' and 'child_areas' are one."""
    return {name.lower().replace("_", ""): value for name, value in members.items()}


def _text(members: _Members, *names: str) -> str:
    """The first of the members that is a text or a number."""
    for name in names:
        value = members.get(name)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and (text := _plain(value)):
            return text
    return ""


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, str | int | float):
        try:
            return str(value).strip()
        except ValueError:
            # Python refuses to write whole numbers of thousands of digits.
            return ""
    return ""


_NAMES = ("name", "label", "title", "displayname")
_TYPES: dict[str, AreaType] = {
    "unreserved": "unreserved",
    "generaladmission": "unreserved",
    "standing": "unreserved",
    "reserved": "reserved",
    "seated": "reserved",
    "group": "group",
}
