"""Rules on one event: where a day ends, and how old or new it may be."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from events.arena import RECORD
from seatpreview.caching import WorkerCaches
from seatpreview.decoding.inputs import decode
from seatpreview.events.model import DayOrTime, EventId, Record, ReportedEvent
from seatpreview.events.rules import (
    AGE_MAX,
    AHEAD_MAX,
    EventRejected,
    check_token,
    day_of,
    event_time,
    must_not_be_stored,
    to_record,
)
from seatpreview.problems import KeyInvalid
from seatpreview.values.caller import OPERATOR, Caller, SessionClaims
from seatpreview.values.clock import Moment, moment_of
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId
from seatpreview.venues.cached import CachedVenue, decode_served
from seatpreview.venues.model import ReplaceVenueRequest
from seatpreview.venues.record_codec import encode_record
from seatpreview.venues.rules import ReplacedRecord, check_and_compile, resolver_for
from seatpreview.venues.venue_access import LABELS, UsableVenue

NOW = moment_of(datetime(2026, 11, 15, 12, tzinfo=UTC))


@pytest.mark.parametrize(
    ("at", "timezone", "day"),
    [
        (datetime(2026, 11, 15, 10, 59, 59, tzinfo=UTC), "Pacific/Auckland", "2026-11-15"),
        (datetime(2026, 11, 15, 11, 0, 0, tzinfo=UTC), "Pacific/Auckland", "2026-11-16"),
        (datetime(2026, 11, 15, 4, 59, 59, tzinfo=UTC), "America/New_York", "2026-11-14"),
        (datetime(2026, 11, 15, 5, 0, 0, tzinfo=UTC), "America/New_York", "2026-11-15"),
        # Clocks go back there at 01:00 UTC on 25 October 2026: the day has 25 hours.
        (datetime(2026, 10, 24, 22, 0, 0, tzinfo=UTC), "Europe/Berlin", "2026-10-25"),
        (datetime(2026, 10, 25, 22, 59, 59, tzinfo=UTC), "Europe/Berlin", "2026-10-25"),
        (datetime(2026, 10, 25, 23, 0, 0, tzinfo=UTC), "Europe/Berlin", "2026-10-26"),
        (datetime(2026, 11, 15, 23, 59, 59, tzinfo=UTC), "UTC", "2026-11-15"),
    ],
)
def test_a_day_is_the_date_at_the_venue(at: datetime, timezone: str, day: str) -> None:
    assert day_of(moment_of(at), timezone) == day


@given(
    st.integers(946_684_800, 4_102_444_800).map(lambda second: datetime.fromtimestamp(second, UTC)),
    st.sampled_from(["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati"]),
)
def test_a_day_holds_the_moments_between_its_midnights(at: datetime, timezone: str) -> None:
    midnight = datetime.fromisoformat(day_of(moment_of(at), timezone)).replace(tzinfo=ZoneInfo(timezone))
    assert midnight <= at < midnight + timedelta(days=1)


def test_an_event_without_a_time_happened_when_it_was_received() -> None:
    assert event_time(event(None), NOW) == NOW


@given(st.integers(-AGE_MAX, AHEAD_MAX))
def test_a_time_within_the_bounds_is_taken_as_it_is(offset: int) -> None:
    at = Moment(NOW + offset)
    assert event_time(event(at), NOW) == at


@pytest.mark.parametrize("offset", [AHEAD_MAX + 1, -AGE_MAX - 1, 10 * AHEAD_MAX, -10 * AGE_MAX])
def test_a_time_beyond_the_bounds_is_refused(offset: int) -> None:
    with pytest.raises(EventRejected):
        event_time(event(Moment(NOW + offset)), NOW)


@pytest.mark.parametrize("text", ["2026-11-15", "2026-11-15T18:00:00Z", "2026-11-15T18:00:00.5+13:00"])
def test_a_day_or_a_time_is_taken(text: str) -> None:
    assert DayOrTime.parse(text) == text


@pytest.mark.parametrize(
    "text", ["", "2026-02-30", "2026-11-15T18:00:00", "15.11.2026", "2026-11-1", "2026-11-15 ", "yesterday"]
)
def test_what_is_neither_a_day_nor_a_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be a day such as"):
        DayOrTime.parse(text)


def test_an_event_is_kept_with_all_that_is_known_of_it() -> None:
    sent = reported("ad_shown", seat="Section 103 Row B Seat 2", ad="lager")
    assert to_record(sent, ARENA, PAGE, NOW) == Record(
        tenant_id=OTHER,
        event_id="e",
        owner_id=OWNER,
        venue_id=VENUE,
        kind="ad_shown",
        key_id=KEY,
        session_id="ses_000000000000",
        configuration="boxing",
        section="103",
        seat_key="103/B/2",
        ad_id="lager",
        message=None,
        day="2026-11-16",
        at=NOW,
        received_at=NOW,
    )
    by_operator = to_record(reported("error", message="Oh"), ARENA, OPERATOR, NOW)
    assert (by_operator.tenant_id, by_operator.session_id, by_operator.message) == (OWNER, None, "other")
    assert (by_operator.configuration, by_operator.section, by_operator.seat_key) == (None, None, None)
    named = to_record(reported("error", configuration="boxing", code="picture_failed"), ARENA, SERVER, NOW)
    assert (named.configuration, named.ad_id, named.message) == ("boxing", None, "picture_failed")


def test_an_event_in_the_bare_hall_has_no_configuration() -> None:
    sent = reported("view_rotated", configuration="none")
    assert [to_record(sent, ARENA, caller, NOW).configuration for caller in (PAGE, SERVER)] == [None, None]
    # Before the name was reserved, a configuration could have it.
    assert to_record(sent, usable_arena("none"), SERVER, NOW).configuration == "none"


def test_an_event_has_the_configuration_of_its_session_even_if_the_venue_has_lost_it() -> None:
    began_before = page(configuration="chess")
    assert to_record(reported("view_rotated"), ARENA, began_before, NOW).configuration == "chess"


def test_nothing_is_stored_of_a_session_with_events_off_or_a_browser_that_refuses_tracking() -> None:
    for caller in (SERVER, PAGE, page(events="off")):
        assert must_not_be_stored(caller, refuses_tracking=True)
    assert must_not_be_stored(page(events="off"), refuses_tracking=False)
    assert not any(must_not_be_stored(caller, refuses_tracking=False) for caller in (SERVER, PAGE))


def test_an_event_has_the_purpose_of_its_session_and_is_a_buyers_without_one() -> None:
    sent = reported("session_started")
    callers = (page(purpose="staff"), PAGE, SERVER, OPERATOR)
    assert [to_record(sent, ARENA, caller, NOW).purpose for caller in callers] == ["staff"] + 3 * ["buyer"]


@pytest.mark.parametrize(("sent", "caller", "reason"), [
    ({"kind": "seat_viewed"}, "page", "needs the seat"),
    ({"kind": "seat_viewed", "seat": "101/A/1"}, "page", None),
    ({"kind": "seat_viewed", "seat": "101/A/2"}, "server", None),
    ({"kind": "seat_viewed", "seat": "101/A/2"}, "page of one seat", "for other seats"),
    ({"kind": "seat_viewed", "seat": "101/A/1"}, "page of one seat", None),
    ({"kind": "seat_viewed", "seat": "101/A/9"}, "page", "no such row or seat"),
    ({"kind": "seat_viewed", "seat": "nowhere"}, "page", "No place of the venue"),
    ({"kind": "ad_shown"}, "page", "needs the ad"),
    ({"kind": "ad_clicked"}, "page", "needs the ad"),
    ({"kind": "ad_shown", "ad": "lager"}, "server", "belongs to a session"),
    ({"kind": "ad_clicked", "ad": "lager"}, "server", "belongs to a session"),
    ({"kind": "ad_clicked", "ad": "cola"}, "page", None),
    ({"kind": "ad_clicked", "ad": "tea"}, "page", "no ad with this id"),
    ({"kind": "cta_clicked", "ad": "tea"}, "server", "no ad with this id"),
    ({"kind": "cta_clicked", "configuration": "chess"}, "page", "no configuration with this id"),
    ({"kind": "cta_clicked", "message": "Oh"}, "page", "Only events of the kind error"),
    ({"kind": "cta_clicked", "code": "request_failed"}, "page", "Only events of the kind error"),
    ({"kind": "error", "code": "request_failed"}, "page", None),
    ({"kind": "cta_clicked"}, "page of another venue", "is for one venue"),
    ({"kind": "cta_clicked"}, "server", None),
])  # fmt: skip
def test_an_event_that_does_not_fit_is_refused_with_the_reason(
    sent: dict[str, Any], caller: str, reason: str | None
) -> None:
    callers = {
        "page": PAGE,
        "server": SERVER,
        "page of one seat": page(seats=("101/A/1",)),
        "page of another venue": page(venue_id=VenueId("ven_bbbbbbbbbbbb")),
    }
    if reason is None:
        assert to_record(reported(**sent), ARENA, callers[caller], NOW).kind == sent["kind"]
        return
    with pytest.raises(EventRejected, match=reason):
        to_record(reported(**sent), ARENA, callers[caller], NOW)


def test_the_bounds_of_a_time_are_five_minutes_and_seven_days() -> None:
    assert timedelta(microseconds=AHEAD_MAX) == timedelta(minutes=5)
    assert timedelta(microseconds=AGE_MAX) == timedelta(days=7)


def reported(kind: str, **members: str) -> ReportedEvent:
    return decode({"eventId": "e", "kind": kind, **members}, ReportedEvent)


def page(**more: Any) -> Caller:
    """A caller with a session of the other tenant, which was granted the venue."""
    claims = SessionClaims(
        session_id=SessionId("ses_000000000000"),
        key_id=KEY,
        tenant_id=OTHER,
        venue_id=VENUE,
        seats=(),
        configuration="boxing",
        locale=None,
        origin=None,
        created_at=Moment(0),
        expires_at=NOW,
    )
    return replace(SERVER, kind="session", session=replace(claims, **more))


def usable_arena(configuration: str = "boxing") -> UsableVenue:
    layout_sent = RECORD["rules"]["layout"] | {"configurations": [{"id": configuration}]}
    record = decode(RECORD | {"rules": RECORD["rules"] | {"layout": layout_sent}}, ReplaceVenueRequest)
    layout = check_and_compile(record, ReplacedRecord(configurations=[configuration]))
    resolver = resolver_for(record.rules.seat_keys.rules, layout, ())
    venue = CachedVenue(
        venue_id=VENUE,
        owner=OWNER,
        version=1,
        record=decode_served(encode_record(record)),
        layout=layout,
        resolver=resolver,
    )
    return UsableVenue(venue, resolver, WorkerCaches().of(LABELS))


def test_a_token_that_was_not_read_is_refused_of_callers_who_have_nothing_but_an_origin() -> None:
    """Attack: a token that has ended, written so that it is not found before the body is parsed."""
    for caller in (SERVER, PAGE):
        check_token("st_x", caller)
    for kind in ("keyless", "origin_only"):
        visitor = replace(SERVER, kind=kind)
        check_token(UNSET, visitor)
        with pytest.raises(KeyInvalid, match="not found"):
            check_token("st_x", visitor)


OWNER, OTHER = TenantId("ten_aaaaaaaaaaaa"), TenantId("ten_bbbbbbbbbbbb")
VENUE, KEY = VenueId("ven_aaaaaaaaaaaa"), KeyId("key_aaaaaaaaaaaa")
SERVER = Caller(kind="secret", key_id=KEY, tenant_id=OTHER, scope="tenant", venues=None)
PAGE = page()
ARENA = usable_arena()


def event(at: Moment | None) -> ReportedEvent:
    if at is None:
        return ReportedEvent(event_id=EventId("e"), kind="error")
    when = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=at)
    return ReportedEvent(event_id=EventId("e"), kind="error", at=when)
