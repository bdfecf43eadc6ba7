"""Rules on one event: where a day ends, and how old or new it may be."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.clock import Moment, moment_of
from seatpreview.events.model import DayOrTime, EventId, ReportedEvent
from seatpreview.events.rules import AGE_MAX, AHEAD_MAX, EventRejected, day_of, event_time

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


def event(at: Moment | None) -> ReportedEvent:
    if at is None:
        return ReportedEvent(event_id=EventId("e"), kind="error")
    when = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=at)
    return ReportedEvent(event_id=EventId("e"), kind="error", at=when)
