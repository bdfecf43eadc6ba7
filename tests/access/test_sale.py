"""A sale by the arithmetic of decision 0065: buyers, and those who attack them, against the default limits.

The rules and the limiter alone, on a clock that the test moves: tens of thousands of calls take a second.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from access.sample_keys import NOW, TENANT, key, session
from seatpreview.access.allowances import (
    SessionLimits,
    address_allowances,
    beacon_allowances,
    key_allowances,
    session_allowances,
)
from seatpreview.http.app_dependencies import rate_limits
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import SessionClaims
from seatpreview.values.clock import MICROSECONDS, Moment

pytestmark = pytest.mark.anyio

SETTINGS = Settings(data_dir=Path())
LIMITS = rate_limits(SETTINGS, Limit.of(*SETTINGS.key_rate))
OF_SESSIONS = SessionLimits.of(LIMITS)
KEY = key()
OF_KEY = key_allowances(KEY, TENANT, None, LIMITS)
NAT = "192.0.2.1"
LOOK_SECONDS = 5


class Sale:
    """The calls of buyers, charged as the guard charges them."""

    def __init__(self) -> None:
        self.limiter = LocalLimiter()
        self.refused: Counter[str] = Counter()
        self.sessions = 0

    async def make(self, address: str, seconds: float) -> SessionClaims | None:
        """Makes a session without a secret; None if that is refused."""
        at = moment(seconds)
        own = address_allowances("address", address, LIMITS.address)
        if not await self._charge("make", (*own, *OF_KEY.of_visitor), at):
            return None
        self.sessions += 1
        return session(f"ses_{self.sessions}", at)

    async def call(self, who: str, buyer: SessionClaims, address: str, seconds: float) -> bool:
        """Makes a call with a session's token; a refusal is counted under this name."""
        at = moment(seconds)
        own = session_allowances(buyer, KEY, address, at, OF_SESSIONS)
        return await self._charge(who, (*own, *OF_KEY.of_sessions), at)

    async def look(self, buyer: SessionClaims, address: str, seconds: float) -> None:
        """Looks at a seat: its preview, its neighbours, and a beacon with events."""
        await self._charge(
            "beacon", beacon_allowances(address, LIMITS.session_address), Moment(moment(seconds))
        )
        for _ in range(3):
            await self.call("buyer", buyer, address, seconds)

    async def _charge(self, who: str, allowances: tuple[Allowance, ...], at: Moment) -> bool:
        decision = await self.limiter.consume(allowances, at)
        self.refused[who] += not decision.allowed
        return decision.allowed


def moment(seconds: float) -> Moment:
    return Moment(NOW + round(seconds * MICROSECONDS))


def spread(count: int, seconds: float) -> Iterator[float]:
    """Yields moments, evenly over this time."""
    return (number * seconds / count for number in range(count))


def home(number: int) -> str:
    """Returns the address of a buyer at home."""
    return f"198.51.{number // 250}.{number % 250}"


def crowd(count: int = 2000, seconds: float = 600) -> list[SessionClaims]:
    """Sessions that were made over this time until ten seconds ago."""
    return [
        session(f"ses_old_{number}", Moment(NOW - round((10 + before) * MICROSECONDS)))
        for number, before in enumerate(spread(count, seconds))
    ]


async def test_two_thousand_sessions_from_one_address_made_within_ten_minutes_are_all_served() -> None:
    sale = Sale()
    buyers: list[SessionClaims | None] = [await sale.make(NAT, seconds) for seconds in spread(2000, 600)]
    served = [buyer for buyer in buyers if buyer is not None]
    assert len(served) == 2000
    for round_ in range(3):
        for buyer, seconds in zip(served, spread(2000, LOOK_SECONDS), strict=True):
            await sale.look(buyer, NAT, 600 + round_ * LOOK_SECONDS + seconds)
    assert sale.refused.total() == 0


async def test_two_hundred_new_buyers_a_second_are_served() -> None:
    """Each opens a view with four calls, looks at four more seats, two calls each, and leaves."""
    sale, calls_after_seconds = Sale(), (0, 0, 0, 5, 5, 10, 10, 15, 15, 20, 20, 25)
    made = [session(f"ses_new_{number}", moment(start)) for number, start in enumerate(spread(5200, 26))]
    for first in range(0, 5200, 200):
        now = first / 200
        for number in range(first, first + 200):
            assert await sale.make(home(number), now) is not None
        for after in calls_after_seconds:
            began = first - 200 * after
            for number in range(began, began + 200) if began >= 0 else ():
                await sale.call("buyer", made[number], home(number), now)
    assert sale.refused.total() == 0


async def test_a_thousand_buyers_behind_one_address_who_look_every_two_seconds_are_served() -> None:
    """The example of deploy.md."""
    sale = Sale()
    buyers = crowd(1000)
    for round_ in range(5):
        for buyer, seconds in zip(buyers, spread(1000, 2), strict=True):
            await sale.call("buyer", buyer, NAT, 2 * round_ + seconds)
    assert sale.refused.total() == 0


async def test_sessions_made_at_an_address_too_fast_are_refused_after_the_burst() -> None:
    sale = Sale()
    made = [await sale.make(NAT, seconds) for seconds in spread(2000, 10)]
    assert 2000 - made.count(None) == pytest.approx(300 + 10 * 20, abs=1)
    assert await sale.make("192.0.2.2", 10) is not None


@pytest.mark.parametrize("address", [NAT, "2001:db8::1"])
async def test_an_attack_with_new_sessions_refuses_none_of_the_older_and_nobody_elsewhere(
    address: str,
) -> None:
    """Attack: from the address of 2,000 buyers, sessions are made as fast as they are granted, and each makes
    as many calls as it can. Meanwhile, a sale goes on at other addresses."""
    sale, buyers = Sale(), crowd()
    attackers: list[SessionClaims] = []
    elsewhere = [session(f"ses_else_{number}") for number in range(2400)]
    attacked = 0
    for tick in range(15):
        seconds = tick / 10
        for attacker in attackers:
            attacked += await sale.call("attacker", attacker, address, seconds)
        new = [await sale.make(address, seconds) for _ in range(310 if tick == 0 else 4)]
        for attacker in filter(None, new):
            attackers.append(attacker)
            for _ in range(90):
                attacked += await sale.call("attacker", attacker, address, seconds)
        for buyer in buyers[tick % 50 :: 50]:
            await sale.look(buyer, address, seconds)
        for number in range(tick % 10, 2400, 10):
            await sale.call("elsewhere", elsewhere[number], home(number), seconds)
    assert sale.refused["attacker"] > 5000
    assert sale.refused["make"] > 30
    assert (sale.refused["buyer"], sale.refused["beacon"], sale.refused["elsewhere"]) == (0, 0, 0)
    assert 20_000 < attacked <= 20_000 + 1.5 * 2000


async def test_a_session_above_a_persons_pace_is_refused_and_no_other() -> None:
    sale = Sale()
    greedy, other = crowd(2)
    served = [await sale.call("greedy", greedy, NAT, seconds) for seconds in spread(1000, 10)]
    assert sum(served) == pytest.approx(150 + 10 * 5, abs=1)
    assert await sale.call("other", other, NAT, 10)
