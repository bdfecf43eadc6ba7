"""Rules about events: whether one is accepted, and only once, and which record is stored for it. Pure."""

from collections.abc import Iterable, Set
from datetime import datetime
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType

from seatpreview.events.model import Record, ReportedEvent
from seatpreview.labels.model import Place, Status, matched_keys
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import BARE_HALL
from seatpreview.problems import KeyInvalid
from seatpreview.values.caller import Caller, SessionClaims
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of, moment_of
from seatpreview.venues.cached import ServedRecord
from seatpreview.venues.venue_access import UsableVenue

AHEAD_MAX = 5 * 60 * MICROSECONDS
AGE_MAX = 7 * 86_400 * MICROSECONDS

DAYS_MAX = 4_000
"""Size of the cache of local dates, in minutes per time zone."""

_MINUTE = 60 * MICROSECONDS

NO_VENUE = "Say which venue: by its venueId, or by an alias of it."
OTHER_VENUE = "The session is for one venue, and this is another. Leave venue out."
NOT_SHOWN = "The ad was not shown before in this session. Report ad_shown first."
Outcome = Literal["accepted", "duplicate", "not_shown"]

EventKey = tuple[str, str]
"""The tenant's id and the event's id. A second event with the same key is a duplicate."""
Impression = tuple[str | None, str | None]
"""The ids of a session and of an ad that was shown in it."""


class EventRejected(Exception):
    """Raised for an event that is rejected. The message is a sentence for the reporter."""


def check_token(token: str | UnsetType, caller: Caller) -> None:
    """Refuses a token in the body that was not read as the credential, if the caller is known only by its
    Origin. Otherwise an ended token would be ignored, and the page's own rights used instead."""
    if token is not UNSET and caller.is_visitor and caller.session is None:
        raise KeyInvalid(
            "The token was not found. Send it as the first or the last member of a body of type text/plain, "
            "without escapes, or in the header 'Authorization: Bearer st_...'."
        )


def must_not_be_stored(caller: Caller, refuses_tracking: bool) -> bool:
    """Returns whether no event of the request may be stored: its session has events off, or the buyer's
    browser asks not to be tracked."""
    return refuses_tracking or (caller.session is not None and caller.session.events == "off")


def to_record(event: ReportedEvent, usable: UsableVenue, caller: Caller, received_at: Moment) -> Record:
    """Returns the record to store for an event. Raises `EventRejected`."""
    venue, session = usable.venue, caller.session
    _check_members(event, session)
    at = event_time(event, received_at)
    if session is not None and session.venue_id != venue.venue_id:
        raise EventRejected(OTHER_VENUE)
    seat = _seat(event, usable, session)
    return Record(
        tenant_id=str(caller.tenant_id or venue.owner),
        event_id=str(event.event_id),
        owner_id=str(venue.owner),
        venue_id=str(venue.venue_id),
        kind=event.kind,
        key_id=str(caller.actor),
        session_id=None if session is None else str(session.session_id),
        configuration=_configuration(event, venue.layout, session),
        section=None if seat is None else seat.section,
        seat_key=None if seat is None else seat.key,
        ad_id=_ad(event, venue.record),
        message=_error_code(event),
        day=day_of(at, venue.record.timezone),
        at=at,
        received_at=received_at,
        purpose="buyer" if session is None else session.purpose,
    )


def event_time(event: ReportedEvent, received_at: Moment) -> Moment:
    """Returns when the event happened; by default, when it was received."""
    if not isinstance(event.at, datetime):
        return received_at
    at = moment_of(event.at)
    if at > received_at + AHEAD_MAX:
        raise EventRejected("The time lies more than 5 minutes ahead. Check the clock, or leave at out.")
    if at < received_at - AGE_MAX:
        raise EventRejected("The time lies more than 7 days back. Events must be reported sooner.")
    return at


