"""The work of a drawn view while it is turned and while it rests, counted and not timed."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from seatpreview.demo import arena
from seatpreview.venues.example_records import example_text
from web.conftest import Site
from web.test_drawn import picture_of
from web.test_examples import is_a_view

pytestmark = pytest.mark.anyio

COUNT_WORK = """
window.work = { frames: 0, draws: 0, triangles: 0, buffers: 0, programs: 0, resizes: 0, measured: 0 };
let frame = { draws: 0, triangles: 0 };
const endFrame = () => {
  work.frames++;
  work.draws = Math.max(work.draws, frame.draws);
  work.triangles = Math.max(work.triangles, frame.triangles);
  frame = { draws: 0, triangles: 0 };
};
const draw = (corners, instances) => {
  if (corners * instances === 0) return;
  // All calls of a frame are made in one task.
  if (frame.draws++ === 0) queueMicrotask(endFrame);
  frame.triangles += (corners / 3) * instances;
};
const wrap = (name, count) => {
  const prototype = WebGL2RenderingContext.prototype;
  const original = prototype[name];
  prototype[name] = function (...args) {
    count(args);
    return original.apply(this, args);
  };
};
wrap("drawElements", (args) => draw(args[1], 1));
wrap("drawElementsInstanced", (args) => draw(args[1], args[4]));
for (const name of ["createBuffer", "bufferData", "bufferSubData"]) wrap(name, () => work.buffers++);
wrap("linkProgram", () => work.programs++);
wrap("deleteSync", () => work.measured++);
const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width");
Object.defineProperty(HTMLCanvasElement.prototype, "width", {
  ...width,
  set(value) {
    work.resizes++;
    width.set.call(this, value);
  },
});
"""
# After its first full frame, the view waits until the graphics device has drawn it, which takes seconds in
# software on a busy machine. Only then it uploads the rest of the scene.
RESTED = """
() => new Promise((done, fail) => {
  const end = performance.now() + 60_000;
  let before = work.frames + work.buffers;
  let unchanged = 0;
  const look = () => {
    const now = work.frames + work.buffers;
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    // The page's own timer for rest is shorter, and comes first on a machine of any speed.
    if (work.measured > 0 && unchanged > 4) done();
    else if (performance.now() > end) fail(new Error("The view does not come to rest."));
    else setTimeout(look, 100);
  };
  look();
})
"""
DRAWS_MAX = 130
TRIANGLES_MAX = 400_000
MOVES = 8
_RULES: Any = arena.record()["rules"]
RECORDS: dict[str, tuple[dict[str, Any], str]] = {
    "theatre": (json.loads(example_text("theatre")), "SC/H/15"),
    "arena": ({"name": arena.NAME, "rules": {"layout": _RULES["layout"]}}, "114/F/5"),
    "stadium": (json.loads(example_text("stadium")), "104/12/12"),
}


# The large halls take four times as long; they come nearer to the bounds of draws and triangles.
@pytest.mark.long
@pytest.mark.parametrize("hall", ["theatre", "arena", "stadium"])
async def test_turning_uploads_nothing_and_a_resting_view_draws_nothing(
    hall: str, site: Site, page: Page
) -> None:
    record, seat = RECORDS[hall]
    made = await site.cast.owner.post("/manage/venues", record)
    assert made.status_code == 201, made.text
    wishes: dict[str, Any] = {"configuration": "end-stage"} if hall == "arena" else {}
    session = await site.cast.session(venue=made.json()["venueId"], **wishes)
    await page.set_viewport_size({"width": 480, "height": 400})
    await page.add_init_script(COUNT_WORK)
    await page.goto(f"{session['viewerUrl']}&seat={seat}")
    await expect(page.locator(".stage[aria-busy=false] canvas")).to_be_visible()
    await page.evaluate(RESTED)
    assert is_a_view(await picture_of(page.locator(".stage canvas")))

    rested = await page.evaluate("work")
    await page.mouse.move(40, 150)
    await page.mouse.down()
    for move in range(1, MOVES + 1):
        await page.mouse.move(40 + move * 25, 150)
        await page.evaluate("() => new Promise(requestAnimationFrame)")
    # A hand that stops for a moment has not let go: nothing is drawn again in full.
    held = await page.evaluate("work")
    await page.evaluate(RESTED)
    assert await page.evaluate("work") == held
    assert MOVES // 2 <= held["frames"] - rested["frames"] <= MOVES
    assert held["resizes"] - rested["resizes"] <= 1, "the resolution stays as it is within a motion"
    assert held["draws"] <= DRAWS_MAX
    assert held["triangles"] <= TRIANGLES_MAX

    await page.mouse.up()
    await page.evaluate(RESTED)
    after = await page.evaluate("work")
    assert after["frames"] - held["frames"] <= 1
    assert after["buffers"] == rested["buffers"], "nothing is uploaded by turning"
    assert after["programs"] == rested["programs"], "nothing is compiled by turning"
