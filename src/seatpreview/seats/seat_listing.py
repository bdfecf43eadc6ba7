"""Iterates over the seats of a layout in its order, starting after any seat."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from struct import unpack
from typing import NamedTuple

import msgspec

from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.model import NO_ROW, SeatProperty


class SeatNotFound(Exception):
    """The seat to continue after does not exist any more."""


class FoundSeat(NamedTuple):
    """A seat of a layout."""

    section: Section
    row: Row
    seat: str

    @property
    def key(self) -> str:
        """The key of the seat."""
        return f"{self.section.id}/{self.row.id}/{self.seat}"

    @property
    def slot(self) -> int:
        """The slot of the row that the seat is at."""
        slot = None if self.row.seats is None else self.row.seats.slot_of(self.seat)
        if slot is None:
            raise LookupError(self.key)
        return slot


Kinds = frozenset[int] | None
"""The indexes of the seat kinds that are selected; None: seats of any kind."""

SeatsByRow = Mapping[str, Mapping[str, list[str]]]
"""Ids of seats by the ids of their sections and rows."""


class SeatFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Selects seats."""

    section: str | None = None
    row: str | None = None
    closed: Collection[str] = frozenset()
    """Sections that are left out."""
    seats: SeatsByRow = {}
    """The only seats that are selected; empty: all seats."""
    properties: tuple[SeatProperty, ...] = ()
    """What every selected seat has."""
    category: str | None = None
    """The category of every selected seat; None: any or none."""
    is_placed: bool = False
    """Whether sections without geometry are left out."""

    @property
    def asks_for_kinds(self) -> bool:
        """Whether seats are selected by what they have."""
        return bool(self.properties) or self.category is not None


def matching_kinds(
    layout: CompiledLayout, properties: Collection[SeatProperty], category: str | None
) -> frozenset[int]:
    """Returns the indexes of the seat kinds that have all of these properties and this category."""
    needed = frozenset(properties)
    return frozenset(
        index
        for index, kind in enumerate(layout.facts.seat_kinds)
        if needed.issubset(kind.properties) and category in (None, kind.category)
    )


def has_any_kind(row: Row, kinds: frozenset[int]) -> bool:
    """Returns whether a slot of the row has one of these kinds, without looking at its seats."""
    if not row.kinds:
        return 0 in kinds
    return not kinds.isdisjoint(unpack(f"<{len(row.kinds) // 2}H", row.kinds))


def seats_by_row(keys: Iterable[str]) -> SeatsByRow:
    """Groups the seats with these keys."""
    found: dict[str, dict[str, list[str]]] = {}
    for key in keys:
        section, row, seat = key.split("/")
        found.setdefault(section, {}).setdefault(row, []).append(seat)
    return found


def iterate_seats(
    layout: CompiledLayout, seat_filter: SeatFilter, after: tuple[str, str | None, str] | None
) -> Iterator[FoundSeat]:
    """Yields the seats after the seat `after`, without iterating over those before it. Raises `SeatNotFound`
    if the layout no longer has that seat. A row of None is that of a section without rows."""
    kinds = None
    if seat_filter.asks_for_kinds:
        kinds = matching_kinds(layout, seat_filter.properties, seat_filter.category)
    sections = layout.sections
    if seat_filter.section is not None:
        only = layout.section(seat_filter.section)
        sections = () if only is None else (only,)
    if after is not None:
        section, row = _locate(layout, after)
        yield from _seats_of_rows(seat_filter, kinds, section, section.rows[row.index :], after[2])
        sections = sections[sections.index(section) + 1 :] if section in sections else ()
    for section in sections:
        yield from _seats_of_rows(seat_filter, kinds, section, section.rows)


def _locate(layout: CompiledLayout, place: tuple[str, str | None, str]) -> tuple[Section, Row]:
    section = layout.section(place[0])
    row = layout.row(place[0], place[1] or NO_ROW)
    if section is None or row is None or not layout.has_seat(*place):
        raise SeatNotFound
    return section, row


def _seats_of_rows(
    seat_filter: SeatFilter,
    kinds: Kinds,
    section: Section,
    rows: tuple[Row, ...],
    after_seat: str | None = None,
) -> Iterator[FoundSeat]:
    """Yields the seats of these rows; of the first row only those after `after_seat`."""
    if section.id in seat_filter.closed or not section.seat_count:
        return
    if seat_filter.seats and section.id not in seat_filter.seats:
        return
    if seat_filter.is_placed and section.plan.placement is None:
        return
    for row in rows:
        if seat_filter.row in (None, row.id) and (kinds is None or has_any_kind(row, kinds)):
            for seat in _seats_of_row(seat_filter, section, row, after_seat):
                found = FoundSeat(section, row, seat)
                if kinds is None or row.kind_index(found.slot) in kinds:
                    yield found
        after_seat = None


def _seats_of_row(
    seat_filter: SeatFilter, section: Section, row: Row, after_seat: str | None
) -> Iterable[str]:
    if row.seats is None:
        return ()
    if not seat_filter.seats:
        return row.seats if after_seat is None else _skip_through(iter(row.seats), after_seat)
    # A session is for few seats. They are looked up, since a row may have very many.
    selected = seat_filter.seats[section.id].get(row.id, ())
    order = row.seats.order_of
    seats = sorted((seat for seat in selected if seat in row.seats), key=order)
    return seats if after_seat is None else [seat for seat in seats if order(seat) > order(after_seat)]


def _skip_through(seats: Iterator[str], seat: str) -> Iterator[str]:
    for each in seats:
        if each == seat:
            break
    return seats
