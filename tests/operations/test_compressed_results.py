"""Plans and lists of seats: encoded and compressed once for a version, in the coding that a client takes."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from cast import Cast, bearer
from seatpreview.caching import BoundedCache
from seatpreview.http import responses
from seatpreview.http.responses import COMPRESSED_BYTES_MIN, Coding, compress
from seatpreview.seats import listing_operations, operations
from seatpreview.seats.plan import build_plan
from seatpreview.seats.plan_cache import PLANS, SEAT_PAGES
from seatpreview.seats.seat_listing import iterate_seats
from seats.halls import create_session_token, get_with_token

pytestmark = pytest.mark.anyio

PATHS = ("/seats/plan", "/seats")
CODINGS: tuple[Coding, ...] = ("br", "gzip")


def large_hall(name: str = "Hall") -> dict[str, Any]:
    sections = {"ids": {"first": 1, "last": 20}, "rows": {"first": 1, "last": 20}, "seats": {"count": 10}}
    return {"name": name, "rules": {"layout": {"sections": [sections], "configurations": [{"id": "end"}]}}}


async def put_large_hall(cast: Cast, name: str = "Hall") -> None:
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", large_hall(name))
    assert response.status_code == 200, response.text


async def ask(
    cast: Cast, path: str, accept_encoding: str, *headers: tuple[str, str], **query: Any
) -> httpx.Response:
    sent = [bearer(cast.owner.plaintext), ("accept-encoding", accept_encoding), *headers]
    url = (
        f"{path}?{urlencode({'venue': cast.hall, **({'limit': 1000} if path == '/seats' else {}), **query})}"
    )
    return await cast.service.ask("GET", url, sent)


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[Coding]:
    """The codings that a text was compressed in, in their order."""
    done: list[Coding] = []

    def counted(text: bytes, coding: Coding) -> bytes:
        done.append(coding)
        return compress(text, coding)

    monkeypatch.setattr(responses, "compress", counted)
    return done


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The plans and pages that were put together."""
    done: list[str] = []

    def counted(name: str, function: Any) -> Any:
        def call(*arguments: Any) -> Any:
            done.append(name)
            return function(*arguments)

        return call

    # Large plans are drawn in a process, where nobody counts.
    monkeypatch.setattr(operations, "PLAN_PARTS_ON_THE_LOOP_MAX", 10_000)
    monkeypatch.setattr(operations, "build_plan", counted("/seats/plan", build_plan))
    monkeypatch.setattr(listing_operations, "iterate_seats", counted("/seats", iterate_seats))
    return done


@pytest.mark.parametrize("path", PATHS)
async def test_each_coding_has_the_same_text_and_an_etag_of_its_own(cast: Cast, path: str) -> None:
    await put_large_hall(cast)
    plain = await ask(cast, path, "identity")
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(plain.content) > 5000
    etags = {plain.headers["etag"]}
    for coding in CODINGS:
        response = await ask(cast, path, coding)
        assert (response.status_code, response.content) == (200, plain.content)
        assert response.headers["content-encoding"] == coding
        assert int(response.headers["content-length"]) < len(plain.content) / 5
        etags.add(response.headers["etag"])
        assert response.headers.get("link") == plain.headers.get("link")
        for each in (response, plain):
            assert each.headers["vary"] == "Accept-Encoding, Origin, Authorization, X-Key-Id, X-Viewer-Key"
            assert each.headers["content-type"] == "application/json"
            assert each.headers["cache-control"] == "private, no-cache"
    assert len(etags) == 3
    assert all(etag.startswith('"') for etag in etags), "strong ones"


@pytest.mark.parametrize("path", PATHS)
async def test_a_client_that_has_the_result_in_this_coding_gets_304(
    cast: Cast, path: str, compressed: list[Coding]
) -> None:
    await put_large_hall(cast)
    plain = await ask(cast, path, "identity")
    for coding in ("identity", *CODINGS):
        etag = plain.headers["etag"]
        if coding != "identity":
            etag = f'{etag[:-1]}-{coding}"'
        known = await ask(cast, path, coding, ("if-none-match", etag))
        assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", etag)
        assert "content-encoding" not in known.headers
        assert "Accept-Encoding" in known.headers["vary"]
        others = ", ".join(f'"{number}"' for number in range(3))
        assert (await ask(cast, path, coding, ("if-none-match", others))).status_code == 200
        assert (await ask(cast, path, coding)).headers["etag"] == etag
    assert compressed == list(CODINGS), "and who is told so needs nothing compressed"


@pytest.mark.parametrize("path", PATHS)
async def test_a_result_is_encoded_and_compressed_once(
    cast: Cast, path: str, compressed: list[Coding], encoded: list[str]
) -> None:
    await put_large_hall(cast)
    herd = [ask(cast, path, "br, gzip;q=0.5") for _ in range(10)]
    first = {response.content for response in await asyncio.gather(*herd)}
    assert (len(first), compressed, encoded) == (1, ["br"], [path])
    for accept_encoding in ("br", "gzip", "gzip;q=0.3", "identity", "*"):
        assert (await ask(cast, path, accept_encoding)).content in first
    assert (compressed, encoded) == (["br", "gzip"], [path])


