"""A compiled layout and its parts: small, quick to load, and the basis of every preview's lookups."""

import math
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

import msgspec

from seatpreview.layouts.geometry import (
    PACKED_BYTES,
    Placement,
    Point,
    RowFrame,
    SeatPlace,
    bearing_to,
    floor_at,
    middle_of,
    packed_place,
    row_frame,
)
from seatpreview.layouts.model import (
    BARE_HALL,
    NO_ROW,
    Assumption,
    Category,
    Focus,
    HallKind,
    Mood,
    Obstruction,
    Roof,
    SeatProperty,
    SectionKind,
    TableShape,
)
from seatpreview.layouts.seating import Seating, slot_behind, slot_in_front

SectionCorners = tuple[tuple[float, float], ...]


class SeatKey(NamedTuple):
    """A seat by its ids. As a text it is the canonical key; the row of a section without rows is empty."""

    section: str
    row: str
    seat: str

    def __str__(self) -> str:
        return "/".join(self)


class Neighbours(NamedTuple):
    """The keys of the seats next to one, as seen by a person who sits there and faces the focus."""

    left: str | None
    right: str | None
    in_front: str | None
    behind: str | None


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


class Section(msgspec.Struct, frozen=True, gc=False):
    """A section, which shares its plan with the other sections of its rule."""

    id: str
    name: str
    plan: SectionPlan
    ordinal: int
    """The index among the sections of its rule."""

    @property
    def level(self) -> str:
        """The part of the venue."""
        return self.plan.level

    @property
    def kind(self) -> SectionKind:
        """Whether the section is seated, a suite or for standing."""
        return self.plan.kind

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows from the front to the back."""
        return self.plan.rows

    @property
    def named_rows(self) -> tuple[Row, ...]:
        """The rows that have a name: none in a section without rows, even if it has seats."""
        return self.rows if NO_ROW not in self.plan.rows_by_id else ()

    @property
    def seat_count(self) -> int:
        """The number of seats that are described."""
        return self.plan.seat_count

    @property
    def capacity(self) -> int:
        """The number of people that fit: the seats, or the stated capacity if no seats are described."""
        return self.plan.capacity or self.plan.seat_count

    def row(self, row: str) -> Row | None:
        """Returns a row by its id."""
        return self.plan.rows_by_id.get(row)


class CompiledConfiguration(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A configuration with everything that it takes from the layout."""

    id: str
    name: str
    focus: Focus
    """The configuration's own focus, or else the layout's."""
    closed: frozenset[str]
    """The ids of closed sections."""
    obstructions: tuple[Obstruction, ...]
    mood: Mood | None = None


