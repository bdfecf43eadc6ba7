"""Images at signed addresses: unusual ranges and conditions, slow clients, deletion, changed addresses."""

import asyncio
import re
import socket
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from cast import Cast, create_cast
from imagery.sample_pictures import noise
from imagery.uploads import upload
from seatpreview.imagery.signed_urls import signed_query
from seatpreview.objects.store import READ_BYTES, ByteRange, objects_of
from seatpreview.values.clock import MICROSECONDS
from servers.polling import until
from serving import LiveService, running, settings_for

pytestmark = [pytest.mark.anyio, pytest.mark.long]

ON_SQLITE = pytest.mark.parametrize("engine", ["sqlite"], indirect=True, scope="session")
"""The engine does not matter to stored images."""

FOLDER_ONLY = pytest.mark.parametrize("store_kind", ["folder"], indirect=True, scope="session")
"""For tests of responses that the service leaves to the bucket if it has one."""

LARGE_PIXELS = (1900, 1500)
"""As noise, this is a file of more than 8 MB, which no buffer between service and client holds."""

CLIENTS = 50


@dataclass(frozen=True)
class UploadedImages:
    """The responses to two uploads of one venue."""

    cast: Cast
    small: dict[str, Any]
    large: dict[str, Any]


async def upload_images(service: LiveService) -> UploadedImages:
    """Uploads an image of a few kB and one of more than 8 MB."""
    cast = await create_cast(service)
    small = await upload(cast, "small.png", noise(64, 48))
    return UploadedImages(cast, small, await upload(cast, "large.png", noise(*LARGE_PIXELS)))


@pytest.fixture(scope="module")
async def images(storing_service: LiveService) -> UploadedImages:
    """Two images for tests that delete neither."""
    return await upload_images(storing_service)


async def fetch(
    images: UploadedImages, url: str, *headers: tuple[str, str], method: str = "GET"
) -> httpx.Response:
    return await images.cast.service.ask(method, url, headers)


async def whole(images: UploadedImages, url: str) -> bytes:
    """Returns the bytes of an image, from the bucket if the service redirects clients there."""
    response = await images.cast.service.ask("GET", url, follow_redirects=True)
    assert response.status_code == 200, response.text
    return response.content


def expected_of(content: bytes, range_header: str) -> tuple[int, bytes | None, str | None]:
    """Returns status, body and Content-Range as RFC 9110 says, for a server that sends one range at most."""
    size = len(content)
    found = re.fullmatch(r"bytes=(\d*)-(\d*)", range_header, re.IGNORECASE)
    if found is None or not (found[1] or found[2]):
        return 200, content, None
    if not found[1]:
        start, end = max(0, size - int(found[2])), size
    else:
        start, end = int(found[1]), min(size, int(found[2]) + 1) if found[2] else size
        if found[2] and int(found[2]) < start:
            return 200, content, None
    if start >= end:
        return 416, None, f"bytes */{size}"
    return 206, content[start:end], f"bytes {start}-{end - 1}/{size}"


@ON_SQLITE
@FOLDER_ONLY
@pytest.mark.parametrize("which", ["small", "large"])
async def test_every_range_gives_exactly_the_bytes_that_it_names(images: UploadedImages, which: str) -> None:
    url = getattr(images, which)["url"]
    content = await whole(images, url)
    size = len(content)
    ranges = [
        *("bytes=0-0", "bytes=0-", "bytes=-1", f"bytes=-{size}", f"bytes=-{size + 1}", f"bytes=-{10**17}"),
        *("bytes=-0", f"bytes={size}-", f"bytes={size - 1}-", f"bytes={size - 1}-{size + 5}"),
        *(f"bytes={size + 7}-{size + 9}", f"bytes=5-{10**17}", "bytes=9-3", "bytes=-", "bytes=", "bytes"),
        *("BYTES=2-4", "Bytes=2-4", "bYtEs=-3", "items=0-1", "bytes=0-1,4-5", "bytes=0-0, -1", "bytes=a-b"),
        *("bytes=1-2-3", "bytes=+1-2", "bytes=0x1-2", "bytes=1.0-2"),
        *(f"bytes={READ_BYTES - 1}-{READ_BYTES}", f"bytes=1-{READ_BYTES}", f"bytes=1-{READ_BYTES + 1}"),
        *(f"bytes={READ_BYTES}-{3 * READ_BYTES + 5}", "bytes=-" + "0" * 17 + "7"),
    ]
    for each in ranges:
        response = await fetch(images, url, ("range", each))
        status, body, content_range = expected_of(content, each)
        assert response.status_code == status, each
        assert response.headers.get("content-range") == content_range, each
        if body is not None:
            assert response.content == body, each
            assert int(response.headers["content-length"]) == len(body), each


