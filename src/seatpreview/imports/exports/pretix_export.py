"""Writes a hall as a seating plan of pretix, and restores what the reader of such plans cannot know.

The schema of pretix allows no members of others. `zone_id`, which pretix does not show, says which section of
Seat Preview a zone is, and that of the focus says which venue the plan is from and what its categories are. A
plan has no heights. Places for wheelchairs and companions have categories of their own, so that they can be
sold as a product of their own.
"""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

import msgspec

from seatpreview.imports.exports.exported_hall import (
    Corners,
    ExportedArea,
    ExportedHall,
    put_unplaced_in_rows,
    remove_places,
    stage_corners,
)
from seatpreview.imports.exports.table_export import ExportedSeat
from seatpreview.imports.json_file import object_of, objects_of, point_of, text_of
from seatpreview.imports.model import FoundCategory, FoundHall, FoundSeat
from seatpreview.layouts.model import SeatProperty

METRES_PER_UNIT = 0.02
"""Seats that are half a metre apart get the usual distance of pretix's plans, 25."""
NO_CATEGORY = "(no category)"
"""pretix needs a category for each seat. No id of a category has brackets."""
_PLACES: dict[SeatProperty, str] = {"wheelchair": "wheelchair place", "companion": "companion place"}
"""Properties that pretix can sell as a product of their own, and what their categories are called."""
_MARK = "seatpreview"
_FOCUS = f"{_MARK}/focus"
_FOCUS_CHARACTERS_MAX = 100_000
_MARGIN = 100
_COLOUR = "#7f4a91"


class _Position(msgspec.Struct, gc=False):
    x: float
    y: float


class _Seat(msgspec.Struct, gc=False):
    seat_number: str
    seat_guid: str
    uuid: str
    position: _Position
    category: str


class _Row(msgspec.Struct):
    row_number: str
    uuid: str
    position: _Position
    seats: list[_Seat]


class _Corners(msgspec.Struct):
    points: list[_Position]


class _Text(msgspec.Struct):
    text: str
    position: _Position
    color: str = "#000000"
    size: int = 16


class _Area(msgspec.Struct):
    uuid: str
    position: _Position
    polygon: _Corners
    text: _Text
    shape: str = "polygon"
    color: str = "#dddddd"
    border_color: str = "#888888"
    rotation: int = 0


class _Zone(msgspec.Struct):
    name: str
    zone_id: str
    uuid: str
    position: _Position
    rows: list[_Row]
    areas: list[_Area] = []


class _Category(msgspec.Struct):
    name: str
    color: str


class _CategoryMark(msgspec.Struct, array_like=True, frozen=True):
    """What a category of an exported plan was in the venue."""

    category: str
    """The id; empty where the seats have no category."""
    name: str
    property: SeatProperty | None = None


class _PlanMark(msgspec.Struct):
    """What the id of the zone of the focus says about the whole plan."""

    venue: str = ""
    categories: dict[str, _CategoryMark] = {}
    """By the names that they have in the plan."""


class _Size(msgspec.Struct):
    width: int
    height: int


class _Plan(msgspec.Struct):
    name: str
    categories: list[_Category]
    zones: list[_Zone]
    size: _Size


def write_pretix(hall: ExportedHall) -> bytes:
    """Writes a plan that is valid by pretix's schema. Its zones are the sections.

    Every zone has its position at the origin of the hall, so that positions in it are those of the hall.
    """
    unplaced = frozenset(put_unplaced_in_rows(hall))
    origin, size = _page(hall)
    writer = _Writer(hall, unplaced, origin)
    return msgspec.json.encode(
        _Plan(
            name=hall.name,
            categories=writer.categories(),
            zones=[*writer.sections(), *writer.areas(), writer.focus()],
            size=size,
        )
    )


def restore_own_plan(content: dict[str, object], hall: FoundHall) -> None:
    """Gives a hall that was read from an exported plan the ids, levels and places that it had. Does nothing
    for a plan of pretix's own."""
    plan = content if "zones" in content else object_of(content.get("layout"))
    zones = objects_of(plan.get("zones"))
    marks = [_mark(zone) for zone in zones]
    if not zones or None in marks:
        return
    origin = point_of(zones[0].get("position")) or (0.0, 0.0)
    hall.metres_per_unit, hall.is_y_down, hall.is_export = METRES_PER_UNIT, True, True
    focus = next((zone for zone in zones if _is_focus(zone.get("zone_id"))), {})
    _restore_categories(hall, _plan_mark(focus.get("zone_id")).categories)
    sections = _by_uuid(zones, [mark for mark in marks if mark is not None])
    _restore_seats(hall, sections, origin)
    _restore_areas(hall, sections, origin)
    place = point_of(focus.get("position"))
    hall.focal_point = None if place is None else (place[0] - origin[0], place[1] - origin[1])
    known = [mark for mark in marks if mark is not None]
    hall.section_names = {
        mark.section: mark.name for mark in known if mark.section and mark.name != mark.section
    }
    remove_places(hall, frozenset(mark.section for mark in known if not mark.is_placed))


