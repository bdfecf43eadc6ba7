"""A hall of 20,000 seats in the designer, with the view beside: what a frame of a drag or of a stroke costs.

Work is counted, not timed, and the graphics device says that it is slow, as one in software is. The long
tasks of the page are printed; `script/bench designer` measures them.
"""

import re
import sys

import pytest
from playwright.async_api import Locator, Page, expect

from web.conftest import Site
from web.large_halls import SEATS, large_hall
from web.signing_in import sign_in
from web.waiting import settled

pytestmark = pytest.mark.anyio

STEPS = 30
BYTES_OF_A_FRAME = 20_000
"""The record with listed seats has 800,000 bytes: no frame may write it as text."""

_COUNTED = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
}).observe({ type: "longtask", buffered: true });
window.none = () => ({ points: 0, graphics: 0, workers: 0, saves: 0, stored: 0, bytes: 0, scenes: 0 });
window.work = none();
const counted = (object, name, count) => {
  const original = object[name];
  object[name] = function (...given) {
    const result = original.apply(this, given);
    count(given, result);
    return result;
  };
};
counted(Path2D.prototype, "lineTo", () => work.points++);
const graphics = WebGL2RenderingContext.prototype;
// Buffers are uploaded by calls that draw nothing.
for (const name of ["drawElements", "drawElementsInstanced"]) {
  counted(graphics, name, ([, corners]) => { work.graphics += corners > 0 ? 1 : 0; });
}
counted(Worker.prototype, "postMessage", () => work.workers++);
counted(window, "fetch", ([asked, options]) => {
  work.saves += (options?.method ?? asked.method) === "PUT" ? 1 : 0;
});
counted(Storage.prototype, "setItem", () => work.stored++);
counted(JSON, "stringify", (_, text) => { work.bytes += text?.length ?? 0; });
counted(performance, "measure", ([name]) => { work.scenes += name === "view:people" ? 1 : 0; });
const fences = new WeakMap();
counted(graphics, "fenceSync", (_, fence) => fences.set(fence, performance.now()));
const wait = graphics.clientWaitSync;
graphics.clientWaitSync = function (fence, ...more) {
  const isEarly = performance.now() - fences.get(fence) < 300;
  return isEarly ? this.TIMEOUT_EXPIRED : wait.call(this, fence, ...more);
};
"""
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_SEATS_SAID = re.compile(r"([0-9,]+) seats")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["stadium", "listed"])
async def test_a_drag_and_a_stroke_in_a_hall_of_20000_seats_do_only_the_work_of_what_changes(
    page: Page, site: Site, kind: str
) -> None:
    record = await large_hall(site.cast.owner, kind)
    venue_id = (await site.cast.owner.post("/manage/venues", record)).json()["venueId"]
    await page.set_viewport_size({"width": 1280, "height": 1000})
    await page.add_init_script(_COUNTED)
    await sign_in(page, site, site.cast.owner, f"venues/{venue_id}/design")
    opened = await settled(lambda: _work(page), lambda work: bool(work["scenes"] and work["graphics"]))
    assert opened["graphics"] > 0
    await _tell_long_tasks(page, f"{kind}: opened")

    canvas = page.get_by_role("application", name="Plan of the hall")
    x, y, seats = await _selected_block(page, canvas)
    assert 0 < seats < SEATS / 10

    await page.mouse.down()
    await page.mouse.move(x + 8, y)
    await expect(page.get_by_text("The picture follows when you are done.")).to_be_visible()
    work = await _counted_steps(page, x + 8, y, step_pixels=3)
    await _tell_long_tasks(page, f"{kind}: dragged")
    assert 0 < work["points"] <= (STEPS + 1) * seats
    assert work["bytes"] <= (STEPS + 1) * BYTES_OF_A_FRAME
    assert [work[name] for name in ("graphics", "workers", "saves", "stored")] == [0, 0, 0, 0]
    await page.mouse.up()
    followed = await settled(lambda: _work(page), lambda work: work["scenes"] > 0)
    assert followed["scenes"] > 0, "the view follows once the block is let go"

    await page.get_by_role("button", name="Paint seats").click()
    await page.get_by_role("button", name="Large brush").click()
    # Where the block is now.
    x, y = x + 8 + 3 * STEPS, y + 3 * STEPS / 4
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 4, y)
    await page.evaluate(_TWO_FRAMES)
    work = await _counted_steps(page, x + 4, y, step_pixels=0.4)
    await _tell_long_tasks(page, f"{kind}: painted")
    await page.mouse.up()
    # A new kind of seat draws all seats once, and each step the like blocks that are painted.
    assert 0 < work["points"] <= SEATS + STEPS * SEATS / 20
    assert work["bytes"] <= (STEPS + 1) * BYTES_OF_A_FRAME
    assert [work[name] for name in ("graphics", "workers", "saves", "stored")] == [0, 0, 0, 0]


async def _selected_block(page: Page, canvas: Locator) -> tuple[float, float, int]:
    """Selects the first block above the lower edge of the canvas. Returns a place in it and its seats."""
    box = await canvas.bounding_box()
    assert box is not None
    x = box["x"] + box["width"] * 0.5
    said = canvas.locator("xpath=..").get_by_role("status")
    for percent in range(86, 60, -1):
        y = box["y"] + box["height"] * percent / 100
        await page.mouse.click(x, y)
        await page.evaluate(_TWO_FRAMES)
        found = _SEATS_SAID.search(await said.inner_text())
        if found is not None:
            return x, y, int(found[1].replace(",", ""))
    raise AssertionError("There is no block below the middle of the hall.")


async def _counted_steps(page: Page, x: float, y: float, step_pixels: float) -> dict[str, int]:
    """Moves the pointer step by step, and returns the work of all steps."""
    await page.evaluate("() => { window.work = none(); longTasks.length = 0; }")
    for step in range(1, STEPS + 1):
        await page.mouse.move(x + step_pixels * step, y + step_pixels * step / 4)
        await page.evaluate(_TWO_FRAMES)
    return await _work(page)


async def _work(page: Page) -> dict[str, int]:
    work: dict[str, int] = await page.evaluate("() => window.work")
    return work


async def _tell_long_tasks(page: Page, what: str) -> None:
    """Prints how long tasks were since the last time, on this machine and beside whatever else it does."""
    tasks: list[int] = await page.evaluate("() => longTasks.splice(0)")
    sys.stdout.write(f"{what}: {len(tasks)} long tasks, the longest of {max(tasks, default=0)} ms\n")
