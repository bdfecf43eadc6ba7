"""Compares records of a venue in another process, with what is known about its events and images."""

from collections.abc import Sequence

import msgspec

from seatpreview.context import Context
from seatpreview.imagery import store as images
from seatpreview.labels.label_rules import LabelParts
from seatpreview.problems import ValidationFailed
from seatpreview.publishing.changes_model import ChangesForBuyers
from seatpreview.publishing.event_seats import seat_keys_of_events
from seatpreview.publishing.version_computations import ComparedInputs, RecordInput, compare_records
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.version_store import StoredVersion

Labels = Sequence[str | LabelParts]


async def compare(
    context: Context, venue: StoredVenue, before: RecordInput, after: RecordInput, labels: Labels = ()
) -> ChangesForBuyers:
    """Returns what changes between two records of a venue."""
    inputs = ComparedInputs(
        tuple(
            label if isinstance(label, str) else (label.section, label.row, label.seat) for label in labels
        ),
        await _event_keys(context, venue),
        tuple(map(str, await context.resources.database.read(images.all_names, venue.venue_id))),
    )
    encode = msgspec.msgpack.encode
    compared = await context.compute_for_caller(
        compare_records, encode(before), encode(after), encode(inputs)
    )
    return msgspec.json.decode(compared, type=ChangesForBuyers)


def published_input(venue: StoredVenue) -> RecordInput:
    """Returns the record of a venue to be compared."""
    return RecordInput(venue.document.encode(), False, venue.compiled_layout, venue.version)


def kept_input(version: StoredVersion) -> RecordInput:
    """Returns the record of a kept version to be compared."""
    return RecordInput(version.document, version=version.entry.version)


async def _event_keys(context: Context, venue: StoredVenue) -> tuple[str, ...] | None:
    """Returns the seats that buyers looked at; None if there are too many events. A publish must not fail
    because a venue is popular."""
    try:
        keys = await context.report(seat_keys_of_events, venue.owner, venue.venue_id, context.at)
    except ValidationFailed:
        return None
    return tuple(map(str, keys))
