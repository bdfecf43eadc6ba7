"""A journey through the images of a venue in the designer: uploaded, placed, painted, turned, saved.

The parts by themselves are tested in web/source/console/designer/images/.
"""

import io
from typing import Any, NamedTuple

import pytest
from PIL import Image
from playwright.async_api import FilePayload, Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site, without_webgl
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

LAYOUT: dict[str, Any] = {
    "focus": {"name": "Stage", "z": 1},
    "sections": [
        {
            "id": "101",
            "rows": {"first": "A", "last": "F"},
            "seats": {"count": 9},
            "geometry": {"bearingDeg": 180, "distanceM": 12, "treadM": 1, "spacingM": 0.6},
        }
    ],
}
SEAT_NORTH_M = {"B": -13.0, "E": -16.0}


@pytest.mark.long
async def test_an_image_is_uploaded_placed_by_a_click_painted_and_turned_and_the_draft_shows_it(
    page: Page, site: Site
) -> None:
    owner = site.cast.owner
    record = {"name": "Hall", "timezone": "Europe/Berlin", "rules": {"layout": LAYOUT}}
    venue_id = (await owner.post("/manage/venues", record)).json()["venueId"]
    await without_webgl(page)
    await sign_in(page, site, owner, f"venues/{venue_id}/design/images")
    await page.get_by_label("Choose images").set_input_files([_panorama("day.jpg"), _panorama("night.jpg")])
    await expect(page.get_by_text("2 images were uploaded.")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []

    await _press(page, "Place day.jpg")
    ground = await _placed_by_clicks(page)
    await _press(page, "Move on the map")
    await page.mouse.click(*ground.on_screen(0, SEAT_NORTH_M["B"]))
    await expect(page.get_by_label("North, m")).to_have_value("-13")
    await expect(page.get_by_text("For section 101: 54 seats.")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []

    await page.get_by_role("button", name="This seat only").click()
    await _press(page, "Add with the brush")
    await _press(page, "Whole rows")
    await page.mouse.click(*ground.on_screen(0.6, SEAT_NORTH_M["E"]))
    await expect(
        page.get_by_text("For row E of section 101 and seat 5, row B of section 101")
    ).to_be_visible()
    await page.get_by_role("slider", name="Where “Stage” is in the image").press("Shift+ArrowRight")
    await expect(page.get_by_label("Direction, °")).to_have_value("10")

    await _is_saved(page)
    draft = (await owner.get(f"/manage/venues/{venue_id}/draft")).json()
    assert (draft["faults"], draft["record"]["imagerySets"]) == ([], [_EXPECTED_SET])
    preview = (await owner.get("/seats/preview", venue=venue_id, seat="101/E/2", draft="true")).json()
    provenance = preview["provenance"]
    assert (provenance["match"], provenance["camera"]["key"]) == ("row", "101/B/5")


_POSE = {"x": 0, "y": -13, "z": 1.2, "yawDeg": 10}
_EXPECTED_SET = {
    "id": "panoramas",
    "kind": "panorama",
    "images": [
        {"object": "day.jpg", "covers": {"section": "101", "rows": ["E"]}, "pose": _POSE},
        {"object": "day.jpg", "covers": {"section": "101", "rows": ["B"], "seats": ["5"]}, "pose": _POSE},
    ],
}


class _Ground(NamedTuple):
    """Where the ground plan is on the screen."""

    left: float
    top: float
    pixels_per_m: float

    def on_screen(self, east_m: float, north_m: float) -> tuple[float, float]:
        return self.left + east_m * self.pixels_per_m, self.top - north_m * self.pixels_per_m


async def _placed_by_clicks(page: Page) -> _Ground:
    """Places the image where no seat is, and moves it there. What the panel says of two places tells the
    scale. The first change begins a draft, whose bar moves the canvas a little: so that is waited for."""
    await page.mouse.click(*await _corner_of_canvas(page))
    await _is_saved(page)
    left, top = await _corner_of_canvas(page)
    await _move_to(page, left + 9, top)
    east, north = await _place_of(page)
    await _move_to(page, left, top - 150)
    pixels_per_m = 150 / ((await _place_of(page))[1] - north)
    return _Ground(left + 9 - east * pixels_per_m, top + north * pixels_per_m, pixels_per_m)


async def _corner_of_canvas(page: Page) -> tuple[float, float]:
    canvas = await page.get_by_role("application", name="Plan of the hall").bounding_box()
    assert canvas is not None
    return canvas["x"] + 60, canvas["y"] + canvas["height"] - 90


async def _move_to(page: Page, left: float, top: float) -> None:
    before = await page.get_by_label("East, m").input_value()
    await _press(page, "Move on the map")
    await page.mouse.click(left, top)
    await expect(page.get_by_label("East, m")).not_to_have_value(before)


async def _press(page: Page, name: str) -> None:
    """Presses a button that stays down, and returns once it is."""
    await page.get_by_role("button", name=name).click()
    await expect(page.get_by_role("button", name=name, pressed=True)).to_be_visible()


async def _is_saved(page: Page) -> None:
    """Changes are saved by themselves, a moment after the last one."""
    await expect(page.get_by_text("Draft saved.")).to_be_visible()


async def _place_of(page: Page) -> tuple[float, float]:
    fields = [page.get_by_label(label) for label in ("East, m", "North, m")]
    east, north = [float(await field.input_value()) for field in fields]
    return east, north


def _panorama(name: str) -> FilePayload:
    picture = io.BytesIO()
    Image.new("RGB", (400, 200), (40, 80, 120)).save(picture, "JPEG")
    return {"name": name, "mimeType": "image/jpeg", "buffer": picture.getvalue()}
