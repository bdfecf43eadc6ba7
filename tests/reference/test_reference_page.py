"""The reference at /docs is served for each of its pages, with a policy for our own scripts only."""

import gzip
import re
from html.parser import HTMLParser

import httpx
import pytest

from seatpreview.api.reference_pages import CLIENT_GROUPS, OTHER_PAGES
from seatpreview.api.table import OPERATIONS
from seatpreview.problems import CATALOGUE
from seatpreview.reference import reference_texts
from seatpreview.reference.client_names import CLIENT_NAMES
from seatpreview.reference.openapi import document
from seatpreview.reference.problem_explanations import EXPLANATIONS
from seatpreview.results import encode
from serving import LiveService

DOCUMENT = document("https://preview.example/v1")


class Elements(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_every_operation_is_on_the_page_of_a_group() -> None:
    assert {name.group for name in CLIENT_NAMES.values()} == CLIENT_GROUPS.keys()
    assert [group["name"] for group in DOCUMENT["x-client-groups"]] == list(CLIENT_GROUPS)


def test_the_document_explains_every_problem_and_how_a_key_is_presented() -> None:
    assert DOCUMENT["x-problems"] == [
        {
            "code": problem.code,
            "status": problem.status,
            "title": problem.title,
            "meaning": EXPLANATIONS[problem].meaning,
            "remedy": EXPLANATIONS[problem].remedy,
        }
        for problem in CATALOGUE
    ]
    shown = [(each["presented"], each["meaning"]) for each in DOCUMENT["x-authentication"]["credentials"]]
    assert shown == reference_texts.CREDENTIALS
    assert [each["name"] for each in DOCUMENT["x-conventions"]] == list(reference_texts.CONVENTIONS)


def test_operations_that_only_read_are_marked() -> None:
    """The page asks before it sends any other, and clients repeat these after a lost answer."""
    marked = {
        operation["operationId"]
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
        if operation.get("x-reads-only")
    }
    reading = {operation.operation_id for operation in OPERATIONS if operation.method == "GET"}
    others = {"resolveSeats", "findBestSeats", "createImageLink", "importVenue", "findFloorPlanSeats"}
    assert marked == reading | others | {"testSeatKeys", "suggestSeatKeys", "learnSeatKeys"}


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["", "/", *(f"/{name}" for name in (*CLIENT_GROUPS, *OTHER_PAGES))])
async def test_a_page_has_a_policy_that_allows_our_own_scripts_and_nothing_inline(
    path: str, service: LiveService
) -> None:
    """Attack: markup that got into a text brings a script, or sends a typed key elsewhere."""
    response = await get(service, f"/docs{path}")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert response.headers["referrer-policy"] == "no-referrer"
    for tag, attributes in Elements(response.text).found:
        assert tag != "style"
        assert tag != "script" or re.fullmatch(r"/assets/[\w.-]+\.js", attributes["src"] or "")
        assert not any(name.startswith("on") or name == "style" for name in attributes)


@pytest.mark.anyio
async def test_a_page_that_does_not_exist_is_404_and_shows_the_reference_all_the_same(
    service: LiveService,
) -> None:
    response = await get(service, "/docs/kees")
    assert response.status_code == 404
    assert response.content == (await get(service, "/docs")).content


@pytest.mark.anyio
async def test_without_scripts_it_leads_to_the_guide_and_to_the_document(service: LiveService) -> None:
    [words] = re.findall("<noscript>(.*?)</noscript>", (await get(service, "/docs")).text, re.DOTALL)
    links = [attributes["href"] for tag, attributes in Elements(words).found if tag == "a"]
    assert links == ["/guide/operations.html", "/v1/openapi.json"]


@pytest.mark.anyio
async def test_the_document_is_compressed_for_clients_that_take_it(service: LiveService) -> None:
    path = f"{service.base_url}/openapi.json"
    async with httpx.AsyncClient() as client:
        plain = await client.get(path, headers={"accept-encoding": "identity"})
        async with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as response:
            compressed = b"".join([part async for part in response.aiter_raw()])
    assert "content-encoding" not in plain.headers
    assert (response.headers["content-encoding"], response.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(compressed) == plain.content == encode(document(service.base_url))
    assert len(compressed) < len(plain.content) / 5


async def get(service: LiveService, path: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(service.address + path)
