"""The steps of docs/first-hall.md, as a reader of the page takes them."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import FilePayload, expect

from guides.code_blocks import ROOT, blocks
from web.hands import PLAN, Reader

PAGE = ROOT / "docs" / "first-hall.md"
GUIDE = PAGE.read_text(encoding="utf-8")
LABELS = GUIDE.split("```text\n")[1].split("```")[0]
SHOP = "http://localhost:8000"
"""Where the page says that its reader's own page is."""

Look = Callable[[str], Awaitable[None]]
"""Is called where the page has a picture, with the picture's name."""
Photo = Callable[[], Awaitable[bytes]]
"""Takes the reader's photo, from where the tutorial says."""

SEATS = 800
PICTURES = (
    *("stage", "stalls", "circles", "boxes", "checks", "paint", "image", "publish", "labels", "page"),
)
CIRCLES = (
    ("First circle", "E", "10", "17", "4", "22"),
    ("Second circle", "C", "14", "18", "3", "28"),
)
"""Last row, seats of a row, distance in metres, blocks, and the degrees from one block to the next."""


async def follow(reader: Reader, photo: Photo, look: Look) -> tuple[str, str]:
    """All steps from the sign-in to the labels. Returns the ids of the page's key and of the venue."""
    key_id = await create_key(reader)
    venue_id = await begin(reader, look)
    await draw_stalls(reader, look)
    await draw_circles(reader, look)
    await draw_boxes(reader, look)
    await check_views(reader, look)
    await mend_rake(reader)
    await check_again(reader)
    await paint(reader, look)
    await place_photo(reader, await photo(), look)
    await publish(reader, look)
    await try_labels(reader, look)
    return key_id, venue_id


def own_page(venue_id: str, key_id: str) -> str:
    """Step 11: the page that the reader saves."""
    [written] = [block.text for block in blocks(PAGE) if block.is_whole_html_page]
    return written.replace("ven_...", venue_id).replace("key_...", key_id)


def picture_path(name: str) -> Path:
    return ROOT / "docs" / "pictures" / f"first-hall-{name}.png"


async def create_key(reader: Reader) -> str:
    """Step 1, after the sign-in. Returns the id of the key for the page."""
    page = reader.page
    await reader.press("Keys", "link", page.get_by_role("navigation", name="Screens"))
    await reader.press("Create a key", "link")
    await reader.enter("Label", "My page")
    for field, button, line in (
        ("Allowed origins", "Add origin", "origin 1"),
        ("Pages that may embed the viewer", "Add page", "page 1"),
    ):
        assert f"*{field}*" in GUIDE
        assert f"*{button}*" in GUIDE
        await reader.hands.press(page.get_by_role("button", name=button))
        await reader.hands.enter(page.get_by_label(f"{field}, {line}"), SHOP)
        if field == "Allowed origins":
            await reader.tick("Pages may use it without the secret")
    await reader.press("Create the key")
    await reader.press("Done")
    await reader.press("Close anyway")
    await expect(page.get_by_role("heading", level=1, name="My page")).to_be_visible()
    return page.url.rsplit("/", 1)[1]


async def begin(reader: Reader, look: Look) -> str:
    """Step 2: an empty hall with its levels and its stage. Returns the id of the venue."""
    page = reader.page
    await reader.press("Venues", "link", page.get_by_role("navigation", name="Screens"))
    await reader.press("New venue", "link")
    await reader.enter("Name", "My hall")
    await reader.tick("An empty hall")
    await reader.press("Create venue")
    await expect(page.get_by_role("application", name=PLAN)).to_be_visible()
    venue_id = page.url.split("/venues/")[1].split("/")[0]
    await reader.open("Levels")
    for level, height_m in (("First circle", "4"), ("Second circle", "7")):
        await reader.enter("Name of a new level", level)
        await reader.press("Add level")
        group = page.get_by_role("group", name=f"Level {level}")
        await reader.enter("Height of its floor (m)", height_m, group)
    await reader.hands.select_stage()
    await reader.enter("Width (m)", "14")
    await reader.enter("Depth (m)", "6")
    await look("stage")
    return venue_id


