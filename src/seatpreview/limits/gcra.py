"""GCRA (generic cell rate algorithm), the arithmetic of a rate limit: whole numbers only, in picoseconds.

The state of a limit is one stored moment: the theoretical arrival time (TAT), at which the whole burst is
available again. It holds nothing of the limit itself, so two limits can share a state. How far the TAT is
ahead of now, by one limit's count, is that limit's debt.
"""

from typing import Self

import msgspec

from seatpreview.values.clock import MICROSECONDS, Moment

MICROSECOND_PS = 10**6
SECOND_PS = 10**12
AGE_SECONDS = 10
"""Sessions that were made within so many seconds of each other are alike."""
AGES = 360
"""Steps of `AGE_SECONDS` in which a session grows older, an hour in all. Then it has twice the burst of a new
one."""

_AGE = AGE_SECONDS * MICROSECONDS


class Limit(msgspec.Struct, frozen=True, cache_hash=True):
    """At most `burst` requests at once, and one more for each interval that passes."""

    requests: int
    window_seconds: int
    burst: int
    interval_ps: int
    span_ps: int
    """The time after which a spent burst is available again. A debt that would be greater is refused."""
    debt_ps_max: int
    """The greatest debt that is stored: the span, or more where a limit with a larger burst shares the
    state."""
    header: str
    """The parameters of the limit, as the header RateLimit-Policy has them."""

    @classmethod
    def of(cls, requests: int, window_seconds: int, burst: int, largest_burst: int = 0) -> Self:
        """Returns the limit of these numbers. `largest_burst` is that of all limits which share the state, if
        they differ by their bursts alone."""
        interval_ps = -(-window_seconds * SECOND_PS // requests)
        header = f"q={requests};w={window_seconds};burst={burst}"
        debt_ps_max = max(burst, largest_burst) * interval_ps
        return cls(requests, window_seconds, burst, interval_ps, burst * interval_ps, debt_ps_max, header)

    def is_within(self, other: Self) -> bool:
        """Returns whether this limit admits at most what the other does: neither more requests in any second,
        nor more at once."""
        is_slower = self.requests * other.window_seconds <= other.requests * self.window_seconds
        return is_slower and self.burst <= other.burst


def debt(limit: Limit, tat_ps: int, now_ps: int) -> int:
    """Returns how far the TAT is ahead of now, at most the limit's greatest debt. Both are times since 1970.

    The TAT is further ahead than that only if the clock went back or another limit stored it. It then counts
    as the greatest debt, so that neither can lock a caller out for long. The price: of two keys that share a
    state, the one with the shorter span forgives the other's debt beyond it. Their tenant's limit still
    applies.
    """
    ahead_ps = tat_ps - now_ps
    if ahead_ps <= 0:
        return 0
    return ahead_ps if ahead_ps < limit.debt_ps_max else limit.debt_ps_max


def charge(limit: Limit, tat_ps: int, now_ps: int) -> int | None:
    """Returns the debt after one more request; None if the limit refuses the request."""
    ahead_ps = tat_ps - now_ps
    charged_ps = limit.interval_ps if ahead_ps <= 0 else ahead_ps + limit.interval_ps
    return charged_ps if charged_ps <= limit.span_ps else None


def remaining(limit: Limit, debt_ps: int) -> int:
    """Returns the number of requests that would pass right now."""
    left_ps = limit.span_ps - debt_ps
    return left_ps // limit.interval_ps if left_ps > 0 else 0


def whole_seconds(time_ps: int) -> int:
    """Returns the time in seconds, rounded up."""
    return -(-time_ps // SECOND_PS)


# A limit that many sessions share, and in which older sessions come first. Pure.
#
# Whoever can make sessions can make any number of them, but no old ones. Sessions of all ages draw on one
# state at one rate, and older ones have a larger burst. Debt beyond the burst of the younger ones is made by
# older ones alone, so younger ones cannot cause the refusal of an older one that stays within the rate.
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
