"""The reference at /docs in a browser: complete, searchable, safe with a key, and readable for everybody."""

import json
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from seatpreview.api.reference_pages import CLIENT_GROUPS, OTHER_PAGES
from seatpreview.problems import CATALOGUE
from seatpreview.reference.openapi import document
from web.colours import serious_in_light_or_dark
from web.conftest import Site

pytestmark = pytest.mark.anyio

# What a page of the reference holds, as a browser has it.
CONTENT = """() => ({
  text: document.querySelector("main").textContent,
  ids: [...document.querySelectorAll("main [id]")].map((element) => element.id),
  links: [...document.querySelectorAll("main a")].map((link) => link.pathname + link.hash),
  headings: [...document.querySelectorAll("main :is(h1, h2, h3)")].map(({ tagName }) => Number(tagName[1])),
  marks: document.querySelectorAll("main .extension").length,
})"""


async def open_reference(page: Page, address: str) -> None:
    await page.goto(address)
    await expect(page.locator("main h1")).to_be_visible()


async def follow(page: Page, title: str) -> dict[str, Any]:
    """Opens a page of the reference by its link, and returns what it holds."""
    await page.get_by_role("navigation", name="Reference").get_by_role("link", name=title, exact=True).click()
    await expect(page.locator("main h1")).to_contain_text(title if title != "Overview" else "API")
    content: dict[str, Any] = await page.evaluate(CONTENT)
    return content


async def test_the_pages_say_everything_that_the_document_has(site: Site, page: Page) -> None:
    openapi = document(site.service.base_url)
    await open_reference(page, f"{site.address}/docs")
    overview = await page.evaluate(CONTENT)
    assert {"/guide/python.html", "/guide/typescript.html"} <= {*overview["links"]}
    assert "Tenant key" in overview["text"]
    titles = {name: title for name, (title, _) in CLIENT_GROUPS.items()}
    titles |= {name: name.capitalize() for name in OTHER_PAGES}
    pages = {name: await follow(page, title) for name, title in titles.items()}

    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            shown = pages[operation["x-client"]["group"]]
            assert operation["operationId"] in shown["ids"]
            assert f"{method.upper()} {path}" in shown["text"]
            assert f"for {operation['x-needs']}" in shown["text"]
            for parameter in operation.get("parameters", []):
                assert plain(parameter.get("description", "")) in shown["text"]
    extensions = [o for methods in openapi["paths"].values() for o in methods.values() if "x-extension" in o]
    assert sum(shown["marks"] for shown in pages.values()) == len(extensions)

    all_text = "".join(shown["text"] for shown in pages.values())
    for name, schema in openapi["components"]["schemas"].items():
        for member, described in schema.get("properties", {}).items():
            assert member in all_text, f"{name}.{member}"
            assert plain(described.get("description", "")) in all_text, f"{name}.{member}"
    for problem in CATALOGUE:
        assert f"problem-{problem.code}" in pages["problems"]["ids"]
    for explained in openapi["x-problems"]:
        assert plain(explained["meaning"]) in pages["problems"]["text"]
        assert plain(explained["remedy"]) in pages["problems"]["text"]
    for shown in openapi["x-authentication"]["credentials"]:
        assert plain(shown["presented"]) + plain(shown["meaning"]) in pages["authentication"]["text"]

    bodies = {f"object-{name}" for name in openapi["components"]["schemas"]} - {*pages["objects"]["ids"]}
    for name, shown in pages.items():
        assert len(shown["ids"]) == len(set(shown["ids"]))
        assert shown["headings"].count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(shown["headings"]))
        for link in shown["links"]:
            path, _, anchor = link.partition("#")
            target = path.removeprefix("/docs").strip("/")
            assert anchor == "" or anchor in {*pages[target]["ids"], *bodies}, f"{link} on {name}"


def plain(text: str) -> str:
    """A text as it is read: code without its backticks."""
    return text.replace("`", "")


