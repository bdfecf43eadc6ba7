"""When a failed delivery is attempted again, and what disables a webhook."""

import pytest

from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.webhooks.retry_times import (
    ATTEMPTS_MAX,
    disabled_reason,
    next_attempt_at,
    retry_after_seconds,
)

AT = Moment(1_800_000_000 * MICROSECONDS)  # 2027-01-15T08:00:00Z
HOUR = 3600
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("attempts", "seconds"),
    [
        (1, 5),
        (2, 300),
        (3, 1800),
        (4, 2 * HOUR),
        (5, 5 * HOUR),
        (6, 10 * HOUR),
        (7, 14 * HOUR),
        (8, 20 * HOUR),
        (9, DAY),
    ],
)
def test_pauses_grow_and_are_never_shorter_than_promised(attempts: int, seconds: int) -> None:
    for chance in (0.0, 0.5, 1.0):
        again = next_attempt_at(attempts, AT, chance)
        assert again is not None
        assert again - AT == pytest.approx(seconds * (1 + chance / 5) * MICROSECONDS)


def test_after_the_last_attempt_there_is_none() -> None:
    assert ATTEMPTS_MAX == 10
    assert next_attempt_at(ATTEMPTS_MAX, AT, 0.5, 60) is None


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("120", 120),
        (" 7 ", 7),
        ("Fri, 15 Jan 2027 08:01:00 GMT", 60),
        ("Fri, 15 Jan 2027 07:00:00 GMT", 0),
        ("Fri, 45 Jan 2027 07:00:00 GMT", None),
        ("-1", None),
        ("1e9", None),
        ("9" * 1000, None),
        ("soon", None),
    ],
)
def test_retry_after_is_read_as_a_number_or_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(header, AT) == seconds


@pytest.mark.parametrize(("asked_for", "seconds"), [(2, 5), (600, 600), (30 * DAY, DAY)])
def test_retry_after_makes_a_pause_longer_within_a_bound_and_never_shorter(
    asked_for: float, seconds: int
) -> None:
    assert next_attempt_at(1, AT, 0.0, asked_for) == AT + seconds * MICROSECONDS


@pytest.mark.parametrize(
    ("status", "attempts", "failing_days", "reason"),
    [
        (410, 1, 0, "gone"),
        (500, 1, 0, None),
        (500, 10, 4.99, None),
        (None, 10, 5, "failing"),
        (500, 4, 6, "failing"),
        # Changes are rare, and this is the first attempt since the last outage.
        (500, 1, 60, None),
    ],
)
def test_a_webhook_is_disabled_by_410_and_by_five_days_of_failure(
    status: int | None, attempts: int, failing_days: float, reason: str | None
) -> None:
    since = Moment(AT - round(failing_days * DAY * MICROSECONDS))
    assert disabled_reason(status, attempts, since, AT) == reason
