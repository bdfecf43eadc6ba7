"""A floor plan in the designer: files become a picture below the seats, which is scaled and searched."""

import io
import re
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.async_api import FilePayload, Page, Request, expect

from imagery.printed_plans import printed, scanned
from operations.halls import put_hall
from web.conftest import Site, without_webgl
from web.drawings import SVG, pdf
from web.signing_in import enter_key, sign_in

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def test_a_pdf_and_an_svg_become_a_floor_plan_that_is_scaled_by_two_points(
    page: Page, site: Site
) -> None:
    """Attack: the SVG file has scripts, the PDF an action."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await without_webgl(page)
    await put_hall(site.cast)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/design")
    await page.get_by_role("button", name="Floor plan").click()
    panel = page.get_by_role("region", name="Floor plan")
    await _choose(panel, "plan.pdf", pdf())
    await expect(panel.get_by_text(re.compile("4096 . 2048 pixels"))).to_be_visible()
    assert await _colour(site) == (0, 0, 204)

    async with page.expect_response(lambda answer: _is_upload(answer.request)):
        await _choose(panel, "plan.svg", SVG)
    assert await _colour(site) == (192, 0, 0)
    assert await page.evaluate("window.hacked") is None
    assert not [line for line in said if "Content Security Policy" in line]

    await expect(panel.get_by_role("progressbar")).to_have_count(0)
    await expect(panel.get_by_text("Saved", exact=True)).to_be_visible()
    first = (await _stored(site))["placement"]
    canvas = page.get_by_role("application", name="Plan of the hall")
    grown = [await _scale(page, site, metres) for metres in (20, 40)]
    assert grown[1] / grown[0] == pytest.approx(2), "the same two places of the canvas"
    for _ in grown:
        await panel.get_by_role("button", name="Undo: Scale").click()
    await expect(panel.get_by_text("Saved", exact=True)).to_be_visible()
    assert (await _stored(site))["placement"] == first

    await page.reload()
    await enter_key(page, site.cast.owner.plaintext)
    switch = page.get_by_role("checkbox", name="Floor plan")
    await expect(switch).to_be_checked()
    shown = await canvas.screenshot()
    await switch.uncheck()
    assert _reds(shown) > 100 * max(1, _reds(await canvas.screenshot()))


@pytest.mark.parametrize("mode", ["1", "RGBA"], ids=["fax", "JPEG 2000"])
async def test_seats_of_a_scanned_pdf_are_found_corrected_numbered_and_taken_as_a_block(
    page: Page, site: Site, mode: str
) -> None:
    """Pillow writes these as scanners do: black and white as fax, with transparency as JPEG 2000."""
    await without_webgl(page)
    record = {"name": "Hall", "rules": {"layout": {"focus": {"x": 0, "y": 30}, "sections": []}}}
    await site.cast.owner.put(f"/manage/venues/{site.cast.hall}", record)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/design/trace")
    panel = page.get_by_role("region", name="Floor plan")
    await _choose(panel, "blank.pdf", _pdf_of(Image.new("RGB", (300, 200), "white")))
    await expect(panel.get_by_role("alert")).to_contain_text("Nothing can be seen on the first page")
    scan = scanned(printed(rows=5, seats=12), turn_deg=1, noise=8)
    await _choose(panel, "scan.pdf", _pdf_of(scan.convert(mode)))
    await expect(panel.get_by_text("Saved", exact=True)).to_be_visible()
    await panel.get_by_role("textbox", name="Its width").fill("10")
    await page.keyboard.press("Enter")

    canvas = page.get_by_role("application", name="Plan of the hall")
    await canvas.press("0")
    # Whoever was about to set the scale goes on with the seats.
    await panel.get_by_role("button", name="Set the scale by two points").click()
    await panel.get_by_role("button", name="Find seats here").click()
    shown = await canvas.bounding_box()
    assert shown is not None
    await page.mouse.move(shown["x"] + 5, shown["y"] + 5)
    await page.mouse.down()
    await page.mouse.move(shown["x"] + shown["width"] - 5, shown["y"] + shown["height"] - 5)
    await page.mouse.up()
    await expect(panel.get_by_text("60 seats in 5 rows.")).to_be_visible()
    await panel.get_by_role("checkbox", name="Row 5: 12 seats").uncheck()
    await panel.get_by_role("button", name="Take 48 seats as a block").click()

    await page.get_by_role("button", name="Draw", exact=True).click()
    await page.get_by_role("button", name="Number rows and seats").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Names of rows").select_option("same")
    await dialog.get_by_label("First row", exact=True).fill("K")
    await dialog.get_by_role("button", name="Number them").click()
    await page.get_by_text("Height and rake", exact=True).click()
    await page.get_by_label("Each row is higher by").fill("0.2")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("0.2 m for each row")).to_be_visible()
    await expect(page.get_by_text("Draft saved.")).to_be_visible()
    draft = (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}/draft")).json()
    [block] = draft["record"]["rules"]["layout"]["sections"]
    rows = {row["row"]: row for row in block["positions"]}
    assert [*rows] == ["K", "L", "M", "N"], "from the stage, which is at the top of the picture"
    assert [row.get("z", 0) for row in rows.values()] == [0, 20, 40, 60]
    apart_m = (rows["K"]["x"][-1] - rows["K"]["x"][0]) / 100 / 11
    assert apart_m == pytest.approx(10 * 30 / scan.width, rel=0.02)


def _pdf_of(picture: Image.Image) -> bytes:
    content = io.BytesIO()
    picture.save(content, "PDF", resolution=150)
    return content.getvalue()


async def _scale(page: Page, site: Site, metres: int) -> float:
    """Says how far two places of the canvas are apart, and returns by how much the picture has grown."""
    panel = page.get_by_role("region", name="Floor plan")
    canvas = page.get_by_role("application", name="Plan of the hall")
    before = (await _stored(site))["placement"]["metresPerPixel"]
    await canvas.press("Control+a")
    await canvas.press("1")  # Shows all seats, at the same scale each time.
    await panel.get_by_role("button", name="Set the scale by two points").click()
    await canvas.click(position={"x": 200, "y": 200})
    for _ in range(3):
        await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Enter")
    await panel.get_by_label("Distance in metres").fill(str(metres))
    await page.keyboard.press("Enter")
    await expect(panel.get_by_text("Saved", exact=True)).to_be_visible()
    grown: float = (await _stored(site))["placement"]["metresPerPixel"] / before
    return grown


async def _choose(panel: Any, name: str, content: bytes) -> None:
    file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
    await panel.locator("input[type=file]").set_input_files(file)


def _is_upload(request: Request) -> bool:
    return request.method == "PUT" and request.url.endswith("/floor-plan")


async def _stored(site: Site) -> Any:
    return (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}/floor-plan")).json()


async def _colour(site: Site) -> Any:
    """The colour of the stored picture where the drawings have their square."""
    async with httpx.AsyncClient() as client:
        fetched = await client.get((await _stored(site))["url"])
    picture = Image.open(io.BytesIO(fetched.content)).convert("RGB")
    return picture.getpixel((picture.width // 4, picture.height // 2))


def _reds(screenshot: bytes) -> int:
    colours: Any = Image.open(io.BytesIO(screenshot)).convert("RGB").getcolors(1 << 24)
    return sum(count for count, (red, green, blue) in colours if red > 180 and green < 150 and blue < 150)