async def test_a_reader_searches_copies_and_tries_and_the_key_stays_in_memory(site: Site, page: Page) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    # The first operation of a page begins in the upper quarter of the window, which is where one reads.
    await page.set_viewport_size({"width": 1280, "height": 900})
    await open_reference(page, f"{site.address}/docs#problem-conflict")
    await expect(page).to_have_url(f"{site.address}/docs/problems#problem-conflict")
    await expect(page.get_by_role("heading", name="conflict")).to_be_in_viewport()

    await page.keyboard.press("/")
    await expect(page.get_by_role("combobox", name="Search the reference")).to_be_focused()
    await page.keyboard.type("previewseat")
    await expect(page.get_by_role("listbox", name="Results").get_by_role("option").first).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(f"{site.address}/docs/seats#previewSeat")
    preview = page.locator("#previewSeat")
    await expect(preview.get_by_role("heading", level=2)).to_be_in_viewport()
    await expect(marked_in_list(page)).to_have_attribute("href", "/docs/seats#previewSeat")
    for press, operation in (("End", "last"), ("Home", "first")):
        await page.keyboard.press(press)
        read = await getattr(page.locator("article.operation"), operation).get_attribute("id")
        await expect(marked_in_list(page)).to_have_attribute("href", f"/docs/seats#{read}")
        await expect(marked_in_list(page)).to_be_in_viewport()
    await preview.scroll_into_view_if_needed()

    await preview.get_by_role("tab", name="Python").click()
    await expect(preview.get_by_role("tab", name="Python")).to_have_attribute("aria-selected", "true")
    selected = page.locator("[role=tab][aria-selected=true]")
    await expect(selected.filter(has_not_text="Python")).to_have_count(0)
    await page.keyboard.press("ArrowLeft")
    await expect(preview.get_by_role("tab", name="curl")).to_be_focused()
    await preview.get_by_role("button", name="Copy", exact=True).first.click()
    await expect(preview.get_by_role("button", name="Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert f'curl "{site.address}/v1/seats/preview?venue=harbour&seat=107/K/9"' in copied

    key = site.cast.owner.plaintext
    await preview.get_by_text("Try it").click()
    secret = preview.get_by_label("Secret key")
    assert (await secret.get_attribute("type"), await secret.get_attribute("autocomplete")) == (
        "password",
        "off",
    )
    await secret.fill(key)
    await preview.get_by_label("venue query").fill(site.cast.hall)
    await preview.get_by_role("button", name="Send GET").click()
    await expect(preview.locator(".try-status")).to_be_visible()
    await expect(preview.get_by_role("region", name="The request of previewSeat for curl")).to_contain_text(
        "$KEY"
    )

    await follow(page, "Keys")
    create = page.locator("#createKey")
    await create.get_by_text("Try it").click()
    await expect(create.get_by_label("Secret key")).to_have_value(key)
    await create.get_by_label("Body", exact=True).fill('{"label": "From the reference"}')
    await create.get_by_role("button", name="Send POST").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("changes data")
    await dialog.get_by_role("button", name="Cancel").click()
    assert await labels(site) == []
    await create.get_by_role("button", name="Send POST").click()
    await dialog.get_by_role("button", name="Send POST").click()
    await expect(create.locator(".try-status")).to_contain_text("201")
    assert await labels(site) == ["From the reference"]

    kept = await page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    shown = await page.evaluate("document.body.innerText")
    assert key not in kept + page.url + shown
    await page.reload()
    await page.locator("#createKey").get_by_text("Try it").click()
    await expect(page.locator("#createKey").get_by_label("Secret key")).to_have_value("")


def marked_in_list(page: Page) -> Locator:
    """The operation that the list of pages marks as the one that is being read."""
    return page.get_by_role("navigation", name="Reference").locator("[aria-current=location]")


async def labels(site: Site) -> list[str]:
    found = (await site.cast.owner.get("/manage/keys?label=From the reference")).json()["data"]
    return [key["label"] for key in found]


async def test_the_reference_is_easy_to_read_on_a_phone_and_in_the_dark(site: Site, phone: Page) -> None:
    response = await phone.goto(f"{site.address}/docs/kees")
    assert response is not None
    assert response.status == 404
    await expect(phone.get_by_role("heading", name="There is no page “kees”")).to_be_visible()
    await phone.get_by_role("button", name="Contents").click()
    await follow(phone, "Tenants")
    await expect(phone.get_by_role("navigation", name="Reference")).to_be_hidden()
    await phone.locator("#createTenant").get_by_text("Try it").click()
    assert await serious_in_light_or_dark(phone) == []
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390


async def test_texts_of_the_document_cannot_bring_markup_of_their_own(site: Site, page: Page) -> None:
    """Attack: a text that becomes part of the page brings its own markup."""
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    openapi = document(site.service.base_url)
    openapi["info"]["description"] = evil
    openapi["x-client-groups"][0]["description"] = evil
    openapi["paths"]["/sessions"]["post"] |= {"summary": evil, "description": f"`{evil}` {evil}"}

    async def answer(route: Route) -> None:
        await route.fulfill(content_type="application/json", body=json.dumps(openapi))

    await page.route("**/v1/openapi.json", answer)
    for path in ("/docs", "/docs/sessions"):
        await open_reference(page, site.address + path)
        await expect(page.locator("main")).to_contain_text(evil)
        assert await page.locator("main img, main script").count() == 0
