"""Positions in space: x to the east, y to the north, z up, in metres. Bearings are those of a compass."""

import math
from struct import Struct
from typing import Literal, NamedTuple

import msgspec

from seatpreview.layouts.model import Focus

SEATED_EYE_M = 1.2
STANDING_EYE_M = 1.6

PlacedShape = Literal["straight", "curved", "free"]
"""`free`: every seat has a position of its own."""


class Point(NamedTuple):
    """A position in metres."""

    x: float
    y: float
    z: float


_NO_CENTRE = (0.0, 0.0)
_STORED_NAMES = {
    "shape": "s",
    "centre": "c",
    "bearing_deg": "b",
    "bearing_step_deg": "bs",
    "distance_m": "d",
    "elevation_m": "e",
    "tread_m": "t",
    "riser_m": "r",
    "spacing_m": "sp",
    "shift_m": "sh",
    "shift_step_m": "ss",
    "depths_m": "ds",
    "heights_m": "hs",
}
"""Short, because a stored layout has them once for each rule."""


class Placement(
    msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True, rename=_STORED_NAMES
):
    """Where the rows of a rule's sections are.

    Rows cross the line that leads from the centre at the bearing. The middle of the first row is `distance_m`
    from the centre, and curved rows bend around it.
    """

    shape: PlacedShape = "straight"
    centre: tuple[float, float] = _NO_CENTRE
    bearing_deg: float = 0.0
    bearing_step_deg: float = 0.0
    distance_m: float = 0.0
    elevation_m: float = 0.0
    tread_m: float = 0.85
    riser_m: float = 0.0
    spacing_m: float = 0.5
    shift_m: float = 0.0
    shift_step_m: float = 0.0
    depths_m: tuple[float, ...] = ()
    """How far each row is behind the first one; empty if that follows from the tread."""
    heights_m: tuple[float, ...] = ()
    """How far each row is above the first one; empty if that follows from the riser."""

    def depth_m(self, row: int) -> float:
        """Returns how far a row is behind the first one."""
        return self.depths_m[row] if self.depths_m else row * self.tread_m

    def height_m(self, row: int) -> float:
        """Returns how far a row is above the first one."""
        return self.heights_m[row] if self.heights_m else row * self.riser_m


class RowFrame(NamedTuple):
    """A row in space: points on it are found by their distance to the right of its middle."""

    is_curved: bool
    centre_x: float
    centre_y: float
    bearing: float
    """In radians."""
    distance_m: float
    shift_m: float
    z: float

    def point(self, right_m: float, behind_m: float = 0.0) -> Point:
        """Returns the point that is so far to the right of the row's middle, as seen facing the centre."""
        bearing, distance_m = self.bearing, self.distance_m + behind_m
        right_m += self.shift_m
        if self.is_curved:
            # For a person who faces the centre, smaller bearings are on the right.
            bearing -= right_m / self.distance_m
            right_m = 0.0
        return Point(
            self.centre_x + distance_m * math.sin(bearing) - right_m * math.cos(bearing),
            self.centre_y + distance_m * math.cos(bearing) + right_m * math.sin(bearing),
            self.z,
        )

    def facing_deg(self, right_m: float) -> float:
        """Returns the bearing that a person faces at this distance to the right of the row's middle."""
        turn = (right_m + self.shift_m) / self.distance_m if self.is_curved else 0.0
        return math.degrees(self.bearing - turn + math.pi) % 360.0


def row_frame(placement: Placement, pivot: Focus, ordinal: int, row: int = 0) -> RowFrame:
    """Returns the frame of a row. Each further section of a rule is turned about the pivot by one step."""
    turn = math.radians(ordinal * placement.bearing_step_deg)
    x, y = placement.centre
    if turn and (x, y) != (pivot.x, pivot.y):
        east, north = x - pivot.x, y - pivot.y
        x = pivot.x + east * math.cos(turn) + north * math.sin(turn)
        y = pivot.y - east * math.sin(turn) + north * math.cos(turn)
    return RowFrame(
        placement.shape == "curved",
        x,
        y,
        math.radians(placement.bearing_deg + ordinal * placement.bearing_step_deg),
        placement.distance_m + placement.depth_m(row),
        placement.shift_m + ordinal * placement.shift_step_m,
        placement.elevation_m + placement.height_m(row),
    )


def floor_at(placement: Placement, pivot: Focus, ordinal: int, row: int, right_m: float) -> Point:
    """Returns `row_frame(...).point(right_m)` for the usual section, whose centre is the pivot, in half the
    time: every preview asks for it."""
    if placement.centre != (pivot.x, pivot.y) and ordinal:
        return row_frame(placement, pivot, ordinal, row).point(right_m)
    x, y = placement.centre
    bearing = math.radians(placement.bearing_deg + ordinal * placement.bearing_step_deg)
    away_m = placement.distance_m + placement.depth_m(row)
    right_m += placement.shift_m + ordinal * placement.shift_step_m
    if placement.shape == "curved":
        bearing -= right_m / away_m
        right_m = 0.0
    sine, cosine = math.sin(bearing), math.cos(bearing)
    return Point(
        x + away_m * sine - right_m * cosine,
        y + away_m * cosine + right_m * sine,
        placement.elevation_m + placement.height_m(row),
    )


class SeatPlace(NamedTuple):
    """The floor at a seat, and the bearing that it faces."""

    point: Point
    facing_deg: float


_PACKED = Struct("<iiih")
PACKED_BYTES = _PACKED.size


def pack_place(x_cm: int, y_cm: int, z_cm: int, facing_deg: float) -> bytes:
    """Packs the position of one seat, in centimetres."""
    return _PACKED.pack(x_cm, y_cm, z_cm, round(facing_deg % 360.0 * 10) % 3600)


def packed_place(places: bytes, slot: int) -> SeatPlace:
    """Returns the position of the seat at a slot of a row whose positions are packed."""
    x, y, z, tenths = _PACKED.unpack_from(places, slot * PACKED_BYTES)
    return SeatPlace(Point(x / 100, y / 100, z / 100), tenths / 10)


def middle_of(places: bytes) -> SeatPlace:
    """Returns the seat in the middle of a row whose positions are packed: of an even number the left one."""
    return packed_place(places, (len(places) // PACKED_BYTES - 1) // 2)


def bearing_to(x: float, y: float, focus: Focus) -> float:
    """Returns the bearing from a point to the focus, in degrees from 0 to 360."""
    return math.degrees(math.atan2(focus.x - x, focus.y - y)) % 360.0


def slots_that_fit(placement: Placement, row: int) -> float:
    """Returns the number of slots that a row has room for: a curved row must not wrap around its centre and
    overlap."""
    if placement.shape != "curved":
        return math.inf
    return math.tau * (placement.distance_m + placement.depth_m(row)) / placement.spacing_m
