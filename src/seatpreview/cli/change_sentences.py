"""Says in sentences what changes for buyers between two versions of a record."""

from collections.abc import Iterable, Iterator

from seatpreview.labels.model import Parts
from seatpreview.publishing.versions_model import ChangesForBuyers, LabelChange

SHOWN_MAX = 5
"""Examples in one sentence. JSON has more of them."""


def change_sentences(changes: ChangesForBuyers) -> list[str]:
    """Returns a sentence for each kind of change; one that says so if nothing changes."""
    return [*_seats(changes), *_others(changes)] or ["Nothing changes for buyers."]


def _seats(changes: ChangesForBuyers) -> Iterator[str]:
    seats = changes.seats
    if seats.added.count:
        yield _told(seats.added.count, "seat is", "seats are", "new", seats.added.examples)
    if seats.gone.count:
        yield _told(seats.gone.count, "seat is", "seats are", "gone", seats.gone.examples)
    if seats.renamed.count:
        renamed = (f"{each.before} is now {each.after}" for each in seats.renamed.examples)
        yield _told(seats.renamed.count, "seat has", "seats have", "another key at the same place", renamed)
    if seats.moved.count:
        moved = (f"{each.key} by {each.distance_m:g} m" for each in seats.moved.examples)
        yield _told(seats.moved.count, "seat", "seats", "moved by more than half a metre", moved)


def _others(changes: ChangesForBuyers) -> Iterator[str]:
    if changes.labels_changed:
        labels = map(_label, changes.labels)
        yield _told(changes.labels_changed, "label resolves", "labels resolve", "differently", labels)
    if changes.labels_not_compared:
        yield f"There was no time to compare {changes.labels_not_compared:,} more labels."
    gone = changes.event_seats_gone
    if gone is None:
        yield "There are too many events to say which seats that buyers looked at are gone."
    elif gone.count:
        found = "that buyers looked at in the last 30 days"
        yield _told(gone.count, f"seat {found} is", f"seats {found} are", "gone", gone.examples)
    unused = changes.images_unused
    if unused.count:
        yield _told(unused.count, "image is", "images are", "not used any more", unused.examples)


def _told(count: int, one: str, several: str, what: str, examples: Iterable[str]) -> str:
    shown = list(examples)
    end = " and more." if count > min(len(shown), SHOWN_MAX) else "."
    return f"{count:,} {one if count == 1 else several} {what}: {', '.join(shown[:SHOWN_MAX])}{end}"


def _label(change: LabelChange) -> str:
    label = change.label
    parts = (label.section, label.row, label.seat) if isinstance(label, Parts) else (label,)
    text = ", ".join(filter(None, parts))
    return f"'{text}' ({_resolved(change.before)} before, {_resolved(change.after)} now)"


def _resolved(keys: str | tuple[str, ...] | None) -> str:
    if keys is None:
        return "declined"
    return keys if isinstance(keys, str) else " and ".join(keys)
