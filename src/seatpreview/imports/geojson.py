"""Reads seating plans as GeoJSON: points and small polygons are seats, others are areas."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.imports.model import (
    FOUND_SEATS_MAX,
    AreaKind,
    FoundArea,
    FoundCategory,
    FoundHall,
    FoundSeat,
    ReportItem,
    UnreadableFile,
)
from seatpreview.imports.svg.areas import kind_of
from seatpreview.imports.svg.colours import colour_of
from seatpreview.imports.words.attribute_words import SeatField, field_of
from seatpreview.imports.words.property_words import properties_in
from seatpreview.imports.words.seat_phrases import worded_names
from seatpreview.layouts.model import SeatProperty

FEATURES_MAX = 500_000
POSITIONS_MAX = 2_000_000
OUTLINE_POINTS_MAX = 256
TEXT_CHARACTERS_MAX = 100
SEAT_SIZE_M_MAX = 2.0
"""A polygon without a seat's name is a seat where it is at most so large, and one of three or more."""
_TRUE = frozenset({"true", "1", "yes", "ja", "oui", "si", "sí", "sì", "sim"})
_FIELDS_OF_SEATS: frozenset[SeatField] = frozenset({"seat", "row", "section", "table", "category"})
_SEAT_KINDS = frozenset(
    {"seat", "sitz", "platz", "place", "siege", "asiento", "posto", "stoel", "assento", "chair"}
)
_NAME_KEYS = ("name", "naam", "nom", "nombre", "nome", "title")
Point = tuple[float, float]

METRES_PER_DEGREE = 111_319.49
"""Of longitude at the equator. Over the size of a hall, the earth is a sphere of this girth and flat."""
DEGREES_ACROSS_MAX = 0.05
"""A hall is smaller than five kilometres: what spreads over more degrees is in metres."""
COORDINATE_MAX = 1e8
_METRE_WORDS = frozenset({"m", "metre", "metres", "meter", "meters"})
_DEGREE_WORDS = frozenset({"deg", "degree", "degrees", "wgs84"})
_DEGREE_SYSTEMS = ("CRS84", "EPSG::4326", "EPSG:4326", "WGS84")


class _Feature(NamedTuple):
    geometry: str
    points: list[Point]
    z: float | None
    fields: dict[SeatField, str]
    texts: dict[str, str]
    """All properties that are texts, numbers or true, by their name."""


def read_geojson(content: dict[str, object]) -> FoundHall:
    """Reads a FeatureCollection or a single Feature. Raises UnreadableFile where it holds no seat or area."""
    features, unread = _features(content)
    projection = projection_of(content, [point for feature in features for point in feature.points])
    features = [_projected(feature, projection) for feature in features]
    seats, areas = _split(features)
    if not seats and not areas:
        raise UnreadableFile("The GeoJSON has no feature with usable coordinates: no seat and no area.")
    if len(seats) > FOUND_SEATS_MAX:
        raise UnreadableFile(f"The file has {len(seats)} seats. At most {FOUND_SEATS_MAX} are read.")
    hall = FoundHall(format="geojson", name=_name(content), metres_per_unit=1.0, is_y_down=False)
    hall.seats = [_seat(feature) for feature in seats]
    hall.areas = [_area(feature) for feature in areas]
    hall.categories = _categories(seats)
    _report(hall, seats, areas, unread, projection)
    return hall


def _features(content: dict[str, object]) -> tuple[list[_Feature], Counter[str]]:
    kind = content.get("type")
    listed = content.get("features") if kind == "FeatureCollection" else [content]
    if kind not in {"FeatureCollection", "Feature"} or not isinstance(listed, list):
        raise UnreadableFile(
            "The file is not GeoJSON: `type` must be FeatureCollection, with a list `features`."
        )
    if len(listed) > FEATURES_MAX:
        raise UnreadableFile(f"The file has {len(listed)} features. At most {FEATURES_MAX} are read.")
    features: list[_Feature] = []
    unread: Counter[str] = Counter()
    positions = 0
    for item in listed:
        feature, reason = _feature(item, POSITIONS_MAX - positions)
        if feature is None:
            unread[reason] += 1
            continue
        positions += len(feature.points)
        features.append(feature)
    return features, unread


