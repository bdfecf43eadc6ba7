"""What changes for buyers from one record to another. Pure."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Parts, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.geometry import Point
from seatpreview.publishing.versions_model import (
    EXAMPLES_MAX,
    ChangesForBuyers,
    KeyChanges,
    LabelChange,
    MovedSeat,
    MovedSeats,
    RenamedSeat,
    RenamedSeats,
    ResolvedTo,
    SeatChanges,
)
from seatpreview.venues import rules
from seatpreview.venues.model import VenueRecord

MOVED_M = 0.5
"""Seats that moved further than this are told."""

SAME_PLACE_M = 0.1
"""Two seats within this distance are at the same place. Neighbours are further apart."""

_CELL_M = 1.0
_CELL_SEATS_MAX = 50
"""The most seats of a cell that are looked at, where very many are drawn at one place."""

_RowOfSection = tuple[Section, Row]

_Cells = dict[tuple[int, int, int], list[tuple[str, Point]]]
"""Seats by the cube of space that they are in."""


class ComparedRecord(NamedTuple):
    """A record with its compiled layout, and the images that it names."""

    record: VenueRecord
    layout: CompiledLayout
    image_names: Collection[str]


class Surroundings(NamedTuple):
    """What two records are compared for, besides themselves."""

    labels: Sequence[str | Parts] = ()
    """Labels that were sent to be compared."""
    event_keys: Collection[str] | None = ()
    """Seat keys in events of the last 30 days; None if there are too many to know."""
    uploaded: Collection[str] = ()
    """The names of all images that exist."""


def changes_between(
    before: ComparedRecord,
    after: ComparedRecord,
    around: Surroundings,
    is_out_of_time: Callable[[], bool] = lambda: False,
) -> ChangesForBuyers:
    """Compares two records. Once `is_out_of_time` is true, no further label is resolved; everything else is
    always compared."""
    seats = compare_seats(before.layout, after.layout)
    compared = _compared_labels(before.record, after.record, around.labels)
    changed, left = _compare_labels(_resolver(before), _resolver(after), compared, is_out_of_time)
    return ChangesForBuyers(
        seats=_seat_changes(seats),
        labels=tuple(changed[:EXAMPLES_MAX]),
        labels_changed=len(changed),
        labels_not_compared=left,
        event_seats_gone=_event_seats_gone(seats, around.event_keys),
        images_unused=_first(
            sorted((set(before.image_names) - set(after.image_names)) & set(around.uploaded))
        ),
    )


class SeatMove(NamedTuple):
    """A seat that is elsewhere now."""

    key: str
    distance_m: float


class SeatDifference(NamedTuple):
    """How the seats of two layouts differ."""

    added: list[str]
    gone: list[str]
    renamed: list[tuple[str, str]]
    """Old and new keys of seats at the same place."""
    moved: list[SeatMove]


def _seat_changes(seats: SeatDifference) -> SeatChanges:
    renamed = (RenamedSeat(before=before, after=after) for before, after in seats.renamed[:EXAMPLES_MAX])
    moved = (MovedSeat(key=key, distance_m=round(far, 2)) for key, far in seats.moved[:EXAMPLES_MAX])
    return SeatChanges(
        added=_first(seats.added),
        gone=_first(seats.gone),
        renamed=RenamedSeats(count=len(seats.renamed), examples=tuple(renamed)),
        moved=MovedSeats(count=len(seats.moved), examples=tuple(moved)),
    )


def _first(keys: Sequence[str]) -> KeyChanges:
    return KeyChanges(count=len(keys), examples=tuple(keys[:EXAMPLES_MAX]))


def _event_seats_gone(seats: SeatDifference, event_keys: Collection[str] | None) -> KeyChanges | None:
    """Returns which seats of events nobody finds any more. A key that another seat has now is not one of
    them: that seat has moved."""
    if event_keys is None:
        return None
    vanished = [*seats.gone, *(before for before, _ in seats.renamed)]
    known = frozenset(event_keys)
    return _first([key for key in vanished if key in known])


def _compared_labels(
    before: VenueRecord, after: VenueRecord, sent: Sequence[str | Parts]
) -> list[str | Parts]:
    """Returns each label once: first those that were sent, then the examples of both records."""
    examples = (*after.rules.seat_keys.examples, *before.rules.seat_keys.examples)
    known: Iterable[str | Parts] = (rules.to_resolver_label(example.label) for example in examples)
    return list(dict.fromkeys((*sent, *known)))


def _resolver(compared: ComparedRecord) -> Resolver:
    record = compared.record
    return rules.resolver_for(
        record.rules.seat_keys.rules, compared.layout, record.aliases, record.translations
    )


def _compare_labels(
    before: Resolver, after: Resolver, labels: list[str | Parts], is_out_of_time: Callable[[], bool]
) -> tuple[list[LabelChange], int]:
    """Returns the labels that resolve differently, and how many were not compared."""
    readings = Readings(READINGS_MAX), Readings(READINGS_MAX)
    changed: list[LabelChange] = []
    for number, label in enumerate(labels):
        if is_out_of_time():
            return changed, len(labels) - number
        old, new = _resolved(before, label, readings[0]), _resolved(after, label, readings[1])
        if old != new:
            changed.append(LabelChange(label=label, before=old, after=new))
    return changed, 0


def _resolved(resolver: Resolver, label: str | Parts, readings: Readings) -> ResolvedTo:
    keys = matched_keys(with_minimum(resolver.resolve(label, readings)))
    return keys if len(keys) > 1 else next(iter(keys), None)


class PlacedSeat(NamedTuple):
    """A seat by its key, and the floor there; None if the layout does not say where."""

    key: str
    point: Point | None


def compare_seats(before: CompiledLayout, after: CompiledLayout) -> SeatDifference:
    """Compares all seats. Rows that are the same in both layouts are not looked at seat by seat, and the rest
    takes time and memory in proportion to the number of seats."""
    gone: list[PlacedSeat] = []
    added: list[PlacedSeat] = []
    moved: list[SeatMove] = []
    for here, there in _changed_rows(before, after):
        old = {} if here is None else dict(_seats(before, *here))
        new = {} if there is None else dict(_seats(after, *there))
        gone += (PlacedSeat(key, point) for key, point in old.items() if key not in new)
        added += (PlacedSeat(key, point) for key, point in new.items() if key not in old)
        moved += _moved(old, new)
    renamed = dict(_same_places(gone, added))
    new_keys = set(renamed.values())
    return SeatDifference(
        added=[seat.key for seat in added if seat.key not in new_keys],
        gone=[seat.key for seat in gone if seat.key not in renamed],
        renamed=list(renamed.items()),
        moved=moved,
    )


def _changed_rows(
    before: CompiledLayout, after: CompiledLayout
) -> Iterator[tuple[_RowOfSection | None, _RowOfSection | None]]:
    """Yields each row that differs in both layouts, and rows that only one of them has."""
    for section, row in _rows(before):
        there = _row_with_ids(after, section.id, row.id)
        if there is None or _form(before, section, row) != _form(after, *there):
            yield (section, row), there
    for section, row in _rows(after):
        if _row_with_ids(before, section.id, row.id) is None:
            yield None, (section, row)


def _rows(layout: CompiledLayout) -> Iterator[_RowOfSection]:
    return ((section, row) for section in layout.sections for row in section.rows)


def _row_with_ids(layout: CompiledLayout, section_id: str, row_id: str) -> _RowOfSection | None:
    section = layout.section(section_id)
    row = None if section is None else section.row(row_id)
    return None if section is None or row is None else (section, row)


def _form(layout: CompiledLayout, section: Section, row: Row) -> tuple[object, ...]:
    """Returns everything that the keys and places of a row's seats follow from."""
    placement = section.plan.placement
    spacing_m = None if placement is None else placement.spacing_m
    frame = None if row.places else layout.row_frame(section, row.index)
    return row.seats, row.offsets_m, row.places, spacing_m, frame