def day_of(at: Moment, timezone: str) -> str:
    """Returns the date in the time zone at that time."""
    return _day_of_minute(at // _MINUTE, timezone)


@lru_cache(maxsize=DAYS_MAX)
def _day_of_minute(minute: int, timezone: str) -> str:
    """Returns the date of a whole minute. No date changes within one, because all zones are whole minutes
    from UTC today."""
    return datetime_of(minute * _MINUTE).astimezone(ZoneInfo(timezone)).date().isoformat()


def _check_members(event: ReportedEvent, session: SessionClaims | None) -> None:
    """Checks which members the kind requires and which it forbids."""
    if event.kind == "seat_viewed" and event.seat is UNSET:
        raise EventRejected("seat_viewed needs the seat.")
    if event.kind in ("ad_shown", "ad_clicked"):
        if event.ad is UNSET:
            raise EventRejected(f"{event.kind} needs the ad.")
        if session is None:
            raise EventRejected(f"{event.kind} belongs to a session. Send it with the session's token.")
    if event.message is not UNSET and event.kind != "error":
        raise EventRejected("Only events of the kind error take a message.")
    if event.code is not UNSET and event.kind != "error":
        raise EventRejected("Only events of the kind error take a code.")


def _error_code(event: ReportedEvent) -> str | None:
    """Returns the code to store. The free text of an error is dropped, because it could contain anything: an
    address with a token, for example."""
    if event.kind != "error":
        return None
    return "other" if isinstance(event.code, UnsetType) else event.code


def _seat(event: ReportedEvent, usable: UsableVenue, session: SessionClaims | None) -> Place | None:
    """Returns the place that an event is counted under. Of several seats this is the first, because one
    report is one event. The session must be for all of them."""
    if not isinstance(event.seat, str):
        return None
    found = usable.resolve(event.seat)
    if found.status != "matched" or found.seat is None:
        raise EventRejected(f"{_UNRESOLVED[found.status]} POST /seats/resolve says why.")
    if session is not None and not session.covers_seats(matched_keys(found)):
        raise EventRejected("The session is for other seats.")
    return found.seat


def _ad(event: ReportedEvent, record: ServedRecord) -> str | None:
    if not isinstance(event.ad, str):
        return None
    ad_id = str(event.ad)
    if not any(ad.id == ad_id for ad in record.ads):
        raise EventRejected("The venue has no ad with this id.")
    return ad_id


def _configuration(event: ReportedEvent, layout: CompiledLayout, session: SessionClaims | None) -> str | None:
    """Returns the id of the configuration that the event, or else its session, names; None for the bare hall,
    or if neither names one."""
    named = None if session is None else session.configuration
    if isinstance(event.configuration, str):
        if not layout.knows_configuration(event.configuration):
            raise EventRejected("The venue has no configuration with this id.")
        named = event.configuration
    if named is None or (named == BARE_HALL and named not in layout.configurations):
        return None
    return str(named)


_UNRESOLVED: dict[Status, str] = {
    "matched": "",
    "section_only": "The section has no such row or seat.",
    "ambiguous": "Several places of the venue go by this label.",
    "unmatched": "No place of the venue has this name.",
}


def event_key(record: Record) -> EventKey:
    """Returns the key by which duplicates are found."""
    return record.tenant_id, record.event_id


def impression_of(record: Record) -> Impression:
    """Returns the impression that the event reports, or that a click requires."""
    return record.session_id, record.ad_id


def classify(records: Iterable[Record], impressions: Set[Impression], stored: Set[EventKey]) -> list[Outcome]:
    """Returns the outcome of each event, given the impressions and events that are already stored.

    A click is accepted only after the impression of its ad, and only the first event of a key is accepted. A
    refused event has no effect on the outcomes of later ones.
    """
    impressions, stored = set(impressions), set(stored)
    outcomes: list[Outcome] = []
    for record in records:
        key = event_key(record)
        if record.kind == "ad_clicked" and impression_of(record) not in impressions:
            outcomes.append("not_shown")
        elif key in stored:
            outcomes.append("duplicate")
        else:
            outcomes.append("accepted")
            stored.add(key)
            if record.kind == "ad_shown":
                impressions.add(impression_of(record))
    return outcomes
