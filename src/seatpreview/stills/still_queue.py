"""The queue of stills that a worker is to draw: fair between tenants and bounded for each of them."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog

from seatpreview.caching import BoundedCache
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.shares import Share
from seatpreview.objects.store import Objects
from seatpreview.problems import Problem, RateLimited
from seatpreview.shared_calls import SingleFlight
from seatpreview.stills.still_browser import OUTCOMES, StillBrowser, StillFailed
from seatpreview.stills.still_job import StillJob
from seatpreview.stills.still_objects import KnownStills, is_stored, list_stills, store_still
from seatpreview.stills.support import StillState
from seatpreview.values.clock import MICROSECONDS, Clock
from seatpreview.values.ids import VenueId

WAITING_MAX = 64
"""Stills of a tenant that wait to be drawn and that nobody waits for."""
AWAITED_MAX = 16
"""The same for stills that requests wait for."""
TASKS_MAX = 2000
"""Stills of all tenants that wait."""
REFUSED_SECONDS = 600
"""How long a scene is not drawn again after the browser was killed or failed with it, and how long nothing is
drawn, until it is tried again, if the browser cannot draw at all."""
_REFUSED_PLANS_MAX = 1000
SECONDS_PER_MINUTE = 20
"""For how much of each minute the browser draws for one tenant while others wait. Its visitors have twice as
much."""

log = structlog.get_logger("seatpreview")
QUIET_SAMPLE_SECONDS = 0.1
QUIET_DEMAND_MAX = 0.5
"""The part of a sample in which the event loop's thread ran, or waited for a processor, above which nothing
is begun."""
QUIET_WAIT_SECONDS_MAX = 60
"""After this, a still is drawn all the same: in a rush without end, one a minute."""

_OWN_THREAD = Path("/proc/thread-self/schedstat")


class Plan(NamedTuple):
    """A plan to draw from, and its id."""

    plan_id: str
    text: bytes


class Probe(NamedTuple):
    """A small scene of the service's own, which any browser that works can draw."""

    plan: Plan
    job: StillJob


class AskedStill(msgspec.Struct, frozen=True, eq=False):
    """A still that was asked for."""

    venue_id: VenueId
    known: KnownStills
    """The known stills of the venue."""
    still_id: bytes
    scene_id: bytes
    """The id of the scene that it shows: the layout, the configuration and the mood."""
    job: StillJob
    plan: Callable[[], Awaitable[Plan | None]]
    """Returns the plan; None if the venue has changed or is gone."""


# Waits for a moment in which requests do not need the processor.
#
# A still can wait, and buyers cannot: in a rush, no still is begun. One that is being drawn has the lowest
# priority (`processes/child_setup.py`), but shares caches and memory with requests all the same.


def needed_seconds() -> float:
    """Returns for how long the calling thread has run so far, or waited for a processor."""
    try:
        ran_ns, waited_ns = map(int, _OWN_THREAD.read_bytes().split()[:2])
    except (OSError, ValueError):
        return time.thread_time()  # Not Linux: without the time for which it waited.
    return (ran_ns + waited_ns) / 1e9


async def wait_for_quiet(
    needed: Callable[[], float] = needed_seconds, seconds_max: float = QUIET_WAIT_SECONDS_MAX
) -> None:
    """Returns once the thread of the event loop has needed its processor for less than half of a sample, and
    after `seconds_max` at the latest."""
    started = time.perf_counter()
    while True:
        sample_started, before = time.perf_counter(), needed()
        await asyncio.sleep(QUIET_SAMPLE_SECONDS)
        now = time.perf_counter()
        if needed() - before < QUIET_DEMAND_MAX * (now - sample_started) or now - started >= seconds_max:
            return


