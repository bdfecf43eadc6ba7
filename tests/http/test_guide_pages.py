"""The guide at /guide/: what is served, with which policy, and that no path leads out of it."""

import asyncio
import re
import zlib
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cast import Cast

pytestmark = pytest.mark.anyio

GUIDE = Path(str(files("seatpreview.http").joinpath("static", "guide")))
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "use": "href"}
"""Elements that load something, and the attribute that says what."""


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change nothing."""
    return shared_cast


class Elements(HTMLParser):
    """Collects what a page loads, and what its policy would refuse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.refused: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in LOADED and values.get(LOADED[tag]):
            self.loaded.append(str(values[LOADED[tag]]))
        inline = [name for name in values if name == "style" or name.startswith("on")]
        if inline or tag == "style" or (tag == "script" and not values.get("src")):
            self.refused.append(f"{tag} {inline}")


def built_pages() -> list[Path]:
    pages = sorted(GUIDE.rglob("*.html"))
    assert len(pages) > 40, "script/setup builds the guide"
    return pages


@cache
def elements_of_pages() -> dict[str, Elements]:
    """What each page has: to parse them all takes two seconds."""
    return {
        str(page.relative_to(GUIDE)): Elements(page.read_text(encoding="utf-8")) for page in built_pages()
    }


def built_files() -> dict[str, int]:
    found = [file for file in GUIDE.rglob("*") if file.is_file()]
    return {file.relative_to(GUIDE).as_posix(): zlib.crc32(file.read_bytes()) for file in found}


async def test_the_first_page_is_served_with_the_headers_of_a_page(cast: Cast) -> None:
    page = await cast.service.ask("GET", f"{cast.service.address}/guide/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "public, max-age=300"
    expected = {
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
    assert {name: page.headers[name] for name in expected} == expected
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "http" not in policy
    for link in ("/", "/guide/", "/docs", "/console"):
        assert f'href="{link}"' in page.text


async def test_guide_without_a_slash_leads_to_it(cast: Cast) -> None:
    answer = await cast.service.ask("GET", f"{cast.service.address}/guide")
    assert (answer.status_code, answer.headers["location"]) == (308, "/guide/")


async def test_a_page_travels_compressed_and_is_not_sent_twice(cast: Cast) -> None:
    path = f"{cast.service.address}/guide/settings.html"
    plain = await cast.service.ask("GET", path, [("accept-encoding", "identity")])
    small = await cast.service.ask("GET", path, [("accept-encoding", "gzip")])
    assert plain.text == small.text
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    assert plain.headers["etag"] != small.headers["etag"], "a strong ETag stands for exact bytes"
    for coding, response in (("identity", plain), ("gzip", small)):
        known = [("if-none-match", response.headers["etag"]), ("accept-encoding", coding)]
        assert (await cast.service.ask("GET", path, known)).status_code == 304
    refused = await cast.service.ask("GET", path, [("accept-encoding", "gzip;q=0")])
    assert "content-encoding" not in refused.headers
    head = await cast.service.ask("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("path", ["nothing.html", "decisions/nothing.html", "decisions", "_static/", "index"])
async def test_an_unknown_page_leads_to_the_first_one(path: str, cast: Cast) -> None:
    page = await cast.service.ask("GET", f"{cast.service.address}/guide/{path}")
    assert page.status_code == 404
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert '<a href="/guide/">' in page.text
    assert '<base href="/guide/">' in page.text, "its styles are found at any depth"


@pytest.mark.parametrize(
    "path",
    [
        "../console.html",
        "../../static_files.py",
        "%2e%2e/console.html",
        "..%2fconsole.html",
        "%2e%2e%2f%2e%2e%2fstatic_files.py",
        "..\\console.html",
        "%5c..%5cconsole.html",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "index.html%00",
        "./index.html",
    ],
)
async def test_no_path_leads_out_of_the_guide(path: str, cast: Cast) -> None:
    """Attack: a path with dots, encoded or not, reads a file beside the guide."""
    status, body = await raw_get(cast, f"/guide/{path}")
    assert status == 404
    assert b"There is no such page" in body


async def test_every_file_of_the_build_is_served(cast: Cast) -> None:
    for name, checksum in built_files().items():
        answer = await cast.service.ask("GET", f"{cast.service.address}/guide/{name}")
        assert (answer.status_code, zlib.crc32(answer.content)) == (200, checksum), name


async def test_the_pages_link_the_licences_of_what_they_contain(cast: Cast) -> None:
    assert 'href="/third-party-notices"' in (GUIDE / "index.html").read_text(encoding="utf-8")
    notices = await cast.service.ask("GET", f"{cast.service.address}/third-party-notices")
    assert re.findall("^(furo|Sphinx|Pygments|snowballstemmer) ", notices.text, re.MULTILINE) == [
        "furo",
        "Pygments",
        "snowballstemmer",
        "Sphinx",
    ]


def test_no_page_loads_anything_from_another_host() -> None:
    """The service may stand where there is no internet, and a page must not tell others who reads it."""
    for name, elements in elements_of_pages().items():
        assert [address for address in elements.loaded if urlsplit(address).netloc] == [], name
    for style in GUIDE.rglob("*.css"):
        imported = re.findall(r"(?:url\(|@import )\s*['\"]?(https?:|//)", style.read_text(encoding="utf-8"))
        assert imported == [], style.name


def test_no_page_has_a_script_or_a_style_that_the_policy_refuses() -> None:
    for name, elements in elements_of_pages().items():
        assert elements.refused == [], name


async def raw_get(cast: Cast, path: str) -> tuple[int, bytes]:
    """Sends a path as it is: clients resolve dots themselves before they send it."""
    address = urlsplit(cast.service.address)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body
