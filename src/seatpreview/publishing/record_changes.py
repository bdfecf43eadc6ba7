"""What changes for buyers from one record to another. Pure."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Parts, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.publishing.changes_model import (
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
from seatpreview.publishing.seat_changes import SeatDifference, compare_seats
from seatpreview.venues import rules
from seatpreview.venues.model import VenueRecord


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
