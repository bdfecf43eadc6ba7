"""A compiled layout: small, quick to load, and asked about its seats on every preview."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from seatpreview.layouts.geometry import Point, place_of
from seatpreview.layouts.model import Focus, Obstruction, SectionGeometry, SectionKind
from seatpreview.layouts.seating import Seating, slot_behind, slot_in_front


class SeatKey(NamedTuple):
    """A seat by its ids. As text it is the canonical key."""

    section: str
    row: str
    seat: str

    def __str__(self) -> str:
        return "/".join(self)


class Neighbours(NamedTuple):
    """The seats next to one, as seen by who sits there and faces the focus."""

    left: SeatKey | None
    right: SeatKey | None
    in_front: SeatKey | None
    behind: SeatKey | None


class Row(msgspec.Struct, frozen=True, gc=False):
    id: str
    index: int
    """0 is the front row."""
    seats: Seating | None
    """None where the layout does not say them."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What all sections of a rule have in common."""

    level: str
    kind: SectionKind
    capacity: int | None
    geometry: SectionGeometry | None
    rows: tuple[Row, ...]
    rows_by_id: dict[str, Row]
    seat_count: int


class Section(msgspec.Struct, frozen=True):
    id: str
    name: str
    plan: Plan
    ordinal: int
    """Among the sections of its rule."""

    @property
    def level(self) -> str:
        return self.plan.level

    @property
    def kind(self) -> SectionKind:
        return self.plan.kind

    @property
    def rows(self) -> tuple[Row, ...]:
        """From the front to the back."""
        return self.plan.rows

    @property
    def seat_count(self) -> int:
        return self.plan.seat_count

    @property
    def capacity(self) -> int:
        """Its seats, or how many people have room where none are described."""
        return self.plan.capacity or self.plan.seat_count

    def row(self, row: str) -> Row | None:
        return self.plan.rows_by_id.get(row)


class CompiledConfiguration(msgspec.Struct, frozen=True, array_like=True):
    id: str
    name: str
    focus: Focus
    """Its own, or else the layout's."""
    closed: frozenset[str]
    """Section ids."""
    obstructions: tuple[Obstruction, ...]


class CompiledLayout:
    """Look-ups by ids, which are exact; what a label may mean is the resolver's to say."""

    def __init__(
        self,
        focus: Focus,
        sections: Iterable[Section],
        configurations: Iterable[CompiledConfiguration] = (),
    ) -> None:
        self.focus = focus
        self.sections = tuple(sections)
        self.configurations = {configuration.id: configuration for configuration in configurations}
        self.seat_count = sum(section.seat_count for section in self.sections)
        self.capacity = sum(section.capacity for section in self.sections)
        self._sections = {section.id: section for section in self.sections}

    def section(self, section: str) -> Section | None:
        return self._sections.get(section)

    def row(self, section: str, row: str) -> Row | None:
        found = self._sections.get(section)
        return None if found is None else found.row(row)

    def has_seat(self, section: str, row: str, seat: str) -> bool:
        found = self.row(section, row)
        return found is not None and found.seats is not None and seat in found.seats

    def seats(self) -> Iterator[SeatKey]:
        """Every seat, in the order of the rules."""
        for section in self.sections:
            for row in section.rows:
                for seat in row.seats or ():
                    yield SeatKey(section.id, row.id, seat)

    def neighbours(self, section: str, row: str, seat: str) -> Neighbours | None:
        """None where there is no such seat.

        Left and right reach across places that are empty. In front and behind is who sits nearest to
        straight there, in the next row: nobody where that place is empty or beyond the row's end.
        """
        spot = self._spot(section, row, seat)
        if spot is None:
            return None
        return Neighbours(
            spot.key_of(spot.row, spot.seats.seat_left_of(spot.slot)),
            spot.key_of(spot.row, spot.seats.seat_right_of(spot.slot)),
            spot.across(-1, slot_in_front),
            spot.across(1, slot_behind),
        )

    def place(self, section: str, row: str | None = None, seat: str | None = None) -> Point | None:
        """The floor at a seat, at the middle of a row, or at the middle of a section's first row.

        None where there is no such thing, or the section has no geometry.
        """
        found = self._sections.get(section)
        if found is None:
            return None
        if row is None:
            return self._floor(found)
        if seat is None:
            at = found.row(row)
            return None if at is None else self._floor(found, at.index)
        spot = self._spot(section, row, seat)
        if spot is None:
            return None
        return self._floor(found, spot.row.index, spot.slot - (spot.seats.slots - 1) / 2)

    def closed(self, configuration: str) -> frozenset[str]:
        """The ids of the sections that are closed in a configuration of the layout."""
        return self.configurations[configuration].closed

    def _spot(self, section: str, row: str, seat: str) -> "_Spot | None":
        found = self._sections.get(section)
        at = None if found is None else found.row(row)
        if found is None or at is None or at.seats is None:
            return None
        slot = at.seats.slot_of(seat)
        return None if slot is None else _Spot(found, at, at.seats, slot)

    def _floor(self, section: Section, row: int = 0, slots_right: float = 0.0) -> Point | None:
        geometry = section.plan.geometry
        if geometry is None:
            return None
        return place_of(geometry, self.focus, ordinal=section.ordinal, row=row, slots_right=slots_right)


class _Spot(NamedTuple):
    """Where a seat is, by position."""

    section: Section
    row: Row
    seats: Seating
    slot: int

    def key_of(self, row: Row, seat: str | None) -> SeatKey | None:
        return None if seat is None else SeatKey(self.section.id, row.id, seat)

    def across(self, rows: int, slot_there: Callable[[int, int, int], int]) -> SeatKey | None:
        """The seat straight across from this one, so many rows to the back."""
        index = self.row.index + rows
        if not 0 <= index < len(self.section.rows):
            return None
        row = self.section.rows[index]
        if row.seats is None:
            return None
        slot = slot_there(self.slot, self.seats.slots, row.seats.slots)
        return self.key_of(row, row.seats.seat_at(slot))
