"""Time: the only module that reads a clock, and the two forms of a moment.

A moment is a whole number of microseconds since 1970 in the database and while a request is served, and an
aware datetime in UTC wherever a person or another program reads it.
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

_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Clock:
    """The clock of this machine. Tests replace it by one that they can stop and move."""

    def now(self) -> Moment:
        """Returns the time now."""
        return Moment(time.time_ns() // 1000)

    def monotonic(self) -> int:
        """Returns the microseconds since a moment that is fixed while the process lives. Nobody can set this
        clock. Time in which the machine slept counts if the system can tell."""
        return time.clock_gettime_ns(_STEADY) // 1000

    def from_database(self, reported: int) -> Moment:
        """Converts a time that a database reported. Tests override it, to move the database's time too."""
        return Moment(reported)


def deadline(seconds: float) -> Callable[[], bool]:
    """Returns a function that tells whether this many seconds have passed since this call."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def processor_deadline(seconds: float) -> Callable[[], bool]:
    """Returns a function that tells whether this thread has computed for this many seconds since this call.

    Time in which the processor did other work does not count, so a busy machine refuses nothing that it would
    otherwise accept.
    """
    end = time.thread_time() + seconds
    return lambda: time.thread_time() >= end


def moment_of(moment: datetime) -> Moment:
    """Converts an aware datetime to a moment."""
    since = moment - _EPOCH
    return Moment((since.days * 86_400 + since.seconds) * MICROSECONDS + since.microseconds)


def datetime_of(moment: int) -> datetime:
    """Converts a moment to an aware datetime in UTC."""
    return _EPOCH + timedelta(microseconds=moment)
