"""A limit that many sessions share, and in which older sessions come first. Pure.

Whoever can make sessions can make any number of them, but no old ones. Sessions of all ages draw on one state
at one rate, and older ones have a larger burst. Debt beyond the burst of the younger ones is made by older
ones alone, so younger ones cannot cause the refusal of an older one that stays within the rate.
"""

from seatpreview.limits.gcra import Limit
from seatpreview.values.clock import MICROSECONDS, Moment

AGE_SECONDS = 10
"""Sessions that were made within so many seconds of each other are alike."""
AGES = 360
"""Steps of `AGE_SECONDS` in which a session grows older, an hour in all. Then it has twice the burst of a new
one."""

_AGE = AGE_SECONDS * MICROSECONDS

LimitsByAge = tuple[Limit, ...]
"""The limits of sessions, by their ages."""


def older_first(limit: Limit) -> LimitsByAge:
    """Returns the limits of sessions that share a state. A new session has the given limit."""
    requests, window_seconds, burst = limit.requests, limit.window_seconds, limit.burst
    return tuple(
        Limit.of(requests, window_seconds, burst + burst * age // AGES, largest_burst=2 * burst)
        for age in range(AGES + 1)
    )


def age_of(created_at: Moment, at: Moment) -> int:
    """Returns the index of a session's limit: its age in steps of `AGE_SECONDS`, up to `AGES`."""
    age = (at - created_at) // _AGE
    if age < 0:
        return 0
    return age if age < AGES else AGES
