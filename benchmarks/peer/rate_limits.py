"""Exact rate limits by GCRA: in this process, or by a script in Valkey."""

import math
import time
from pathlib import Path
from typing import NamedTuple, Protocol

from redis.asyncio import Redis

from benchmarks.peer.models import RateLimit

_SCRIPT = Path(__file__).with_name("gcra.lua").read_text()
_STATES_MAX = 100_000
_MICROSECONDS = 1_000_000


class Decision(NamedTuple):
    """Whether a request may pass, and the debt of each of its limits in microseconds."""

    is_allowed: bool
    debts: list[float]


Limits = list[tuple[str, RateLimit]]
"""The limits of a request, each with the name of its state."""


class Limiter(Protocol):
    """Counts requests."""

    async def charge(self, limits: Limits) -> Decision:
        """Charges a request to all limits, or to none where one refuses it."""

    async def close(self) -> None:
        """Ends connections."""


class LocalLimiter:
    """Keeps the moment at which each limit is whole again."""

    def __init__(self) -> None:
        self._whole_at: dict[str, float] = {}

    async def charge(self, limits: Limits) -> Decision:
        """Charges a request as `Limiter` says."""
        now = time.time() * _MICROSECONDS
        whole_at = [max(self._whole_at.get(name, now), now) for name, _ in limits]
        after = [moment + _interval(limit) for moment, (_, limit) in zip(whole_at, limits, strict=True)]
        if any(moment - now > _span(limit) for moment, (_, limit) in zip(after, limits, strict=True)):
            return Decision(False, [moment - now for moment in whole_at])
        if len(self._whole_at) > _STATES_MAX:
            self._whole_at = {name: moment for name, moment in self._whole_at.items() if moment > now}
        for moment, (name, _) in zip(after, limits, strict=True):
            self._whole_at[name] = moment
        return Decision(True, [moment - now for moment in after])

    async def close(self) -> None:
        """Does nothing: there is no connection."""


class ValkeyLimiter:
    """Counts in Valkey, for any number of processes."""

    def __init__(self, url: str) -> None:
        self._valkey = Redis.from_url(url)
        self._script = self._valkey.register_script(_SCRIPT)

    async def charge(self, limits: Limits) -> Decision:
        """Charges a request as `Limiter` says, in one round trip."""
        arguments = [number for _, limit in limits for number in (_interval(limit), _span(limit))]
        allowed, *debts = await self._script([f"limit:{name}" for name, _ in limits], arguments)
        return Decision(allowed == 1, [float(debt) for debt in debts])

    async def close(self) -> None:
        """Ends the connections."""
        await self._valkey.aclose()


def headers(limits: Limits, decision: Decision) -> dict[str, str]:
    """Returns the RateLimit headers of a response."""
    policies, states = [], []
    for (name, limit), debt in zip(limits, decision.debts, strict=True):
        kind = name.partition(":")[0]
        remaining = max(0, int((_span(limit) - debt) / _interval(limit)))
        policies.append(f'"{kind}";q={limit.requests};w={limit.window_seconds};burst={limit.burst}')
        states.append(f'"{kind}";r={remaining};t={math.ceil(debt / _MICROSECONDS)}')
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(states)}


def retry_after(limits: Limits, decision: Decision) -> int:
    """Returns after how many seconds a refused request would pass."""
    waits = [
        debt + _interval(limit) - _span(limit)
        for (_, limit), debt in zip(limits, decision.debts, strict=True)
    ]
    return max(1, math.ceil(max(waits) / _MICROSECONDS))


def _interval(limit: RateLimit) -> float:
    return limit.window_seconds * _MICROSECONDS / limit.requests


def _span(limit: RateLimit) -> float:
    return limit.burst * _interval(limit)