@ON_SQLITE
@FOLDER_ONLY
async def test_a_range_of_huge_numbers_is_answered_without_an_error(images: UploadedImages) -> None:
    """The whole file is always a valid response, since a server may ignore Range."""
    url = images.small["url"]
    content = await whole(images, url)
    for digits in (18, 19, 20, 100, 900):
        number = "9" * digits
        beyond = await fetch(images, url, ("range", f"bytes={number}-"))
        assert beyond.status_code == 416 or (beyond.status_code, beyond.content) == (200, content), digits
        for header in (f"bytes=0-{number}", f"bytes=-{number}"):
            all_of_it = await fetch(images, url, ("range", header))
            assert all_of_it.status_code in (200, 206), digits
            assert all_of_it.content == content, digits


@ON_SQLITE
@FOLDER_ONLY
async def test_if_range_sends_a_part_only_for_exactly_this_etag(images: UploadedImages) -> None:
    url = images.small["url"]
    content = await whole(images, url)
    etag = (await fetch(images, url)).headers["etag"]
    part = await fetch(images, url, ("range", "bytes=2-5"), ("if-range", etag))
    assert (part.status_code, part.content) == (206, content[2:6])
    others = [f"W/{etag}", '"other"', etag.strip('"'), f"{etag}, {etag}", "*", "", etag.upper()]
    for other in [*others, "Mon, 16 Nov 2026 10:00:00 GMT"]:
        response = await fetch(images, url, ("range", "bytes=2-5"), ("if-range", other))
        assert (response.status_code, response.content) == (200, content), other
    # A range is ignored if If-Range does not match, even one that could not be satisfied.
    beyond = await fetch(images, url, ("range", f"bytes={len(content)}-"), ("if-range", '"other"'))
    assert (beyond.status_code, beyond.content) == (200, content)


@ON_SQLITE
@FOLDER_ONLY
async def test_a_client_that_has_the_image_gets_304_whatever_its_list_of_etags_looks_like(
    images: UploadedImages,
) -> None:
    for url in (images.small["url"], images.large["url"], images.large["previewUrl"]):
        etag = (await fetch(images, url, method="HEAD")).headers["etag"]
        known = [etag, f"W/{etag}", "*", f'"a", {etag}', f'W/"a" ,\t{etag} , "b"', f'{etag},{etag},"c"']
        for value in known:
            for method in ("GET", "HEAD"):
                response = await fetch(images, url, ("if-none-match", value), method=method)
                assert (response.status_code, response.content) == (304, b""), value
                assert response.headers["etag"] == etag
                assert "max-age" in response.headers["cache-control"]
        both = (("if-none-match", '"a"'), ("if-none-match", etag))
        assert (await fetch(images, url, *both)).status_code == 304
        first = await fetch(images, url, ("if-none-match", etag), ("range", "bytes=0-0"))
        assert first.status_code == 304
        for value in ('"a"', etag.strip('"'), '"*"', etag[:-2] + '"', ""):
            response = await fetch(images, url, ("if-none-match", value), ("range", "bytes=0-0"))
            assert (response.status_code, len(response.content)) == (206, 1), value


