"""The way from seat to seat of one hall: the page's own work for a move, and its memory after many."""

import json
from statistics import median
from typing import NamedTuple

from playwright.async_api import Browser, CDPSession, Page

from benchmarks.page.figures import Memory, OtherSeat
from benchmarks.page.own_work import CATEGORIES, own_work_ms
from benchmarks.page.visit import PROCESSOR_SLOWDOWN, phone_page

MOVES_MEASURED = 5
SEATS_FEW = 60
"""Memory is compared with that after so many seats: the viewer remembers the last 50 for going back."""

_TIMEOUT_MS = 120_000
_SHOWN = ".stage[aria-busy=false] canvas"
_MOVED = """
([before, frames]) => location.hash !== before && measured.frames > frames &&
  document.querySelector(".stage[aria-busy=false]") !== null
"""
_RESTED = """
() => new Promise((done) => {
  let frames = measured.frames;
  const timer = setInterval(() => {
    if (measured.frames !== frames) frames = measured.frames;
    else done(clearInterval(timer));
  }, 1000);
})
"""
_PRESS = """
(sides) => {
  const button = sides.map((side) => document.querySelector(`.move[data-side=${side}]`)).find(Boolean);
  const before = [location.hash, measured.frames];
  performance.mark("bench:asked");
  button.click();
  return [button.dataset.side, before];
}
"""


class Walk(NamedTuple):
    """The work of moves, and the memory after few and after many seats."""

    other_seat: OtherSeat
    memory: list[Memory]


async def walk(browser: Browser, url: str, seats: int) -> Walk:
    """Goes along the rows of a section by the arrows on the picture, and measures the first moves."""
    # Without motion, the first frame shows the new seat and not the way to it.
    async with phone_page(browser, reduced_motion="reduce") as (page, session):
        page.set_default_timeout(_TIMEOUT_MS)
        await page.goto(url)
        await page.wait_for_selector(_SHOWN)
        await page.wait_for_function("() => 'complete' in measured.marks")
        way = _Way(page)
        await way.move()  # The first move loads what the others find in memory.
        works_ms = [await _measured_move(browser, page, way) for _ in range(MOVES_MEASURED)]
        memory = []
        for wanted in (min(SEATS_FEW, seats // 2), seats):
            while way.seats < wanted:
                await way.move()
            memory.append(await _memory(page, session, way.seats))
    return Walk(OtherSeat(round(median(works_ms), 1), MOVES_MEASURED), memory)


class _Way:
    """A way to and fro along rows, one row after the other to the back."""

    def __init__(self, page: Page) -> None:
        self.seats = 1
        self._page = page
        self._along = ["right", "left"]

    async def move(self) -> None:
        """Moves to the next seat, and waits until it is shown."""
        side, before = await self._page.evaluate(
            _PRESS, [self._along[0], "behind", "inFront", self._along[1]]
        )
        if side != self._along[0]:
            self._along.reverse()
        await self._page.wait_for_function(_MOVED, arg=before)
        self.seats += 1


async def _measured_move(browser: Browser, page: Page, way: _Way) -> float:
    """Returns the page's own work for a move on a slow processor: the processor time here, times as much.

    Chromium slows a page down by using up time in its thread, also while that waits for pixels. This would
    count as work.
    """
    # The last seat is drawn once more, in full detail.
    await page.evaluate(_RESTED)
    await browser.start_tracing(page=page, categories=CATEGORIES)
    await way.move()
    trace = json.loads(await browser.stop_tracing())
    return own_work_ms(trace["traceEvents"], "bench:asked", "bench:frame") * PROCESSOR_SLOWDOWN


async def _memory(page: Page, session: CDPSession, seats: int) -> Memory:
    await session.send("HeapProfiler.collectGarbage")
    usage = await session.send("Runtime.getHeapUsage")
    counts: dict[str, int] = await page.evaluate("graphicsObjects()")
    heap_bytes = round(usage["usedSize"] + usage.get("backingStorageSize", 0))
    return Memory(seats, heap_bytes, sum(counts.values()))
