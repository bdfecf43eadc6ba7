"""Finds the sections, rows and seats of one layout in another: by refs of seats, or by names."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from seatpreview.labels.text.spelling import folded
from seatpreview.layouts.compiled import PLAIN_SEAT, CompiledLayout, Row, SeatKey, SeatKind, Section
from seatpreview.layouts.geometry import SeatPlace

T = TypeVar("T")
RowKey = tuple[str, str]
"""The ids of a section and of a row."""


class SeatFacts(NamedTuple):
    """A seat of a row with everything that the layout says about it."""

    name: str
    place: SeatPlace | None
    kind: SeatKind
    ref: str


def seats_of_row(layout: CompiledLayout, section: Section, row: Row) -> list[SeatFacts]:
    """Returns the seats of a row from left to right."""
    if row.seats is None:
        return []
    refs = dict(zip(row.seats, row.refs, strict=True)) if row.refs else {}
    place_at, kinds = layout.places_in_row(section, row), layout.facts.seat_kinds
    found, slot = [], 0
    for group in row.seats.groups:
        for own_slot in range(group.slots):
            name = group.seat_at(own_slot)
            if name is not None:
                place = None if place_at is None else place_at(slot)
                index = row.kind_index(slot)
                kind = kinds[index] if index else PLAIN_SEAT
                found.append(SeatFacts(name, place, kind, refs.get(name, "")))
            slot += 1
    return found


class SharedPlaces:
    """Where the places of one layout (`source`) are in another one (`target`).

    A seat is the one that has its ref; without one, or where no seat has it, the one with its names. Sections
    and rows are where most of their seats are by ref, or else those with the same id.
    """

    def __init__(self, source: CompiledLayout, target: CompiledLayout) -> None:
        self.source, self.target = source, target
        self._refs = dict(_refs(target))
        self._source_refs = {ref for section in source.sections for row in section.rows for ref in row.refs}
        votes: dict[str, Counter[str]] = {}
        row_votes: dict[RowKey, Counter[RowKey]] = {}
        for section in source.sections:
            for row in section.rows:
                found = [self._refs.get(ref) for ref in row.refs if ref]
                places = Counter((seat.section, seat.row) for seat in found if seat is not None)
                if places:
                    row_votes[section.id, row.id] = places
                    of_section = votes.setdefault(section.id, Counter())
                    for (target_section, _), count in places.items():
                        of_section[target_section] += count
        by_name = _unique((folded(section.name), section.id) for section in target.sections)
        self.sections: dict[str, str] = {}
        """The id of the section in the target, by the id in the source."""
        for section in source.sections:
            there = _most(votes.get(section.id))
            if there is None and target.section(section.id) is not None:
                there = section.id
            if there is None:
                there = by_name.get(folded(section.name))
            if there is not None:
                self.sections[section.id] = there
        self.partners = _partners(self.sections, votes)
        """The one section of the source that a section of the target continues, by the id in the target."""
        self.rows: dict[RowKey, RowKey] = dict(self._rows(row_votes))
        """The ids in the target, by those in the source."""

    def seat(self, section: str, row: str, name: str, ref: str | None = None) -> SeatKey | None:
        """Returns where a seat of the source is in the target. `ref` is that of the seat, if it is known."""
        if ref is None:
            ref = self.source.seat_ref(section, row, name) or ""
        found = self._refs.get(ref) if ref else None
        if found is not None:
            return found
        there = self.rows.get((section, row))
        if there is None or not self.target.has_seat(*there, name):
            return None
        known = self.target.seat_ref(*there, name) if self._refs else None
        if known and known != ref and known in self._source_refs:
            return None  # The seat that has this name now is another one, by its ref.
        return SeatKey(*there, name)

    def _rows(self, votes: dict[RowKey, Counter[RowKey]]) -> Iterator[tuple[RowKey, RowKey]]:
        for section in self.source.sections:
            there = self.sections.get(section.id)
            found = None if there is None else self.target.section(there)
            for row in section.rows:
                place = _most(votes.get((section.id, row.id)))
                if place is None and found is not None and found.row(row.id) is not None:
                    place = (found.id, row.id)
                if place is not None:
                    yield (section.id, row.id), place


def _refs(layout: CompiledLayout) -> Iterator[tuple[str, SeatKey]]:
    for section in layout.sections:
        for row in section.rows:
            for name, ref in zip(row.seats or (), row.refs, strict=False):
                if ref:
                    yield ref, SeatKey(section.id, row.id, name)


def _most(votes: Counter[T] | None) -> T | None:
    """Returns what has most of the votes, if that is at least half of them."""
    if not votes:
        return None
    best, count = votes.most_common(1)[0]
    return best if 2 * count >= votes.total() else None


def _unique(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Returns the ids of sections by their names, without names that several have."""
    listed = list(names)
    counts = Counter(name for name, _ in listed)
    return {name: id_ for name, id_ in listed if counts[name] == 1}


def _partners(sections: dict[str, str], votes: dict[str, Counter[str]]) -> dict[str, str]:
    partners: dict[str, str] = {}

    def rank(source: str, target: str) -> tuple[int, bool]:
        return votes.get(source, Counter())[target], source == target

    for source, target in sections.items():
        known = partners.get(target)
        if known is None or rank(source, target) > rank(known, target):
            partners[target] = source
    return partners
