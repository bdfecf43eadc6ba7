"""The reference page is complete, safe, and readable without scripts, by keyboard and in dark mode."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from importlib import resources
from itertools import pairwise
from typing import Any

import httpx
import pytest

from seatpreview.api.table import OPERATIONS
from seatpreview.problems import CATALOGUE
from seatpreview.reference import conventions
from seatpreview.reference.html import Html, json_listing, prose, tag
from seatpreview.reference.openapi import document
from seatpreview.reference.page import page
from seatpreview.reference.problem_explanations import EXPLANATIONS
from serving import LiveService

BASE_URL = "https://preview.example/v1"
OPENAPI = document(BASE_URL)
STYLE = resources.files("seatpreview.reference").joinpath("page.css").read_text()


class Page(HTMLParser):
    """Collects what a browser finds on the page."""

    VOID = ("meta",)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def every(self, attribute: str) -> list[str]:
        return [str(attributes[attribute]) for _, attributes in self.elements if attribute in attributes]


PAGE = Page(page(OPENAPI))


def test_every_element_is_closed_and_every_id_is_there_once() -> None:
    assert PAGE.open == []
    assert len(PAGE.every("id")) == len(set(PAGE.every("id")))


def test_every_link_leads_somewhere() -> None:
    targets = {link.removeprefix("#") for link in PAGE.every("href") if link.startswith("#")}
    assert targets <= set(PAGE.every("id"))
    assert [link for link in PAGE.every("href") if link[0] != "#"] == [f"{BASE_URL}/openapi.json"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.operation_id)
def test_every_operation_is_on_the_page_with_its_path_and_who_may_call(operation: Any) -> None:
    assert operation.operation_id in PAGE.every("id")
    assert f"{operation.method} {operation.path}" in PAGE.text
    assert f"for {operation.needs.value}" in PAGE.text


def test_extensions_are_marked_as_such() -> None:
    marks = [attributes for _, attributes in PAGE.elements if attributes.get("class") == "extension"]
    assert len(marks) == sum(operation.is_extension for operation in OPERATIONS)


@pytest.mark.parametrize("problem", CATALOGUE, ids=lambda problem: problem.code)
def test_the_type_of_a_problem_leads_to_its_explanation(problem: Any) -> None:
    assert f"problem-{problem.code}" in PAGE.every("id")
    explanation = EXPLANATIONS[problem]
    assert explanation.meaning.replace("`", "") in PAGE.text
    assert explanation.remedy.replace("`", "") in PAGE.text


def test_every_member_of_every_body_is_on_the_page() -> None:
    for name, schema in OPENAPI["components"]["schemas"].items():
        for member in schema.get("properties", {}):
            assert member in PAGE.text, f"{name}.{member}"


def test_it_says_how_a_key_is_presented() -> None:
    for shown, meaning in conventions.CREDENTIALS:
        assert shown.replace("`", "") in PAGE.text
        assert meaning.replace("`", "") in PAGE.text


def test_nothing_on_it_runs_and_nothing_comes_from_elsewhere() -> None:
    names = {name for name, _ in PAGE.elements}
    assert names.isdisjoint({"script", "link", "img", "iframe", "object", "form", "base"})
    assert PAGE.every("src") == []
    assert not any(name.startswith("on") or name == "style" for _, found in PAGE.elements for name in found)
    assert re.search(r"url\(|@import", STYLE) is None


def test_one_reads_it_without_a_mouse_and_without_sight() -> None:
    assert PAGE.elements[0] == ("html", {"lang": "en"})
    assert PAGE.every("href")[0] == "#reference"
    names = [name for name, _ in PAGE.elements]
    assert (names.count("main"), names.count("h1")) == (1, 1)
    assert all(attributes.get("tabindex") == "0" for name, attributes in PAGE.elements if name == "pre")
    levels = [int(name[1]) for name in names if re.fullmatch("h[1-6]", name)]
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_text_from_anywhere_is_escaped() -> None:
    """Attack: a text that becomes part of the page brings its own markup."""
    evil = "<script>alert(1)</script>\"'`&"
    assert "<script>" not in tag("p", evil, title=evil) + prose(evil) + json_listing({evil: evil})
    assert tag("p", Html("<b>"), "<b>") == "<p><b>&lt;b&gt;</p>"
    assert tag("a", href='"><script>') == '<a href="&quot;&gt;&lt;script&gt;"></a>'


def test_an_openapi_document_cannot_bring_markup_of_its_own() -> None:
    evil = document("https://<script>alert(1)</script>/v1")
    evil["tags"][0]["description"] = "<img src=x onerror=alert(1)>"
    found = {name for name, _ in Page(page(evil)).elements}
    assert found.isdisjoint({"script", "img"})


PAIRS = [
    *[(text, "page") for text in ("text", "muted", "accent")],
    *[(text, "panel") for text in ("text", "muted", "accent")],
    *[(method, f"{method}-panel") for method in ("get", "post", "patch", "delete")],
    *[(text, "code-panel") for text in ("code", "accent")],
    *[(text, "listing-panel") for text in ("listing", "caption", "name", "string", "value")],
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "panel"), PAIRS)
def test_text_stands_out_from_its_panel(scheme: str, text: str, panel: str) -> None:
    """WCAG AA: 4.5 to 1."""
    light, dark = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light))
    if scheme == "dark":
        colours |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", dark))
    brighter, darker = sorted((luminance(colours[text]), luminance(colours[panel])), reverse=True)
    assert (brighter + 0.05) / (darker + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.anyio
async def test_it_is_served_with_a_policy_that_allows_its_own_style_and_nothing_else(
    service: LiveService,
) -> None:
    async with httpx.AsyncClient() as client:
        response = await client.get(f"{service.address}/docs")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    style = re.search("<style>(.*?)</style>", response.text, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = response.headers["content-security-policy"]
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
    assert "unsafe" not in policy
    assert service.base_url in response.text