def _feature(item: object, positions_max: int) -> tuple[_Feature | None, str]:
    """Returns the feature, or the reason why it cannot be read."""
    geometry = item.get("geometry") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(geometry, dict):
        return None, "Features without a geometry."
    kind = str(geometry.get("type"))
    if kind not in {"Point", "Polygon", "MultiPolygon", "MultiPoint"}:
        return None, f"Features of the type {kind[:40]}."
    points: list[Point] = []
    z = None
    for x, y, height in positions_in(_outer_ring(kind, geometry.get("coordinates"))):
        points.append((x, y))
        z = height if z is None else z
        if len(points) > positions_max:
            raise UnreadableFile(f"The file has more than {POSITIONS_MAX} coordinates.")
    if not points:
        return None, "Features without usable coordinates."
    texts = _texts(item)
    return _Feature(kind, points, z, _fields(texts), texts), ""


def _outer_ring(kind: str, coordinates: object) -> object:
    """Holes of a polygon do not matter, nor do further parts of one in several parts."""
    levels = {"Polygon": 1, "MultiPolygon": 2}.get(kind, 0)
    for _ in range(levels):
        coordinates = coordinates[0] if isinstance(coordinates, list) and coordinates else None
    return coordinates


def _texts(item: dict[str, object]) -> dict[str, str]:
    properties = item.get("properties")
    members = dict(properties) if isinstance(properties, dict) else {}
    if "id" in item:
        members.setdefault("id", item["id"])
    texts: dict[str, str] = {}
    for key, value in list(members.items())[:100]:
        if isinstance(value, list):
            value = ", ".join(str(part)[:TEXT_CHARACTERS_MAX] for part in value[:20] if isinstance(part, str))
        if value is True:
            value = "true"
        if isinstance(value, str | int | float) and value is not False:
            texts[_short(str(key))] = _short(value)
    return texts


def _short(value: str | int | float) -> str:
    if isinstance(value, int) and value.bit_length() > 64:
        return ""
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        value = int(value)
    words = " ".join(str(value)[: TEXT_CHARACTERS_MAX * 4].split())
    return "".join(filter(str.isprintable, words))[:TEXT_CHARACTERS_MAX]


def _fields(texts: dict[str, str]) -> dict[SeatField, str]:
    fields: dict[SeatField, str] = {}
    for key, text in texts.items():
        field = field_of(key)
        if field is not None and text and field not in {"x", "y"}:
            fields.setdefault(field, text)
    for named in _texts_at(texts, "label", *_NAME_KEYS):
        for field, text in worded_names(named):
            fields.setdefault(field, text)
    return fields


class Projection(NamedTuple):
    """The middle of the degrees of a file; without one, coordinates are in metres already."""

    centre: Point | None
    reason: str

    def apply(self, point: Point) -> Point:
        if self.centre is None:
            return point
        east = (point[0] - self.centre[0]) * METRES_PER_DEGREE * math.cos(math.radians(self.centre[1]))
        return (east, (point[1] - self.centre[1]) * METRES_PER_DEGREE)


def _projected(feature: _Feature, projection: Projection) -> _Feature:
    return feature._replace(points=[projection.apply(point) for point in feature.points])


def _split(features: list[_Feature]) -> tuple[list[_Feature], list[_Feature]]:
    """Splits seats from areas. Small polygons without names are seats where there are at least three. Among
    points that name seats, one that says what it is and nothing of a seat is a kiosk, a tree or the like."""
    are_named = any(_names_a_seat(feature) for feature in features)
    seats: list[_Feature] = []
    areas: list[_Feature] = []
    small: list[_Feature] = []
    for feature in features:
        if _says_that_it_is_an_area(feature) or (are_named and _is_another_place(feature)):
            areas.append(feature)
        elif feature.geometry == "Point" or _names_a_seat(feature):
            seats.append(feature)
        elif _size(feature) <= SEAT_SIZE_M_MAX:
            small.append(feature)
        else:
            areas.append(feature)
    return (seats + small, areas) if len(small) >= 3 or seats else (seats, areas + small)


def _says_that_it_is_an_area(feature: _Feature) -> bool:
    if _names_a_seat(feature) or "row" in feature.fields:
        return False
    kind = feature.fields.get("kind", "").lower()
    is_text = "text" in feature.texts or kind in {"text", "label"}
    has_meaning = kind_of(*_names(feature)) != "decoration"
    return "capacity" in feature.fields or is_text or has_meaning


