"""The view from a seat in the designer: it follows what is moved, gives back what it drew before, and
proposes marks for seats from which little is seen.

The parts by themselves are tested in web/source/console/designer and web/source/drawing/plan-changes.test.ts.
"""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

PILLAR = {
    "id": "pillar",
    "name": "Pillar",
    "kind": "pillar",
    "box": {"x": [-1, 1], "y": [-6, -5], "z": [0, 6]},
}
LAYOUT: dict[str, Any] = {
    "hall": "theatre",
    "focus": {"name": "Stage", "extent": {"kind": "stage", "widthM": 8, "depthM": 5}},
    "sections": [
        {
            "id": "Stalls",
            "rows": {"first": "A", "last": "D"},
            "seats": {"count": 8},
            "geometry": {"bearingDeg": 180, "distanceM": 9, "riserM": 0.3, "spacingM": 0.6},
        }
    ],
    "configurations": [{"id": "play", "obstructions": [PILLAR]}],
}
COUNT_MEMORY = """
window.held = { buffers: 0, textures: 0, contexts: 0 };
window.scenes = 0;
const prototype = WebGL2RenderingContext.prototype;
for (const [name, kind, by] of [
  ["createBuffer", "buffers", 1], ["deleteBuffer", "buffers", -1],
  ["createTexture", "textures", 1], ["deleteTexture", "textures", -1],
]) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    held[kind] += by;
    return original.apply(this, args);
  };
}
const context = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  if (kind === "webgl2") held.contexts++;
  return context.call(this, kind, ...more);
};
const measure = performance.measure;
performance.measure = function (name, ...more) {
  if (name === "view:people") scenes++;
  return measure.call(this, name, ...more);
};
"""
RESTED = """
() => new Promise((done) => {
  let [before, unchanged] = ["", 0];
  const look = () => {
    const now = JSON.stringify([held, scenes]);
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    if (scenes > 0 && unchanged > 8) done({ ...held, scenes });
    else setTimeout(look, 150);
  };
  look();
})
"""
CHANGES = 50


@pytest.mark.long
async def test_the_view_follows_fifty_changes_without_keeping_what_it_drew_before(
    page: Page, site: Site
) -> None:
    await page.add_init_script(COUNT_MEMORY)
    await open_designer(page, site)
    before = await page.evaluate(RESTED)
    await page.get_by_role("button", name="Pin", exact=True).click()
    await page.locator(".plan-canvas-stack").focus()
    await page.keyboard.press("Control+a")
    for change in range(CHANGES):
        await page.keyboard.press("ArrowDown" if change % 4 < 2 else "ArrowUp")
        # Every tenth change is drawn to its end.
        if change % 10 == 9:
            await page.evaluate(RESTED)
    after = await page.evaluate(RESTED)
    assert after["scenes"] >= before["scenes"] + CHANGES / 10
    assert {**after, "scenes": 0} == {**before, "scenes": 0}


@pytest.mark.long
async def test_the_worst_seats_are_listed_and_become_marks_that_one_step_undoes(
    page: Page, site: Site
) -> None:
    await open_designer(page, site)
    await page.get_by_label("Colour seats by").select_option("What is hidden")
    await expect(page.get_by_role("list", name="Colours: What is hidden")).to_contain_text("Less than 30 %")
    await page.get_by_text("Worst seats of the house").click()
    worst = page.get_by_role("button", name="In the way: Pillar").first
    await worst.click()
    title = page.locator(".seat-view-title")
    await expect(title).to_contain_text("Stalls · row")
    pinned = await title.inner_text()
    await page.get_by_text("About this view").click()
    await page.get_by_role("button", name="The seat to the right").click()
    await expect(title).not_to_have_text(pinned)
    await page.keyboard.press("ArrowLeft")
    await expect(title).to_have_text(pinned)
    propose = page.get_by_role("button", name="Propose “restricted view”")
    await propose.click()
    assert await serious_in_light_or_dark(page) == []
    await page.get_by_role("button", name="as restricted view").click()
    await expect(worst).to_be_visible()
    await expect(propose).to_have_count(0)
    await page.get_by_role("button", name="Undo").click()
    await expect(propose).to_be_visible()


async def open_designer(page: Page, site: Site) -> None:
    """Opens the designer of a small theatre with a pillar before its stalls."""
    record = {"name": "Hall", "timezone": "Europe/Berlin", "rules": {"layout": LAYOUT}}
    venue_id = (await site.cast.owner.post("/manage/venues", record)).json()["venueId"]
    await sign_in(page, site, site.cast.owner, f"venues/{venue_id}/design")
    await expect(page.get_by_role("region", name="View from a seat")).to_be_visible()
