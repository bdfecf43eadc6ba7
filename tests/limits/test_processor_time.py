"""Processor time: heavy work is charged after it was done, and who is in debt waits."""

import pytest

from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.shares import Lane, Share, visitor_path
from seatpreview.problems import RateLimited
from seatpreview.values.clock import MICROSECONDS, Clock


class StoppedClock(Clock):
    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> int:
        return round(self.seconds * MICROSECONDS)


def waits(time: ProcessorTime, share: Share) -> int:
    """Returns after how many seconds the share may go on; 0 for at once."""
    try:
        time.check(share)
    except RateLimited as refusal:
        return refusal.retry_after_seconds or 0
    return 0


def visitor(number: int, session_id: str = "", key: str = "key_1") -> Share:
    return Share("a", visitor_path(f"192.0.2.{number}", session_id), key, Lane.SEARCHES)


def test_work_passes_until_its_share_is_used_up_and_then_waits_until_its_debt_is_paid() -> None:
    clock = StoppedClock()
    time, share = ProcessorTime(60, clock), Share("a", key="key_1")
    time.charge(share, 44.9)
    assert waits(time, share) == 0
    time.charge(share, 15)
    wait = waits(time, share)
    assert wait > 0
    clock.seconds += wait
    assert waits(time, share) == 0
    clock.seconds += 120
    time.charge(share, 44)
    assert waits(time, share) == 0, "what was paid is forgotten"


def test_one_piece_of_work_may_cost_more_than_there_is_and_is_paid_for_afterwards() -> None:
    clock = StoppedClock()
    time, share = ProcessorTime(60, clock), Share("a", key="key_1")
    time.charge(share, 90)
    clock.seconds += 55
    assert waits(time, share) > 0
    clock.seconds += 10
    assert waits(time, share) == 0


def test_a_debt_is_never_remembered_for_longer_than_two_minutes() -> None:
    clock = StoppedClock()
    time, share = ProcessorTime(60, clock), Share("a")
    time.charge(share, 100_000)
    clock.seconds += 121
    assert waits(time, share) == 0


def test_a_key_leaves_a_quarter_to_the_others_of_its_tenant() -> None:
    time = ProcessorTime(60, StoppedClock())
    time.charge(Share("a", key="key_1"), 46)
    assert waits(time, Share("a", key="key_1")) > 0
    assert waits(time, Share("a", key="key_2")) == 0
    time.charge(Share("a", key="key_2"), 15)
    assert waits(time, Share("a", key="key_2")) > 0, "the tenant has used all that it has"
    assert waits(time, Share("b", key="key_1")) == 0


def test_limited_keys_together_leave_a_quarter_to_the_owner_s_key() -> None:
    """Attack: a key for one venue makes more of its kind, and uses up the tenant's time with all of them."""
    time = ProcessorTime(60, StoppedClock())
    limited = [Share("a", key=f"key_{number}", is_limited=True) for number in range(3)]
    for share in limited:
        time.charge(share, 15.5)
    assert all(waits(time, share) > 0 for share in limited)
    assert waits(time, Share("a", key="key_owner")) == 0


def test_no_search_keeps_its_tenant_from_reading_or_publishing() -> None:
    time = ProcessorTime(60, StoppedClock())
    time.charge(Share("a", key="key_1", lane=Lane.SEARCHES), 500)
    assert waits(time, Share("a", key="key_1", lane=Lane.SEARCHES)) > 0
    assert waits(time, Share("a", key="key_1", lane=Lane.READS)) == 0
    assert waits(time, Share("a", key="key_1", lane=Lane.CHANGES)) == 0


@pytest.mark.parametrize(
    ("used_by", "seconds", "refused", "others"),
    [
        (visitor(1, "ses_a"), 15, visitor(1, "ses_a"), visitor(1, "ses_b")),
        (visitor(1), 30, visitor(1, "ses_a"), visitor(2, "ses_b")),
        (visitor(1), 90, visitor(2), visitor(2, key="key_2")),
        (visitor(1).together._replace(lane=Lane.SEARCHES), 120, visitor(2), Share("a", lane=Lane.SEARCHES)),
    ],
    ids=["a session has an eighth", "an address has a quarter", "a key three quarters", "all have twice"],
)
def test_a_visitor_has_a_part_of_what_its_tenant_s_visitors_have(
    used_by: Share, seconds: float, refused: Share, others: Share
) -> None:
    time = ProcessorTime(60, StoppedClock())
    time.charge(used_by, seconds - 0.1)
    assert waits(time, refused) == 0
    time.charge(used_by, 0.2)
    assert waits(time, refused) > 0
    assert waits(time, others) == 0
