"""Adds seats, shapes and colours to a hall that is being read, within the bounds of an import."""

import math
import re
from collections import Counter

from seatpreview.imports.json_file import COORDINATE_MAX, bounded_point
from seatpreview.imports.model import (
    FOUND_SEATS_MAX,
    FoundArea,
    FoundCategory,
    FoundHall,
    FoundSeat,
    UnreadableFile,
)
from seatpreview.imports.report_counts import ImportCounts

AREAS_MAX = 10_000
"""How many shapes and texts are taken. No plan needs more drawings, and each costs memory."""
Point = tuple[float, float]
Outline = tuple[Point, ...]

CURVE_POINTS = 32
"""The corners of the polygon that stands for a circle or an ellipse."""
_COLOUR_CHARACTERS_MAX = 60
_LONG_COLOUR = re.compile(r"#?[0-9a-f]{6}(?:[0-9a-f]{2})?")
_SHORT_COLOUR = re.compile(r"#?[0-9a-f]{3,4}")
_RGB = re.compile(r"rgba?\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\b")


def add_seat(hall: FoundHall, seat: FoundSeat) -> None:
    """Adds a seat; raises `UnreadableFile` if the file has more seats than a layout can have."""
    if len(hall.seats) >= FOUND_SEATS_MAX:
        raise UnreadableFile(
            f"The file has more than {FOUND_SEATS_MAX:,} seats. Split the plan into several venues."
        )
    hall.seats.append(seat)


def put_seat(seat: FoundSeat, point: Point | None, counts: ImportCounts) -> None:
    """Gives a seat its position. A seat without a usable one is kept, and counted."""
    placed = bounded_point(point)
    if placed is not None:
        seat.x, seat.y = placed
        return
    counts.left_out.add(
        f"Positions of seats that are missing, or not numbers of at most {COORDINATE_MAX:,.0f}.",
        seat.ref or f"{seat.row} {seat.name}".strip(),
    )


def rectangle_outline(left: float, top: float, width: float, height: float) -> Outline:
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def ellipse_outline(x: float, y: float, radius_x: float, radius_y: float) -> Outline:
    angles = [2 * math.pi * index / CURVE_POINTS for index in range(CURVE_POINTS)]
    return tuple((x + radius_x * math.cos(angle), y + radius_y * math.sin(angle)) for angle in angles)


def turn_clockwise(outline: Outline, around: Point, degrees: float) -> Outline:
    """Turns an outline clockwise as seen on the page."""
    if not degrees % 360:
        return outline
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    centre_x, centre_y = around
    return tuple(
        (
            centre_x + (x - centre_x) * cosine - (y - centre_y) * sine,
            centre_y + (x - centre_x) * sine + (y - centre_y) * cosine,
        )
        for x, y in outline
    )


def move_and_scale(outline: Outline, origin: Point, scale: float) -> Outline:
    """Places an outline of a nested drawing: scaled first, then moved so that its zero lies at `origin`."""
    return tuple((origin[0] + x * scale, origin[1] + y * scale) for x, y in outline)


def has_room_for_area(hall: FoundHall, counts: ImportCounts) -> bool:
    """Whether another shape is taken; counts it if not. Readers ask before they spend time on its outline."""
    if len(hall.areas) < AREAS_MAX:
        return True
    counts.left_out.add(f"Shapes and texts after the first {AREAS_MAX:,}.")
    return False


def add_area(hall: FoundHall, area: FoundArea, counts: ImportCounts) -> None:
    """Adds a shape or text. A standing area is kept even if its outline lies too far away."""
    if any(bounded_point(point) is None for point in area.points):
        counts.left_out.add("Shapes and texts that lie too far outside the drawing.", area.name)
        if area.kind != "standing":
            return
        area.points = ()
    counts.taken.add(_AREA_SENTENCES[area.kind], area.name)
    hall.areas.append(area)


def add_undeclared_categories(hall: FoundHall, counts: ImportCounts) -> None:
    """Adds the categories that seats and areas name and the file does not declare."""
    declared = {category.key for category in hall.categories}
    used = Counter(
        place.category for places in (hall.seats, hall.areas) for place in places if place.category
    )
    for key, count in used.items():
        if key not in declared:
            hall.categories.append(FoundCategory(key=key, name=key))
            counts.inferred.add(
                "Places have a category that the file does not declare; it has no colour.", key, count
            )


_AREA_SENTENCES = {
    "stage": "Stages and screens.",
    "field": "Fields and courts.",
    "standing": "Standing areas.",
    "text": "Texts.",
    "decoration": "Other shapes.",
}


def hex_colour(value: object) -> str:
    """Returns `#rrggbb` for a colour in hexadecimal or `rgb()` form, without opacity; else an empty text."""
    if not isinstance(value, str) or len(value) > _COLOUR_CHARACTERS_MAX:
        return ""
    text = value.strip().lower()
    if _LONG_COLOUR.fullmatch(text):
        return "#" + text.lstrip("#")[:6]
    if _SHORT_COLOUR.fullmatch(text):
        return "#" + "".join(2 * digit for digit in text.lstrip("#")[:3])
    parts = _RGB.match(text)
    levels = [int(part) for part in parts.groups()] if parts else []
    return "#" + "".join(f"{level:02x}" for level in levels) if levels and max(levels) < 256 else ""
