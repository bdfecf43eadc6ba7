"""The map of the viewer: names that can be read at every size, as a browser sets them.

In the quick lane, web/source/plan/map-labels.test.ts places names by their estimated widths.
"""

import itertools
import math
import re

import pytest
from playwright.async_api import Page, expect

from seatpreview.demo.arena import layout
from web.conftest import Site, without_webgl
from web.halls import furnish, viewer_url
from web.waiting import settled

pytestmark = [pytest.mark.anyio, pytest.mark.long]

COLLISIONS = """() => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom, text: element.textContent || "a dot" };
  });
  const labels = boxes(".venue-map-label text");
  const all = [...labels, ...boxes(".venue-map-dot")];
  const found = [];
  labels.forEach((one, index) => {
    for (const other of all.slice(index + 1)) {
      const [across, down] = [Math.min(one.right, other.right) - Math.max(one.left, other.left),
                              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
      if (across > 0.5 && down > 0.5) found.push(`${one.text} and ${other.text}`);
    }
  });
  return found;
}"""
SEATS = """() => [...document.querySelectorAll(".venue-map-dots")].flatMap(path => {
  const matrix = path.getScreenCTM();
  return [...path.getAttribute("d").matchAll(/M(\\S+) (\\S+)h0/g)].map(([, x, y]) => {
    const point = new DOMPoint(Number(x), Number(y)).matrixTransform(matrix);
    return [point.x, point.y];
  });
})"""
TEXTS = "() => [...document.querySelectorAll('.venue-map-label text')].map(element => element.textContent)"


async def open_sheet(page: Page) -> None:
    """Opens the sheet of a narrow page. It closes when a seat was chosen."""
    more = page.get_by_role("button", name="More about this seat")
    if await more.is_visible():
        await more.click()


async def go_to(page: Page, seat: str, name: str) -> None:
    await open_sheet(page)
    await page.get_by_label("Go to a seat").fill(seat)
    await page.get_by_role("button", name="Show").click()
    await expect(page.get_by_role("heading", name=name)).to_be_visible()


async def has_labels(page: Page, *wanted: str) -> None:
    """The map has these labels, and no label lies on another one or under the dot: once it has its size,
    which a browser tells it a frame after it is seen."""
    await open_sheet(page)

    async def faults() -> tuple[set[str], list[str]]:
        return set(wanted) - {*await page.evaluate(TEXTS)}, await page.evaluate(COLLISIONS)

    assert await settled(faults, lambda found: found == (set(), [])) == (set(), [])


@pytest.mark.parametrize("width", [390, 1440])
async def test_no_name_lies_on_another_or_under_the_dot(width: int, site: Site, page: Page) -> None:
    await furnish(site.cast, rules={"layout": layout()}, imagerySets=[])
    await without_webgl(page)
    await page.set_viewport_size({"width": width, "height": 860})
    await page.goto(await viewer_url(site.cast, "107/K/9", configuration="end-stage"))
    await expect(page.locator(".venue-map-dot")).to_be_attached()
    await has_labels(page, "107", "307", "F1", "Stage", "Suites")

    await go_to(page, "S7", "Suite 7")
    await has_labels(page, "Suite 7")
    await go_to(page, "112/A/2", "Section 112, Row A, Seat 2")
    await has_labels(page, "112")
    if width == 1440:
        await page.locator("[data-section=S15]").hover()
        await has_labels(page, "Suite 15")
    await page.locator("[data-section='112']").dispatch_event("click")
    await expect(page.get_by_role("heading", name="Section 112")).to_be_visible()
    await has_labels(page, "A", "V")


async def drag(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Moves one finger."""
    touch = await page.context.new_cdp_session(page)
    for step in range(5):
        x, y = (begin + way * step / 4 for begin, way in zip(start, by, strict=True))
        kind = "touchStart" if step == 0 else "touchMove"
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_a_finger_hits_a_seat_of_a_section_and_moves_the_map_to_the_others(
    site: Site, phone: Page
) -> None:
    await furnish(site.cast, rules={"layout": layout()}, imagerySets=[])
    await without_webgl(phone)
    await phone.goto(await viewer_url(site.cast, None, configuration="end-stage"))
    await expect(phone.get_by_label("Go to a seat")).to_have_attribute(
        "placeholder", re.compile("Row .* Seat ")
    )
    await phone.locator("[data-section='107']").tap()
    await expect(phone.get_by_role("button", name="Whole venue")).to_be_visible()

    async def gap() -> float:
        seats = sorted(map(tuple, await phone.evaluate(SEATS)))
        return min(math.dist(one, other) for one, other in itertools.combinations(seats, 2))

    assert await settled(gap, lambda found: found > 23) > 23
    [before, *_] = await phone.evaluate(SEATS)
    await drag(phone, (195, 250), (30, -40))
    [after, *_] = await phone.evaluate(SEATS)
    assert [new - old for new, old in zip(after, before, strict=True)] == pytest.approx([30, -40], abs=1)
    await expect(phone.get_by_role("heading", name="View from the seat")).to_be_visible()

    # A mouse, since Chromium sends no click for a tap that follows another touch at once.
    nearest = min(await phone.evaluate(SEATS), key=lambda seat: math.dist(seat, (195, 278)))
    await phone.mouse.click(*nearest)
    await expect(phone.get_by_role("heading", name=re.compile("^Section 107, Row .*, Seat"))).to_be_visible()
