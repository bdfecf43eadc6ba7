"""GCRA, the arithmetic of a rate limit: whole numbers only, in picoseconds.

Of all that was used, one moment is stored: the theoretical arrival time (TAT), at which the whole
burst is there again. It knows no limit, so that two limits can share it. Seen from now, through a
limit, it is that limit's debt.
"""

from functools import lru_cache
from typing import Self

import msgspec

MICROSECOND_PS = 10**6
SECOND_PS = 10**12


class Limit(msgspec.Struct, frozen=True, cache_hash=True):
    """At most `burst` requests at once, and one more for each interval that passes."""

    requests: int
    window_seconds: int
    burst: int
    interval_ps: int
    span_ps: int
    """The time in which a spent burst comes back, and so the greatest debt."""

    @classmethod
    @lru_cache(maxsize=1000)
    def of(cls, requests: int, window_seconds: int, burst: int) -> Self:
        """The same object for the same numbers: many keys share a few limits."""
        interval_ps = -(-window_seconds * SECOND_PS // requests)
        return cls(requests, window_seconds, burst, interval_ps, burst * interval_ps)


def debt(limit: Limit, tat_ps: int, now_ps: int) -> int:
    """How far ahead of now the TAT lies, as this limit counts it. Both are times since 1970.

    Further ahead than the limit's span it lies only if the clock went back or another limit stored
    it. It counts as the span then, so that neither can lock anybody out for long. The price: of two
    keys that share a state, the one with the shorter span forgives what the other owes beyond it.
    Their tenant's limit still holds.
    """
    ahead_ps = tat_ps - now_ps
    if ahead_ps <= 0:
        return 0
    return ahead_ps if ahead_ps < limit.span_ps else limit.span_ps


def charge(limit: Limit, tat_ps: int, now_ps: int) -> int | None:
    """The debt with one more request; None where the limit does not let it pass."""
    ahead_ps = tat_ps - now_ps
    charged_ps = limit.interval_ps if ahead_ps <= 0 else ahead_ps + limit.interval_ps
    return charged_ps if charged_ps <= limit.span_ps else None


def remaining(limit: Limit, debt_ps: int) -> int:
    """How many requests would pass right now."""
    return (limit.span_ps - debt_ps) // limit.interval_ps


def whole_seconds(time_ps: int) -> int:
    """Rounded up."""
    return -(-time_ps // SECOND_PS)