class SeatKind(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seat has besides its place. Seats that have the same share one."""

    properties: tuple[SeatProperty, ...] = ()
    category: str | None = None
    view_note: str | None = None


PLAIN_SEAT = SeatKind()


class HallFacts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a layout says of the hall as a whole. Stored layouts have them in this order."""

    stated_default: str | None = None
    """The id of the layout's default configuration."""
    hall: HallKind | None = None
    roof: Roof | None = None
    categories: tuple[Category, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    seat_kinds: tuple[SeatKind, ...] = (PLAIN_SEAT,)
    """What seats have. Rows refer to it by index; the first one is that of plain seats."""


NO_FACTS = HallFacts()


class SeatRefs:
    """A hash table of refs that holds numbers of seats alone, about eight bytes for each.

    A dictionary would take 300 bytes for each of up to 250,000 seats.
    """

    def __init__(self, rows: Iterable[tuple[str, Row]]) -> None:
        """Takes rows, each with the id of its section. Those without refs are left out."""
        self._rows = [(section, row) for section, row in rows if row.refs]
        self._starts: list[int] = []
        count = sum(len(row.refs) for _, row in self._rows)
        self._mask = (1 << (2 * count).bit_length()) - 1
        # The table has at least twice as many entries as there are refs. 0 is an empty entry.
        self._table = array("I", bytes(4 * (self._mask + 1) if count else 0))
        number = 0
        for _, row in self._rows:
            self._starts.append(number)
            for ref in row.refs:
                number += 1
                if ref:
                    self._insert(ref, number)

    def find(self, ref: str) -> tuple[str, str, str] | None:
        """Returns the section, the row and the seat of a ref; None if no seat has it."""
        if not self._table:
            return None
        at = hash(ref) & self._mask
        while number := self._table[at]:
            found = self._seat(number - 1, ref)
            if found is not None:
                return found
            at = (at + 1) & self._mask
        return None

    def _insert(self, ref: str, number: int) -> None:
        table, mask = self._table, self._mask
        at = hash(ref) & mask
        while table[at]:
            at = (at + 1) & mask
        table[at] = number

    def _seat(self, number: int, ref: str) -> tuple[str, str, str] | None:
        place = bisect_right(self._starts, number) - 1
        section, row = self._rows[place]
        index = number - self._starts[place]
        if row.refs[index] != ref or row.seats is None:
            return None
        return section, row.id, next(islice(row.seats, index, None))


class CompiledLayout:
    """A layout for lookups by exact ids. The resolver (labels/) finds out what a label means."""

    def __init__(
        self,
        focus: Focus,
        sections: Iterable[Section],
        configurations: Iterable[CompiledConfiguration] = (),
        facts: HallFacts = NO_FACTS,
    ) -> None:
        self.focus = focus
        self.sections = tuple(sections)
        self.configurations = {configuration.id: configuration for configuration in configurations}
        self.facts = facts
        self.default_configuration = _default(self.configurations, facts.stated_default)
        """The configuration that applies if a request names none; None for the bare hall."""
        self.seat_count = sum(section.seat_count for section in self.sections)
        self.capacity = sum(section.capacity for section in self.sections)
        self._sections = {section.id: section for section in self.sections}
        self._refs: SeatRefs | None = None

    def section(self, section: str) -> Section | None:
        """Returns a section by its id."""
        return self._sections.get(section)

    def row(self, section: str, row: str) -> Row | None:
        """Returns a row by its section's id and its own."""
        found = self._sections.get(section)
        return None if found is None else found.row(row)

    def has_seat(self, section: str, row: str | None, seat: str) -> bool:
        """Returns whether the layout has this seat. The row is None for a seat of a section without rows."""
        found = self.row(section, row or NO_ROW)
        return found is not None and found.seats is not None and seat in found.seats

    def seats(self) -> Iterator[SeatKey]:
        """Returns every seat, in the order of the rules."""
        for section in self.sections:
            for row in section.rows:
                for seat in row.seats or ():
                    yield SeatKey(section.id, row.id, seat)

    def neighbours(self, section: str, row: str | None, seat: str) -> Neighbours | None:
        """Returns the neighbours of a seat; None if there is no such seat. The row is None for a seat of a
        section without rows.

        The neighbours to the left and right may be beyond empty slots. The neighbours in front and behind are
        the seats of the next rows that are nearest to straight ahead and straight behind; None if that slot
        is empty or beyond the row's end.
        """
        position = self._position_of(section, row or NO_ROW, seat)
        if position is None:
            return None
        row_there, seats, slot = position.row, position.seats, position.slot
        return Neighbours(
            position.key_of(row_there, seats.seat_left_of(slot)),
            position.key_of(row_there, seats.seat_right_of(slot)),
            self._across(position, -1, slot_in_front),
            self._across(position, 1, slot_behind),
        )

    def floor_point(self, section: str, row: str | None = None, seat: str | None = None) -> Point | None:
        """Returns the floor at a seat, at the middle of a row, or at the middle of a section's first row.

        None if there is no such seat, row or section, or if the section has no geometry.
        """
        if seat is None:
            place = self.place_of(section, row)
            return None if place is None else place.point
        position = self._position_of(section, row or NO_ROW, seat)
        return None if position is None else self.slot_point(position.section, position.row, position.slot)

    def place_of(self, section: str, row: str | None = None, seat: str | None = None) -> SeatPlace | None:
        """Returns the floor as `floor_point` does, and the bearing that a person faces there."""
        found = self._sections.get(section)
        if found is None or found.plan.placement is None:
            return None
        if seat is not None:
            position = self._position_of(section, row or NO_ROW, seat)
            return None if position is None else self.slot_place(found, position.row, position.slot)
        if row is None:
            return self._middle_of_section(found)
        found_row = found.row(row)
        return None if found_row is None else self._middle_of_row(found, found_row)

    def slot_point(self, section: Section, row: Row, slot: int) -> Point | None:
        """Returns the floor at a slot of a row, even an empty one; None if the section has no geometry."""
        placement = section.plan.placement
        if placement is None:
            return None
        if row.places:
            return packed_place(row.places, slot).point
        return floor_at(placement, self.focus, section.ordinal, row.index, _right_m(placement, row, slot))

    def slot_place(self, section: Section, row: Row, slot: int) -> SeatPlace | None:
        """Returns the floor at a slot, and the bearing that a person faces there."""
        place_at = self.places_in_row(section, row)
        return None if place_at is None else place_at(slot)

    def places_in_row(self, section: Section, row: Row) -> Callable[[int], SeatPlace] | None:
        """Returns what `slot_place` returns for each slot of a row: as a function, which spares many calls
        the frame of the row."""
        placement = section.plan.placement
        if placement is None:
            return None
        if row.places:
            return partial(packed_place, row.places)
        frame = row_frame(placement, self.focus, section.ordinal, row.index)
        offsets_m, spacing_m = row.offsets_m, placement.spacing_m
        if offsets_m:
            return lambda slot: _place_on(frame, offsets_m[slot])
        middle = ((0 if row.seats is None else row.seats.slots) - 1) / 2
        return lambda slot: _place_on(frame, (slot - middle) * spacing_m)

    def row_frame(self, section: Section, row: int = 0) -> RowFrame | None:
        """Returns the frame of a row by its index; None if the section has no geometry."""
        placement = section.plan.placement
        return None if placement is None else row_frame(placement, self.focus, section.ordinal, row)

    def seat_kind(self, section: str, row: str | None, seat: str) -> SeatKind:
        """Returns the properties and the category of a seat."""
        position = self._position_of(section, row or NO_ROW, seat)
        if position is None:
            return PLAIN_SEAT
        return self.facts.seat_kinds[position.row.kind_index(position.slot)]

    def seat_ref(self, section: str, row: str | None, seat: str) -> str | None:
        """Returns the id that another system has for a seat."""
        found = self.row(section, row or NO_ROW)
        if found is None or found.seats is None or not found.refs or seat not in found.seats:
            return None
        return found.refs[found.seats.position_of(seat)] or None

    def seat_with_ref(self, ref: str) -> SeatKey | None:
        """Returns the seat that has this ref."""
        found = self.index_refs().find(ref)
        return None if found is None else SeatKey(*found)

    def index_refs(self) -> SeatRefs:
        """Returns the index of refs. The first call builds it, which takes up to 0.2 seconds in a layout with
        a ref for each of 250,000 seats: the thread that loads a venue does it."""
        if self._refs is None:
            self._refs = SeatRefs((section.id, row) for section in self.sections for row in section.rows)
        return self._refs

    def knows_configuration(self, asked: str) -> bool:
        """Returns whether a request may ask for this configuration: one of the layout's, or the bare hall."""
        return asked in self.configurations or asked == BARE_HALL

    def configuration_for(self, asked: str | None) -> CompiledConfiguration | None:
        """Returns the configuration that applies to a request; None for the bare hall.

        The requested configuration applies. The default applies if the request names none, or one that the
        layout no longer has. `none` asks for the bare hall, unless the layout has a configuration with this
        id.
        """
        if asked is None:
            return self.default_configuration
        found = self.configurations.get(asked)
        return self.default_configuration if found is None and asked != BARE_HALL else found

    def closed(self, configuration: str) -> frozenset[str]:
        """Returns the ids of the sections that are closed in a configuration of the layout."""
        return self.configurations[configuration].closed

    def _position_of(self, section: str, row: str, seat: str) -> "_SeatPosition | None":
        found = self._sections.get(section)
        found_row = None if found is None else found.row(row)
        if found is None or found_row is None or found_row.seats is None:
            return None
        slot = found_row.seats.slot_of(seat)
        return None if slot is None else _SeatPosition(found, found_row, found_row.seats, slot)

    def _across(
        self, position: "_SeatPosition", rows: int, slot_there: Callable[[int, int, int], int]
    ) -> str | None:
        """Returns the key of the seat straight behind this one by this many rows (negative: in front)."""
        here, index = position.row, position.row.index + rows
        all_rows = position.section.plan.rows
        if not 0 <= index < len(all_rows):
            return None
        row = all_rows[index]
        if row.seats is None:
            return None
        if here.places or here.offsets_m or row.places or row.offsets_m:
            slot = self._nearest_slot(position, row)
        else:
            slot = slot_there(position.slot, position.seats.slots, row.seats.slots)
        return None if slot is None else position.key_of(row, row.seats.seat_at(slot))

    def _nearest_slot(self, position: "_SeatPosition", row: Row) -> int | None:
        """Returns the slot of another row that is straight ahead or behind; None if none is within the width
        of a seat."""
        section, placement = position.section, position.section.plan.placement
        here = self.slot_place(section, position.row, position.slot)
        place_at = self.places_in_row(section, row)
        if here is None or place_at is None or placement is None or row.seats is None:
            return None
        facing = math.radians(here.facing_deg)
        right_x, right_y = math.cos(facing), -math.sin(facing)
        best, best_m = None, placement.spacing_m
        for slot in range(row.seats.slots):
            there = place_at(slot).point
            east_m, north_m = there.x - here.point.x, there.y - here.point.y
            beside_m = abs(east_m * right_x + north_m * right_y)
            if beside_m < best_m - 1e-6:
                best, best_m = slot, beside_m
        return best

    def _middle_of_section(self, section: Section) -> SeatPlace | None:
        """Returns the middle of the first row, or of a standing area."""
        plan = section.plan
        if plan.rows and plan.rows[0].places:
            return self._middle_of_row(section, plan.rows[0])
        frame = self.row_frame(section)
        if frame is None:
            return None
        if not plan.corners:
            return _place_on(frame, 0.0)
        point = Point(frame.centre_x, frame.centre_y, frame.z)
        return SeatPlace(point, bearing_to(point.x, point.y, self.focus))

    def _middle_of_row(self, section: Section, row: Row) -> SeatPlace | None:
        if row.places:
            return middle_of(row.places)
        frame = self.row_frame(section, row.index)
        middle_m = (row.offsets_m[0] + row.offsets_m[-1]) / 2 if row.offsets_m else 0.0
        return None if frame is None else _place_on(frame, middle_m)


def _right_m(placement: Placement, row: Row, slot: int) -> float:
    """Returns how far a slot is to the right of its row's middle."""
    if row.offsets_m:
        return row.offsets_m[slot]
    slots = 0 if row.seats is None else row.seats.slots
    return (slot - (slots - 1) / 2) * placement.spacing_m


def _place_on(frame: RowFrame, right_m: float) -> SeatPlace:
    return SeatPlace(frame.point(right_m), frame.facing_deg(right_m))


def _default(
    configurations: dict[str, CompiledConfiguration], stated: str | None
) -> CompiledConfiguration | None:
    if stated is not None:
        return configurations.get(stated)
    return next(iter(configurations.values())) if len(configurations) == 1 else None


class _SeatPosition(NamedTuple):
    """The position of a seat: its section, its row and its slot in the row."""

    section: Section
    row: Row
    seats: Seating
    slot: int

    def key_of(self, row: Row, seat: str | None) -> str | None:
        return None if seat is None else f"{self.section.id}/{row.id}/{seat}"
