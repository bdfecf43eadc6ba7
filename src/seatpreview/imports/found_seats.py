"""Adds seats and shapes to a hall that is being read, within the bounds of an import."""

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
from seatpreview.imports.outlines import Point
from seatpreview.imports.report_counts import ImportCounts

AREAS_MAX = 10_000
"""How many shapes and texts are taken. No plan needs more drawings, and each costs memory."""


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
