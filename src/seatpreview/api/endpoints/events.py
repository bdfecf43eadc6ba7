"""Operations on events."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.operation import EVENTS, Operation
from seatpreview.events import operations as events
from seatpreview.events.model import (
    KINDS,
    EventList,
    EventReport,
    IngestedEvents,
    IngestEventsRequest,
    ListEvents,
    ReportEvents,
)
from seatpreview.problems import ScopeInsufficient, VenueNotAllowed
from seatpreview.values.caller import Needs

BATCH_BYTES_MAX = 256 << 10
BATCH_VALUES_MAX = 5000
"""Five times as many as 100 events with all their members have."""

_EVENT_IDS = ("01a1e061-7208-7c3a-9d41-5f0e8a6b2c13", "01a1e061-7208-7f85-a2b6-31c94d70e8f2")
_BATCH: dict[str, Any] = {
    "events": [
        {"eventId": event_id, "kind": "seat_viewed", "venue": examples.VENUE_ALIAS, "seat": seat}
        for event_id, seat in zip(_EVENT_IDS, ("107/K/9", "107/K/99"), strict=True)
    ]
}
_INGESTED = {
    "accepted": [_EVENT_IDS[0]],
    "duplicates": [],
    "rejected": [
        {
            "eventId": _EVENT_IDS[1],
            "detail": "The section has no such row or seat. POST /seats/resolve says why.",
        }
    ],
    "discarded": [],
}
_EVENT: dict[str, Any] = {
    "eventId": _EVENT_IDS[0],
    "kind": "seat_viewed",
    "at": "2026-11-15T18:04:05Z",
    "receivedAt": "2026-11-15T18:04:06Z",
    "day": "2026-11-15",
    "tenantId": examples.TENANT["tenantId"],
    "venueId": examples.ARENA["venueId"],
    "keyId": examples.KEY["keyId"],
    "sessionId": "ses_3HcV9kQm2WxZ7tBn4RpL",
    "configuration": None,
    "section": "107",
    "seat": "107/K/9",
    "ad": None,
    "code": None,
    "message": None,
    "purpose": "buyer",
}
_REPORT_ROW: dict[str, Any] = {
    "key": "107/K/9",
    "venueId": examples.ARENA["venueId"],
    "counts": dict.fromkeys(KINDS, 0) | {"seat_viewed": 12, "ad_shown": 9, "ad_clicked": 2},
    "total": 23,
}

EVENT_ROWS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/events",
        operation_id="ingestEvents",
        group=EVENTS,
        summary="Report events",
        description=(
            "Stores up to 100 events. An event with a fault is rejected, with a sentence that says why; the "
            "others are not affected. An `eventId` counts once for each tenant, so a batch may be sent "
            "again. `accepted` events are durably stored when the response is sent. Events of ads need a "
            "session, and a click counts only after the ad was shown there. With navigator.sendBeacon, send "
            "the same body as `text/plain`, with the session's token as `token`. Nothing is stored for a "
            "session with `events: off`, or where the request has `Sec-GPC: 1`: all events are then listed "
            "in `discarded`, and the response is 202."
        ),
        needs=Needs.ANY_CALLER,
        handler=events.ingest_events,
        body=IngestEventsRequest,
        body_bytes_max=BATCH_BYTES_MAX,
        body_values_max=BATCH_VALUES_MAX,
        takes_beacons=True,
        heeds_privacy_control=True,
        status=202,
        result=IngestedEvents,
        body_example=_BATCH,
        result_example=_INGESTED,
    ),
    Operation(
        method="GET",
        path="/events",
        operation_id="listEvents",
        group=EVENTS,
        summary="List events",
        description=(
            "Returns the events that the tenant's keys reported, and all events at venues that it owns, by "
            "time of receipt, newest first. Events that other tenants reported have neither keyId, "
            "sessionId nor message, and are not found by `sessionId`. Events of sessions with the purpose "
            "`staff` are left out, unless `purpose=staff` or the session is asked for. A key that is "
            "restricted to venues sees events at those venues. "
            "Admin scope sees all, or what `tenantId` sees."
        ),
        needs=Needs.SECRET_KEY,
        handler=events.list_events,
        query=ListEvents,
        query_example={"kind": "seat_viewed"},
        result=EventList,
        problems=(ScopeInsufficient, VenueNotAllowed),
        result_example={"data": [_EVENT], "nextCursor": None},
    ),
    Operation(
        method="GET",
        path="/events/report",
        operation_id="reportEvents",
        group=EVENTS,
        summary="Count events",
        description=(
            "Counts events by seat, section, ad or day: those of buyers, or with `purpose=staff` those of "
            "sessions for staff. Counts are exact, and cover all events that "
            "listEvents shows, and those whose counts are kept longer than they are themselves. A day is a "
            "day in the time zone that the venue had when the event was received. `from` and `until` refer "
            "to the time when an event happened. Whole days are counted fast. Where one of them is a time, "
            "the events of the days around it are counted one by one: if those are not stored any more, the "
            "time is refused (400), and a day must be given."
        ),
        needs=Needs.SECRET_KEY,
        handler=events.report_events,
        query=ReportEvents,
        query_example={"groupBy": "seat"},
        result=EventReport,
        problems=(ScopeInsufficient, VenueNotAllowed),
        result_example={"data": [_REPORT_ROW], "nextCursor": None},
    ),
)
