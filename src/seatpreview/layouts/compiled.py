"""A compiled layout: small, quick to load, and the basis of every preview's lookups."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from seatpreview.layouts.geometry import Point, floor_point
from seatpreview.layouts.model import (
    BARE_HALL,
    NO_ROW,
    Focus,
    HallKind,
    Mood,
    Obstruction,
    SectionGeometry,
    SectionKind,
)
from seatpreview.layouts.seating import Seating, slot_behind, slot_in_front


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


class SectionPlan(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What all sections of a rule have in common."""

    level: str
    kind: SectionKind
    capacity: int | None
    geometry: SectionGeometry | None
    rows: tuple[Row, ...]
    rows_by_id: dict[str, Row]
    seat_count: int


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


class CompiledLayout:
    """A layout for lookups by exact ids. The resolver (labels/) finds out what a label means."""

    def __init__(
        self,
        focus: Focus,
        sections: Iterable[Section],
        configurations: Iterable[CompiledConfiguration] = (),
        stated_default: str | None = None,
        hall: HallKind | None = None,
    ) -> None:
        """Takes the id of the layout's default configuration."""
        self.focus = focus
        self.sections = tuple(sections)
        self.configurations = {configuration.id: configuration for configuration in configurations}
        self.stated_default = stated_default
        self.hall = hall
        self.default_configuration = _default(self.configurations, stated_default)
        """The configuration that applies if a request names none; None for the bare hall."""
        self.seat_count = sum(section.seat_count for section in self.sections)
        self.capacity = sum(section.capacity for section in self.sections)
        self._sections = {section.id: section for section in self.sections}

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
            position.across(-1, slot_in_front),
            position.across(1, slot_behind),
        )

    def floor_point(self, section: str, row: str | None = None, seat: str | None = None) -> Point | None:
        """Returns the floor at a seat, at the middle of a row, or at the middle of a section's first row.

        None if there is no such seat, row or section, or if the section has no geometry.
        """
        found = self._sections.get(section)
        if found is None:
            return None
        if seat is not None:
            return self._floor_at_seat(found, row or NO_ROW, seat)
        if row is None:
            return self._floor(found)
        found_row = found.row(row)
        return None if found_row is None else self._floor(found, found_row.index)

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

    def _floor_at_seat(self, section: Section, row: str, seat: str) -> Point | None:
        position = self._position_of(section.id, row, seat)
        if position is None:
            return None
        return self._floor(section, position.row.index, position.slot - (position.seats.slots - 1) / 2)

    def _floor(self, section: Section, row: int = 0, slots_right: float = 0.0) -> Point | None:
        geometry = section.plan.geometry
        if geometry is None:
            return None
        return floor_point(geometry, self.focus, ordinal=section.ordinal, row=row, slots_right=slots_right)


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

    def across(self, rows: int, slot_there: Callable[[int, int, int], int]) -> str | None:
        """Returns the key of the seat straight behind this one by this many rows (negative: in front)."""
        index = self.row.index + rows
        all_rows = self.section.plan.rows
        if not 0 <= index < len(all_rows):
            return None
        row = all_rows[index]
        if row.seats is None:
            return None
        slot = slot_there(self.slot, self.seats.slots, row.seats.slots)
        return self.key_of(row, row.seats.seat_at(slot))
