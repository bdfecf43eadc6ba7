"""Signed image addresses over HTTP: any page may show them, whole or in ranges, until they expire."""

import asyncio
import re
from io import FileIO
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cast import Cast
from imagery.sample_pictures import noise, photo, stored
from imagery.uploads import upload
from seatpreview.http.app import App
from seatpreview.http.page_routes import parse_range
from seatpreview.objects import store
from seatpreview.objects.store import READ_BYTES, ByteRange, FolderReader
from seatpreview.server.worker import app_of

pytestmark = pytest.mark.anyio


async def ask(cast: Cast, url: str, method: str = "GET", **headers: str) -> httpx.Response:
    sent = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return await cast.service.ask(method, url, sent)


async def test_no_key_is_needed_and_any_page_may_show_it(cast: Cast) -> None:
    image = await upload(cast, data=photo())
    data = stored(photo())
    for origin in ({}, {"origin": "https://anybody.example"}, {"origin": "null"}):
        response = await ask(cast, image["url"], **origin)
        assert (response.status_code, response.content) == (200, data)
        assert response.headers["access-control-allow-origin"] == "*"
        assert response.headers["cross-origin-resource-policy"] == "cross-origin"
        assert response.headers["content-type"] == "image/jpeg"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert response.headers["content-length"] == str(len(data))
        assert "set-cookie" not in response.headers


async def test_an_image_may_be_cached_until_its_address_expires(cast: Cast) -> None:
    image = await upload(cast)
    kept = (await ask(cast, image["url"])).headers["cache-control"]
    found = re.fullmatch(r"public, max-age=(\d+), immutable", kept)
    assert found is not None
    assert 0 < int(found[1]) <= 900


async def test_an_address_that_has_run_out_is_refused(cast: Cast) -> None:
    image = await upload(cast)
    cast.service.clock.advance(900)
    refused = await ask(cast, image["url"])
    assert (refused.status_code, refused.json()["code"]) == (403, "signature_invalid")
    assert refused.json()["detail"] == "This address has expired. Ask for a new one."
    assert refused.headers["cache-control"] == "no-store"


