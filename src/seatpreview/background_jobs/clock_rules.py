"""Rules for trusting the clock to delete by age. Pure.

A clock that is ahead makes everything look old, and deleted data do not come back. So a sudden jump of the
time puts it in doubt, and nothing is deleted meanwhile. The doubt ends when the clock is set back, when it
has run for a day without another jump, or when the operator confirms it. A jump of more than 30 days always
needs that confirmation. A clock that is behind deletes later than it should, which is harmless.
"""

from enum import StrEnum
from typing import NamedTuple

from seatpreview.values.clock import MICROSECONDS, Moment

_HOUR = 3600 * MICROSECONDS
_DAY = 24 * _HOUR

JUMP_MAX = _HOUR
"""How far the clock may run ahead of the time elapsed since a worker's last check. Seconds are normal."""

OFF_MAX = 20 * _HOUR
"""How long a service may have been off before its time is doubted at start: a night is fine."""

STANDS_FOR = _DAY
"""How long a doubted time must run without another jump before it is trusted: long enough for somebody to
notice a wrong clock and set it back."""

UNCONFIRMED_MAX = 30 * _DAY
"""The largest jump that is trusted after a day. A larger one needs the operator's confirmation."""


class ClockMark(NamedTuple):
    """The stored state of the clock. It outlives the processes, and all workers share it."""

    seen_at: Moment
    """The time of the latest check by any worker."""
    trusted_at: Moment
    """The latest time that was trusted."""
    doubted_since: Moment | None = None
    """The time at which the doubt began; None while the clock is trusted."""


class ClockState(StrEnum):
    """Whether the clock may be used to delete by age."""

    TRUSTED = "trusted"
    BEHIND = "behind"
    """The clock is before a time that was trusted. Less is deleted than could be."""
    DOUBTED = "doubted"
    """The clock jumped, and is trusted after running for a day."""
    UNCONFIRMED = "unconfirmed"
    """The clock jumped so far that the operator has to confirm it."""

    @property
    def allows_pruning(self) -> bool:
        """Whether data that are old by this clock may be deleted."""
        return self in (ClockState.TRUSTED, ClockState.BEHIND)


def look(mark: ClockMark | None, now: Moment, expected: Moment | None) -> ClockMark:
    """Returns the mark after a worker has checked the clock.

    `expected` is what the clock should say, computed from this worker's last check and the monotonic clock,
    which nobody can set; None at the first check. A database without a mark is a new one.
    """
    if mark is None:
        return ClockMark(seen_at=now, trusted_at=now)
    if mark.doubted_since is not None and now < mark.seen_at - JUMP_MAX:
        return _judge_anew(mark, now)
    if _has_jumped(mark, now, expected):
        return mark._replace(seen_at=now, doubted_since=now)
    if mark.doubted_since is not None and not _has_stood(mark, now):
        return mark._replace(seen_at=now)
    return confirm(mark, now) if now > mark.trusted_at else mark._replace(seen_at=now, doubted_since=None)


def confirm(mark: ClockMark | None, now: Moment) -> ClockMark:
    """Returns the mark after the time was confirmed, whatever the mark was before."""
    return ClockMark(seen_at=now, trusted_at=now)


def state_of(mark: ClockMark, now: Moment) -> ClockState:
    """Returns the state of the clock at this time, after `look`."""
    if mark.doubted_since is not None:
        return ClockState.UNCONFIRMED if _needs_word(mark) else ClockState.DOUBTED
    return ClockState.BEHIND if now < mark.trusted_at - JUMP_MAX else ClockState.TRUSTED


def clocks_agree(of_service: Moment, of_machine: Moment) -> bool:
    """Returns whether the service's clock, which may be the database's, agrees with the machine's. If not,
    one of them is wrong, and nobody can say which."""
    return abs(of_service - of_machine) <= JUMP_MAX


def _has_jumped(mark: ClockMark, now: Moment, expected: Moment | None) -> bool:
    if expected is not None and expected >= mark.trusted_at - JUMP_MAX:
        return now > expected + JUMP_MAX
    # The elapsed time is unknown: the service was off, or its clock was behind.
    return now > max(mark.seen_at, mark.trusted_at) + OFF_MAX


def _judge_anew(mark: ClockMark, now: Moment) -> ClockMark:
    """Returns the mark after the clock was set back. It is right again if it is now near the last trusted
    time."""
    doubted_since = now if now > mark.trusted_at + OFF_MAX else None
    trusted_at = mark.trusted_at if doubted_since is not None else max(mark.trusted_at, now)
    return ClockMark(Moment(now), Moment(trusted_at), doubted_since)


def _has_stood(mark: ClockMark, now: Moment) -> bool:
    since = mark.doubted_since
    return since is not None and now >= since + STANDS_FOR and not _needs_word(mark)


def _needs_word(mark: ClockMark) -> bool:
    since = mark.doubted_since
    return since is not None and since > mark.trusted_at + UNCONFIRMED_MAX
