"""The parts of a compiled section: its rows, its tables, and what its seats have."""

import msgspec

from seatpreview.layouts.geometry import PACKED_BYTES, Placement
from seatpreview.layouts.geometry_model import TableShape
from seatpreview.layouts.model import SectionKind
from seatpreview.layouts.seat_properties import SeatProperty
from seatpreview.layouts.seating import Seating

SectionCorners = tuple[tuple[float, float], ...]


class SeatKind(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seat has besides its place. Seats that have the same share one."""

    properties: tuple[SeatProperty, ...] = ()
    category: str | None = None
    view_note: str | None = None


PLAIN_SEAT = SeatKind()


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of a section, or the seats of a section without rows."""

    id: str
    """Empty (`NO_ROW`) for the seats of a section without rows."""
    index: int
    """The index from the front: 0 is the front row."""
    seats: Seating | None
    """The seats; None if the layout does not describe them."""
    offsets_m: tuple[float, ...] = ()
    """How far each slot is to the right of the row's middle; empty: by the spacing of the section."""
    places: bytes = b""
    """The packed positions of the slots, if each has its own."""
    kinds: bytes = b""
    """For each slot two bytes, the index of what its seat has; two bytes in all if that is the same for all
    slots; empty for plain seats."""
    refs: tuple[str, ...] = ()
    """The refs of the seats, in the order in which the seats are listed."""

    def kind_index(self, slot: int) -> int:
        """Returns the index of what the seat at a slot has. 0: nothing."""
        if not self.kinds:
            return 0
        start = 0 if len(self.kinds) == 2 else 2 * slot
        return int.from_bytes(self.kinds[start : start + 2], "little")

    def place_count(self) -> int:
        """Returns the number of slots with a position of their own."""
        return len(self.places) // PACKED_BYTES


class PlacedTable(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A table in space."""

    shape: TableShape
    x: float
    y: float
    z: float
    width_m: float
    depth_m: float
    turn_deg: float


class SectionPlan(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What all sections of a rule have in common."""

    level: str
    kind: SectionKind
    capacity: int | None
    placement: Placement | None
    rows: tuple[Row, ...]
    rows_by_id: dict[str, Row]
    seat_count: int
    tables: tuple[PlacedTable, ...] = ()
    corners: SectionCorners = ()
    """The corners of a standing area."""
