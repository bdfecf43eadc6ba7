"""The guide in a browser: its search without the internet, both themes, and its width on a phone."""

import pytest
from playwright.async_api import Page, expect

from web.conftest import Site, serious_findings

pytestmark = pytest.mark.anyio

LOOKED_AT = ("embedding.html", "", "operations.html")
"""A page with tables and code, the first page, and the one with the longest tables."""
FAULTS = """async (addresses) => {
  const links = "link[rel=stylesheet]";
  const stylesOf = (page) => [...page.querySelectorAll(links)].map((link) => link.href).join();
  const styles = stylesOf(document);
  const faults = [];
  for (const address of addresses) {
    const text = await (await fetch(address)).text();
    // What the page's own addresses are relative to.
    history.replaceState(null, "", address);
    const page = new DOMParser().parseFromString(text, "text/html");
    if (stylesOf(page) !== styles) faults.push(`${address} has styles of its own`);
    for (const image of page.images) image.loading = "eager";
    document.body = document.adoptNode(page.body);
    await Promise.all([...document.images].map((image) => image.decode()));
    // The theme lets the content scroll, where it is too wide, and the page does not.
    for (const part of [document.documentElement, document.querySelector(".content")])
      if (part.scrollWidth > part.clientWidth) faults.push(`${address} is too wide`);
  }
  return faults;
}"""
"""Shows the body of each page in the one that is open, with the styles that all of them share: to visit each
would cost four times as much."""


def faults_of(page: Page, site: Site) -> list[str]:
    """What a browser says on its console, such as what a policy refused, and requests to other hosts."""
    faults: list[str] = []

    def look(url: str) -> None:
        if not url.startswith((site.address, "data:")):
            faults.append(url)

    page.on("console", lambda message: faults.append(message.text))
    page.on("request", lambda request: look(request.url))
    return faults


async def test_a_word_is_found_and_its_page_opens(phone: Page, site: Site) -> None:
    faults = faults_of(phone, site)
    titles = await found_titles(phone, site, "embedFrameAncestors")
    await expect(phone.locator("#search-results .context").first).to_be_visible()
    await phone.locator("#search-results li > a").first.click()
    await expect(phone.get_by_role("heading", level=1)).to_contain_text(titles[0])
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390, "it fits a phone"
    assert faults == []


@pytest.mark.long
async def test_a_search_finds_the_page_about_a_word_first(page: Page, site: Site) -> None:
    await page.goto(f"{site.address}/guide")
    await page.get_by_role("textbox", name="Search").fill("embedFrameAncestors")
    await page.keyboard.press("Enter")
    await expect(page.locator("#search-results li a").first).to_be_visible()
    for word, first in (("rotate", "Rotate keys"), ("backup", "Back up and restore")):
        titles = await found_titles(page, site, word)
        assert titles[0] == first
    titles = await found_titles(page, site, "cors")
    assert "Describe a layout" not in titles, "it has records, corners and cores, and no word of this"


async def found_titles(page: Page, site: Site, word: str) -> list[str]:
    """The pages that a search finds, in their order."""
    await page.goto(f"{site.address}/guide/search.html?q={word}")
    # The summary comes after the last result.
    await expect(page.locator("#search-results .search-summary")).to_contain_text("found")
    return await page.locator("#search-results li > a").all_text_contents()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_guide_holds_nothing_that_axe_finds_serious(scheme: str, page: Page, site: Site) -> None:
    faults = faults_of(page, site)
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for path in LOOKED_AT:
        await page.goto(f"{site.address}/guide/{path}")
        assert await serious_findings(page) == [], path
    paper = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.goto(f"{site.address}/docs")
    ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ground, "the pages of the product have one ground"
    assert (paper == "rgb(246, 246, 243)") == (scheme == "light")
    assert faults == []


@pytest.mark.long
async def test_every_page_fits_a_phone(phone: Page, site: Site) -> None:
    """Tables and code that are wider than the screen move on their own, and the page does not."""
    faults = faults_of(phone, site)
    await phone.goto(f"{site.address}/guide/")
    paths = await phone.evaluate(
        "[...new Set([...document.querySelectorAll('.sidebar-tree a.internal')].map((link) => link.href))]"
    )
    assert len(paths) > 15
    assert await phone.evaluate(FAULTS, [path for path in paths if "/decisions/0" not in path]) == []
    assert [fault for fault in faults if fault.startswith("http")] == [], "no other host is asked"