def own_address(images: UploadedImages, url: str) -> str:
    """Returns the address at this service of an image whose own address may be that of the bucket."""
    found = re.search(r"(ven_\w+/img_\w+/)(full\.png|preview\.jpg)", url)
    assert found is not None
    resources = images.cast.service.internals.resources
    query = signed_query(resources.signing, found[1], images.cast.service.clock.now() // MICROSECONDS + 600)
    return f"{resources.address}/images/{found[0]}?{query}"


@ON_SQLITE
async def test_head_says_what_get_sends_from_both_stores(images: UploadedImages) -> None:
    for url, content_type in (
        (images.small["url"], "image/png"),
        (images.large["url"], "image/png"),
        (images.large["previewUrl"], "image/jpeg"),
    ):
        content = await whole(images, url)
        ours = own_address(images, url)
        response = await images.cast.service.ask("GET", ours, follow_redirects=True)
        assert (response.status_code, response.headers["content-type"]) == (200, content_type)
        assert response.content == content
        head = await fetch(images, ours, ("range", "bytes=0-0"), method="HEAD")
        assert (head.status_code, head.content) == (200, b"")
        assert int(head.headers["content-length"]) == len(content)
        assert head.headers["content-type"] == content_type
        known = ("if-none-match", head.headers["etag"])
        assert (await fetch(images, ours, known, method="HEAD")).status_code == 304


def selected(part: ByteRange, _size_bytes: int) -> ByteRange:
    return part


@ON_SQLITE
async def test_a_part_of_an_object_is_the_same_bytes_from_both_stores(
    store_kind: str, object_store_url: str, tmp_path: Path
) -> None:
    objects = objects_of(tmp_path, object_store_url)
    for size in (0, 1, READ_BYTES - 1, READ_BYTES, READ_BYTES + 1, 3 * READ_BYTES + 77):
        content = bytes(number % 251 for number in range(size))
        key = f"parts/{size}.bin"
        await objects.put(key, content, "image/png")
        edges = sorted({0, 1, READ_BYTES - 1, READ_BYTES, READ_BYTES + 1, 2 * READ_BYTES + 3, size - 1, size})
        for start in edges:
            for end in edges:
                if not 0 <= start < end <= size:
                    continue
                found = await objects.get(key, partial(selected, ByteRange(start, end)))
                assert found is not None
                assert found.size_bytes == size
                sent = b"".join([chunk async for chunk in found.chunks()])
                assert sent == content[start:end], (store_kind, size, start, end)
        found = await objects.get(key)
        assert found is not None
        assert b"".join([chunk async for chunk in found.chunks()]) == content
        assert await objects.size_bytes(key) == size
    assert await objects.get("parts/none.bin") is None


@ON_SQLITE
async def test_an_address_that_differs_in_one_character_is_refused(
    images: UploadedImages, store_kind: str
) -> None:
    """The attack: somebody who has one address tries to make another one of it."""
    url = own_address(images, images.small["url"])
    assert (await fetch(images, url)).status_code == (200 if store_kind == "folder" else 307)
    assert (await fetch(images, url, method="HEAD")).status_code == 200
    start = url.index("/images/") + 1
    for position in range(start, len(url)):
        replaced = url[position]
        for other in {"A" if position % 2 else "0", replaced.swapcase()} - {replaced}:
            changed = url[:position] + other + url[position + 1 :]
            for method in ("GET", "HEAD"):
                response = await fetch(images, changed, method=method)
                assert response.status_code in (403, 404), changed
    for changed in (f"{url}&x=1", f"{url}=", url.replace("?", "?x=1&"), url.replace("/images/", "//images/")):
        assert (await fetch(images, changed)).status_code in (403, 404), changed


async def test_an_image_that_is_deleted_while_it_is_sent_arrives_whole(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path)) as service:
        images = await upload_images(service)
        url = images.large["url"]
        content = await whole(images, url)
        async with httpx.AsyncClient() as client, client.stream("GET", url) as response:
            received = response.aiter_raw(1000)
            beginning = await anext(received)
            await service.internals.resources.objects.delete_prefixes([f"{images.cast.hall}/"])
            assert (await fetch(images, url)).status_code == 404
            assert (await fetch(images, url, method="HEAD")).status_code == 404
            rest = b"".join([chunk async for chunk in received])
        assert beginning + rest == content


async def test_50_clients_that_read_nothing_hold_up_nobody_and_leave_no_open_file(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path)) as service:
        images = await upload_images(service)
        url = images.large["url"]
        content = await whole(images, url)
        request = f"GET {url.removeprefix(service.address)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        clients = [silent_client(service.address, request) for _ in range(CLIENTS)]
        try:
            await until(lambda: open_files(tmp_path) == CLIENTS)
            assert await whole(images, url) == content
            answers = await asyncio.gather(
                *(images.cast.owner.read_key(images.cast.owner.key_id) for _ in range(20)),
                *(whole(images, images.small["url"]) for _ in range(20)),
            )
            assert len(answers) == 40
        finally:
            for client in clients:
                client.close()
        await until(lambda: open_files(tmp_path) == 0)


def silent_client(address: str, request: bytes) -> socket.socket:
    """Sends a request over a connection with a small buffer, and reads nothing."""
    host, _, port = address.rpartition("/")[2].partition(":")
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect((host, int(port)))
    client.sendall(request)
    return client


def open_files(folder: Path) -> int:
    """Returns how many files of stored images this process has open."""
    return sum(Path(each.path).is_relative_to(folder / "objects") for each in psutil.Process().open_files())
