"""Reads general admission areas, shapes and texts of seats.io charts."""

from seatpreview.imports.found_seats import (
    Outline,
    Point,
    add_area,
    ellipse_outline,
    move_and_scale,
    rectangle_outline,
    turn_clockwise,
)
from seatpreview.imports.json_file import finite_number, objects_of, point_of, whole_number
from seatpreview.imports.model import AreaKind, FoundArea
from seatpreview.imports.seatsio.chart import EDITOR_MEMBERS, ChartReading, Surroundings
from seatpreview.imports.words.focus_words import is_field_text, is_stage_text


def read_points(reading: ChartReading, points: object) -> Outline:
    """Returns the points of a list that are usable, and counts the others."""
    usable = tuple(point for found in objects_of(points) if (point := point_of(found)))
    if isinstance(points, list):
        reading.counts.left_out.add("Corners of shapes that are not usable.", count=len(points) - len(usable))
    return usable


def read_general_admission(reading: ChartReading, found: dict[str, object], around: Surroundings) -> None:
    """Reads an area without seats. It is taken with its capacity, also if its outline is unusable."""
    counts = reading.counts
    counts.unknown.count("general admission area", found, _AREA_MEMBERS)
    label = reading.label(found, "general admission areas")
    capacity = whole_number(found.get("capacity"))
    if capacity is None:
        counts.inferred.add("Standing areas do not state their capacity.", label)
    for member in ("bookAsAWhole", "variableOccupancy"):
        if found.get(member) is True:
            counts.left_out.add("How general admission areas are sold.", label)
    if shown := reading.shown_label(found):
        counts.left_out.add("Display labels of standing areas.", shown)
    reading.count_view_image(found)
    outline = _outline(reading, found)
    if not outline:
        counts.left_out.add("Outlines of standing areas that are missing or unusable.", label)
    area = _area(reading, found, around, "standing", label, outline)
    area.capacity = capacity
    area.category = reading.category(found) or around.category
    add_area(reading.hall, area, counts)


def read_shape(reading: ChartReading, found: dict[str, object], around: Surroundings) -> None:
    """Reads a shape. seats.io marks stages itself; the label tells others."""
    counts = reading.counts
    counts.unknown.count("shape", found, _SHAPE_MEMBERS)
    label = counts.text(found.get("label"))
    outline = _outline(reading, found)
    if not outline:
        counts.left_out.add("Shapes without a usable outline.", label or counts.text(found.get("type")))
        return
    if any(found.get(member) for member in ("fillColor", "strokeColor")):
        counts.left_out.add("Colours of shapes.", label)
    add_area(reading.hall, _area(reading, found, around, _shape_kind(found, label), label, outline), counts)


def read_booth(reading: ChartReading, found: dict[str, object], around: Surroundings) -> None:
    """Reads a booth, which is sold as a whole: it is an area without seats."""
    counts = reading.counts
    counts.unknown.count("booth", found, _BOOTH_MEMBERS)
    label = reading.label(found, "booths")
    counts.taken.add("Booths, each as a section without seats.", label)
    reading.count_view_image(found)
    area = _area(reading, found, around, "standing", label, _outline(reading, found))
    area.capacity = whole_number(found.get("capacity")) or 1
    area.category = reading.category(found) or around.category
    add_area(reading.hall, area, counts)


def read_text(reading: ChartReading, found: dict[str, object], around: Surroundings) -> None:
    counts = reading.counts
    counts.unknown.count("text", found, _TEXT_MEMBERS)
    text = counts.text(found.get("text")) or counts.text(found.get("label"))
    point = _point(found)
    if not text or point is None:
        counts.left_out.add("Texts that are empty, or without a usable position.", text)
        return
    add_area(reading.hall, _area(reading, found, around, _text_kind(text, "text"), text, (point,)), counts)


def _area(
    reading: ChartReading,
    found: dict[str, object],
    around: Surroundings,
    kind: AreaKind,
    name: str,
    outline: Outline,
) -> FoundArea:
    return FoundArea(
        kind=kind,
        name=name,
        points=move_and_scale(outline, around.origin, around.scale),
        level=around.level,
        section=around.section,
        ref=reading.counts.text(found.get("uuid")),
    )


def _shape_kind(found: dict[str, object], label: str) -> AreaKind:
    smart_type = str(found.get("smartType") or "").lower()
    variation = str(found.get("smartTypeVariation") or "").lower()
    if any(word in smart_type + " " + variation for word in _FIELD_TYPES):
        return "field"
    return "stage" if smart_type == "stage" else _text_kind(label, "decoration")


def _text_kind(text: str, otherwise: AreaKind) -> AreaKind:
    if is_stage_text(text):
        return "stage"
    return "field" if is_field_text(text) else otherwise


def _outline(reading: ChartReading, found: dict[str, object]) -> Outline:
    """Returns a shape's outline in its own chart; empty if it has no usable one."""
    points = read_points(reading, found.get("points"))
    if len(points) >= _CORNERS_MIN:
        return points
    if (centre := _point(found)) is None:
        return ()
    return turn_clockwise(_upright(found, centre), centre, finite_number(found.get("rotationAngle")) or 0.0)


def _upright(found: dict[str, object], centre: Point) -> Outline:
    radii = [finite_number(found.get(member)) for member in ("radius1", "radius2", "radius")]
    radius_x = radii[0] or radii[2]
    if radius_x:
        return ellipse_outline(*centre, radius_x, radii[1] or radius_x)
    width, height = finite_number(found.get("width")), finite_number(found.get("height"))
    if not width or not height:
        return ()
    return rectangle_outline(centre[0] - width / 2, centre[1] - height / 2, width, height)


def _point(found: dict[str, object]) -> Point | None:
    centres = {"x": found.get("centerX"), "y": found.get("centerY")}
    candidates = (found.get("center"), found.get("position"), found, centres, _middle_of_corner(found))
    return next((point for candidate in candidates if (point := point_of(candidate))), None)


def _middle_of_corner(found: dict[str, object]) -> dict[str, object]:
    """Returns the middle of a rectangle whose top left corner is stated."""
    corner = point_of(found.get("topLeft"))
    width, height = finite_number(found.get("width")), finite_number(found.get("height"))
    return {} if corner is None else {"x": corner[0] + (width or 0) / 2, "y": corner[1] + (height or 0) / 2}


_CORNERS_MIN = 3
_FIELD_TYPES = ("field", "court", "pitch", "rink")
_OUTLINE_MEMBERS = EDITOR_MEMBERS | {
    "radius",
    "radius1",
    "radius2",
    "x",
    "y",
    "centerX",
    "centerY",
    "position",
}
_AREA_MEMBERS = _OUTLINE_MEMBERS | {
    "capacity",
    "displayLabel",
    "displayedLabel",
    "bookAsAWhole",
    "variableOccupancy",
    "minOccupancy",
    "maxOccupancy",
    "viewFromYourSeatImage",
}
_BOOTH_MEMBERS = _AREA_MEMBERS | {"seats", "topLeft", "entrance", "accessible", "restrictedView"}
_SHAPE_MEMBERS = _OUTLINE_MEMBERS | {"smartType", "smartTypeVariation"}
_TEXT_MEMBERS = _OUTLINE_MEMBERS | {"text", "fontSize", "color", "bold", "italic", "size"}
