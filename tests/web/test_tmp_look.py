from pathlib import Path
import pytest
from playwright.async_api import Page, expect
from web.conftest import Site, serious_findings
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio


async def look(page, site, name):
    faults = []
    page.on("console", lambda m: print(name, m.type, m.text) if m.type == "error" else None)
    await sign_in(page, site, site.cast.owner, "venues/new")
    await page.get_by_label("A file with the plan").check()
    await page.screenshot(path=f"/tmp/look-{name}-0.png", full_page=True)
    await page.get_by_label("Choose a file").set_input_files(["/tmp/saal.xlsx"])
    found = page.get_by_role("complementary", name="What was found in the file")
    await expect(found.get_by_role("group", name="Map of the imported plan")).to_be_visible()
    await page.wait_for_timeout(1500)
    await page.screenshot(path=f"/tmp/look-{name}-1.png", full_page=True)
    print(await serious_findings(page))
    await found.get_by_role("button", name="Turn by 90°").click()
    await expect(found.get_by_text("Turned by 90°")).to_be_visible()
    await found.get_by_text("Choose columns").click()
    await page.wait_for_timeout(800)
    await page.screenshot(path=f"/tmp/look-{name}-2.png", full_page=True)
    print(await serious_findings(page))


async def test_desk(page: Page, site: Site):
    await look(page, site, "desk")


async def test_phone(phone: Page, site: Site):
    await look(phone, site, "phone")
