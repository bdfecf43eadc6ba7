"""Journeys from a file or a template to a venue in the console, and from a venue to a file.

The form by itself is tested in web/source/console/venues/*.test.tsx.
"""

import csv
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.async_api import FilePayload, Locator, Page, expect

from cast import Actor
from imports import plans_of_pretix as pretix
from imports.workbooks import Rows, workbook
from seatpreview.venues.templates.catalogue import TEMPLATES
from web.conftest import Site, serious_findings, without_webgl
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

PLAN = pretix.plan(
    pretix.zone(
        "Parkett",
        pretix.row("1", *pretix.seats("1 2 3 4", prefix="a")),
        pretix.row("2", *pretix.seats("1 2 3 4 5", prefix="b"), position=pretix.at(0, 30)),
    )
)
TABLE = "section,row,seat,x,y\n" + "".join(
    f"Balcony,{row},{seat},{seat * 0.5},{8 + row}\n" for row in (1, 2, 3) for seat in (1, 2, 3, 4)
)
SEATS: Rows = [
    [section, row, seat, 55 * seat, behind + 90 * row, "Gold" if row == 1 else "Silber"]
    for section, behind in (("Saal", 200), ("Empore", 1200))
    for row in range(1, 5)
    for seat in range(1, 11)
]
TOWN_HALL = workbook(
    {
        "Plan": [
            ["Stadthalle"],
            ["Bereich", "Platz", "", "Lage (cm)", "", "Notiz"],
            ["", "Reihe", "Platz-Nr.", "X", "Y", ""],
            *SEATS,
            ["Summe", "", 80, "", ""],
        ]
    },
    merges=[(1, 0, 2, 0, "Bereich"), (1, 1, 1, 2, "Platz"), (1, 3, 1, 4, "Lage (cm)")],
)
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
LAUGHTER = f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]><svg>&l9;</svg>'

DROP = """(zone, [name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  zone.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
}"""


async def test_a_workbook_is_looked_at_turned_the_right_way_round_and_published(
    page: Page, site: Site
) -> None:
    """A header of two lines, and a stage at the top that the file does not mention: by its unit, y would grow
    upwards. Somebody without a shell sees it on the map, and answers by pressing the other one."""
    found = await _open_form(page, site, "A file with the plan")
    await _choose(page, "laughs.svg", LAUGHTER.encode())
    await expect(page.get_by_role("alert")).to_contain_text("entities")
    await expect(_create(page)).to_be_disabled()

    await _choose(page, "town-hall.xlsx", TOWN_HALL)
    await expect(found.get_by_text("81 lines; 80 seats taken, 1 left out.")).to_be_visible()
    await expect(page.get_by_role("alert")).to_have_count(0)
    await expect(found.get_by_role("region", name="Left out")).to_contain_text("Lines are sums.")
    await expect(found.get_by_role("group", name="Map of the imported plan")).to_be_visible()
    question = found.get_by_role("group", name="Does y grow towards the top of the page?")
    down = question.get_by_role("button", name="y grows to the bottom of the page.")
    await down.click()
    await expect(down).to_have_attribute("aria-pressed", "true")
    await page.get_by_label("Name", exact=True).fill("Town hall")
    assert await serious_findings(page) == []
    venue = await _created(page, site.cast.owner, "Town hall")
    assert venue["seatCount"] == 80
    first, last, behind = await _places(site, venue, "Saal 1 1", "Saal 1 10", "Empore 4 1")
    assert first.x < last.x
    assert first.y > behind.y

    await page.get_by_role("button", name="Checks").click()
    for _ in venue["rules"]["layout"]["assumed"]:
        await page.get_by_role("button", name="That is right").first.click()
    await expect(page.get_by_text("Draft saved.")).to_be_visible()
    await page.get_by_role("button", name="Publish...").click()
    await page.get_by_role("dialog").get_by_role("button", name="Publish", exact=True).click()
    await expect(page.get_by_text("80 seats · version 2")).to_be_visible()


@pytest.mark.long
async def test_a_plan_is_flipped_turned_scaled_and_its_columns_are_chosen_on_a_phone(
    phone: Page, site: Site
) -> None:
    """The file says nothing of its stage, and somebody who knows the hall needs no question to correct it."""
    found = await _open_form(phone, site, "A file with the plan")
    await _choose(phone, "town-hall.xlsx", TOWN_HALL)
    await found.get_by_role("button", name="Flip left and right").click()
    for _ in range(2):
        await found.get_by_role("button", name="Turn by 90°").click()
    await expect(found.get_by_text("Flipped. Turned by 180° clockwise.")).to_be_visible()
    await found.get_by_text("Scale", exact=True).click()
    await found.get_by_label("Metres").fill("0,5")
    await found.get_by_role("button", name="Scale the plan").click()
    await expect(found.get_by_text("seats 0.5 m apart")).to_be_visible()
    await found.get_by_text("Choose columns", exact=True).click()
    await found.get_by_label("Category").select_option("Notiz")
    await found.get_by_role("button", name="Read the file").click()
    await expect(found.get_by_role("region", name="Taken")).to_contain_text("Column 'Notiz' is the category.")
    assert await serious_findings(phone) == []
    width = await phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing is wider than the phone"
    venue = await _created(phone, site.cast.owner, "town-hall")
    first, last, behind = await _places(site, venue, "Saal 1 1", "Saal 1 10", "Empore 4 1")
    assert last.x - first.x == pytest.approx(9 * 0.5, abs=0.02)
    assert first.y > behind.y
    assert {each["id"] for each in venue["rules"]["layout"]["categories"]} == {"Gold", "Silber"}


