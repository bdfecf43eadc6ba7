"""The recipes for other shops, with stand-ins for the shops. A browser opens what they put on a page."""

import json
import re

import pytest
from playwright.async_api import Page, expect

from guides.code_blocks import ROOT, blocks
from seatpreview.demo.creation import Demo
from seatpreview.values.demo_names import VENUE_ALIAS
from web.conftest import Site, without_webgl
from web.test_snippets import open_page, page_of

pytestmark = pytest.mark.anyio


def snippets(name: str, language: str) -> list[str]:
    """The blocks of a recipe in one language."""
    return [block.text for block in blocks(ROOT / name) if block.language == language]


def filled_in(text: str, key_id: str) -> str:
    """The text with the demo's service, venue and key in place of those that a reader has."""
    for written, real in (
        ("https://seats.example", "http://127.0.0.1:8080"),
        ("key_...", key_id),
        ("my-hall", VENUE_ALIAS),
        ("Stalls, Row 4, Seat 12", "Lower Bowl Sec 107 Row K Seat 9"),
    ):
        text = text.replace(written, real)
    return text


def whole_page(part: str) -> str:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{part}</body></html>'


async def names_the_seat(phone: Page) -> None:
    """The session was made and the viewer was not refused. Drawing the view is for other tests."""
    viewer = phone.frame_locator("seat-preview iframe")
    await expect(viewer.get_by_role("heading", name="Section 107")).to_be_attached()


@pytest.mark.long
@pytest.mark.usefixtures("demo")
async def test_the_plain_page_changes_its_seat_and_is_told_about_it(site: Site, phone: Page) -> None:
    await without_webgl(phone)
    await open_page(phone, site, page_of("docs/recipes-html.md"))
    await names_the_seat(phone)
    await expect(phone.get_by_role("status")).to_contain_text("Section 107, Lower Bowl, row K, seat 9")
    await phone.get_by_role("button", name="Floor 2").click()
    await expect(phone.get_by_role("status")).to_contain_text("row 12, seat 8")


@pytest.mark.long
async def test_what_a_wordpress_block_and_a_shopify_section_put_on_a_page(
    site: Site, phone: Page, demo: Demo
) -> None:
    key_id = str(demo.page_key.key_id)
    [block] = snippets("docs/recipes-wordpress.md", "html")
    await without_webgl(phone)
    for part in (filled_in(block, key_id), shopify_section(key_id)):
        await open_page(phone, site, whole_page(part))
        await names_the_seat(phone)


def test_the_parts_for_other_shops_have_the_same_attributes() -> None:
    [block] = snippets("docs/recipes-wordpress.md", "html")
    [php] = snippets("docs/recipes-wordpress.md", "php")
    assert set(re.findall(r"([a-z-]+)=", block)) - {"src"} <= set(re.findall(r'([a-z-]+)="%s"', php))
    assert 'key-id="key_1"' in shopify_section("key_1")


def shopify_section(key_id: str) -> str:
    """What Shopify makes of the section, with the defaults of its settings."""
    [section] = snippets("docs/recipes-shopify.md", "liquid")
    markup, _, rest = filled_in(section, key_id).partition("{% schema %}")
    schema = json.loads(rest.partition("{% endschema %}")[0])
    values = {f"section.settings.{each['id']}": each["default"] for each in schema["settings"]}
    values["product.metafields.custom.seat.value"] = "Lower Bowl Sec 107 Row K Seat 9"
    page = re.sub(r"\{\{ (\S+) \| escape \}\}", lambda found: values[found[1]], markup)
    assert "{" not in page
    return page


def test_every_recipe_says_what_was_tried_and_uses_attributes_that_exist() -> None:
    known = set(re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs/embedding.md").read_text(), re.MULTILINE))
    known |= {"cta-url", "cta-label"}
    for shop in ("pretix", "wordpress", "shopify"):
        text = (ROOT / f"docs/recipes-{shop}.md").read_text()
        assert "**What was tried.**" in text
        for element in re.findall(r"<seat-preview\s([^>]*)>", text):
            assert set(re.findall(r"([a-z-]+)=\"", element)) <= known, element