async def draw_stalls(reader: Reader, look: Look) -> None:
    """Step 3."""
    await reader.pick("Add", "Block of rows")
    await reader.enter("Id", "Stalls 1")
    await reader.enter("Level", "Stalls")
    await reader.enter("To", "P")
    await reader.enter("Number of seats", "10")
    await reader.open("Place")
    await reader.enter("Distance to the stage (m)", "7")
    await reader.pick("Duplicate", "Along a line …")
    form = reader.page.get_by_role("dialog", name="Duplicate along a line")
    await reader.enter("Blocks in all", "3", form)
    await reader.choose("Direction", "To both sides", form)
    await look("stalls")
    await reader.press("Duplicate", within=form)
    await expect(reader.panel.get_by_text("What you change here changes in all 3 blocks")).to_be_visible()


async def draw_circles(reader: Reader, look: Look) -> None:
    """Step 4."""
    for name, last_row, seats, distance_m, like_blocks, degrees in CIRCLES:
        await reader.pick("Add", "Curved block")
        await reader.enter("Id", f"{name} 1")
        await reader.enter("Level", name)
        await reader.enter("To", last_row)
        await reader.enter("Number of seats", seats)
        await reader.open("Place")
        await reader.enter("Distance to the stage (m)", distance_m)
        await _repeat_around(reader, like_blocks, degrees)
    await look("circles")


async def draw_boxes(reader: Reader, look: Look) -> None:
    """Step 5."""
    await reader.pick("Add", "Box")
    await reader.enter("Level", "First circle")
    await reader.open("Place")
    await reader.enter("Distance to the stage (m)", "19")
    await reader.enter("Direction from the stage (°)", "234")
    await _repeat_around(reader, blocks="3", degrees="8")
    await reader.pick("Duplicate", "Mirrored, to the other side")
    await look("boxes")


async def _repeat_around(reader: Reader, blocks: str, degrees: str) -> None:
    await reader.pick("Duplicate", "Around the stage …")
    form = reader.page.get_by_role("dialog", name="Duplicate around the stage")
    await reader.enter("Blocks in all", blocks, form)
    await reader.tick("All the way round", on=False)
    await reader.enter("Degrees from one block to the next", degrees, form)
    await reader.tick("To both sides")
    await reader.press("Duplicate", within=form)
    await expect(form).to_have_count(0)


async def check_views(reader: Reader, look: Look) -> None:
    """Step 6, up to what the checks find."""
    await reader.press("Checks")
    await reader.press("Look from every seat")
    await expect(reader.page.get_by_text("cannot see the stage.").first).to_be_visible()
    await look("checks")


async def mend_rake(reader: Reader) -> None:
    """Step 6: rows of the circles rise just enough to see over the row in front."""
    await reader.press("Draw")
    for name, *_ in CIRCLES:
        await reader.select_part(f"{name} 1")
        await reader.open("Height and rake")
        await reader.choose("Rows rise", "just enough to see over the row in front")


async def check_again(reader: Reader) -> None:
    """Step 6: nothing is found any more."""
    await reader.press("Checks")
    assert "*All of them see the stage.*" in reader.guide
    await expect(reader.page.get_by_text("All of them see the stage.")).to_be_visible()


async def paint(reader: Reader, look: Look) -> None:
    """Step 7."""
    page = reader.page
    await reader.select_part("Stalls 1")
    await reader.press("Paint seats")
    await reader.open("Many seats at once")
    await reader.tick("By their numbers")
    await reader.hands.enter(page.get_by_role("textbox", name="Seats"), "1, 2")
    await reader.enter("Rows", "A")
    await reader.press("Paint these seats")
    await expect(page.get_by_label("Wheelchair space")).to_have_accessible_name("Wheelchair space 6")
    await look("paint")


async def place_photo(reader: Reader, photo: bytes, look: Look) -> None:
    """Step 8."""
    file: FilePayload = {"name": "stalls.jpg", "mimeType": "image/jpeg", "buffer": photo}
    await reader.press("Images")
    assert "**Choose images**" in reader.guide
    await reader.page.get_by_label("Choose images").set_input_files([file])
    await reader.press("Place")
    for field, option in (("Section", "Stalls 2"), ("Row", "D"), ("Seat", "5")):
        await reader.choose(field, option)
    await reader.press("Place it there")
    await expect(reader.page.get_by_text("For section Stalls 2: 150 seats.")).to_be_visible()
    await look("image")


