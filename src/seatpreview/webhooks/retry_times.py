"""When a delivery that failed is attempted again, and when a webhook is disabled. Pure."""

import re
from email.utils import parsedate_to_datetime
from typing import Literal

from seatpreview.values.clock import MICROSECONDS, Moment, moment_of

_MINUTE = 60
_HOUR = 3600

RETRY_SECONDS = (
    5,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
"""The pauses after the first failed attempt, the second one and so on. Then the delivery has failed."""

ATTEMPTS_MAX = len(RETRY_SECONDS) + 1

JITTER = 0.2
"""A pause is up to this part longer, at random: what failed together does not come again together."""

RETRY_AFTER_SECONDS_MAX = 24 * _HOUR
"""The longest pause that a receiver can ask for."""

FAILING_SECONDS_MAX = 5 * 24 * _HOUR
"""A webhook whose deliveries have all failed for this long is disabled."""

DISABLING_ATTEMPTS_MIN = 4
"""What disables a webhook after five days is a delivery that has failed this often, over half an hour or
more. Where changes are rare, two short outages five days apart would otherwise be enough."""

GONE_STATUS = 410

DisabledReason = Literal["gone", "failing"]
"""Why the service disables a webhook: the receiver answered 410, or everything failed for five days."""


def next_attempt_at(
    attempts: int, at: Moment, chance: float, retry_after_seconds: float | None = None
) -> Moment | None:
    """Returns when to try again after this many failed attempts, the last one at `at`; None if never.

    `chance` is a random number from 0 to 1. A `Retry-After` can make the pause longer, within a bound, and
    never shorter.
    """
    if attempts >= ATTEMPTS_MAX:
        return None
    pause = RETRY_SECONDS[attempts - 1] * (1 + JITTER * chance)
    asked_for = min(retry_after_seconds or 0, RETRY_AFTER_SECONDS_MAX)
    return Moment(at + int(max(pause, asked_for) * MICROSECONDS))


def retry_after_seconds(header: str | None, at: Moment) -> float | None:
    """Returns the seconds that a `Retry-After` header asks for, as a number or as a date; None if it is
    missing or says neither."""
    text = (header or "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    if not _DATE.fullmatch(text):
        return None
    try:
        until = moment_of(parsedate_to_datetime(text))
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0, until - at) / MICROSECONDS


_SECONDS = re.compile("[0-9]{1,9}")
_DATE = re.compile("[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def disabled_reason(
    status: int | None, attempts: int, failing_since: Moment, at: Moment
) -> DisabledReason | None:
    """Returns why a failed attempt disables its webhook; None if it does not. `attempts` are those of this
    delivery, and `failing_since` is when the webhook's deliveries began to fail."""
    if status == GONE_STATUS:
        return "gone"
    is_failing = at - failing_since >= FAILING_SECONDS_MAX * MICROSECONDS
    return "failing" if is_failing and attempts >= DISABLING_ATTEMPTS_MIN else None