def _seats(layout: CompiledLayout, section: Section, row: Row) -> Iterator[PlacedSeat]:
    prefix, first_slot = f"{section.id}/{row.id}/", 0
    for group in () if row.seats is None else row.seats.groups:
        for slot in range(group.slots):
            seat = group.seat_at(slot)
            if seat is not None:
                yield PlacedSeat(prefix + seat, layout.slot_point(section, row, first_slot + slot))
        first_slot += group.slots


def _moved(old: dict[str, Point | None], new: dict[str, Point | None]) -> Iterator[SeatMove]:
    for key, point in old.items():
        there = new.get(key)
        if point is not None and there is not None and (distance_m := math.dist(point, there)) > MOVED_M:
            yield SeatMove(key, distance_m)


def _same_places(gone: list[PlacedSeat], added: list[PlacedSeat]) -> Iterator[tuple[str, str]]:
    """Yields the old and the new key of seats at the same place. Each seat is in one pair at most."""
    cells: _Cells = defaultdict(list)
    # Each list is read from its end, so that of seats at one place the first ones are paired first.
    for key, point in reversed(added):
        if point is not None:
            cells[_cell(point, 0.0)].append((key, point))
    for key, point in gone:
        found = None if point is None else _take_nearest(cells, point)
        if found is not None:
            yield key, found


def _take_nearest(cells: _Cells, point: Point) -> str | None:
    """Removes the seat at a place from its cell, and returns its key; None if no seat is there."""
    best: tuple[list[tuple[str, Point]], int] | None = None
    best_m = SAME_PLACE_M
    for cell in _cells_around(point):
        seats = cells.get(cell, [])
        for index in range(len(seats) - 1, max(-1, len(seats) - 1 - _CELL_SEATS_MAX), -1):
            distance_m = math.dist(point, seats[index][1])
            if distance_m < best_m:
                best, best_m = (seats, index), distance_m
    return None if best is None else best[0].pop(best[1])[0]


def _cells_around(point: Point) -> Iterable[tuple[int, int, int]]:
    """Returns the cells in which a seat at this place may be: mostly one, and eight at a corner."""
    low, high = _cell(point, -SAME_PLACE_M), _cell(point, SAME_PLACE_M)
    if low == high:
        return (low,)
    return sorted(
        {(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])}
    )


def _cell(point: Point, shift_m: float) -> tuple[int, int, int]:
    x, y, z = point
    floor = math.floor
    return floor((x + shift_m) / _CELL_M), floor((y + shift_m) / _CELL_M), floor((z + shift_m) / _CELL_M)