async def publish(reader: Reader, look: Look) -> None:
    """Step 9."""
    page = reader.page
    await expect(page.get_by_text("Draft saved.")).to_be_visible()
    await reader.press("Publish...")
    dialog = page.get_by_role("dialog", name="Publish this draft?")
    await expect(dialog.get_by_text(f"{SEATS} seats added")).to_be_visible()
    await look("publish")
    await reader.press("Publish", within=dialog)
    await expect(page.get_by_text(f"{SEATS} seats · version 2")).to_be_visible()


async def try_labels(reader: Reader, look: Look) -> None:
    """Step 10."""
    page = reader.page
    await reader.press("Rules", "tab")
    await reader.hands.enter(page.get_by_label("Add labels"), LABELS)
    await reader.press("Add")
    said = page.get_by_role("status")
    await expect(said.filter(has_text="2 of 3 matched, 0 as expected")).to_be_visible()
    await reader.press("+ Map a name to a section")
    await _fill_rule(reader, 1, Name="Royal Box", Section="Box 1")
    await reader.press("+ Reject a label")
    await _fill_rule(reader, 2, Pattern=r"^test\b")
    await expect(said.filter(has_text="2 of 3 matched, 1 declined as they must be")).to_be_visible()
    await look("labels")
    await reader.press("Publish")
    await expect(page.get_by_text("The rules were published")).to_be_visible()


async def _fill_rule(reader: Reader, number: int, **fields: str) -> None:
    for field, value in fields.items():
        assert f"*{field}* `{value}`" in reader.guide
        await reader.hands.enter(reader.page.get_by_label(f"{field}, rule {number}"), value)


def _circle(
    name: str, rows: str, seats: int, distance_m: int, blocks: int, first_deg: int, step_deg: int
) -> dict[str, Any]:
    shape = {"shape": "curved", "treadM": 0.9, "spacingM": 0.55, "cValueMm": 60}
    place = {"bearingDeg": first_deg, "distanceM": distance_m, "bearingStepDeg": step_deg}
    return {
        "ids": {"first": f"{name} 1", "last": f"{name} {blocks}"},
        "rows": {"first": "A", "last": rows},
        "seats": {"count": seats},
        "geometry": shape | place,
        "level": name,
    }


def _boxes(ids: tuple[str, str], seats: dict[str, Any], bearing_deg: int, step_deg: int) -> dict[str, Any]:
    return {
        "ids": {"first": ids[0], "last": ids[1]},
        "kind": "suite",
        "seats": {"count": 4} | seats,
        "geometry": {
            "bearingDeg": bearing_deg,
            "distanceM": 19,
            "spacingM": 0.6,
            "bearingStepDeg": step_deg,
        },
        "level": "First circle",
    }


DRAWN: dict[str, Any] = {
    "hall": "theatre",
    "focus": {"name": "Stage", "z": 2.4, "extent": {"widthM": 14, "depthM": 6, "heightM": 0.9}},
    "levels": [{"name": "First circle", "heightM": 4}, {"name": "Second circle", "heightM": 7}],
    "sections": [
        {
            "ids": {"first": "Stalls 1", "last": "Stalls 3"},
            "rows": {"first": "A", "last": "P", "skip": ["I"]},
            "seats": {"count": 10},
            "level": "Stalls",
            "geometry": {
                "bearingDeg": 180,
                "distanceM": 7,
                "treadM": 0.9,
                "riserM": 0.12,
                "spacingM": 0.55,
                "shiftM": -6.7,
                "shiftStepM": 6.7,
            },
        },
        _circle("First circle", "E", 10, 17, 4, 213, -22),
        _circle("Second circle", "C", 14, 18, 3, 208, -28),
        _boxes(("Box 1", "Box 3"), {}, 242, -8),
        _boxes(("Box 4", "Box 6"), {"direction": "rightToLeft"}, 118, 8),
    ],
}
"""The layout that the page's steps come to, up to the end of step 6."""
