"""Compares records of a venue in another process, with what is known about its images and recent events."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import BigInteger, Integer, Text, bindparam, exists, select, union

from seatpreview.context import Context
from seatpreview.database.connection import Connection
from seatpreview.database.tables import event_counts, events
from seatpreview.events.counting import COUNTED_UNTIL
from seatpreview.events.counts import PERIOD_CHARACTERS, dimension_of
from seatpreview.imagery import store as images
from seatpreview.labels.label_rules import LabelParts
from seatpreview.layouts.model import SEATS_MAX
from seatpreview.problems import ValidationFailed
from seatpreview.publishing.version_computations import ComparedInputs, RecordInput, compare_records
from seatpreview.publishing.versions_model import ChangesForBuyers
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.version_store import StoredVersion

Labels = Sequence[str | LabelParts]
EVENT_DAYS = 30
"""Events of this many days are looked at."""

_OWNER, _VENUE = bindparam("owner", type_=Text), bindparam("venue", type_=Text)
_SEATS = dimension_of("seat", "buyer")
_MONTH, _DAY = event_counts.alias("month"), event_counts.alias("day")
# Rows are ordered by seat, then period. The few rows of months tell which seats to look for by day.
_COUNTED = select(_MONTH.c.key).where(
    _MONTH.c.span == "month",
    _MONTH.c.dimension == _SEATS,
    _MONTH.c.viewer_id == _OWNER,
    _MONTH.c.venue_id == _VENUE,
    _MONTH.c.period >= bindparam("month", type_=Text),
    exists().where(
        _DAY.c.span == "day",
        _DAY.c.dimension == _SEATS,
        _DAY.c.viewer_id == _OWNER,
        _DAY.c.venue_id == _VENUE,
        _DAY.c.key == _MONTH.c.key,
        _DAY.c.period >= bindparam("day", type_=Text),
    ),
)
_UNCOUNTED = select(events.c.seat_key).where(
    events.c.owner_id == _OWNER,
    events.c.venue_id == _VENUE,
    events.c.received_at >= COUNTED_UNTIL,
    events.c.received_at >= bindparam("since", type_=BigInteger),
    events.c.purpose == "buyer",
    events.c.seat_key.is_not(None),
)
_SEAT_KEYS = union(_COUNTED, _UNCOUNTED).limit(bindparam("count", type_=Integer))


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


async def seat_keys_of_events(
    connection: Connection, owner: TenantId, venue_id: VenueId, at: Moment
) -> list[str]:
    """Returns the seat keys in buyers' events of the last 30 days: from the counts, and from events that are
    not counted yet."""
    day = datetime_of(at - EVENT_DAYS * 86_400 * MICROSECONDS).date().isoformat()
    return list(
        await connection.scalars(
            _SEAT_KEYS,
            {
                "owner": str(owner),
                "venue": str(venue_id),
                "day": day,
                "month": day[: PERIOD_CHARACTERS["month"]],
                "since": at - EVENT_DAYS * 86_400 * MICROSECONDS,
                "count": 2 * SEATS_MAX,
            },
        )
    )