@pytest.mark.parametrize("path", PATHS)
async def test_a_change_of_the_venue_shows_at_once(cast: Cast, path: str, encoded: list[str]) -> None:
    await put_large_hall(cast)
    before = [(await ask(cast, path, coding)).headers["etag"] for coding in CODINGS]
    record = large_hall("Renamed")
    record["rules"]["layout"]["sections"][0]["seats"]["count"] = 11
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    for coding, etag in zip(CODINGS, before, strict=True):
        after = await ask(cast, path, coding, ("if-none-match", etag))
        assert (after.status_code, after.headers["content-encoding"]) == (200, coding)
        assert b'"11"' in after.content
    assert encoded == [path, path]


async def test_pages_of_different_queries_are_kept_apart(cast: Cast) -> None:
    await put_large_hall(cast)
    asked: list[dict[str, Any]] = [
        {},
        {"limit": 999},
        {"section": 2},
        {"section": 2, "row": 3},
        {"configuration": "end"},
        {"cursor": (await ask(cast, "/seats", "br", limit=999)).json()["nextCursor"], "limit": 999},
    ]
    for _ in range(2):
        etags = [(await ask(cast, "/seats", "br", **query)).headers["etag"] for query in asked]
        # Cursors are bound to the query, so that even pages of the same seats differ.
        assert len({*etags}) == len(asked)


async def test_the_cursor_of_a_kept_page_is_the_tenants_own(cast: Cast) -> None:
    """Attack: a grantee is shown a page that was kept for the owner, whose cursor is the owner's."""
    await put_large_hall(cast)
    pages = [
        (await actor.get("/seats", venue=cast.hall, limit=1000)).json()
        for actor in (cast.owner, cast.grantee)
    ]
    assert pages[0]["data"] == pages[1]["data"]
    for actor, page in zip((cast.owner, cast.grantee), pages, strict=True):
        more = await actor.get("/seats", venue=cast.hall, limit=1000, cursor=page["nextCursor"])
        assert (more.status_code, len(more.json()["data"])) == (200, 1000)


async def test_a_session_for_some_seats_is_shown_no_kept_page(cast: Cast, compressed: list[Coding]) -> None:
    await put_large_hall(cast)
    await ask(cast, "/seats", "identity")
    token = await create_session_token(cast, seats=["1/1/1", "1/1/2"])
    entries = len(cast.service.internals.resources.caches.of(SEAT_PAGES))
    response = await get_with_token(cast, token, "/seats", limit="1000")
    assert [seat["key"] for seat in response.json()["data"]] == ["1/1/1", "1/1/2"]
    assert len(cast.service.internals.resources.caches.of(SEAT_PAGES)) == entries
    assert compressed == []


async def test_a_short_result_is_sent_as_it_is(cast: Cast, compressed: list[Coding]) -> None:
    await put_large_hall(cast)
    response = await ask(cast, "/seats", "br", limit=3)
    assert len(response.content) < COMPRESSED_BYTES_MIN
    assert "content-encoding" not in response.headers
    assert compressed == []


async def test_what_is_kept_compressed_is_counted(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    await put_large_hall(cast)
    resources = cast.service.internals.resources
    # Empty ones: what other tests have left would be evicted, and be missing in the sum.
    plans, pages = BoundedCache[Any, Any](20), BoundedCache[Any, Any](20)
    monkeypatch.setitem(resources.caches._made, PLANS, plans)
    monkeypatch.setitem(resources.caches._made, SEAT_PAGES, pages)
    for path, cache in (("/seats/plan", plans), ("/seats", pages)):
        lengths = [
            int((await ask(cast, path, coding)).headers["content-length"])
            for coding in ("identity", *CODINGS)
        ]
        assert sum(lengths) <= cache.bytes_used < sum(lengths) + 2000


async def test_asking_for_many_variants_makes_the_memory_no_larger(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: pages of every length and place in every coding fill the memory."""
    await put_large_hall(cast)
    resources = cast.service.internals.resources
    pages = BoundedCache[Any, Any](20, 200_000)
    monkeypatch.setitem(resources.caches._made, SEAT_PAGES, pages)
    for limit in range(900, 1000, 2):
        await ask(cast, "/seats", "br", limit=limit)
        await ask(cast, "/seats", "gzip", limit=limit)
        assert pages.bytes_used <= 200_000
        assert len(pages) <= 20


async def test_a_head_says_what_a_get_would(cast: Cast) -> None:
    await put_large_hall(cast)
    for path in PATHS:
        url = f"{path}?venue={cast.hall}"
        headers = [bearer(cast.owner.plaintext), ("accept-encoding", "gzip")]
        got, head = [await cast.service.ask(method, url, headers) for method in ("GET", "HEAD")]
        assert head.content == b""
        for name in ("content-length", "content-encoding", "etag", "vary"):
            assert got.headers[name] == head.headers[name]