class _Writer:
    """Turns the parts of a hall into zones."""

    def __init__(self, hall: ExportedHall, unplaced: frozenset[str], origin: _Position) -> None:
        self._hall, self._unplaced, self._origin = hall, unplaced, origin
        self._category_marks = _category_marks(hall)
        self._category_names = {
            (mark.category, mark.property): name for name, mark in self._category_marks.items()
        }

    def categories(self) -> list[_Category]:
        colours = {str(category.id): category.colour for category in self._hall.categories}
        return [
            _Category(name, str(colours.get(mark.category) or _COLOUR))
            for name, mark in self._category_marks.items()
        ]

    def sections(self) -> Iterator[_Zone]:
        for _, seats in groupby(self._hall.seats, key=lambda seat: seat.section):
            listed = list(seats)
            zone = self._zone(listed[0], None)
            zone.rows = [self._row(list(row)) for _, row in groupby(listed, key=lambda seat: seat.row)]
            yield zone

    def areas(self) -> Iterator[_Zone]:
        for area in self._hall.areas:
            zone = self._zone(area, area.capacity)
            zone.areas = [self._area(f"area/{area.section}", zone.name, area.points, (0.0, 0.0))]
            yield zone

    def focus(self) -> _Zone:
        """Returns the zone that tells where people look, with the stage if it has an outline."""
        focus = self._hall.focus
        name = str(focus.name or "Stage")
        x, y = _units(focus.x, focus.y)
        place = _Position(self._origin.x + x, self._origin.y + y)
        mark = msgspec.json.encode(_PlanMark(self._hall.venue_id, self._category_marks)).decode()
        zone = _Zone(name, f"{_FOCUS}/{mark}", self._uuid("focus"), place, [])
        if corners := stage_corners(focus):
            zone.areas = [self._area("stage", name, corners, (focus.x, focus.y))]
        return zone

    def _zone(self, part: ExportedSeat | ExportedArea, capacity: int | None) -> _Zone:
        is_placed = "unplaced" if part.section in self._unplaced else "placed"
        mark = "/".join((_MARK, is_placed, part.section, str(capacity or ""), part.level))
        return _Zone(
            part.section_name or part.section, mark, self._uuid(f"zone/{part.section}"), self._origin, []
        )

    def _row(self, seats: list[ExportedSeat]) -> _Row:
        first = seats[0]
        row_uuid = self._uuid(f"row/{first.section}/{first.row}")
        return _Row(first.row, row_uuid, _Position(0.0, 0.0), [self._seat(seat) for seat in seats])

    def _seat(self, seat: ExportedSeat) -> _Seat:
        return _Seat(
            seat_number=seat.seat,
            seat_guid=seat.ref or _key(seat.section, seat.row, seat.seat),
            uuid=self._uuid(_key(seat.section, seat.row, seat.seat)),
            position=_Position(*_units(seat.x or 0.0, seat.y or 0.0)),
            category=self._category_names[_known_category(self._hall, seat.category), _place(seat)],
        )

    def _area(self, key: str, name: str, corners: Corners, middle: tuple[float, float]) -> _Area:
        points = [_Position(*_units(x - middle[0], y - middle[1])) for x, y in corners]
        centre = _Position(
            sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points)
        )
        return _Area(self._uuid(key), _Position(0.0, 0.0), _Corners(points), _Text(name, centre))

    def _uuid(self, key: str) -> str:
        return str(uuid5(NAMESPACE_URL, f"{self._hall.venue_id}/{key}"))


def _category_marks(hall: ExportedHall) -> dict[str, _CategoryMark]:
    """Returns the categories of the plan by their names, by which alone pretix knows them. A name
    has the id in it only where another category has the same name."""
    uses = Counter(str(category.name or category.id) for category in hall.categories)
    kinds = {(_known_category(hall, seat.category), _place(seat)) for seat in hall.seats}
    marks: dict[str, _CategoryMark] = {}
    for category in hall.categories:
        name, category_id = str(category.name or category.id), str(category.id)
        unique = name if uses[name] == 1 else f"{name} ({category_id})"
        marks[_free_name(unique, marks)] = _CategoryMark(category_id, name)
        for place, words in _PLACES.items():
            if (category_id, place) in kinds:
                marks[_free_name(f"{unique}, {words}", marks)] = _CategoryMark(category_id, name, place)
    for place, words in _PLACES.items():
        if ("", place) in kinds:
            marks[_free_name(words.capitalize(), marks)] = _CategoryMark("", "", place)
    if ("", None) in kinds:
        marks[_free_name(NO_CATEGORY, marks)] = _CategoryMark("", "")
    return marks


def _free_name(name: str, taken: dict[str, _CategoryMark]) -> str:
    return name if name not in taken else _free_name(f"{name} (2)", taken)


def _known_category(hall: ExportedHall, category_id: str) -> str:
    return category_id if any(category.id == category_id for category in hall.categories) else ""


def _place(seat: ExportedSeat) -> SeatProperty | None:
    return next((place for place in _PLACES if place in seat.properties), None)


def _key(section: str, row: str, seat: str) -> str:
    return f"{section}/{row}/{seat}"


