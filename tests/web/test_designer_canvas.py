"""The canvas of the designer in a browser: what a drag in a large hall costs, and what axe finds.

Work is counted, not timed: a slow machine draws the same number of seats.
"""

import re

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site, without_webgl
from web.signing_in import sign_in
from web.waiting import settled

pytestmark = pytest.mark.anyio

SEATS = 20_000
FRAMES = 12

# Where seats are smaller than a few pixels, a row is a line with one point for each seat.
_COUNTED = """
window.work = { built: 0, drawn: 0 };
const points = new WeakMap();
const lineTo = Path2D.prototype.lineTo;
Path2D.prototype.lineTo = function (...place) {
  points.set(this, (points.get(this) ?? 0) + 1);
  window.work.built += 1;
  return lineTo.apply(this, place);
};
for (const name of ["fill", "stroke"]) {
  const draw = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...path) {
    window.work.drawn += points.get(path[0]) ?? 0;
    return draw.apply(this, path);
  };
}
"""
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_SEATS_SAID = re.compile(r": \d+ rows, (\d+) seats")


@pytest.mark.long
async def test_a_drag_in_a_hall_of_20000_seats_draws_the_block_alone(page: Page, site: Site) -> None:
    template = (await site.cast.owner.get(f"/manage/templates/arena?seats={SEATS}")).json()
    record = {"timezone": "Europe/Berlin"} | template["record"]
    venue_id = (await site.cast.owner.post("/manage/venues", record)).json()["venueId"]
    await without_webgl(page)
    await page.add_init_script(_COUNTED)
    await sign_in(page, site, site.cast.owner, f"venues/{venue_id}/design")
    canvas = page.get_by_role("application", name="Plan of the hall")
    opened = await settled(lambda: _work(page), lambda work: work["drawn"] >= template["seats"])
    assert opened["drawn"] >= template["seats"]
    assert opened["built"] < 1.05 * template["seats"]

    box = await canvas.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.44, box["y"] + box["height"] * 0.78
    await page.mouse.click(x, y)
    said = canvas.locator("xpath=..").get_by_role("status")
    await expect(said).to_have_text(_SEATS_SAID)
    found = _SEATS_SAID.search(await said.inner_text())
    assert found is not None
    seats = int(found[1])
    assert 0 < seats < SEATS / 20

    await page.mouse.down()
    await page.mouse.move(x + 8, y)
    await page.evaluate(_TWO_FRAMES)
    await page.evaluate("() => { window.work = { built: 0, drawn: 0 }; }")
    for step in range(FRAMES):
        await page.mouse.move(x + 8 + 3 * step, y + 2 * step)
        await page.evaluate(_TWO_FRAMES)
    work = await _work(page)
    assert 0 < work["built"] <= FRAMES * seats
    assert 0 < work["drawn"] <= 2 * FRAMES * seats
    await page.mouse.up()
    await expect(said).to_have_text(re.compile(r"; moved .* m to the right"))

    await page.get_by_text("Parts of the hall").click()
    await page.get_by_text("Levels", exact=True).click()
    assert await serious_in_light_or_dark(page) == []


async def _work(page: Page) -> dict[str, int]:
    """How many points of seats were put into paths, and drawn."""
    work: dict[str, int] = await page.evaluate("() => window.work")
    return work
