"""The seats of a layout in its order, from any place in it on."""

from collections.abc import Collection, Iterator

import msgspec

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout, Row, Section


class Gone(Exception):
    """There is no seat any more at the place to go on from."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which seats."""

    section: str | None = None
    row: str | None = None
    closed: Collection[str] = frozenset()
    """Sections to leave out."""
    keys: frozenset[str] = frozenset()
    """The only seats; empty: all."""


def seats_from(layout: CompiledLayout, wanted: Wanted, after: tuple[str, str, str] | None) -> Iterator[Place]:
    """Starts at once behind the seat `after`, however deep inside it is. Raises Gone where that is gone."""
    sections = layout.sections
    if wanted.section is not None:
        only = layout.section(wanted.section)
        sections = () if only is None else (only,)
    if after is not None:
        section, row = _found(layout, after)
        yield from _of_rows(wanted, section, section.rows[row.index :], behind=after[2])
        sections = sections[sections.index(section) + 1 :] if section in sections else ()
    for section in sections:
        yield from _of_rows(wanted, section, section.rows)


def _found(layout: CompiledLayout, place: tuple[str, str, str]) -> tuple[Section, Row]:
    section = layout.section(place[0])
    row = layout.row(*place[:2])
    if section is None or row is None or not layout.has_seat(*place):
        raise Gone
    return section, row


def _of_rows(
    wanted: Wanted, section: Section, rows: tuple[Row, ...], behind: str | None = None
) -> Iterator[Place]:
    """The seats of these rows; of the first one, those behind a seat."""
    if section.id in wanted.closed or not section.seat_count:
        return
    if wanted.keys and not any(key.startswith(f"{section.id}/") for key in wanted.keys):
        return
    for row in rows:
        seats = iter(row.seats or ())
        if behind is not None:
            seats, behind = _behind(seats, behind), None
        if wanted.row in (None, row.id):
            yield from _kept(wanted, section.id, row.id, seats)


def _behind(seats: Iterator[str], seat: str) -> Iterator[str]:
    for each in seats:
        if each == seat:
            break
    return seats


def _kept(wanted: Wanted, section: str, row: str, seats: Iterator[str]) -> Iterator[Place]:
    for seat in seats:
        place = place_of(section, row, seat)
        if not wanted.keys or place.key in wanted.keys:
            yield place
