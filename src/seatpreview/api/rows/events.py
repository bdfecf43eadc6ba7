"""Operations on events."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.operation import EVENTS, Operation
from seatpreview.caller import Needs
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

BATCH_BYTES_MAX = 256 << 10
BATCH_VALUES_MAX = 5000
"""Five times as many as 100 events with all their members have."""

_BATCH: dict[str, Any] = {
    "events": [
        {"eventId": "b1f0c7-1", "kind": "seat_viewed", "seat": "102/C/4", "at": "2026-11-15T18:04:05Z"},
        {"eventId": "b1f0c7-2", "kind": "ad_shown", "seat": "102/C/4", "ad": "lager"},
        {"eventId": "b1f0c7-3", "kind": "ad_clicked", "seat": "102/C/4", "ad": "cola"},
    ]
}
_INGESTED = {
    "accepted": ["b1f0c7-1", "b1f0c7-2"],
    "duplicates": [],
    "rejected": [{"eventId": "b1f0c7-3", "detail": "The venue has no ad with this id."}],
    "discarded": [],
}
_EVENT: dict[str, Any] = {
    "eventId": "b1f0c7-1",
    "kind": "seat_viewed",
    "at": "2026-11-15T18:04:05Z",
    "receivedAt": "2026-11-15T18:04:06Z",
    "day": "2026-11-15",
    "tenantId": examples.TENANT["tenantId"],
    "venueId": examples.VENUE["venueId"],
    "keyId": examples.KEY["keyId"],
    "sessionId": "ses_3HcV9kQm2WxZ7tBn4RpL",
    "configuration": None,
    "section": "102",
    "seat": "102/C/4",
    "ad": None,
    "code": None,
    "message": None,
}
_REPORT_ROW: dict[str, Any] = {
    "key": "102/C/4",
    "venueId": examples.VENUE["venueId"],
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
            "sessionId nor message, and are not found by `sessionId`. A key that is "
            "restricted to venues sees events at those venues. "
            "Admin scope sees all, or what `tenantId` sees."
        ),
        needs=Needs.SECRET_KEY,
        handler=events.list_events,
        query=ListEvents,
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
            "Counts events by seat, section, ad or day. Counts are exact, and cover all events that "
            "listEvents would show. A day is a day in the venue's time zone. `from` and `until` refer to the "
            "time when an event happened."
        ),
        needs=Needs.SECRET_KEY,
        handler=events.report_events,
        query=ReportEvents,
        result=EventReport,
        problems=(ScopeInsufficient, VenueNotAllowed),
        result_example={"data": [_REPORT_ROW], "nextCursor": None},
    ),
)