class StillQueue:
    """Draws stills one after the other and keeps them in the object store.

    Requests that wait for a still have a queue of their own, as have visitors: each of these takes its turn
    at the browser.
    """

    def __init__(
        self,
        objects: Objects,
        browser: StillBrowser | None,
        state: StillState,
        version: bytes,
        make_probe: Callable[[], Probe] | None = None,
        wait: Callable[[], Awaitable[None]] = wait_for_quiet,
    ) -> None:
        """Without a browser, stills that are stored already are still found, unless they are off. Before each
        still it waits until requests leave it the processor. In the state "checking", `try_browser` is to be
        run: it draws the probe."""
        self.state = state
        self.version = version
        """The id of the drawing, which is part of the ids of stills."""
        self.browser = browser
        self.background = FairQueue(1, share=1, waiting_max=WAITING_MAX)
        self.awaited = FairQueue(1, share=1, waiting_max=AWAITED_MAX)
        self.dropped = 0
        """Stills that were not queued, since too many of their share waited."""
        self._objects = objects
        self._make_probe = make_probe
        self._wait = wait
        self._clock = Clock()
        self._browser_seconds = ProcessorTime(SECONDS_PER_MINUTE, self._clock)
        self._turn = asyncio.Lock()
        self._queued: set[bytes] = set()
        self._in_work: SingleFlight[tuple[bytes, Share], bool] = SingleFlight()
        """Stills that requests of a tenant wait for. Tenants do not wait for each other's turn."""
        self._tasks: set[asyncio.Task[bool]] = set()
        self._drawing: set[asyncio.Task[bool]] = set()
        self._refused: BoundedCache[bytes, int] = BoundedCache(_REFUSED_PLANS_MAX)

    @property
    def is_on(self) -> bool:
        """Whether previews and images show stills at all."""
        return self.state != "off"

    @property
    def waiting_by_wish(self) -> dict[str, int]:
        """The numbers of stills that wait or are being drawn: for a request that waits (`now`), or for nobody
        in particular (`later`)."""
        return {"now": len(self._in_work), "later": len(self._tasks)}

    @property
    def waiting(self) -> int:
        """The number of stills that wait or are being drawn."""
        return sum(self.waiting_by_wish.values())

    def outcomes(self) -> Counter[str]:
        """Returns how many stills were made, and how many were not, by the reason."""
        found: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
        if self.browser is not None:
            found.update(self.browser.outcomes)
        found["dropped"] = self.dropped
        return found

    async def try_browser(self) -> None:
        """Finds out by a small scene of the service's own whether the browser can draw. If it cannot, nothing
        is queued, and it is tried again every ten minutes."""
        while self.browser is not None and self._make_probe is not None and self.state != "ready":
            probe = await asyncio.to_thread(self._make_probe)
            async with self._turn:
                await self._wait()
                can_draw = await self.browser.can_draw(probe.plan.plan_id, probe.plan.text, probe.job)
                self.state = "ready" if can_draw else "cannot_draw"
            if not can_draw:
                await asyncio.sleep(REFUSED_SECONDS)

    def list_once(self, venue_id: VenueId, known: KnownStills) -> None:
        """Asks the object store for the stills of a venue in the background, once."""
        if not known.is_listed and self.is_on:
            known.is_listed = True
            _run_aside(self._tasks, self._list(venue_id, known))

    def has_room(self, share: Share) -> bool:
        """Returns whether one more still of the share may wait. If not, the one to be asked for counts as
        dropped: in a rush, most are, and each costs a buyer what is done for it before."""
        has_room = len(self._tasks) < TASKS_MAX and self.background.has_room(share)
        self.dropped += not has_room
        return has_room

    def ask(self, share: Share, still: AskedStill) -> None:
        """Puts a still into the queue, unless it is there already or too many wait. Never waits."""
        if self.browser is None or still.still_id in self._queued or still.still_id in still.known.ids:
            return
        if not self._is_refused(still) and self.has_room(share):
            self._queued.add(still.still_id)
            _run_aside(self._tasks, self._draw_aside(share, still))

    def ask_later(self, share: Share, find: Callable[[], list[AskedStill]]) -> None:
        """Does the same for several stills, which are found in a thread."""
        if self.browser is not None and self.state != "cannot_draw" and len(self._tasks) < TASKS_MAX:
            _run_aside(self._tasks, self._ask_all(share, find))

    async def wait_for(self, share: Share, still: AskedStill, seconds: float) -> bool:
        """Returns whether the still is stored, after waiting this long for it at most. If it is not there
        then, it waits among those that nobody waits for."""
        if await self._is_kept(still):
            return True
        if self.browser is None or self._is_refused(still) or self.waiting >= TASKS_MAX:
            return False
        draw = partial(self._draw_in_turn, self.awaited, share, still)
        try:
            return await self._in_work.share((still.still_id, share.together), draw, wait_seconds=seconds)
        except TimeoutError:
            self.ask(share, still)
            return False

    async def close(self) -> None:
        """Ends everything that waits, and the browser."""
        browser, self.browser = self.browser, None
        tasks = [*self._tasks, *self._drawing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if browser is not None:
            await browser.close()

    async def _list(self, venue_id: VenueId, known: KnownStills) -> bool:
        try:
            known.add(await list_stills(self._objects, venue_id))
        except Problem:
            known.is_listed = False  # The outage was reported. The next preview tries again.
        return True

    async def _ask_all(self, share: Share, find: Callable[[], list[AskedStill]]) -> bool:
        for still in await asyncio.to_thread(find):
            self.ask(share, still)
        return True

    async def _draw_aside(self, share: Share, still: AskedStill) -> bool:
        try:
            return await self._draw_in_turn(self.background, share, still)
        finally:
            self._queued.discard(still.still_id)

    async def _draw_in_turn(self, queue: FairQueue, share: Share, still: AskedStill) -> bool:
        """Returns whether the still is stored now. What fails is logged and counted where it fails."""
        try:
            async with queue.turn(share):
                if await self._is_kept(still):
                    return True
                if any(queue.waiting_by_tenant().keys() - {share.owner}):
                    self._browser_seconds.check(share)
                # A still that was begun is finished: to end the browser would cost others more.
                return await asyncio.shield(_run_aside(self._drawing, self._draw(share, still)))
        except RateLimited:
            self.dropped += 1
        except Problem:
            pass  # An outage of the database or of the object store, which was reported.
        except Exception:
            log.exception("a still could not be drawn")
        return False

    async def _is_kept(self, still: AskedStill) -> bool:
        if still.still_id in still.known.ids:
            return True
        if not await is_stored(self._objects, still.venue_id, still.still_id):
            return False
        still.known.add((still.still_id,))
        return True

    async def _draw(self, share: Share, still: AskedStill) -> bool:
        # The plan of a large venue takes a process seconds, which a rush has not, either.
        await self._wait()
        plan = await still.plan()
        if plan is None or self.browser is None or self._is_refused(still):
            return False
        async with self._turn:
            if still.still_id in still.known.ids:
                return True  # It was in both queues.
            await self._wait()
            started = time.perf_counter()
            try:
                drawn = await self.browser.draw(plan.plan_id, plan.text, still.job)
            except StillFailed:
                self._refuse(still)
                return False
            finally:
                self._browser_seconds.charge(share, time.perf_counter() - started)
            await store_still(self._objects, still.venue_id, still.still_id, drawn)
            still.known.add((still.still_id,))
        return True

    def _refuse(self, still: AskedStill) -> None:
        """Leaves a scene alone for a while: trying it again for each seat would cost other tenants their
        turns."""
        self._refused.put(still.scene_id, self._clock.monotonic() + REFUSED_SECONDS * MICROSECONDS)

    def _is_refused(self, still: AskedStill) -> bool:
        """Returns whether this is not drawn now, since the browser fails with its scene, or with all."""
        is_left_alone = self._clock.monotonic() < (self._refused.get(still.scene_id) or 0)
        return is_left_alone or self.state == "cannot_draw"


def _run_aside(tasks: "set[asyncio.Task[bool]]", work: Coroutine[Any, Any, bool]) -> "asyncio.Task[bool]":
    task = asyncio.ensure_future(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