async def test_an_address_outlives_the_key_that_asked_for_it(cast: Cast) -> None:
    key = await cast.actor(tenantId=cast.owner.tenant_id)
    await upload(cast)
    [image] = (await key.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"]
    await cast.owner.delete(f"/manage/keys/{key.key_id}")
    assert (await key.get("/caller")).status_code == 401
    assert (await ask(cast, image["url"])).status_code == 200


async def test_a_changed_address_is_refused_before_anything_is_looked_up(cast: Cast) -> None:
    """Attack: another image, venue or spelling with an issued signature."""
    url = (await upload(cast, "a.jpg"))["url"]
    other = (await upload(cast, "b.jpg"))["url"]
    path, _, query = url.partition("?")
    for changed in (
        f"{other.partition('?')[0]}?{query}",
        path,
        f"{path}?{query}&a=b",
        f"{path}?{query[:-1]}{'A' if query[-1] != 'A' else 'B'}",
        url.replace("/full.jpg", "/%66ull.jpg"),
        url.replace("/full.jpg", "/secret"),
        url.replace("/images/", "/images//"),
        f"{cast.service.address}/images/",
        f"{cast.service.address}/images/x?{query}",
    ):
        refused = await ask(cast, changed)
        assert (refused.status_code, refused.json()["code"]) == (403, "signature_invalid"), changed


async def test_a_head_says_what_a_get_would_and_sends_nothing(cast: Cast) -> None:
    image = await upload(cast)
    got, head = await ask(cast, image["url"]), await ask(cast, image["url"], "HEAD", range="bytes=0-3")
    own = {"date", "x-request-id", "cache-control"}
    assert (head.status_code, head.content) == (200, b"")
    assert {name: value for name, value in head.headers.items() if name not in own} == {
        name: value for name, value in got.headers.items() if name not in own
    }


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
async def test_other_methods_are_refused(method: str, shared_cast: Cast) -> None:
    image = await upload(shared_cast)
    refused = await ask(shared_cast, image["url"], method)
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")
    assert (await ask(shared_cast, image["url"])).status_code == 200


async def test_a_client_that_has_the_image_already_gets_304(cast: Cast) -> None:
    image = await upload(cast)
    etag = (await ask(cast, image["url"])).headers["etag"]
    assert re.fullmatch(r'"[^"]+"', etag), "a strong one"
    assert etag != (await ask(cast, image["previewUrl"])).headers["etag"]
    for named in (etag, f'"other", {etag}', "*", f"W/{etag}"):
        response = await ask(cast, image["url"], if_none_match=named)
        assert (response.status_code, response.content, response.headers["etag"]) == (304, b"", etag)
        assert "immutable" in response.headers["cache-control"]
    assert (await ask(cast, image["url"], if_none_match='"other"')).status_code == 200


@pytest.mark.parametrize(
    ("asked_for", "start", "end"),
    [("bytes=0-0", 0, 1), ("bytes=2-5", 2, 6), ("bytes=10-", 10, None), ("bytes=-7", -7, None)],
)
async def test_a_part_is_sent(asked_for: str, start: int, end: int | None, shared_cast: Cast) -> None:
    image = await upload(shared_cast, data=photo())
    data = stored(photo())
    response = await ask(shared_cast, image["url"], range=asked_for)
    first, last = range(len(data))[start:end][0], range(len(data))[start:end][-1]
    assert (response.status_code, response.content) == (206, data[start:end])
    assert response.headers["content-range"] == f"bytes {first}-{last}/{len(data)}"
    assert response.headers["content-length"] == str(len(response.content))
    assert response.headers["accept-ranges"] == "bytes"


@pytest.mark.parametrize("asked_for", ["bytes=99999999-", "bytes=99999999-99999999", "bytes=-0"])
async def test_a_part_that_is_not_there_is_refused_with_the_size(asked_for: str, cast: Cast) -> None:
    image = await upload(cast, data=photo())
    data = stored(photo())
    response = await ask(cast, image["url"], range=asked_for)
    assert (response.status_code, response.content) == (416, b"")
    assert response.headers["content-range"] == f"bytes */{len(data)}"


@pytest.mark.parametrize("asked_for", ["bytes=0-1,3-4", "bytes=5-2", "bytes=-", "lines=0-1", "bytes=a-b"])
async def test_what_is_not_one_range_is_answered_with_all(asked_for: str, shared_cast: Cast) -> None:
    image = await upload(shared_cast, data=photo())
    data = stored(photo())
    response = await ask(shared_cast, image["url"], range=asked_for)
    assert (response.status_code, response.content) == (200, data)


async def test_a_part_of_another_version_is_not_mixed_in(cast: Cast) -> None:
    image = await upload(cast)
    etag = (await ask(cast, image["url"])).headers["etag"]
    assert (await ask(cast, image["url"], range="bytes=0-3", if_range=etag)).status_code == 206
    assert (await ask(cast, image["url"], range="bytes=0-3", if_range='"other"')).status_code == 200
    assert (await ask(cast, image["url"], range="bytes=0-3", if_range=f"W/{etag}")).status_code == 200


async def test_a_large_picture_arrives_whole(cast: Cast) -> None:
    data = noise(1500, 1000)
    image = await upload(cast, "large.png", data)
    data = stored(data)
    assert (await ask(cast, image["url"])).content == data
    part = await ask(cast, image["url"], range=f"bytes=1-{len(data) - 2}")
    assert part.content == data[1:-1]


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that were run in threads of the store."""
    made: list[str] = []
    run = FolderReader._run

    def counted(reader: FolderReader, function: Any, *arguments: object) -> Any:
        made.append(function.__name__)
        return run(reader, function, *arguments)

    monkeypatch.setattr(FolderReader, "_run", counted)
    return made


async def test_a_small_picture_is_one_call_of_the_store(cast: Cast, hops: list[str]) -> None:
    image = await upload(cast, data=photo())
    hops.clear()
    etag = (await ask(cast, image["url"])).headers["etag"]
    assert hops == ["_open"]
    assert (await ask(cast, image["url"], range="bytes=2-5")).status_code == 206
    assert (await ask(cast, image["url"], range="bytes=99999999-")).status_code == 416
    assert hops == ["_open"] * 3
    hops.clear()
    assert (await ask(cast, image["url"], if_none_match=etag)).status_code == 304
    assert (await ask(cast, image["url"], "HEAD")).status_code == 200
    assert hops == ["_file_size_bytes"] * 2, "nothing is read where nothing is sent"


async def test_a_file_that_is_gone_is_not_found_however_it_is_asked_for(cast: Cast) -> None:
    image = await upload(cast)
    etag = (await ask(cast, image["url"])).headers["etag"]
    objects = cast.service.internals.resources.objects
    for key in await objects.keys(cast.hall):
        await objects.delete(key)
    for method, headers in (
        ("GET", {}),
        ("HEAD", {}),
        ("GET", {"range": "bytes=0-3"}),
        ("GET", {"if_none_match": etag}),
    ):
        response = await ask(cast, image["url"], method, **headers)
        assert (response.status_code, response.headers["content-type"]) == (404, "application/problem+json")


class StalledClient:
    """A client that takes the headers and so many chunks of a response, and nothing more."""

    def __init__(self, app: App, url: str, chunks: int) -> None:
        address = urlsplit(url)
        self._chunks = chunks
        self.stalled = asyncio.Event()
        scope = {
            "type": "http",
            "method": "GET",
            "raw_path": address.path.encode(),
            "query_string": address.query.encode(),
            "headers": [],
            "client": ("127.0.0.1", 1234),
        }
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        raise AssertionError("a GET has no body")

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            self._chunks -= 1
        if self._chunks < 0:
            self.stalled.set()
            await asyncio.Event().wait()


@pytest.mark.parametrize("taken", [0, 1, 3])
async def test_clients_that_stop_reading_hold_no_more_than_one_chunk_each(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    """Attack: large pictures that are requested many times and never read."""
    data = noise(500, 400)  # Five chunks, so that the service has little to encode.
    image = await upload(cast, "large.png", data)
    sizes: list[int] = []  # Several threads read: an addition could get lost between them.

    class CountedFile(FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            chunk = super().read(size)
            sizes.append(len(chunk))
            return chunk

    monkeypatch.setattr(store, "FileIO", CountedFile)
    app = app_of(cast.service.internals)
    clients = [StalledClient(app, image["url"], taken) for _ in range(20)]
    for client in clients:
        await client.stalled.wait()
    assert app.admission.in_progress == 20, "they count as requests in progress"
    assert sum(sizes) == 20 * (taken + 1) * READ_BYTES < 20 * len(data)
    for client in clients:
        client.task.cancel()
    await asyncio.gather(*(client.task for client in clients), return_exceptions=True)
    assert app.admission.in_progress == 0


@given(st.text("bytes=-0123456789, ", max_size=20), st.integers(1, 1000))
def test_whatever_range_is_asked_for_what_is_sent_is_there(text: str, size_bytes: int) -> None:
    for asked_for in (text, f"bytes={text}"):
        span = parse_range(asked_for, size_bytes)
        if span is not None and not span.is_empty:
            assert 0 <= span.start < span.end <= size_bytes


@given(st.integers(1, 1000), st.integers(0, 1000), st.integers(0, 1000))
def test_a_range_is_what_it_says(size_bytes: int, first: int, more: int) -> None:
    whole = range(size_bytes)
    last = first + more
    assert _taken(whole, f"bytes={first}-{last}") == whole[first : last + 1]
    assert _taken(whole, f"bytes={first}-") == whole[first:]
    assert _taken(whole, f"bytes=-{more}") == (whole[-more:] if more else whole[:0])


def _taken(whole: range, asked_for: str) -> range:
    span = parse_range(asked_for, len(whole))
    assert isinstance(span, ByteRange)
    return whole[:0] if span.is_empty else whole[span.start : span.end]
