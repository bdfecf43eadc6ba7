"""The limiter in this process: exact as long as there is no other process."""

from heapq import heappop, heappush, heapreplace

from seatpreview.limits.gcra import MICROSECOND_PS, charge, debt
from seatpreview.limits.model import Allowance, Decision
from seatpreview.values.clock import Moment

STATE_BYTES = 500
"""The most memory that a state takes."""


class LocalLimiter:
    """Stores at most `states_max` states in memory.

    A state whose TAT has passed has expired: it holds no debt, and evicting it loses nothing. Only if more
    than `states_max` states hold debt is one evicted early: the one that would expire first.
    """

    def __init__(self, states_max: int = 100_000) -> None:
        self._states_max = states_max
        self._tats_ps: dict[str, int] = {}
        # A heap with one entry for each state, by the TAT that it had when the entry was last checked.
        self._queue: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """Returns the number of stored states."""
        return len(self._tats_ps)

    async def consume(self, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        """Charges one request, as described in `Limiter`, without waiting for anything."""
        now_ps = now * MICROSECOND_PS
        tats_ps = self._tats_ps
        debts_ps: list[int] = []
        for allowance in allowances:
            charged_ps = charge(allowance.limit, tats_ps.get(allowance.state, 0), now_ps)
            if charged_ps is None:
                return self._refuse(allowances, now_ps)
            debts_ps.append(charged_ps)
        self._store(allowances, debts_ps, now_ps)
        return Decision(True, allowances, debts_ps)

    def check(self, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        """Decides whether one more request would pass, and charges nothing."""
        now_ps = now * MICROSECOND_PS
        tats_ps = [self._tats_ps.get(allowance.state, 0) for allowance in allowances]
        pairs = [*zip(allowances, tats_ps, strict=True)]
        passes = all(charge(each.limit, tat_ps, now_ps) is not None for each, tat_ps in pairs)
        return Decision(passes, allowances, [debt(each.limit, tat_ps, now_ps) for each, tat_ps in pairs])

    def charge_afterwards(self, allowances: tuple[Allowance, ...], amount: int, now: Moment) -> None:
        """Charges something that has happened already, as if it were this many requests, whether or not they
        would pass. What is owed beyond the greatest debt of a limit is forgiven."""
        debts_ps = [
            min(each.limit.debt_ps_max, debt_ps + amount * each.limit.interval_ps)
            for each, debt_ps in zip(allowances, self.check(allowances, now).debts_ps, strict=True)
        ]
        self._store(allowances, debts_ps, now * MICROSECOND_PS)

    async def close(self) -> None:
        """Does nothing: there is no connection to close."""

    def _refuse(self, allowances: tuple[Allowance, ...], now_ps: int) -> Decision:
        debts_ps = [
            debt(allowance.limit, self._tats_ps.get(allowance.state, 0), now_ps) for allowance in allowances
        ]
        self._store(allowances, debts_ps, now_ps)
        return Decision(False, allowances, debts_ps)

    def _store(self, allowances: tuple[Allowance, ...], debts_ps: list[int], now_ps: int) -> None:
        tats_ps = self._tats_ps
        for allowance, debt_ps in zip(allowances, debts_ps):  # noqa: B905  strict costs more than the rest
            state = allowance.state
            if state in tats_ps:
                tats_ps[state] = now_ps + debt_ps
            elif debt_ps:
                self._add(state, now_ps + debt_ps, now_ps)

    def _add(self, state: str, tat_ps: int, now_ps: int) -> None:
        self._evict(now_ps)
        heappush(self._queue, (tat_ps, state))
        self._tats_ps[state] = tat_ps

    def _evict(self, now_ps: int) -> None:
        # Two entries are checked for each new state, so that states are evicted faster than they are added,
        # and no request pays for many evictions at once.
        for _ in range(2):
            if self._queue and self._queue[0][0] <= now_ps:
                self._evict_first()
        while len(self._tats_ps) >= self._states_max:
            self._evict_first()

    def _evict_first(self) -> None:
        """Evicts the first state of the heap, or moves it back if its TAT has changed since."""
        queued_ps, state = self._queue[0]
        tat_ps = self._tats_ps[state]
        if tat_ps > queued_ps:
            heapreplace(self._queue, (tat_ps, state))
            return
        heappop(self._queue)
        del self._tats_ps[state]