def _is_another_place(feature: _Feature) -> bool:
    if feature.geometry != "Point" or _names_a_seat(feature) or _properties(feature):
        return False
    says_what_it_is = "kind" in feature.fields or bool(_texts_at(feature.texts, *_NAME_KEYS))
    return says_what_it_is and feature.fields.keys().isdisjoint(_FIELDS_OF_SEATS)


def _names_a_seat(feature: _Feature) -> bool:
    return "seat" in feature.fields or feature.fields.get("kind", "").lower() in _SEAT_KINDS


def _names(feature: _Feature) -> list[str]:
    stated = feature.fields.get("kind", "")
    named = _texts_at(feature.texts, "kind", "type", *_NAME_KEYS, "label", "text")
    return [stated, *named] if stated else named


def _texts_at(texts: dict[str, str], *keys: str) -> list[str]:
    """Returns the texts under these names, whatever their case, in the order of the names."""
    lowered = {key.lower(): text for key, text in texts.items()}
    return [text for key in keys if (text := lowered.get(key))]


def _size(feature: _Feature) -> float:
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def _middle(feature: _Feature) -> Point:
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    return ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)


def _seat(feature: _Feature) -> FoundSeat:
    fields = feature.fields
    x, y = _middle(feature)
    properties = _properties(feature)
    return FoundSeat(
        name=fields.get("seat", ""),
        row=fields.get("row", "") or fields.get("table", ""),
        section=fields.get("section", ""),
        level=fields.get("level", ""),
        x=x,
        y=y,
        z=feature.z if feature.z is not None else _float(fields.get("z", "")),
        facing_deg=_float(fields.get("facing", "")),
        category=fields.get("category", ""),
        properties=properties,
        view_note=fields.get("note", "") if "restrictedView" in properties else "",
        ref=fields.get("ref", ""),
        printed_label=fields.get("label", ""),
    )


def _properties(feature: _Feature) -> tuple[SeatProperty, ...]:
    """Reads properties from names of members that are true, and from texts."""
    found: list[SeatProperty] = []
    for key, text in feature.texts.items():
        if text.lower() in _TRUE:
            found.extend(properties_in(key))
        elif field_of(key) in {"properties", "note", "kind"}:
            found.extend(properties_in(text))
    return tuple(dict.fromkeys(found))


