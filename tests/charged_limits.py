"""Which limits the requests of a test are charged to, one list for each call of the limiter."""

import pytest

from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance, Decision
from seatpreview.values.clock import Moment


def record_charges(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Returns a list that grows with each call of the limiter by the kinds of limits that it charges."""
    charged: list[list[str]] = []
    consume = LocalLimiter.consume

    async def record(limiter: LocalLimiter, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        charged.append([allowance.policy for allowance in allowances])
        return await consume(limiter, allowances, now)

    monkeypatch.setattr(LocalLimiter, "consume", record)
    return charged
