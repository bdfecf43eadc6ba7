"""When the clock may be trusted to delete by age. Pure.

A clock that is ahead makes everything look old, and what is deleted for it does not come back. So a time
that came suddenly is doubted, and nothing is deleted while it is. A doubt ends when the clock is set back,
when the time has stood for a day without another jump, or by a word of the operator. A jump of more than 30
days always needs that word. A clock that is behind deletes later than it should, which is harmless.
"""

from enum import StrEnum
from typing import NamedTuple

from seatpreview.values.clock import MICROSECONDS, Moment

_HOUR = 3600 * MICROSECONDS
_DAY = 24 * _HOUR

JUMP_MAX = _HOUR
"""How far the clock may run ahead of the time that passed since a worker looked last: usual are seconds."""

OFF_MAX = 20 * _HOUR
"""How long a service may have been off without its time being doubted when it starts: over a night."""

STANDS_FOR = _DAY
"""How long a doubted time has to go on without another jump until it is trusted: long enough for a clock that
is wrong to be noticed and set back."""

UNCONFIRMED_MAX = 30 * _DAY
"""The largest jump that is trusted after a day. A larger one needs a word of the operator."""


class ClockMark(NamedTuple):
    """What is stored of the clock: it outlives the processes, and all workers share it."""

    seen_at: Moment
    """The time when a worker last looked."""
    trusted_at: Moment
    """The latest time that was trusted."""
    doubted_since: Moment | None = None
    """The time at which the doubt began; None while the clock is trusted."""


class ClockState(StrEnum):
    """Whether the clock may be used to delete by age."""

    TRUSTED = "trusted"
    BEHIND = "behind"
    """It is before a time that was trusted. Less is deleted than could be."""
    DOUBTED = "doubted"
    """It jumped, and is trusted once it has gone on for a day."""
    UNCONFIRMED = "unconfirmed"
    """It jumped so far that the operator has to say that it is right."""

    @property
    def allows_pruning(self) -> bool:
        """Whether what is old by this clock may be deleted."""
        return self in (ClockState.TRUSTED, ClockState.BEHIND)


def look(mark: ClockMark | None, now: Moment, expected: Moment | None) -> ClockMark:
    """Returns the mark after a worker has looked at the clock.

    `expected` is what the clock should say by the time that passed since this worker looked last, which no
    one can set; None where it looks for the first time. A database without a mark is a new one.
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
    """Returns the mark after the time was found to be right, whatever was thought before."""
    return ClockMark(seen_at=now, trusted_at=now)


def state_of(mark: ClockMark, now: Moment) -> ClockState:
    """Says what may be done at this time, after `look`."""
    if mark.doubted_since is not None:
        return ClockState.UNCONFIRMED if _needs_word(mark) else ClockState.DOUBTED
    return ClockState.BEHIND if now < mark.trusted_at - JUMP_MAX else ClockState.TRUSTED


def clocks_agree(of_service: Moment, of_machine: Moment) -> bool:
    """Whether the clock that the service goes by, which may be the database's, agrees with that of the
    machine. Where they do not, one of them is wrong, and nobody can say which."""
    return abs(of_service - of_machine) <= JUMP_MAX


def _has_jumped(mark: ClockMark, now: Moment, expected: Moment | None) -> bool:
    if expected is not None and expected >= mark.trusted_at - JUMP_MAX:
        return now > expected + JUMP_MAX
    # Nothing is known of the time that passed: the service was off, or its clock was behind.
    return now > max(mark.seen_at, mark.trusted_at) + OFF_MAX


def _judge_anew(mark: ClockMark, now: Moment) -> ClockMark:
    """The clock was set back. It is right again if that is near the time that was trusted last."""
    doubted_since = now if now > mark.trusted_at + OFF_MAX else None
    trusted_at = mark.trusted_at if doubted_since is not None else max(mark.trusted_at, now)
    return ClockMark(Moment(now), Moment(trusted_at), doubted_since)


def _has_stood(mark: ClockMark, now: Moment) -> bool:
    since = mark.doubted_since
    return since is not None and now >= since + STANDS_FOR and not _needs_word(mark)


def _needs_word(mark: ClockMark) -> bool:
    since = mark.doubted_since
    return since is not None and since > mark.trusted_at + UNCONFIRMED_MAX