def _float(text: str) -> float | None:
    try:
        value = float(text[:40])
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _area(feature: _Feature) -> FoundArea:
    names = _names(feature)
    kind: AreaKind = kind_of(*names)
    fields = feature.fields
    capacity = _float(fields.get("capacity", ""))
    if kind == "decoration" and capacity is not None:
        kind = "standing"
    if feature.geometry == "Point" and kind in {"decoration", "standing"}:
        kind = "text"
    step = -(-len(feature.points) // OUTLINE_POINTS_MAX)
    shown = _texts_at(feature.texts, "text", *_NAME_KEYS, "label")
    return FoundArea(
        kind=kind,
        name=next(iter([*shown, *names]), fields.get("section", "")),
        points=tuple(feature.points[::step]),
        capacity=int(capacity) if capacity is not None and 0 < capacity <= 1_000_000 else None,
        level=fields.get("level", ""),
        section=fields.get("section", ""),
        category=fields.get("category", ""),
        ref=fields.get("ref", ""),
    )


def _categories(seats: list[_Feature]) -> list[FoundCategory]:
    colours: dict[str, str] = {}
    for feature in seats:
        category = feature.fields.get("category", "")
        if category and not colours.get(category):
            colours[category] = colour_of(feature.fields.get("colour", ""))
    return [FoundCategory(key=key, name=key, colour=colour) for key, colour in colours.items()]


def _name(content: dict[str, object]) -> str:
    own = content.get("seatpreview")
    for holder in (content, own):
        name = holder.get("name") if isinstance(holder, dict) else None
        if isinstance(name, str):
            return name[:TEXT_CHARACTERS_MAX]
    return ""


def _report(
    hall: FoundHall,
    seats: list[_Feature],
    areas: list[_Feature],
    unread: Counter[str],
    projection: Projection,
) -> None:
    for kind, count in Counter(feature.geometry for feature in seats).most_common():
        example = next(_spelled(feature) for feature in seats if feature.geometry == kind)
        hall.taken.append(ReportItem(text=f"Seats given as {kind}.", count=count, example=example))
    for kind, count in Counter(area.kind for area in hall.areas).most_common():
        example = next(area.name for area in hall.areas if area.kind == kind)
        hall.taken.append(ReportItem(text=f"Areas and texts: {kind}.", count=count, example=example or None))
    items = hall.taken if projection.reason.startswith("The file states") else hall.inferred
    items.append(ReportItem(text=projection.reason, count=len(seats) + len(areas)))
    nameless = sum(not seat.name for seat in hall.seats)
    if nameless:
        hall.inferred.append(
            ReportItem(text="Seats without a name: the file has none for them.", count=nameless)
        )
    for reason, count in unread.items():
        hall.left_out.append(ReportItem(text=reason, count=count))
    _report_unknown_members(hall, seats)


def _report_unknown_members(hall: FoundHall, seats: list[_Feature]) -> None:
    unknown: Counter[str] = Counter()
    for feature in seats:
        for key in feature.texts:
            if field_of(key) is None and not properties_in(key) and key.lower() not in _NAME_KEYS:
                unknown[key] += 1
    for key, count in unknown.most_common(20):
        text = f"The member `{key}` of seats: its meaning is not known."
        hall.left_out.append(ReportItem(text=text, count=count, example=key))


def _spelled(feature: _Feature) -> str | None:
    keys: tuple[SeatField, ...] = ("level", "section", "row", "seat")
    return " / ".join(feature.fields[key] for key in keys if key in feature.fields) or None


def projection_of(content: dict[str, object], points: list[Point]) -> Projection:
    """Decides by what the file states, else by the values.

    They are degrees if all may be a place on earth, close together.
    """
    stated = _stated_unit(content)
    if stated == "m":
        return Projection(None, "The file states that its coordinates are metres.")
    if not points:
        return Projection(None, "The file has no coordinates.")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    are_places = max(map(abs, xs)) <= 180 and max(map(abs, ys)) <= 85
    is_small = max(xs) - min(xs) <= DEGREES_ACROSS_MAX and max(ys) - min(ys) <= DEGREES_ACROSS_MAX
    if are_places and (stated == "deg" or is_small):
        centre = (math.fsum(xs) / len(xs), math.fsum(ys) / len(ys))
        return Projection(
            centre, "Coordinates are longitude and latitude, turned into metres about their middle."
        )
    return Projection(
        None, "Coordinates are taken as metres: they do not lie together as longitude and latitude."
    )


def positions_in(coordinates: object, depth: int = 0) -> Iterator[tuple[float, float, float | None]]:
    """Yields every position below `coordinates`, however deep it is nested, as (x, y, z)."""
    if not isinstance(coordinates, list) or depth > 4:
        return
    position = position_of(coordinates)
    if position is not None:
        yield position
        return
    for part in coordinates:
        yield from positions_in(part, depth + 1)


def position_of(values: object) -> tuple[float, float, float | None] | None:
    """Returns one position. None where it is no list of two or more usable numbers."""
    if not isinstance(values, list) or len(values) < 2:
        return None
    x, y, z = _number(values[0]), _number(values[1]), _number(values[2]) if len(values) > 2 else None
    return None if x is None or y is None else (x, y, z)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= COORDINATE_MAX:
        return None
    return float(value)


def _stated_unit(content: dict[str, object]) -> str:
    own = content.get("seatpreview")
    for holder in (own, content):
        unit = holder.get("units") if isinstance(holder, dict) else None
        if isinstance(unit, str) and unit.lower() in _METRE_WORDS:
            return "m"
        if isinstance(unit, str) and unit.lower() in _DEGREE_WORDS:
            return "deg"
    return _unit_of_system(content.get("crs"))


def _unit_of_system(crs: object) -> str:
    """A named coordinate system other than WGS 84 is one of metres, such as UTM."""
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else crs
    if not isinstance(name, str) or not name:
        return ""
    return "deg" if any(system in name.upper().replace(" ", "") for system in _DEGREE_SYSTEMS) else "m"
