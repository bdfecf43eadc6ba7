"""The map of the viewer: names that can be read at every size, as a browser sets them.

In the quick lane, web/source/plan/map-labels.test.ts places names by their estimated widths.
"""

import pytest
from playwright.async_api import Page, expect

from seatpreview.demo.seating import layout
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
