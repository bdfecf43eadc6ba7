"""Time: the only place that reads a clock, and the forms in which moments travel.

A moment is a whole number of microseconds since 1970 in the database and on the path of a
request, and an aware datetime in UTC wherever a person or another program reads it.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, NewType

from msgspec import Meta

Moment = NewType("Moment", int)
"""Microseconds since 1970-01-01T00:00:00Z."""

Time = Annotated[datetime, Meta(tz=True)]
"""A moment as the API writes it: RFC 3339 in UTC."""

MICROSECONDS = 1_000_000

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Clock:
    """This machine's time. A test puts one in its place that stands still until it is moved."""

    def now(self) -> Moment:
        return Moment(time.time_ns() // 1000)

    def of_database(self, reported: int) -> Moment:
        """The time that a database reported, as the service should take it."""
        return Moment(reported)


def budget(seconds: float) -> Callable[[], bool]:
    """Says, whenever it is asked, whether so many seconds have passed by now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def moment_of(at: datetime) -> Moment:
    return Moment((at - _EPOCH) // timedelta(microseconds=1))


def datetime_of(moment: int) -> datetime:
    return _EPOCH + timedelta(microseconds=moment)
