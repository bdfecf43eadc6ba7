"""Pictures at signed addresses: odd ranges and conditions, slow clients, deleted files, changed addresses."""

import asyncio
import re
import socket
from functools import partial
from pathlib import Path

import httpx
import psutil
import pytest

from seatpreview.imagery.signed_urls import signed_query
from seatpreview.objects.store import objects_of
from seatpreview.objects.stored_object import READ_BYTES, ByteRange
from seatpreview.values.clock import MICROSECONDS
from servers.polling import until
from serving import running, settings_for
from unseen.uploads import Pictures, upload_pictures

pytestmark = [pytest.mark.anyio, pytest.mark.long]

CLIENTS = 50


async def fetch(
    pictures: Pictures, url: str, *headers: tuple[str, str], method: str = "GET"
) -> httpx.Response:
    return await pictures.cast.service.ask(method, url, headers)


async def whole(pictures: Pictures, url: str) -> bytes:
    """Returns the bytes of a picture, from the bucket where the service sends clients there."""
    response = await pictures.cast.service.ask("GET", url, follow_redirects=True)
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


@pytest.mark.parametrize("object_store", ["folder"], scope="module", indirect=True)
@pytest.mark.parametrize("which", ["small", "large"])
async def test_odd_ranges_give_exactly_the_bytes_that_they_name(pictures: Pictures, which: str) -> None:
    """In a folder alone: clients of a bucket ask the bucket itself for parts."""
    url = getattr(pictures, which)["url"]
    content = await whole(pictures, url)
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
        response = await fetch(pictures, url, ("range", each))
        status, body, content_range = expected_of(content, each)
        assert response.status_code == status, each
        assert response.headers.get("content-range") == content_range, each
        if body is not None:
            assert response.content == body, each
            assert int(response.headers["content-length"]) == len(body), each


@pytest.mark.parametrize("object_store", ["folder"], scope="module", indirect=True)
async def test_a_range_of_huge_numbers_is_answered_within_the_rules(pictures: Pictures) -> None:
    """The whole file is always a right answer, since a server may ignore Range. An error never is."""
    url = pictures.small["url"]
    content = await whole(pictures, url)
    for digits in (18, 19, 20, 100, 900):
        number = "9" * digits
        beyond = await fetch(pictures, url, ("range", f"bytes={number}-"))
        assert beyond.status_code == 416 or (beyond.status_code, beyond.content) == (200, content), digits
        for header in (f"bytes=0-{number}", f"bytes=-{number}"):
            all_of_it = await fetch(pictures, url, ("range", header))
            assert all_of_it.status_code in (200, 206), digits
            assert all_of_it.content == content, digits


@pytest.mark.parametrize("object_store", ["folder"], scope="module", indirect=True)
async def test_if_range_sends_a_part_only_for_exactly_this_etag(pictures: Pictures) -> None:
    url = pictures.small["url"]
    content = await whole(pictures, url)
    etag = (await fetch(pictures, url)).headers["etag"]
    part = await fetch(pictures, url, ("range", "bytes=2-5"), ("if-range", etag))
    assert (part.status_code, part.content) == (206, content[2:6])
    others = [f"W/{etag}", '"other"', etag.strip('"'), f"{etag}, {etag}", "*", "", etag.upper()]
    for other in [*others, "Mon, 16 Nov 2026 10:00:00 GMT"]:
        response = await fetch(pictures, url, ("range", "bytes=2-5"), ("if-range", other))
        assert (response.status_code, response.content) == (200, content), other
    # A range that cannot be satisfied is no reason for 416 where If-Range does not hold.
    beyond = await fetch(pictures, url, ("range", f"bytes={len(content)}-"), ("if-range", '"other"'))
    assert (beyond.status_code, beyond.content) == (200, content)


@pytest.mark.parametrize("object_store", ["folder"], scope="module", indirect=True)
async def test_a_client_that_has_the_picture_gets_304_whatever_its_list_looks_like(
    pictures: Pictures,
) -> None:
    for url in (pictures.small["url"], pictures.large["url"], pictures.large["previewUrl"]):
        etag = (await fetch(pictures, url, method="HEAD")).headers["etag"]
        known = [etag, f"W/{etag}", "*", f'"a", {etag}', f'W/"a" ,\t{etag} , "b"', f'{etag},{etag},"c"']
        for value in known:
            for method in ("GET", "HEAD"):
                response = await fetch(pictures, url, ("if-none-match", value), method=method)
                assert (response.status_code, response.content) == (304, b""), value
                assert response.headers["etag"] == etag
                assert "max-age" in response.headers["cache-control"]
        both = (("if-none-match", '"a"'), ("if-none-match", etag))
        assert (await fetch(pictures, url, *both)).status_code == 304
        first = await fetch(pictures, url, ("if-none-match", etag), ("range", "bytes=0-0"))
        assert first.status_code == 304
        for value in ('"a"', etag.strip('"'), '"*"', etag[:-2] + '"', ""):
            response = await fetch(pictures, url, ("if-none-match", value), ("range", "bytes=0-0"))
            assert (response.status_code, len(response.content)) == (206, 1), value


