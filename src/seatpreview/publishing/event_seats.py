"""Finds the seats of a venue that buyers looked at in the last days."""

from sqlalchemy import BigInteger, Integer, Text, bindparam, exists, select, union

from seatpreview.database.connection import Connection
from seatpreview.database.tables import event_counts, events
from seatpreview.events.counting import COUNTED_UNTIL
from seatpreview.events.counts import PERIOD_CHARACTERS, dimension_of
from seatpreview.layouts.model import SEATS_MAX
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import TenantId, VenueId

EVENT_DAYS = 30
"""Events of this many days are looked at."""


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
