"""Limits kept in this process: exact as long as it is the only one."""

from heapq import heappop, heappush, heapreplace

from seatpreview.clock import Moment
from seatpreview.limits.gcra import MICROSECOND_PS, charge, debt
from seatpreview.limits.model import Allowance, Decision


class LocalLimiter:
    """Remembers at most `states_max` states.

    A state whose TAT has passed is spent: nothing is lost when it is forgotten. Only where more
    states than that hold debt is one forgotten early, the one that would be spent first.
    """

    def __init__(self, states_max: int = 100_000) -> None:
        self._states_max = states_max
        self._tats_ps: dict[str, int] = {}
        # One entry for each state, with the TAT that it had when the entry was last looked at.
        self._queue: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """How many states are remembered."""
        return len(self._tats_ps)

    async def draw(self, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        now_ps = now * MICROSECOND_PS
        tats_ps = self._tats_ps
        debts_ps: list[int] = []
        for drawn in allowances:
            charged_ps = charge(drawn.limit, tats_ps.get(drawn.state, 0), now_ps)
            if charged_ps is None:
                return self._refusal(allowances, now_ps)
            debts_ps.append(charged_ps)
        self._keep(allowances, debts_ps, now_ps)
        return Decision(True, allowances, debts_ps)

    async def close(self) -> None:
        pass

    def _refusal(self, allowances: tuple[Allowance, ...], now_ps: int) -> Decision:
        debts_ps = [debt(drawn.limit, self._tats_ps.get(drawn.state, 0), now_ps) for drawn in allowances]
        self._keep(allowances, debts_ps, now_ps)
        return Decision(False, allowances, debts_ps)

    def _keep(self, allowances: tuple[Allowance, ...], debts_ps: list[int], now_ps: int) -> None:
        tats_ps = self._tats_ps
        for drawn, debt_ps in zip(allowances, debts_ps):  # noqa: B905  a check that costs more than the rest
            state = drawn.state
            if state in tats_ps:
                tats_ps[state] = now_ps + debt_ps
            elif debt_ps:
                self._remember(state, now_ps + debt_ps, now_ps)

    def _remember(self, state: str, tat_ps: int, now_ps: int) -> None:
        self._make_room(now_ps)
        heappush(self._queue, (tat_ps, state))
        self._tats_ps[state] = tat_ps

    def _make_room(self, now_ps: int) -> None:
        # Two looks for each new state: enough to forget faster than states come, and never a stall.
        for _ in range(2):
            if self._queue and self._queue[0][0] <= now_ps:
                self._forget_first()
        while len(self._tats_ps) >= self._states_max:
            self._forget_first()

    def _forget_first(self) -> None:
        """Forget the first state of the queue, or put it further back if its TAT has moved since."""
        queued_ps, state = self._queue[0]
        tat_ps = self._tats_ps[state]
        if tat_ps > queued_ps:
            heapreplace(self._queue, (tat_ps, state))
            return
        heappop(self._queue)
        del self._tats_ps[state]