@pytest.mark.long
async def test_a_plan_is_chosen_looked_at_and_becomes_a_venue_with_all_its_seats(
    page: Page, site: Site
) -> None:
    owner = site.cast.owner
    found = await _open_form(page, site, "A file with the plan")
    await _choose(page, "opera.json", json.dumps(PLAN).encode())
    await expect(found.get_by_text("9 seats taken, none left out.")).to_be_visible()
    await expect(found.get_by_role("region", name="Taken").get_by_role("listitem").first).to_be_visible()
    await expect(found.get_by_role("region", name="Inferred").get_by_role("listitem").first).to_be_visible()
    await expect(found.get_by_role("region", name="Left out")).to_contain_text("The size of the drawing")
    await expect(found.get_by_role("group", name="Map of the imported plan")).to_be_visible()
    venue = await _created(page, owner, "Opera")
    assert venue["seatCount"] == 9
    preview = await owner.get("/seats/preview", venue=venue["venueId"], seat="Parkett, Row 2, Seat 5")
    assert preview.json()["seat"]["ref"] == "b5"


@pytest.mark.long
async def test_a_table_is_dropped_and_named_in_the_form(page: Page, site: Site) -> None:
    found = await _open_form(page, site, "A file with the plan")
    await page.locator(".import-drop").evaluate(DROP, ["balcony.csv", TABLE])
    await expect(found.get_by_text("12 seats taken, none left out.")).to_be_visible()
    await expect(found.get_by_role("group", name="Map of the imported plan")).to_be_visible()
    await page.get_by_label("Name", exact=True).fill("Balcony alone")
    assert (await _created(page, site.cast.owner, "Balcony alone"))["seatCount"] == 12


@pytest.mark.long
async def test_every_template_is_drawn_and_one_becomes_a_venue_of_the_size_that_was_typed(
    page: Page, site: Site
) -> None:
    await _open_form(page, site, "A template")
    shown = page.get_by_role("complementary", name="The template")
    for template in TEMPLATES:
        await page.get_by_label("Template", exact=True).select_option(template.template_id)
        await expect(shown.get_by_role("status")).to_contain_text(f"{template.name}: ")
        await expect(shown.get_by_role("img", name="Map of the template")).to_be_visible()
    await page.get_by_label("Template", exact=True).select_option("theatre")
    await page.get_by_label("Seats", exact=True).fill("800")
    await expect(shown.get_by_role("status")).to_have_text("Theatre: 800 seats")
    await page.get_by_label("Name", exact=True).fill("Playhouse")
    assert (await _created(page, site.cast.owner, "Playhouse"))["seatCount"] == 800


@pytest.mark.long
async def test_a_venue_is_saved_as_a_file(page: Page, site: Site, tmp_path: Path) -> None:
    sections = [{"id": "101", "rows": ["A"], "seats": {"count": 3}}]
    body = {"name": "Hall", "rules": {"layout": {"sections": sections}}}
    await site.cast.owner.put(f"/manage/venues/{site.cast.hall}", body)
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}")
    await page.get_by_text("Export", exact=True).click()
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Table of seats (CSV)").click()
    saved = await saving.value
    await saved.save_as(tmp_path / "seats")
    assert saved.suggested_filename == "hall.csv"
    assert len((tmp_path / "seats").read_text(encoding="utf-8").splitlines()) == 4


async def _open_form(page: Page, site: Site, start: str) -> Locator:
    """The form for a new venue, which starts from something. Returns the part that tells what was found."""
    await without_webgl(page)
    await sign_in(page, site, site.cast.owner, "venues/new")
    await page.get_by_label(start).check()
    return page.get_by_role("complementary", name="What was found in the file")


async def _choose(page: Page, name: str, content: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "", "buffer": content}
    await page.get_by_label("Choose a file").set_input_files(file)


def _create(page: Page) -> Locator:
    return page.get_by_role("button", name="Create venue")


async def _created(page: Page, owner: Actor, name: str) -> dict[str, Any]:
    """Presses the button of the form. Returns the venue that it created, as the API has it."""
    await _create(page).click()
    await expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    venue_id = page.url.rsplit("/", 1)[-1]
    venue: dict[str, Any] = (await owner.get(f"/manage/venues/{venue_id}")).json()
    return venue


class Place(NamedTuple):
    """In metres: x to the right of the stage as the map shows it, y towards its top."""

    x: float
    y: float


async def _places(site: Site, venue: dict[str, Any], *names: str) -> list[Place]:
    """Returns where seats are, by section, row and seat."""
    exported = await site.cast.owner.get(f"/manage/venues/{venue['venueId']}/export", format="csv")
    lines = csv.DictReader(exported.text.removeprefix("\ufeff").splitlines())
    places = {
        f"{line['section']} {line['row']} {line['seat']}": Place(float(line["x_m"]), float(line["y_m"]))
        for line in lines
    }
    return [places[name] for name in names]