def own_address(pictures: Pictures, url: str) -> str:
    """Returns the address at this service of a picture whose address may be the bucket's."""
    found = re.search(r"(ven_\w+/img_\w+/)(full\.png|preview\.jpg)", url)
    assert found is not None
    resources = pictures.cast.service.internals.resources
    query = signed_query(resources.signing, found[1], pictures.cast.service.clock.now() // MICROSECONDS + 600)
    return f"{resources.address}/images/{found[0]}?{query}"


async def test_head_says_what_get_sends_from_both_stores(pictures: Pictures) -> None:
    for url, content_type in (
        (pictures.small["url"], "image/png"),
        (pictures.large["url"], "image/png"),
        (pictures.large["previewUrl"], "image/jpeg"),
    ):
        content = await whole(pictures, url)
        ours = own_address(pictures, url)
        response = await pictures.cast.service.ask("GET", ours, follow_redirects=True)
        assert (response.status_code, response.headers["content-type"]) == (200, content_type)
        assert response.content == content
        head = await fetch(pictures, ours, ("range", "bytes=0-0"), method="HEAD")
        assert (head.status_code, head.content) == (200, b"")
        assert int(head.headers["content-length"]) == len(content)
        assert head.headers["content-type"] == content_type
        known = ("if-none-match", head.headers["etag"])
        assert (await fetch(pictures, ours, known, method="HEAD")).status_code == 304


def selected(part: ByteRange, _size_bytes: int) -> ByteRange:
    return part


async def test_a_part_of_an_object_is_the_same_bytes_from_both_stores(
    object_store: str, object_store_url: str, tmp_path: Path
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
                assert sent == content[start:end], (object_store, size, start, end)
        found = await objects.get(key)
        assert found is not None
        assert b"".join([chunk async for chunk in found.chunks()]) == content
        assert await objects.size_bytes(key) == size
    assert await objects.get("parts/none.bin") is None


async def test_an_address_that_differs_in_one_character_is_refused(
    pictures: Pictures, object_store: str
) -> None:
    """The attack: whoever has one address tries to make another one of it."""
    url = own_address(pictures, pictures.small["url"])
    assert (await fetch(pictures, url)).status_code == (200 if object_store == "folder" else 307)
    assert (await fetch(pictures, url, method="HEAD")).status_code == 200
    start = url.index("/images/") + 1
    for position in range(start, len(url)):
        replaced = url[position]
        for other in {"A" if position % 2 else "0", replaced.swapcase()} - {replaced}:
            changed = url[:position] + other + url[position + 1 :]
            for method in ("GET", "HEAD"):
                response = await fetch(pictures, changed, method=method)
                assert response.status_code in (403, 404), changed
    for changed in (f"{url}&x=1", f"{url}=", url.replace("?", "?x=1&"), url.replace("/images/", "//images/")):
        assert (await fetch(pictures, changed)).status_code in (403, 404), changed


async def test_a_picture_that_is_deleted_while_it_is_sent_arrives_whole(tmp_path: Path) -> None:
    """In a folder alone: a bucket sends its pictures itself."""
    async with running(settings_for(tmp_path)) as service:
        pictures = await upload_pictures(service)
        url = pictures.large["url"]
        content = await whole(pictures, url)
        async with httpx.AsyncClient() as client, client.stream("GET", url) as response:
            received = response.aiter_raw(1000)
            beginning = await anext(received)
            await service.internals.resources.objects.delete_prefixes([f"{pictures.cast.hall}/"])
            assert (await fetch(pictures, url)).status_code == 404
            assert (await fetch(pictures, url, method="HEAD")).status_code == 404
            rest = b"".join([chunk async for chunk in received])
        assert beginning + rest == content


async def test_50_clients_that_read_nothing_hold_up_nobody_and_leave_no_open_file(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path)) as service:
        pictures = await upload_pictures(service)
        url = pictures.large["url"]
        content = await whole(pictures, url)
        request = f"GET {url.removeprefix(service.address)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        clients = [silent_client(service.address, request) for _ in range(CLIENTS)]
        try:
            await until(lambda: open_files(tmp_path) == CLIENTS)
            assert await whole(pictures, url) == content
            answers = await asyncio.gather(
                *(pictures.cast.owner.read_key(pictures.cast.owner.key_id) for _ in range(20)),
                *(whole(pictures, pictures.small["url"]) for _ in range(20)),
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
    """Returns how many files of stored pictures this process has open."""
    return sum(Path(each.path).is_relative_to(folder / "objects") for each in psutil.Process().open_files())
