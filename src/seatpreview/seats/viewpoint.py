"""Places with their positions, and how far one is from another: in metres, or else in rows and slots."""

import math
from typing import NamedTuple

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import NO_ROW
from seatpreview.seats.sightline import eye_of


class _Position(NamedTuple):
    """A position without geometry: the row, counted from the front, and slots from the row's middle."""

    row: int
    slots_right: float


Distance = tuple[int, float, float]
"""A distance that can be compared: metres sort first, then rows and slots, and unknown distances last."""

UNKNOWN: Distance = (2, 0.0, 0.0)


class Viewpoint:
    """A place with its position: the one that an image is chosen for, or one that an image covers."""

    __slots__ = ("compared", "eye", "place", "position")

    def __init__(self, layout: CompiledLayout, place: Place, eye: Point | None = None) -> None:
        self.place = place
        self.compared = 0
        """The number of candidates that were compared for this place."""
        self.eye = eye or eye_of(layout, place)
        self.position = None if self.eye is not None else _position(layout, place)

    def distance_to(self, other: "Viewpoint") -> Distance:
        """Returns the distance in metres if both have geometry, or in rows and slots within one section."""
        if self.eye is not None and self.place.key == other.place.key:
            return (0, 0.0, 0.0)
        if self.eye is not None and other.eye is not None:
            return (0, math.dist(self.eye, other.eye), 0.0)
        if self.position is None or other.position is None or self.place.section != other.place.section:
            return UNKNOWN
        rows = abs(self.position.row - other.position.row)
        return (1, float(rows), abs(self.position.slots_right - other.position.slots_right))


def _position(layout: CompiledLayout, place: Place) -> _Position | None:
    """The position of a section is the middle of its first row, that of a row its middle, as in geometry."""
    if place.level == "section":
        return _Position(0, 0.0)
    row = layout.row(place.section, place.row or NO_ROW)
    if row is None:
        return None
    if place.seat is None:
        return _Position(row.index, 0.0)
    slot = None if row.seats is None else row.seats.slot_of(place.seat)
    if slot is None or row.seats is None:
        return None
    return _Position(row.index, slot - (row.seats.slots - 1) / 2)