def _units(x_m: float, y_m: float) -> tuple[float, float]:
    """Turns metres with y to the north into the units of a plan, in which y points down."""
    return round(x_m / METRES_PER_UNIT, 2), round(-y_m / METRES_PER_UNIT, 2)


def _page(hall: ExportedHall) -> tuple[_Position, _Size]:
    """Returns where the hall's origin is on a page that begins at zero, and the size of the page."""
    corners = [corner for area in hall.areas for corner in area.points]
    places = [*corners, *stage_corners(hall.focus), (hall.focus.x, hall.focus.y)]
    places += [(seat.x, seat.y) for seat in hall.seats if seat.x is not None and seat.y is not None]
    points = [_units(x, y) for x, y in places]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    origin = _Position(math.ceil(_MARGIN - left), math.ceil(_MARGIN - top))
    return origin, _Size(math.ceil(width) + 2 * _MARGIN, math.ceil(height) + 2 * _MARGIN)


class _Mark(NamedTuple):
    """What the id of an exported zone says."""

    section: str
    """Empty for what people look at."""
    is_placed: bool
    level: str
    capacity: int | None
    name: str


def _mark(zone: dict[str, object]) -> _Mark | None:
    zone_id, name = zone.get("zone_id"), text_of(zone.get("name"))
    if _is_focus(zone_id):
        return _Mark("", True, "", None, name)
    parts = zone_id.split("/", 4) if isinstance(zone_id, str) and len(zone_id) < 1000 else []
    if len(parts) != 5 or parts[0] != _MARK:
        return None
    capacity = int(parts[3]) if parts[3].isdecimal() and len(parts[3]) < 8 else None
    return _Mark(parts[2], parts[1] == "placed", parts[4], capacity, name)


def _is_focus(zone_id: object) -> bool:
    return isinstance(zone_id, str) and (zone_id == _FOCUS or zone_id.startswith(f"{_FOCUS}/"))


def _plan_mark(zone_id: object) -> _PlanMark:
    """Returns what an exported plan says of itself. Earlier ones said nothing."""
    _, _, mark = str(zone_id).partition(f"{_FOCUS}/")
    if not mark or len(mark) > _FOCUS_CHARACTERS_MAX:
        return _PlanMark()
    try:
        return msgspec.json.decode(mark, type=_PlanMark)
    except msgspec.DecodeError:
        return _PlanMark()


def _by_uuid(zones: list[dict[str, object]], marks: list[_Mark]) -> dict[str, _Mark]:
    """Returns the marks by the uuids of the rows and areas in their zones, which tell zones of one name
    apart."""
    found: dict[str, _Mark] = {}
    for zone, mark in zip(zones, marks, strict=True):
        for part in (*objects_of(zone.get("rows")), *objects_of(zone.get("areas"))):
            found[text_of(part.get("uuid"))] = mark
    return found


def _restore_categories(hall: FoundHall, marks: dict[str, _CategoryMark]) -> None:
    known = {category.key: marks.get(category.key) or _mark_in_name(category) for category in hall.categories}
    restored: dict[str, FoundCategory] = {}
    for category in hall.categories:
        mark = known[category.key]
        if mark.category:
            found = FoundCategory(key=mark.category, name=mark.name, colour=category.colour)
            restored.setdefault(mark.category, found)
    hall.categories = [*restored.values()]
    for seat in hall.seats:
        _restore_category(seat, known.get(seat.category))


def _restore_category(seat: FoundSeat, mark: _CategoryMark | None) -> None:
    seat.category = mark.category if mark else ""
    if mark and mark.property and mark.property not in seat.properties:
        seat.properties = (*seat.properties, mark.property)


def _mark_in_name(found: FoundCategory) -> _CategoryMark:
    """Reads the id in the name of a category, as plans have it that were exported before."""
    if found.key == NO_CATEGORY:
        return _CategoryMark("", "")
    name, _, category_id = found.key.rpartition(" (")
    if not name or not category_id.endswith(")"):
        return _CategoryMark(found.key, found.name)
    return _CategoryMark(category_id[:-1], name)


def _restore_seats(hall: FoundHall, marks: dict[str, _Mark], origin: tuple[float, float]) -> None:
    for seat in hall.seats:
        if seat.x is not None and seat.y is not None:
            seat.x, seat.y = seat.x - origin[0], seat.y - origin[1]
        mark = marks.get(seat.part)
        if mark is None:
            continue
        seat.section, seat.level = mark.section, mark.level
        if seat.ref == _key(seat.section, seat.row, seat.name):
            seat.ref = ""
        seat.spare_ref = ""


def _restore_areas(hall: FoundHall, marks: dict[str, _Mark], origin: tuple[float, float]) -> None:
    for area in hall.areas:
        area.points = tuple((x - origin[0], y - origin[1]) for x, y in area.points)
        mark = marks.get(area.ref)
        if mark is None:
            continue
        area.kind = "standing" if mark.section else "stage"
        area.section, area.level, area.capacity, area.ref = mark.section, mark.level, mark.capacity, ""
