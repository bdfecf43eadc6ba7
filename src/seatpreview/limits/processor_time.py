"""How much processor time the heavy work of each share may use, and whether it has used it up.

Work is charged after it was done, since nobody knows its cost before. Who is in debt waits: a search that
costs a hundred times as much as another counts a hundred times as much.
"""

from collections import defaultdict

from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance
from seatpreview.limits.shares import Share
from seatpreview.problems import RateLimited
from seatpreview.values.clock import Clock, Moment

WINDOW_SECONDS = 60
VISITORS_FACTOR = 2
"""The visitors of a tenant get this many times what its keys get: they are many, and most of what they ask
for is computed once for all of them."""

_OF_KEYS = (1, 4 / 3, 4 / 3)
"""The divisors of what a tenant's keys get: all of them together, all that are limited to some operations or
venues, and one of them."""
_OF_VISITORS = (1, 4 / 3, 2, 4, 8)
"""The divisors of what a tenant's visitors get: all of them together, those of a key, an IPv6 network of 56
bits, an address, and a session."""
_DEBT_WINDOWS = 2
"""The windows for which a debt is remembered at most."""
_STATES_MAX = 20_000


class ProcessorTime:
    """Counts the processor time of heavy work in this worker. Each lane has its own budget: no search,
    however costly, keeps its tenant from publishing."""

    def __init__(self, seconds_per_minute: int, clock: Clock | None = None) -> None:
        """`seconds_per_minute` is what the keys of a tenant get together, in each lane."""
        self._of_keys = _limits(seconds_per_minute, _OF_KEYS)
        self._of_visitors = _limits(VISITORS_FACTOR * seconds_per_minute, _OF_VISITORS)
        self._clock = clock or Clock()
        self._debts = LocalLimiter(_STATES_MAX)
        self.used_seconds: defaultdict[str, float] = defaultdict(float)
        """The seconds that were used, by the name of the lane."""
        self.refused = 0
        """How often work was refused because its share was in debt."""

    def check(self, share: Share) -> None:
        """Raises RateLimited if the share has used up its processor time."""
        decision = self._debts.check(self._allowances(share), self._now())
        if decision.allowed:
            return
        self.refused += 1
        raise RateLimited(
            "Requests of this kind have used more processor time than they may: those of this key or its "
            "tenant or, without a secret, of its visitors, your session or your address. Wait for the "
            "number of seconds in Retry-After.",
            retry_after_seconds=decision.retry_after_seconds,
        )

    def charge(self, share: Share, seconds: float) -> None:
        """Charges work that was done for a share."""
        self.used_seconds[share.lane.name] += seconds
        self._debts.charge_afterwards(self._allowances(share), round(seconds * 1000), self._now())

    def _allowances(self, share: Share) -> tuple[Allowance, ...]:
        is_visitor = share.is_of_visitor
        of_whom, limits = ("visitors", self._of_visitors) if is_visitor else ("keys", self._of_keys)
        path = share.path
        return tuple(
            Allowance(
                "processor", f"{share.lane.name} {of_whom} {'/'.join(path[: depth + 1])}", limits[depth]
            )
            for depth in range(len(path))
        )

    def _now(self) -> Moment:
        return Moment(self._clock.monotonic())


def _limits(seconds: int, divisors: tuple[float, ...]) -> tuple[Limit, ...]:
    """Returns the limits of the levels of a path, in milliseconds of processor time."""
    amounts = [max(1, int(seconds * 1000 / divisor)) for divisor in divisors]
    return tuple(Limit.of(each, WINDOW_SECONDS, each, _DEBT_WINDOWS * each) for each in amounts)
