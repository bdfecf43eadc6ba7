"""Divides the period of a report into whole months, whole days, and days that it covers in part. Pure.

A day is a day in the calendar of a venue. If a report begins or ends at a time, the days around that time are
counted event by event: at any moment there are two or three dates in the world, and each of them may or may
not have begun.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec import UnsetType

from seatpreview.events.model import DayOrTime
from seatpreview.events.rules import AGE_MAX, AHEAD_MAX
from seatpreview.values.clock import MICROSECONDS, Moment, Time, datetime_of, moment_of

EARLIEST_ZONE_HOURS = 14
"""Hours by which the zone where a day begins first is ahead of UTC."""
LATEST_ZONE_HOURS = 12
"""Hours by which the zone where a day ends last is behind UTC."""

_HOUR = 3600 * MICROSECONDS
_NO_EVENT_BEFORE = Moment(0)
_NO_EVENT_AFTER = moment_of(datetime(9000, 1, 1, tzinfo=UTC))


class DayRange(NamedTuple):
    """Days from the first to the one before the second; None for no bound."""

    first: str | None
    end: str | None


class PartlyCounted(NamedTuple):
    """Days, from the first to the one before `end`, of which only a part is counted: the events from `since`
    on and before `until`."""

    first: str
    end: str
    since: Moment | None
    until: Moment | None

    @property
    def days(self) -> DayRange:
        """The days."""
        return DayRange(self.first, self.end)

    @property
    def received(self) -> tuple[Moment, Moment]:
        """The period in which all events of these days were received. Earlier and later ones were
        rejected."""
        first, end = (
            moment_of(datetime.fromisoformat(f"{day}T00:00:00+00:00")) for day in (self.first, self.end)
        )
        return (
            Moment(first - EARLIEST_ZONE_HOURS * _HOUR - AHEAD_MAX),
            Moment(end + LATEST_ZONE_HOURS * _HOUR + AGE_MAX),
        )


class Period(NamedTuple):
    """The period of a report."""

    since: DayOrTime | None
    until: DayOrTime | None

    @property
    def whole_days(self) -> DayRange | None:
        """The days that are counted whole; None if there are none."""
        first, end = _first_whole_day(self.since), _end_of_whole_days(self.until)
        if first is not None and end is not None and first >= end:
            return None
        return DayRange(first, end)

    @property
    def partly_counted(self) -> list[PartlyCounted]:
        """The days that are counted in part, if the period begins or ends at a time."""
        since, until = time_of(self.since), time_of(self.until)
        if since is None and until is None:
            return []
        if self.whole_days is None:
            first = str(self.since) if since is None else end_of_days_before(since)
            end = str(self.until) if until is None else _first_day_after(until)
            return [PartlyCounted(first, end, since, until)] if first < end else []
        parts = []
        if since is not None:
            parts.append(PartlyCounted(end_of_days_before(since), _first_day_after(since), since, None))
        if until is not None:
            parts.append(PartlyCounted(end_of_days_before(until), _first_day_after(until), None, until))
        return parts


class Division(NamedTuple):
    """Whole days, divided so that few rows have to be read."""

    months: DayRange | None
    """Months, such as `2026-11`."""
    days: list[DayRange]
    """The days before and after the months. Each range lies within one month."""


def divide(whole: DayRange, oldest: str | None) -> Division:
    """Divides whole days into months and the days before and after them.

    `oldest` is the first day that has counts; None if there is none. The counts of a month equal those of its
    days only if no day of it was deleted, so its first day must not be before `oldest`.
    """
    if oldest is None:
        return Division(None, [])
    first, end = max(whole.first or "", oldest), whole.end
    first_month = first_month_from(first)
    if end is None:
        days = [DayRange(first, f"{first_month}-01")]
        return Division(DayRange(first_month, None), [each for each in days if each.first != each.end])
    end_month = end[:7]
    if first[:7] >= end_month:
        return Division(None, [DayRange(first, end)] if first < end else [])
    days = [DayRange(first, f"{first_month}-01"), DayRange(f"{end_month}-01", end)]
    months = DayRange(first_month, end_month) if first_month < end_month else None
    return Division(months, [each for each in days if each.first != each.end])


def first_month_from(day: str) -> str:
    """Returns the first month that begins on this day or later."""
    year, month, day_of_month = map(int, day.split("-"))
    if day_of_month == 1:
        return day[:7]
    return f"{year:04}-{month + 1:02}" if month < 12 or year == 9999 else f"{year + 1:04}-01"


def time_of(bound: DayOrTime | None) -> Moment | None:
    """Returns the bound if it is a time; None if it is a day."""
    if bound is None or _is_day(bound):
        return None
    at = moment_of(msgspec.convert(str(bound), Time))
    return min(max(at, _NO_EVENT_BEFORE), _NO_EVENT_AFTER)


def end_of_days_before(at: Moment) -> str:
    """Returns the first day that has not ended everywhere before this time."""
    return _day_of(at, -LATEST_ZONE_HOURS)


def bound_of(given: DayOrTime | UnsetType) -> DayOrTime | None:
    """Returns the bound that a query gives; None if it gives none."""
    return given if isinstance(given, DayOrTime) else None


def _first_whole_day(bound: DayOrTime | None) -> str | None:
    """Returns the first day that is after the bound in every time zone."""
    at = time_of(bound)
    if at is None:
        return None if bound is None else str(bound)
    return _first_day_after(at)


def _end_of_whole_days(bound: DayOrTime | None) -> str | None:
    """Returns the first day that is not before the bound in every time zone."""
    at = time_of(bound)
    if at is None:
        return None if bound is None else str(bound)
    return end_of_days_before(at)


def _first_day_after(at: Moment) -> str:
    """Returns the first day that has not begun anywhere before this time."""
    return _day_of(at - 1, EARLIEST_ZONE_HOURS, days_later=1)


def _is_day(bound: DayOrTime) -> bool:
    return len(bound) == len("2026-11-15")


def _day_of(at: int, hours_ahead: int, days_later: int = 0) -> str:
    there = datetime_of(at) + timedelta(hours=hours_ahead, days=days_later)
    return there.date().isoformat()
