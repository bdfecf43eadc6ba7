"""Sends the calls of all buyers when they are due, however slowly earlier ones are answered."""

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from seatpreview.rehearsal.buyers import Buyer, Plan, Step, buyers_of, steps_of
from seatpreview.rehearsal.http_connection import NO_RESPONSE, RESPONSE_SECONDS, ConnectionPool, Response
from seatpreview.rehearsal.preparation import Stage
from seatpreview.rehearsal.tally import LOST, TIMED_OUT, UNREACHABLE, Tally
from seatpreview.rehearsal.viewer_calls import Browser, Call

PROGRESS_SECONDS = 5.0


class Generator:
    """Lets buyers come, and counts what they get.

    Each buyer comes at a time that was fixed before, and so does each step of a visit: a slow service does
    not slow them down. The first call of a step is due at that time. One that needs an earlier answer, as the
    first preview needs the session, is due when that answer came.
    """

    def __init__(self, stage: Stage, plan: Plan, pools: Sequence[ConnectionPool]) -> None:
        self.tally = Tally()
        self._stage = stage
        self._plan = plan
        self._pools = pools
        self._visits: set[asyncio.Task[None]] = set()
        self._start = 0.0
        self._is_overdue = False
        """Whether the last buyer should have left long ago. What is unanswered then has failed."""

    async def run(self, stopped: asyncio.Event, show: Callable[[float, Tally], None]) -> float:
        """Runs until the last buyer has left, or until it is stopped. Returns the seconds that it took."""
        self._start = time.perf_counter()
        everything = asyncio.ensure_future(self._let_all_come())
        stop = asyncio.ensure_future(stopped.wait())
        seconds = 0.0
        while not (everything.done() or stop.done() or self._is_overdue):
            await asyncio.wait((everything, stop), timeout=PROGRESS_SECONDS, return_when="FIRST_COMPLETED")
            seconds = time.perf_counter() - self._start
            self._is_overdue = seconds > self._plan.seconds + self._plan.visit_seconds + RESPONSE_SECONDS
            show(seconds, self.tally)
        unfinished = [everything, stop, *self._visits]
        for each in unfinished:
            each.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
        return seconds

    async def _let_all_come(self) -> None:
        for buyer in buyers_of(self._plan, self._stage.seats):
            await self._wait_until(self._start + buyer.arrives_seconds)
            visit = asyncio.create_task(self._visit(buyer))
            self._visits.add(visit)
            visit.add_done_callback(self._visits.discard)
        while self._visits:
            await asyncio.wait(tuple(self._visits))

    async def _wait_until(self, due: float) -> None:
        """Waits, and notes how late the generator itself is. Where the buyer's last call took too long, the
        generator is not to blame."""
        asked = time.perf_counter()
        await asyncio.sleep(due - asked)
        self.tally.late_seconds.append(max(0.0, time.perf_counter() - max(due, asked)))

    async def _visit(self, buyer: Buyer) -> None:
        self.tally.buyers_came += 1
        browser = Browser(buyer.number, self._stage.maker)
        is_content = True
        for step in steps_of(buyer, self._plan):
            due = self._start + buyer.arrives_seconds + step.at_seconds
            await self._wait_until(due)
            is_content = await self._make_step(buyer, browser, step, due) and is_content
            if not browser.has_session:
                self.tally.buyers_turned_away += 1
                break
        self.tally.buyers_left += 1
        self.tally.buyers_disappointed += not is_content

    async def _make_step(self, buyer: Buyer, browser: Browser, step: Step, due: float) -> bool:
        """Makes the calls of a step. Returns whether all were served."""
        is_served = True
        for kind in step.chain:
            call = browser.call(kind, step.seat, datetime.now(UTC))
            is_served = await self._make(buyer, browser, call, due) and is_served
            if not browser.has_session:
                return False
            due = time.perf_counter()
        return is_served

    async def _make(self, buyer: Buyer, browser: Browser, call: Call, due: float) -> bool:
        try:
            response = await self._send(buyer, call)
        except TimeoutError:
            self.tally.count_failure(call.kind, TIMED_OUT)
        except asyncio.CancelledError:
            if self._is_overdue:
                self.tally.count_failure(call.kind, TIMED_OUT)
            raise
        except ConnectionRefusedError:
            self.tally.count_failure(call.kind, UNREACHABLE)
        except NO_RESPONSE:
            self.tally.count_failure(call.kind, LOST)
        else:
            return self._count(browser, call, response, time.perf_counter() - due)
        return False

    async def _send(self, buyer: Buyer, call: Call) -> Response:
        pool = self._pools[buyer.number % len(self._pools)]
        self.tally.waits_for_connection += pool.is_exhausted
        connection = await pool.take()
        headers = {**call.headers, "host": self._stage.target.authority}
        if self._stage.forwards:
            headers["x-forwarded-for"] = buyer.address
        try:
            return await connection.request(call.method, call.path, headers, call.body)
        finally:
            pool.give_back(connection)

    def _count(self, browser: Browser, call: Call, response: Response, seconds: float) -> bool:
        if response.status < 400:
            try:
                browser.read(call.kind, response.body)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                self.tally.count_failure(call.kind, "unreadable answer")
                return False
        return self.tally.count(call.kind, response, seconds)
