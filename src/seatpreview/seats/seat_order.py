"""Iterates over the seats of a layout in its order, starting after any seat."""

from collections.abc import Collection, Iterator

import msgspec

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout, Row, Section


class SeatNotFound(Exception):
    """The seat to continue after does not exist any more."""


class SeatFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Selects seats."""

    section: str | None = None
    row: str | None = None
    closed: Collection[str] = frozenset()
    """Sections that are left out."""
    keys: frozenset[str] = frozenset()
    """Keys of the only seats that are selected; empty: all seats."""


def iterate_seats(
    layout: CompiledLayout, seat_filter: SeatFilter, after: tuple[str, str, str] | None
) -> Iterator[Place]:
    """Yields the seats after the seat `after`, without iterating over those before it. Raises `SeatNotFound`
    if the layout no longer has that seat."""
    sections = layout.sections
    if seat_filter.section is not None:
        only = layout.section(seat_filter.section)
        sections = () if only is None else (only,)
    if after is not None:
        section, row = _locate(layout, after)
        yield from _seats_of_rows(seat_filter, section, section.rows[row.index :], after_seat=after[2])
        sections = sections[sections.index(section) + 1 :] if section in sections else ()
    for section in sections:
        yield from _seats_of_rows(seat_filter, section, section.rows)


def _locate(layout: CompiledLayout, place: tuple[str, str, str]) -> tuple[Section, Row]:
    section = layout.section(place[0])
    row = layout.row(*place[:2])
    if section is None or row is None or not layout.has_seat(*place):
        raise SeatNotFound
    return section, row


def _seats_of_rows(
    seat_filter: SeatFilter, section: Section, rows: tuple[Row, ...], after_seat: str | None = None
) -> Iterator[Place]:
    """Yields the seats of these rows; of the first row only those after `after_seat`."""
    if section.id in seat_filter.closed or not section.seat_count:
        return
    if seat_filter.keys and not any(key.startswith(f"{section.id}/") for key in seat_filter.keys):
        return
    for row in rows:
        seats = iter(row.seats or ())
        if after_seat is not None:
            seats, after_seat = _skip_through(seats, after_seat), None
        if seat_filter.row in (None, row.id):
            yield from _matching(seat_filter, section.id, row.id, seats)


def _skip_through(seats: Iterator[str], seat: str) -> Iterator[str]:
    for each in seats:
        if each == seat:
            break
    return seats


def _matching(seat_filter: SeatFilter, section: str, row: str, seats: Iterator[str]) -> Iterator[Place]:
    for seat in seats:
        place = place_of(section, row, seat)
        if not seat_filter.keys or place.key in seat_filter.keys:
            yield place
